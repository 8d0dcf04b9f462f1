import FormModel

/// Chooses among candidates that claim the same place.
enum Decider {
    /// Returns the chosen candidates, in no particular order.
    static func choose(_ candidates: [Candidate], threshold: Double) -> [Candidate] {
        var kept: [Candidate] = []
        for c in candidates.filter({ $0.score >= threshold }).sorted(by: { $0.priority > $1.priority }) {
            let clash = kept.contains { k in
                guard let shared = k.region.intersection(c.region)?.area else { return false }
                return shared > 0.35 * min(k.region.area, c.region.area)
            }
            if !clash { kept.append(c) }
        }
        return kept.filter { c in !kept.contains { isRestOfFrame(c, of: $0) } }
    }

    /// Returns whether an uncertain cell is only the blank space in a frame below the rule of a more certain field:
    /// that rule is not a ceiling, since it ends within the frame.
    private static func isRestOfFrame(_ c: Candidate, of field: Candidate) -> Bool {
        c.kind == .line && c.edges.left && c.edges.right && c.score < 0.8 && field.score > c.score
            && abs(field.floor - c.cell.top) < 2 && field.floorLength < 0.8 * c.cell.width
            && field.region.left > c.cell.left + 2 && field.region.right < c.cell.right - 2
    }
}
