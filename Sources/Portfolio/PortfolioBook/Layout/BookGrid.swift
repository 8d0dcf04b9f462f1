package import Geometry
package import Portfolio
package import Typesetting

/// The grid of a book's pages, in points.
package struct BookGrid {
    package let size: PageSize
    package let bleed: Double
    /// The area for text and pictures.
    package let content: Region
    /// The type sizes.
    package let sizes: BookType.Sizes

    /// The number of points per millimetre.
    package static let millimetre = 72 / 25.4
    /// The distance between pictures, and between columns of cards.
    package static let gap = 8.0
    /// The distance between columns of text.
    package static let gutter = 24.0
    /// The distance between blocks.
    package static let blockSpace = 26.0
    /// The distance between a picture and its caption.
    package static let captionSpace = 5.0

    package init(_ edition: PortfolioEdition) {
        size =
            switch edition.page ?? .a4Landscape {
            case .a4Landscape: PageSize(width: PageSize.a4.height, height: PageSize.a4.width)
            case .a4: .a4
            case .letter: .letter
            case .widescreen: PageSize(width: 960, height: 540)
            case .square: PageSize(width: PageSize.a4.width, height: PageSize.a4.width)
            }
        sizes = edition.page == .widescreen ? .screen : .print
        bleed = (edition.bleed ?? 0) * Self.millimetre
        // The margins grow with the shorter side. The foot has room for the running line.
        let margin = min(size.width, size.height) * 0.08
        content = Region(
            left: margin, top: margin * 0.95, right: size.width - margin, bottom: size.height - margin * 1.25)
    }

    /// The template of all pages, without margins, which the grid defines.
    package var template: PageTemplate {
        PageTemplate(size: size, margins: Insets(), bleed: bleed, head: nil, foot: nil)
    }

    /// Whether headings are placed beside the text rather than above.
    package var isWide: Bool { size.width > 1.15 * size.height }

    /// The area beside the text, for headings on wide pages.
    package var side: Region {
        Region(x: content.x, y: content.y, width: content.width * 0.28 - Self.gutter, height: content.height)
    }

    /// The area for text.
    package var main: Region {
        let start = content.width * (isWide ? 0.28 : 0.22)
        return Region(x: content.x + start, y: content.y, width: content.width - start, height: content.height)
    }

    /// The target height of gallery rows: a third of the content height, without gaps.
    package var rowHeight: Double { (content.height - 2 * Self.gap) / 3 }

    /// The whole sheet, including the bleed.
    package var sheet: Region {
        Region(left: -bleed, top: -bleed, right: size.width + bleed, bottom: size.height + bleed)
    }
}
