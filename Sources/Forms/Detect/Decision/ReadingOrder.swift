import FormModel

/// The order in which a person fills the fields in.
enum ReadingOrder {
    /// Rows from the top, each from the left: fields whose lower edges are close stand in one row.
    static func sorted(_ candidates: [Candidate]) -> [Candidate] {
        var rows: [(bottom: Double, members: [Candidate])] = []
        for c in candidates.sorted(by: { ($0.region.bottom, $0.region.left) < ($1.region.bottom, $1.region.left) }) {
            if let last = rows.indices.last, abs(rows[last].bottom - c.region.bottom) < 5 {
                rows[last].members.append(c)
            } else {
                rows.append((c.region.bottom, [c]))
            }
        }
        return rows.flatMap { $0.members.sorted { $0.region.left < $1.region.left } }
    }
}
