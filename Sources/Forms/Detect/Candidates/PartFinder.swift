import FormModel

/// Finds the spaces between dashes or slashes that are printed in a cell.
struct PartFinder: CandidateFinder {
    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        found.filter { $0.kind == .line && $0.edges.top && !$0.edges.textLeft && !$0.edges.textRight }
            .flatMap { parts(of: $0, on: page.marks) }
    }

    private func parts(of line: Candidate, on marks: PageMarks) -> [Candidate] {
        let r = line.region
        let zone = Region(left: r.left, top: line.floor - 22, right: r.right, bottom: line.floor)
        var signs = marks.text.tokens.filter {
            $0.isSign && zone.contains(x: $0.region.midX, y: $0.region.midY) && "-–—/()".contains($0.text)
        }.map(\.region)
        // Dashes are drawn as often as they are typed.
        signs += marks.horizontals.filter {
            $0.length < 13 && zone.contains(x: ($0.start + $0.end) / 2, y: $0.position) && $0.position < line.floor - 3
        }.map { Region(left: $0.start, top: $0.position - 1, right: $0.end, bottom: $0.position + 1) }
        signs.sort { $0.left < $1.left }
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
