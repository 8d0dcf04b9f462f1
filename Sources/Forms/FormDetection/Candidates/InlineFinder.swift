import FormModel

/// Finds the unmarked blanks after short captions alone in a large closed cell.
struct InlineFinder: CandidateFinder {
    static let leastWidth = 24.0

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        page.cells.filter { $0.isClosed && $0.region.width > 120 && $0.region.height > 24 }
            .flatMap { blanks(in: $0, on: page.marks) }
    }

    private func blanks(in cell: Cell, on marks: PageMarks) -> [Candidate] {
        let frame = cell.region
        let inside = marks.phrases.filter { frame.contains(x: $0.region.midX, y: $0.region.midY) }
        guard inside.count >= 2, inside.count <= 24 else { return [] }
        let boxes = marks.holes.filter {
            $0.fill > 0.7 && $0.region.width < 17 && frame.contains(x: $0.region.midX, y: $0.region.midY)
        }.map(\.region)
        return inside.compactMap { p in
            guard p.length <= 32 else { return nil }
            let line = Region(
                left: p.region.right + 3, top: p.region.midY - 7, right: frame.right, bottom: p.region.midY + 7)
            let next = (inside.map(\.region) + boxes).filter {
                $0.left > p.region.right && $0.verticalOverlap(line) > 2
            }
            let end = next.reduce(frame.right - 2) { min($0, $1.left - 3) }
            guard end - line.left >= Self.leastWidth else { return nil }
            var c = cell.candidate(
                .inline,
                Region(
                    left: line.left, top: max(frame.top + 1, line.top), right: end,
                    bottom: min(frame.bottom, line.bottom)))
            c.floor = c.region.bottom
            c.evidence = .space
            c.edges.textLeft = true
            c.edges.textRight = end < frame.right - 3
            c.partCount = inside.count
            return c
        }
    }
}
