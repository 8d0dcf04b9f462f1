import FormImport

import Cairo
import FormModel
import QPDF

/// Draws the background and border of a widget that is removed from the page.
enum WidgetLook {
    static func draw(_ widget: Widget, on context: DrawingContext) {
        let look = widget.look
        if let background = look.background {
            setColor(background, on: context)
            if look.isRound { context.ellipse(in: widget.region, filled: true) } else { context.fill(widget.region) }
        }
        if let border = look.border, look.borderWidth > 0 {
            setColor(border, on: context)
            drawBorder(of: widget, on: context)
            // Viewers draw lines between the cells of a comb if its border is visible.
            for edge in WidgetFields.combEdges(of: widget)?.dropFirst().dropLast() ?? [] {
                context.fill(
                    Region(
                        x: edge - look.borderWidth / 2, y: widget.region.y, width: look.borderWidth,
                        height: widget.region.height))
            }
        }
    }

    private static func drawBorder(of widget: Widget, on context: DrawingContext) {
        let (look, region) = (widget.look, widget.region)
        if look.borderStyle == .underline {
            context.fill(
                Region(
                    left: region.left, top: region.bottom - look.borderWidth, right: region.right, bottom: region.bottom
                )
            )
            return
        }
        context.setLineWidth(look.borderWidth)
        let frame = region.insetBy(dx: look.borderWidth / 2, dy: look.borderWidth / 2)
        if look.isRound {
            context.ellipse(in: frame, filled: false)
        } else if look.borderStyle == .dashed {
            context.beginPath()
            context.rectangle(frame)
            context.strokePath(width: look.borderWidth, dashes: [dash, dash])
        } else {
            context.stroke(frame)
        }
    }

    /// The length of a dash in points (ISO 32000-1, table 166).
    private static let dash = 3.0

    private static func setColor(_ components: [Double], on context: DrawingContext) {
        if let color = TextColor(components: components) { context.setColor(color) }
    }
}

extension DrawingContext {
    /// Sets the colour.
    func setColor(_ color: TextColor) {
        setColor(red: color.red, green: color.green, blue: color.blue)
    }
}
