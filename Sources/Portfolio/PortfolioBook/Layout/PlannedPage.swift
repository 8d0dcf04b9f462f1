package import Geometry
package import Portfolio
package import Typesetting

/// The content of a page before drawing.
package struct PlannedPage {
    /// The items in reading order.
    package var items: [PlannedItem] = []
    /// The section; `nil` for the cover and the contents.
    package var section: SectionID?
    /// Whether this is the last page of its section.
    package var isLastOfSection = false
    /// Whether the page has a running foot.
    package var hasFoot = true

    /// A picture with more empty page than this below it is moved down.
    private static let tooEmpty = 0.12
    /// The share of the empty space above the picture, slightly below half for optical centring.
    private static let above = 0.42

    /// Centres pictures optically on a page with much empty space.
    ///
    /// Items below the pictures move along, and a heading above stays at the top. Rows of larger galleries and pictures
    /// beside or below texts do not move.
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

/// An item on a page.
package enum PlannedItem {
    case begin(PageCanvas.Group)
    case end
    case anchor(String, y: Double)
    case text(PlannedText)
    case picture(PlannedPicture)
    /// A decorative box.
    case box(Region, Color, radius: Double)
    case link(Region, LinkTarget, text: String)

    /// Returns the item moved down.
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

    /// The lower edge; `nil` for items without a region.
    package var bottom: Double? {
        switch self {
        case .text(let text): text.y + text.height
        case .picture(let picture): picture.region.bottom
        case .box(let region, _, _): region.bottom
        case .begin, .end, .anchor, .link: nil
        }
    }
}

/// Lines of a text, placed on a page.
package struct PlannedText {
    package let text: FittedText
    package let lines: Range<Int>
    package let x: Double
    package var y: Double
    package let role: PageCanvas.Role
    /// The type size in points.
    package let size: Double

    package var height: Double { text.height(of: lines) }
}

/// A picture, placed on a page.
package struct PlannedPicture {
    package let media: ArrangedMedia
    package var region: Region
    /// The overlay.
    package var cover: Cover?
    /// The row number, counted through the book; `nil` outside galleries.
    package var row: Int?
    /// Whether it is one of few pictures on its page, composed individually.
    package var isPlate = true

    /// Whether the picture covers the page.
    package var coversPage: Bool {
        if case .panel = cover { true } else { false }
    }

    /// The overlay of a picture.
    package enum Cover {
        /// The play sign of a video.
        case playSign
        /// A coloured box behind a title.
        case panel(Region, Color)
    }
}
