import Geometry
import Typesetting

/// The grid of a book's pages, in points.
struct BookGrid {
    let size: PageSize
    let bleed: Double

    /// The number of points per millimetre.
    static let millimetre = 72 / 25.4
    /// The inner margin: printers require 15 mm, and hands cover the rest.
    static let spine = 19 * millimetre
    /// The outer margin: printers require 10 mm.
    static let outer = 14 * millimetre
    static let top = 14 * millimetre
    static let bottom = 19 * millimetre
    /// The distance between page numbers and the bottom edge.
    static let folio = 10.5 * millimetre

    init(_ options: BookOptions) {
        size = options.paper.size
        bleed = options.bleed * Self.millimetre
    }

    /// The template of all pages, without margins, which the grid defines.
    var template: PageTemplate {
        PageTemplate(size: size, margins: Insets(), bleed: bleed, head: nil, foot: nil)
    }

    /// Returns whether a page, from 0, is a right-hand one.
    ///
    /// Its spine is at the left.
    static func isRight(_ page: Int) -> Bool { page % 2 == 0 }

    /// Returns the area for text and pictures of a page, from 0.
    func content(of page: Int) -> Region {
        Region(
            left: Self.isRight(page) ? Self.spine : Self.outer, top: Self.top,
            right: size.width - (Self.isRight(page) ? Self.outer : Self.spine), bottom: size.height - Self.bottom)
    }

    /// The whole sheet, including the bleed.
    var sheet: Region {
        Region(left: -bleed, top: -bleed, right: size.width + bleed, bottom: size.height + bleed)
    }
}

extension PathStep {
    /// Returns the path of a rectangle with rounded corners.
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

    /// Returns the path of a circle.
    static func circle(x: Double, y: Double, radius: Double) -> [PathStep] {
        [.arc(x: x, y: y, radius: radius, from: 0, to: 2 * .pi), .close]
    }

    /// Returns the paths of a frame around a region.
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
