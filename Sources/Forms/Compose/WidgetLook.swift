import Cairo
import FormModel
import QPDF

/// Draws the background and border of a widget, since the widget itself is removed from the page.
enum WidgetLook {
    static func draw(_ widget: Widget, on context: DrawingContext) {
        let look = widget.look
        if let background = look.background {
            setColor(background, on: context)
            if look.isRound { context.ellipse(in: widget.region, filled: true) } else { context.fill(widget.region) }
        }
        if let border = look.border, look.borderWidth > 0 {
            setColor(border, on: context)
            context.setLineWidth(look.borderWidth)
            let frame = widget.region.insetBy(dx: look.borderWidth / 2, dy: look.borderWidth / 2)
            if look.isRound { context.ellipse(in: frame, filled: false) } else { context.stroke(frame) }
            // Viewers draw lines between the cells of a comb if its border is visible.
            for edge in WidgetFields.combEdges(of: widget)?.dropFirst().dropLast() ?? [] {
                context.fill(
                    Region(
                        x: edge - look.borderWidth / 2, y: widget.region.y, width: look.borderWidth,
                        height: widget.region.height))
            }
        }
    }

    /// Sets a colour given as gray, RGB or CMYK components from 0 to 1.
    private static func setColor(_ components: [Double], on context: DrawingContext) {
        switch components.count {
        case 1: context.setColor(red: components[0], green: components[0], blue: components[0])
        case 3: context.setColor(red: components[0], green: components[1], blue: components[2])
        default:
            let light = 1 - components[3]
            context.setColor(
                red: (1 - components[0]) * light, green: (1 - components[1]) * light,
                blue: (1 - components[2]) * light)
        }
    }
}
