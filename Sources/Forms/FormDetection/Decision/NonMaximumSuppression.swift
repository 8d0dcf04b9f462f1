import FormModel

/// Chooses among candidates that claim the same place.
enum NonMaximumSuppression {
    /// The score from which a candidate is a field.
    static let leastScore = 0.4
    /// Minimum score of a field in a place without any mark.
    ///
    /// No print could explain a wrong field there.
    static let leastScoreOfOpen = 0.6
    /// Minimum overlap at which two regions claim the same place.
    ///
    /// It is a share of the smaller one's area.
    static let shared = 0.35

    /// Returns the chosen candidates, in no particular order.
    static func choose(_ candidates: [Candidate]) -> [Candidate] {
        var kept: [Candidate] = []
        let likely = candidates.filter { $0.score >= ($0.kind == .open ? leastScoreOfOpen : leastScore) }
        for c in likely.sorted(by: { $0.priority > $1.priority }) {
            let clash = kept.contains { k in
                guard let common = k.region.intersection(c.region)?.area else { return false }
                return common > shared * min(k.region.area, c.region.area)
            }
            if !clash { kept.append(c) }
        }
        return kept.filter { c in !kept.contains { isRestOfFrame(c, of: $0) } }
    }

    /// Returns whether an uncertain cell is only the rest of a better field's frame.
    ///
    /// The rule of that field is not a ceiling, since it ends within the frame.
    private static func isRestOfFrame(_ c: Candidate, of field: Candidate) -> Bool {
        (c.kind == .line || c.kind == .wholeCell) && c.edges.left && c.edges.right && c.score < 0.8
            && field.score > c.score && abs(field.floor - c.cell.top) < 2 && field.floorLength < 0.8 * c.cell.width
            && field.region.left > c.cell.left + 2 && field.region.right < c.cell.right - 2
    }
}
