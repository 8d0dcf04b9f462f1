import Geometry
import Typesetting

/// Where things stand on the pages of a book, in points.
struct BookGrid {
    let size: PageSize
    let bleed: Double

    /// The number of points in a millimetre.
    static let millimetre = 72 / 25.4
    /// The margin at the spine: printers ask for 15 mm, and a hand holds the rest.
    static let spine = 19 * millimetre
    /// The margin at the outer edge: printers ask for 10 mm.
    static let outer = 14 * millimetre
    static let top = 14 * millimetre
    static let bottom = 19 * millimetre
    /// The distance of page numbers from the foot.
    static let folio = 10.5 * millimetre

    init(_ options: BookOptions) {
        size = options.paper.size
        bleed = options.bleed * Self.millimetre
    }

    /// The template of all pages: margins are the grid's business.
    var template: PageTemplate {
        PageTemplate(size: size, margins: Insets(), bleed: bleed, head: nil, foot: nil)
    }

    /// Whether a page, from 0, is a right one, whose spine is at its left.
    static func isRight(_ page: Int) -> Bool { page % 2 == 0 }

    /// The place for text and pictures on a page, from 0.
    func content(of page: Int) -> Region {
        Region(
            left: Self.isRight(page) ? Self.spine : Self.outer, top: Self.top,
            right: size.width - (Self.isRight(page) ? Self.outer : Self.spine), bottom: size.height - Self.bottom)
    }

    /// The whole sheet, bleed included.
    var sheet: Region {
        Region(left: -bleed, top: -bleed, right: size.width + bleed, bottom: size.height + bleed)
    }
}

extension PathStep {
    /// The steps of a rectangle with round corners.
    static func rounded(_ region: Region, radius: Double) -> [PathStep] {
        let r = min(radius, region.width / 2, region.height / 2)
        let (left, top, right, bottom) = (region.left, region.top, region.right, region.bottom)
        return [
            .arc(x: right - r, y: top + r, radius: r, from: -.pi / 2, to: 0),
            .arc(x: right - r, y: bottom - r, radius: r, from: 0, to: .pi / 2),
            .arc(x: left + r, y: bottom - r, radius: r, from: .pi / 2, to: .pi),
            .arc(x: left + r, y: top + r, radius: r, from: .pi, to: 1.5 * .pi), .close,
        ]
    }

    /// The steps of a circle.
    static func circle(x: Double, y: Double, radius: Double) -> [PathStep] {
        [.arc(x: x, y: y, radius: radius, from: 0, to: 2 * .pi), .close]
    }

    /// The steps of a frame of some width around a region.
    static func frame(_ region: Region, width: Double) -> [[PathStep]] {
        [
            Region(left: region.left - width, top: region.top - width, right: region.right + width, bottom: region.top),
            Region(
                left: region.left - width, top: region.bottom, right: region.right + width,
                bottom: region.bottom + width),
            Region(left: region.left - width, top: region.top, right: region.left, bottom: region.bottom),
            Region(left: region.right, top: region.top, right: region.right + width, bottom: region.bottom),
        ].map { [.rectangle($0)] }
    }
}
