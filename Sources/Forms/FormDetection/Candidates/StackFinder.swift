import FormModel

/// Joins ruled lines of equal extent below each other into one multiline field.
struct StackFinder: CandidateFinder {
    /// Minimum distance in points between two writing lines.
    static let leastPitch = 7.0
    /// Minimum height in points of a writing line.
    ///
    /// The strip between a caption and the upper side of a box is lower.
    private static let leastHeight = 8.0

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let rows = found.filter {
            $0.kind == .line && $0.region.width > 90 && $0.region.height >= Self.leastHeight
        }
        .sorted { ($0.floor, $0.region.left) < ($1.floor, $1.region.left) }
        var result: [Candidate] = []
        var used = [Bool](repeating: false, count: rows.count)
        for i in rows.indices where !used[i] {
            var run = [i]
            for j in i + 1..<max(i + 1, rows.count) where !used[j] {
                let last = rows[run[run.count - 1]]
                let next = rows[j]
                let pitch = next.floor - last.floor
                if pitch > 34 { break }
                if pitch > Self.leastPitch, abs(next.region.right - last.region.right) < 4,
                    abs(next.region.left - last.region.left) < 4
                        || run.count == 1 && next.region.left < last.region.left,
                    next.region.height > 0.7 * pitch - 1
                {
                    run.append(j)
                }
            }
            guard run.count >= 2 else { continue }
            for k in run { used[k] = true }
            let first = rows[run[0]]
            var stack = first
            stack.kind = .stack
            stack.region = run.reduce(first.region) { $0.union(rows[$1].region) }
            stack.cell = run.reduce(first.cell) { $0.union(rows[$1].cell) }
            stack.floor = rows[run[run.count - 1]].floor
            stack.partCount = run.count
            stack.lines = run.map {
                let row = rows[$0]
                return Region(
                    left: row.region.left, top: row.region.top, right: row.region.right, bottom: row.floor)
            }
            result.append(stack)
        }
        return result
    }
}
