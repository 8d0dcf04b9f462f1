import Cairo
import FormModel
import QPDF

/// The visible choices of a list box, drawn with the selection highlighted.
struct ListBox {
    private let rows: [Row]
    private let region: Region
    private let padding: Double
    /// The font size in points.
    let size: Double

    /// A visible choice.
    struct Row {
        var text: String
        var region: Region
        fileprivate var layout: TextLayout
        fileprivate var isChosen: Bool
        fileprivate var isTooWide: Bool
    }

    /// The selected rows with text too wide at the smallest size.
    ///
    /// The caller has to place their text.
    var wideRows: [Row] { rows.filter { $0.isChosen && $0.isTooWide } }

    /// The default font size, in units of the page.
    private static let preferredSize = 12.0
    /// The height of a row as a share of the font size, as in viewers.
    private static let rowShare = 1.16
    /// The height of a line of text as a share of the font size.
    private static let lineHeight = 1.36
    /// Minimum share of its size that a list is reduced to, to show all choices.
    private static let leastShare = 0.7
    /// The padding on either side of the text in points.
    private static let padding = 2.0
    private static let smallestSize = 4.0
    /// The background of selected rows, as in Acrobat.
    private static let mark = TextColor(red: 0.6, green: 0.757, blue: 0.855)

    /// Lays out the choices of a list.
    ///
    /// - Parameters:
    ///   - widget: a list with choices.
    ///   - chosen: the indices of the selected choices.
    ///   - region: the region of the upright widget.
    ///   - families: font families in order of preference, separated by commas.
    ///   - style: the requested size in points; nil for that of the form.
    ///   - unit: the unit of the page's user space in points.
    init(
        _ widget: Widget, chosen: Set<Int>, in region: Region, families: String, size style: Double?, unit: Double
    ) {
        let inset = widget.look.border == nil ? 0 : widget.look.borderWidth
        self.region = region.insetBy(dx: min(inset, region.width / 4), dy: min(inset, region.height / 4))
        padding = min(Self.padding, self.region.width / 8)
        let options = widget.options.map(\.shown)
        let height = self.region.height
        let asked = max(1, style ?? widget.fontSize ?? Self.preferredSize * unit)
        // Shows all choices if they are legible, otherwise as many as fit.
        let whole = height / Double(max(1, options.count)) / Self.rowShare
        let isShrunk = widget.fontSize == nil && style == nil && whole < asked && whole >= asked * Self.leastShare
        let legible = isShrunk ? whole : asked
        let rowHeight = min(legible * Self.rowShare, height)
        let visible = max(1, Int((height / rowHeight + 0.01).rounded(.down)))
        var first = min(widget.topIndex, max(0, options.count - visible))
        if let place = chosen.min(), !(first..<first + visible).contains(place) {
            first = min(place, max(0, options.count - visible))
        }
        let shown = first..<min(options.count, first + visible)
        func layout(_ text: String, _ size: Double) -> TextLayout {
            TextLayout(FormattedText(text), families: families, size: size)
        }
        let largest = rowHeight / Self.lineHeight
        let width = self.region.width - 2 * padding
        let widest = shown.map { layout(options[$0], largest).extent.width }.max() ?? 0
        let size = widest <= width ? largest : max(min(largest, Self.smallestSize), largest * width / widest * 0.99)
        self.size = size
        let inside = self.region
        rows = shown.map { place in
            let layout = layout(options[place], size)
            return Row(
                text: options[place],
                region: Region(
                    x: inside.x, y: inside.top + Double(place - first) * rowHeight, width: inside.width,
                    height: rowHeight),
                layout: layout, isChosen: chosen.contains(place), isTooWide: layout.extent.width > width)
        }
    }

    /// Draws the list; `color` is that of the text.
    func draw(in color: TextColor, on context: DrawingContext) {
        context.saved {
            context.clip(to: region)
            for row in rows {
                if row.isChosen {
                    context.setColor(Self.mark)
                    context.fill(row.region)
                    if row.isTooWide { continue }
                }
                context.setColor(color)
                let extent = row.layout.extent
                let x = row.layout.isRightToLeft ? region.right - padding - extent.width : region.left + padding
                context.draw(row.layout, x: x - extent.x, y: row.region.midY - extent.height / 2 - extent.y)
            }
        }
    }
}
