package import Geometry
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

    /// The share of a page below a picture from which on it hangs too high.
    private static let tooEmpty = 0.12
    /// The share of what stays empty that is above the picture: a little less than half looks like the middle.
    private static let above = 0.42

    /// Moves pictures that leave a good part of the page empty, and what stands below them, to where the eye takes the middle of
    /// the page to be; a heading above them stays at the head.
    ///
    /// Rows of larger galleries and pictures beside or below texts stay where they are.
    mutating func liftPlates(in content: Region) {
        guard
            let first = items.firstIndex(where: { if case .picture = $0 { true } else { false } }),
            case .picture(let picture) = items[first]
        else { return }
        let head = items[..<first].compactMap(\.bottom).max() ?? content.top
        let isHeadOnly = items[..<first].allSatisfy { item in
            switch item {
            case .text(let text): if case .heading = text.role { true } else { false }
            case .link, .picture: false
            case .box, .begin, .end, .anchor: true
            }
        }
        let isOfPlates = items[first...].allSatisfy { item in
            if case .picture(let picture) = item { picture.isPlate } else { true }
        }
        let rest = content.bottom - (items[first...].compactMap(\.bottom).max() ?? content.bottom)
        guard isHeadOnly, isOfPlates, picture.region.top >= head - 0.01, rest > Self.tooEmpty * content.height else {
            return
        }
        for index in first..<items.count { items[index] = items[index].moved(by: rest * Self.above) }
    }
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
    /// Whether it is one of few on its page, which has a composition for itself.
    package var isPlate = true

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
