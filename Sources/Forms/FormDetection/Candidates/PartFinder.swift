import FormImport
import FormModel

/// Finds the spaces between dashes or slashes printed in a cell.
struct PartFinder: CandidateFinder {
    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let signs = Self.signs(on: page.marks)
        return found.filter { $0.kind == .line }.flatMap { Self.parts(of: $0, between: Self.signs(signs, in: $0)) }
    }

    /// Returns the dashes, slashes and brackets on a page, including dashes drawn as lines.
    static func signs(on marks: PageMarks) -> [Region] {
        marks.text.tokens.filter { $0.isSign && "-–—/()".contains($0.text) }.map(\.region)
            + marks.horizontals.filter { $0.length < 13 }.map {
                Region(left: $0.start, top: $0.position - 1, right: $0.end, bottom: $0.position + 1)
            }
    }

    /// Returns the signs of a page that are in a blank, from left to right.
    static func signs(_ all: [Region], in line: Candidate) -> [Region] {
        let zone = Region(
            left: line.region.left, top: line.floor - 22, right: line.region.right, bottom: line.floor - 2)
        return all.filter { zone.contains(x: $0.midX, y: $0.midY) }.sorted { $0.left < $1.left }
    }

    private static func parts(of line: Candidate, between signs: [Region]) -> [Candidate] {
        let r = line.region
        guard !signs.isEmpty, signs.count <= 4 else { return [] }
        var result: [Candidate] = []
        var from = r.left
        for (i, end) in (signs.map { ($0.left, $0.right) } + [(r.right, r.right)]).enumerated() {
            if end.0 - from >= Cell.leastWidth {
                var part = line
                part.kind = .part
                part.region = Region(
                    left: from, top: min(r.top, line.floor - 14), right: end.0, bottom: line.floor)
                part.edges.textLeft = i > 0
                part.edges.textRight = i < signs.count
                part.partCount = signs.count
                result.append(part)
            }
            from = end.1
        }
        return result
    }
}
