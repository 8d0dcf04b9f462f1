package import Geometry
package import Foundation
import Poppler

/// A PDF's pages as rendered by poppler, for comparisons.
package struct RenderedPages {
    private let document: PopplerDocument
    private let scale: Double
    /// The default resolution in pixels per point.
    package static let defaultScale = 2.0

    /// Opens a PDF.
    package init(_ data: Data, password: String? = nil, scale: Double = defaultScale) throws {
        document = try PopplerDocument(data: data, password: password)
        self.scale = scale
    }

    /// The number of pages.
    package var count: Int { document.pageCount }

    /// Returns the picture of a page, counted from 0.
    package func image(_ page: Int, userUnit: Double = 1) throws -> GrayImage {
        try document.page(page, userUnit: userUnit).render(scale: scale)
    }

    /// Returns the words of a page, counted from 0.
    package func words(_ page: Int, userUnit: Double = 1) throws -> [Word] {
        try document.page(page, userUnit: userUnit).words()
    }

    /// Returns the characters whose centre is in a region, from left to right, except those at the same places in
    /// another document.
    package func text(within region: Region, page: Int, besides other: RenderedPages) throws -> String {
        struct Place: Hashable {
            var character: Character
            var x: Int
            var y: Int

            init(_ character: Character, _ region: Region) {
                self.character = character
                x = Int((region.midX * 4).rounded())
                y = Int((region.midY * 4).rounded())
            }
        }
        let old = Set(try other.words(page).flatMap { zip($0.text, $0.characters).map(Place.init) })
        let new = try words(page).flatMap { zip($0.text, $0.characters) }
            .filter { region.contains(x: $0.1.midX, y: $0.1.midY) && !old.contains(Place($0.0, $0.1)) }
        return String(new.sorted { $0.1.left < $1.1.left }.map(\.0))
    }

    /// Returns the text of a page, counted from 0.
    package func text(_ page: Int) throws -> String {
        try words(page).map(\.text).joined(separator: " ")
    }
}

/// Returns the bounding box, in points, of all pixels that differ noticeably; `nil` if none do.
package func difference(_ a: GrayImage, _ b: GrayImage, scale: Double = RenderedPages.defaultScale) -> Region? {
    guard a.width == b.width, a.height == b.height else {
        return Region(x: 0, y: 0, width: .infinity, height: .infinity)
    }
    var (left, top, right, bottom) = (Int.max, Int.max, Int.min, Int.min)
    for y in 0..<a.height {
        for x in 0..<a.width where abs(Int(a[x, y]) - Int(b[x, y])) > 24 {
            (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
        }
    }
    guard left <= right else { return nil }
    return Region(
        left: Double(left) / scale, top: Double(top) / scale, right: Double(right) / scale,
        bottom: Double(bottom) / scale)
}

extension Region {
    /// Returns whether another region is inside this one, within a tolerance in points.
    package func encloses(_ other: Region, tolerance: Double = 0.75) -> Bool {
        other.left >= left - tolerance && other.top >= top - tolerance && other.right <= right + tolerance
            && other.bottom <= bottom + tolerance
    }
}
