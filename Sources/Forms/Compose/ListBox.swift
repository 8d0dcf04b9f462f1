import Cairo
import FormModel
import QPDF

/// The choices of a list box one below the other, of which the chosen ones are marked, as viewers draw them.
struct ListBox {
    private let rows: [(layout: TextLayout, isChosen: Bool)]
    private let region: Region
    private let rowHeight: Double
    private let padding: Double
    /// The size of the text in points.
    let size: Double

    /// The size of a list that leaves it to viewers, in units of the page.
    private static let preferredSize = 12.0
    /// The height of a row as a share of the size that a form asks for, as in viewers.
    private static let rowShare = 1.16
    /// The height of a line of text as a share of its size.
    private static let lineHeight = 1.36
    /// The smallest share of its size to which a list is reduced so that all choices are seen.
    private static let leastShare = 0.7
    /// The space on either side of the text, in points.
    private static let padding = 2.0
    private static let smallestSize = 4.0
    /// The colour behind the chosen rows, which is that of Acrobat.
    private static let mark = TextColor(red: 0.6, green: 0.757, blue: 0.855)

    /// Arranges the choices of a list.
    ///
    /// - Parameters:
    ///   - widget: a list with choices.
    ///   - chosen: the choices that are marked, as they are shown.
    ///   - region: the place of the upright widget.
    ///   - families: font families in order of preference, separated by commas.
    ///   - style: the size in points that was asked for; nil for that of the form.
    ///   - unit: the unit of the page's user space, in points.
    init(
        _ widget: Widget, chosen: Set<String>, in region: Region, families: String, size style: Double?, unit: Double
    ) {
        let inset = widget.look.border == nil ? 0 : widget.look.borderWidth
        self.region = region.insetBy(dx: min(inset, region.width / 4), dy: min(inset, region.height / 4))
        padding = min(Self.padding, self.region.width / 8)
        let options = widget.options.map(\.shown)
        let height = self.region.height
        let asked = max(1, style ?? widget.fontSize ?? Self.preferredSize * unit)
        // All choices if they are still legible, as many as there is room for otherwise.
        let whole = height / Double(max(1, options.count)) / Self.rowShare
        let isShrunk = widget.fontSize == nil && style == nil && whole < asked && whole >= asked * Self.leastShare
        let legible = isShrunk ? whole : asked
        let rowHeight = min(legible * Self.rowShare, height)
        let visible = max(1, Int((height / rowHeight + 0.01).rounded(.down)))
        var first = min(widget.topIndex, max(0, options.count - visible))
        if let place = options.firstIndex(where: chosen.contains), !(first..<first + visible).contains(place) {
            first = min(place, max(0, options.count - visible))
        }
        let shown = options[first..<min(options.count, first + visible)]
        func layout(_ text: String, _ size: Double) -> TextLayout {
            TextLayout(FormattedText(text), families: families, size: size)
        }
        let largest = rowHeight / Self.lineHeight
        let width = self.region.width - 2 * padding
        let widest = shown.map { layout($0, largest).extent.width }.max() ?? 0
        let size = widest <= width ? largest : max(min(largest, Self.smallestSize), largest * width / widest * 0.99)
        self.size = size
        self.rowHeight = rowHeight
        rows = shown.map { (layout($0, size), chosen.contains($0)) }
    }

    /// Draws the list in a colour.
    func draw(in color: TextColor, on context: DrawingContext) {
        context.saved {
            context.clip(to: region)
            for (number, row) in rows.enumerated() {
                let top = region.top + Double(number) * rowHeight
                if row.isChosen {
                    context.setColor(Self.mark)
                    context.fill(Region(x: region.x, y: top, width: region.width, height: rowHeight))
                }
                context.setColor(color)
                let extent = row.layout.extent
                let x = row.layout.isRightToLeft ? region.right - padding - extent.width : region.left + padding
                context.draw(row.layout, x: x - extent.x, y: top + (rowHeight - extent.height) / 2 - extent.y)
            }
        }
    }
}
