import FormModel

/// Chooses among candidates that claim the same place.
enum Decider {
    /// The chosen candidates, in no particular order.
    static func choose(_ candidates: [Candidate], threshold: Double) -> [Candidate] {
        var kept: [Candidate] = []
        for c in candidates.filter({ $0.score >= threshold }).sorted(by: { $0.rank > $1.rank }) {
            let clash = kept.contains { k in
                guard let shared = k.region.intersection(c.region)?.area else { return false }
                return shared > 0.35 * min(k.region.area, c.region.area)
            }
            if !clash { kept.append(c) }
        }
        return kept
    }
}
