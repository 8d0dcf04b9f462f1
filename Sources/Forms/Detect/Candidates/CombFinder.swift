import FormModel

/// Joins adjacent cells for one character each.
enum CombFinder {
    static let widest = 24.0

    static func combs(in lines: [Candidate]) -> [Candidate] {
        let cells = lines.filter {
            $0.kind == .line && $0.region.width <= widest && $0.region.width >= 5 && !$0.edges.textLeft
                && !$0.edges.textRight
        }.sorted { ($0.floor, $0.region.left) < ($1.floor, $1.region.left) }
        var result: [Candidate] = []
        var used = [Bool](repeating: false, count: cells.count)
        for i in cells.indices where !used[i] {
            var run = [i]
            for j in i + 1..<max(i + 1, cells.count) where !used[j] {
                let last = cells[run[run.count - 1]]
                let next = cells[j]
                if next.floor - last.floor > 1.5 { break }
                let gap = next.region.left - last.region.right
                if gap > -1.5, gap < 4.5, abs(next.region.width - last.region.width) < 0.18 * last.region.width + 0.8,
                    abs(next.region.height - last.region.height) < 3
                {
                    run.append(j)
                }
            }
            guard run.count >= 3 else { continue }
            for k in run { used[k] = true }
            let first = cells[run[0]]
            var comb = first
            comb.kind = .comb
            comb.evidence = .comb
            comb.region = run.reduce(first.region) { $0.union(cells[$1].region) }
            comb.cell = run.reduce(first.cell) { $0.union(cells[$1].cell) }
            comb.edges.right = cells[run[run.count - 1]].edges.right
            comb.combEdges = run.map { cells[$0].region.left } + [cells[run[run.count - 1]].region.right]
            comb.partCount = run.count
            result.append(comb)
        }
        return result
    }
}
