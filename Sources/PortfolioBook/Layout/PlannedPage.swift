package import FormModel
package import Portfolio
package import Typesetting

/// What stands on a page, before anything is drawn.
package struct PlannedPage {
    /// The items in the order in which they are read.
    package var items: [PlannedItem] = []
    /// The section; nil for the cover and the contents.
    package var section: SectionID?
    /// Whether no other page of the section follows.
    package var isLastOfSection = false
    /// Whether the page has a running foot.
    package var hasFoot = true
}

/// Something on a page.
package enum PlannedItem {
    case begin(PageCanvas.Group)
    case end
    case anchor(String, y: Double)
    case text(PlannedText)
    case picture(PlannedPicture)
    /// A box that decorates.
    case box(Region, Color, radius: Double)
    case link(Region, LinkTarget, text: String)

    /// The item further down.
    package func moved(by distance: Double) -> PlannedItem {
        switch self {
        case .begin, .end: return self
        case .anchor(let name, let y): return .anchor(name, y: y + distance)
        case .text(var text):
            text.y += distance
            return .text(text)
        case .picture(var picture):
            picture.region.y += distance
            return .picture(picture)
        case .box(var region, let color, let radius):
            region.y += distance
            return .box(region, color, radius: radius)
        case .link(var region, let target, let text):
            region.y += distance
            return .link(region, target, text: text)
        }
    }

    /// The lower edge; nil for what has none.
    package var bottom: Double? {
        switch self {
        case .text(let text): text.y + text.height
        case .picture(let picture): picture.region.bottom
        case .box(let region, _, _): region.bottom
        case .begin, .end, .anchor, .link: nil
        }
    }
}

/// Lines of a text on a page.
package struct PlannedText {
    package let text: FittedText
    package let lines: Range<Int>
    package let x: Double
    package var y: Double
    package let role: PageCanvas.Role
    /// The size of the letters in points.
    package let size: Double

    package var height: Double { text.height(of: lines) }
}

/// A picture on a page.
package struct PlannedPicture {
    package let media: ArrangedMedia
    package var region: Region
    /// What is drawn over it.
    package var cover: Cover?
    /// The rows of galleries are numbered through the book; nil for other pictures.
    package var row: Int?

    /// Whether the picture covers the page.
    package var coversPage: Bool {
        if case .panel = cover { true } else { false }
    }

    /// What is drawn over a picture.
    package enum Cover {
        /// The sign of a video.
        case playSign
        /// A box of a colour, on which a title stands.
        case panel(Region, Color)
    }
}
