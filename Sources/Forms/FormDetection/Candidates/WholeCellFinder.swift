import FormModel

/// Finds the entire blank of a cell, from the floor to the caption.
struct WholeCellFinder: CandidateFinder {
    /// Minimum height in points at which the whole blank differs from a line.
    static let leastHeight = 16.0

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        found.filter {
            $0.kind == .line && $0.free > Self.leastHeight && $0.edges.top && !($0.edges.textLeft && $0.edges.textRight)
        }.map {
            var tall = $0
            tall.kind = .wholeCell
            tall.region = Region(
                left: $0.region.left, top: $0.region.bottom - $0.free, right: $0.region.right, bottom: $0.region.bottom)
            return tall
        }
    }
}
