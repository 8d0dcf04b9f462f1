import Cairo
import Geometry
import Poppler

/// A decoded figure with its final size.
final class SetFigure {
    let content: Content
    let alternativeText: String?
    let destination: String?
    /// The left edge, in page coordinates.
    let x: Double
    let size: PageSize
    /// The fixed region on the page; `nil` for a figure in the flow.
    let placement: Region?

    enum Content {
        case picture(DecodedPicture)
        case drawing(Drawing)
        case page(PopplerPage, paper: Color)
        /// A box with the alternative text, in place of an undrawable picture.
        case placeholder(SetParagraph?)
    }

    /// Fits a figure into a column and the height of a page.
    init(_ figure: Figure, in column: Column, height: Double, content: Content) {
        self.content = content
        alternativeText = figure.alternativeText
        destination = figure.destination
        placement = figure.placement
        let own = Self.ownSize(of: content)
        let wanted = figure.placement.map { PageSize(width: $0.width, height: $0.height) } ?? figure.size ?? own
        // A caption longer than half a page continues on the next page.
        let room = max(height / 2, height - figure.roomBelow)
        let factor =
            figure.placement == nil
            ? min(1, column.width / max(wanted.width, 0.01), room / max(wanted.height, 0.01)) : 1
        size = PageSize(width: wanted.width * factor, height: wanted.height * factor)
        x = column.left(of: size.width, figure.alignment)
    }

    private static func ownSize(of content: Content) -> PageSize {
        switch content {
        case .picture(let picture):
            let scale = 72 / Figure.pixelsPerInch
            return PageSize(width: Double(picture.width) * scale, height: Double(picture.height) * scale)
        case .drawing(let drawing): return drawing.size
        case .page(let page, _): return page.size
        case .placeholder(let text):
            let padding = 2 * placeholderPadding
            return PageSize(width: (text?.width ?? 0) + padding, height: (text?.height ?? 24) + padding)
        }
    }

    static let placeholderPadding = 8.0
}
