import FormModel

/// Finds the blank part of a closed cell with its caption at the bottom.
struct AboveCaptionFinder: CandidateFinder {
    /// The minimum height of the blank in points.
    static let leastHeight = 9.0

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        page.cells.compactMap { cell in
            guard cell.edges.top, cell.edges.left || cell.edges.right,
                let top = cell.standingPrint.map(\.top).min(), top - cell.region.top >= Self.leastHeight,
                !cell.print.contains(where: { $0.top < top - 1 && $0.midY < top })
            else { return nil }
            var c = cell.candidate(
                .aboveCaption,
                Region(left: cell.region.left, top: cell.region.top, right: cell.region.right, bottom: top))
            c.floor = top
            return c
        }
    }
}
