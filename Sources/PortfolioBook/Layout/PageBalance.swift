/// Divides blocks that follow each other among pages, so that the pages are few and about equally full.
enum PageBalance {
    /// Returns how many of the blocks each page gets, in order.
    ///
    /// `first` is the room on the first page, `other` that on each other page; a block that is taller than a page has one
    /// alone. The first page gets none only if it may be left as it is.
    static func counts(
        heights: [Double], gap: Double, first: Double, other: Double, mayLeaveFirst: Bool
    ) -> [Int] {
        let count = heights.count
        guard count > 0 else { return [] }
        /// The cost of the blocks from one on, on pages that are empty, and how many the first of these gets.
        var best = [(cost: Double, taken: Int)](repeating: (.infinity, 1), count: count + 1)
        best[count] = (0, 0)
        func take(from start: Int, room: Double, mayTakeNone: Bool) -> (cost: Double, taken: Int) {
            var found = mayTakeNone ? (cost: best[start].cost + slack(1), taken: 0) : (cost: .infinity, taken: 1)
            var used = -gap
            for end in start..<count {
                used += heights[end] + gap
                if used > room + 0.01, end > start || mayTakeNone { break }
                let isLast = end + 1 == count
                let share = max(0, room - used) / max(other, 1)
                // What follows may fill the last page.
                let own = best[end + 1].cost + page + (isLast ? 0.3 * share * share : slack(share))
                if own < found.cost { found = (own, end + 1 - start) }
            }
            return found
        }
        for start in stride(from: count - 1, through: 0, by: -1) {
            best[start] = take(from: start, room: other, mayTakeNone: false)
        }
        var counts: [Int] = []
        let start = take(from: 0, room: first, mayTakeNone: mayLeaveFirst)
        counts.append(start.taken)
        var next = start.taken
        while next < count {
            counts.append(best[next].taken)
            next += best[next].taken
        }
        return counts
    }

    /// The cost of a page.
    private static let page = 4.0

    /// The cost of a share of a page that stays empty; more than half is to be avoided.
    private static func slack(_ share: Double) -> Double { share * share + (share > 0.5 ? 2 : 0) }
}
