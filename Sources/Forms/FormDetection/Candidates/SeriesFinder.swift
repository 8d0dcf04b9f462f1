import FormImport
import FormModel

/// Joins short rules in a row that hold one value.
///
/// An example is `__ __ __ - __ __ - __ __ __ __`.
struct SeriesFinder: CandidateFinder {
    static let longestRule = 64.0
    static let widestGap = 13.0

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let pieces = found.filter {
            $0.kind == .line && $0.region.width <= Self.longestRule && !$0.edges.left && !$0.edges.right
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
                guard gap > -1, gap <= Self.widestGap else { continue }
                let between = Region(
                    left: last.right - 1, top: last.bottom - 9, right: next.left + 1, bottom: last.bottom + 2)
                let read = page.marks.text.tokens.contains {
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
