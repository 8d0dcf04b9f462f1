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

/// Joins ruled lines of equal extent below each other into one field of several lines.
enum StackFinder {
    static func stacks(in lines: [Candidate], text: PageText) -> [Candidate] {
        let rows = lines.filter { $0.kind == .line && $0.region.width > 90 }
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
                if pitch > 9, abs(next.region.right - last.region.right) < 4,
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
            result.append(stack)
        }
        return result
    }
}

/// Joins short rules in a row that take one value together, such as `__ __ __ - __ __ - __ __ __ __`.
enum SeriesFinder {
    static let longestRule = 64.0
    static let widestGap = 13.0

    static func series(in lines: [Candidate], text: PageText) -> [Candidate] {
        let pieces = lines.filter {
            $0.kind == .line && $0.region.width <= longestRule && !$0.edges.left && !$0.edges.right
        }
        .sorted { ($0.floor, $0.region.left) < ($1.floor, $1.region.left) }
        var result: [Candidate] = []
        var used = [Bool](repeating: false, count: pieces.count)
        for i in pieces.indices where !used[i] {
            var run = [i]
            for j in i + 1..<max(i + 1, pieces.count) where !used[j] {
                let last = pieces[run[run.count - 1]].region
                let next = pieces[j].region
                if next.bottom - pieces[i].region.bottom > 2.5 { break }
                let gap = next.left - last.right
                guard gap > -1, gap <= widestGap else { continue }
                let between = Region(
                    left: last.right - 1, top: last.bottom - 9, right: next.left + 1, bottom: last.bottom + 2)
                let read = text.tokens.contains {
                    $0.hasLetterOrDigit && between.contains(x: $0.region.midX, y: $0.region.midY)
                }
                if !read { run.append(j) }
            }
            guard run.count >= 2 else { continue }
            for k in run { used[k] = true }
            var whole = pieces[i]
            whole.kind = .series
            whole.region = run.reduce(whole.region) { $0.union(pieces[$1].region) }
            whole.cell = run.reduce(whole.cell) { $0.union(pieces[$1].cell) }
            whole.edges.textRight = pieces[run[run.count - 1]].edges.textRight
            whole.partCount = run.count
            result.append(whole)
        }
        return result
    }
}
