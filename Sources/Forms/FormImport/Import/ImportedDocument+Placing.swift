package import FormModel
import Foundation
import PageRectification
import QPDF

extension ImportedDocument {
    /// Returns a description of this document with its fields where they are on these pages.
    ///
    /// Fields found on the whole picture, as programs without straightening and `--keep-picture` do, are moved to the
    /// page that was made from a part of it, and the other way round.
    package func placing(_ description: FormDescription) -> FormDescription {
        var result = description
        var moves: [Int: PageMove] = [:]
        for (index, picture) in pictures.enumerated() where description.pages.indices.contains(index) {
            let known = description.pages[index]
            guard known.sheet != picture.sheet, pages.indices.contains(index) else { continue }
            var page = FormDescription.Page(
                width: pages[index].size.width, height: pages[index].size.height, sheet: picture.sheet)
            let move = PageMove(from: known, to: page, picture: picture.size)
            page.words = move.flatMap { move in
                known.words?.map(move.moved)
            }
            moves[index] = move
            result.pages[index] = page
        }
        guard !moves.isEmpty else { return description }
        result.fields = description.fields.map { moves[$0.page]?.moved($0) ?? $0 }
        return result
    }
}

/// Moves fields between pages made from one picture.
private struct PageMove {
    /// Takes places of the former page to the picture.
    private let toPicture: Homography
    /// Takes places of the picture to the page.
    private let toPage: Homography

    /// Returns nil if a page has no area.
    init?(from known: FormDescription.Page, to page: FormDescription.Page, picture: PageSize) {
        guard let toPicture = Self.transform(known, picture), let toPage = Self.transform(page, picture)?.inverse else {
            return nil
        }
        self.toPicture = toPicture
        self.toPage = toPage
    }

    /// Returns the transformation from a page in points to its picture in pixels.
    private static func transform(_ page: FormDescription.Page, _ picture: PageSize) -> Homography? {
        let whole = [
            Point(x: 0, y: 0), Point(x: picture.width, y: 0), Point(x: picture.width, y: picture.height),
            Point(x: 0, y: picture.height),
        ]
        let corners = page.sheet?.corners.map { Point(x: $0.x, y: $0.y) } ?? whole
        return Quadrilateral(corners).flatMap { Homography(width: page.width, height: page.height, to: $0) }
    }

    private func place(_ x: Double, _ y: Double) -> Point { toPage(toPicture(Point(x: x, y: y))) }

    func moved(_ word: RecognisedWord) -> RecognisedWord {
        let start = place(word.region.left, word.region.midY)
        let end = place(word.region.right, word.region.midY)
        let quarters = Int((atan2(end.y - start.y, end.x - start.x) / (.pi / 2)).rounded())
        return RecognisedWord(text: word.text, region: moved(word.region), turns: (word.turns + quarters) & 3)
    }

    /// Returns the rectangle through the middles of the moved sides.
    func moved(_ region: Region) -> Region {
        let (left, right) = (place(region.left, region.midY), place(region.right, region.midY))
        let (top, bottom) = (place(region.midX, region.top), place(region.midX, region.bottom))
        // Turned by a quarter, the sides change places.
        let isTurned = abs(right.x - left.x) < abs(right.y - left.y)
        let ends = isTurned ? (top.x, left.y, bottom.x, right.y) : (left.x, top.y, right.x, bottom.y)
        return Region(left: ends.0, top: ends.1, right: ends.2, bottom: ends.3)
    }

    func moved(_ field: Field) -> Field {
        var result = field
        result.region = moved(field.region)
        result.printedWords = field.printedWords?.map(moved)
        result.lines = field.lines?.map(moved)
        // Lines that were skewed in the picture have no single baseline or edge there.
        result.baseline = nil
        if let edges = field.combEdges, let first = edges.first, let last = edges.last, last > first {
            let share = result.region.width / (last - first)
            result.combEdges = edges.map { result.region.left + ($0 - first) * share }
        }
        return result
    }
}
