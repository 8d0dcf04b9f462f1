import FormImport
import FormModel

/// Joins short rules in a row that hold one value.
///
/// Examples are `__ __ __ - __ __ - __ __ __ __`, and a box for a date that has two slashes in it.
struct SeriesFinder: CandidateFinder {
    static let longestRule = 64.0
    static let widestGap = 13.0
    /// Maximum length in points of two parts that a sign joins on a scan.
    private static let longestPair = 130.0
    /// Maximum difference in points between the heights of rules in a row.
    private static let drift = 2.5

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let lines = found.filter { $0.kind == .line }
        let open = lines.filter { $0.region.width <= Self.longestRule && !$0.edges.left && !$0.edges.right }
        return rows(of: open).flatMap { series(in: $0, on: page.marks) } + divided(lines, on: page.marks)
            + (page.marks.fromOCR ? rows(of: lines).flatMap { pairs(in: $0, on: page.marks) } : [])
    }

    /// Returns the candidates of each height, from left to right.
    private func rows(of pieces: [Candidate]) -> [[Candidate]] {
        var rows: [[Candidate]] = []
        for piece in pieces.sorted(by: { ($0.floor, $0.region.left) < ($1.floor, $1.region.left) }) {
            if let first = rows.last?.first, piece.floor - first.floor <= Self.drift {
                rows[rows.count - 1].append(piece)
            } else {
                rows.append([piece])
            }
        }
        return rows.map { $0.sorted { ($0.region.left, $0.floor) < ($1.region.left, $1.floor) } }
    }

    private func series(in pieces: [Candidate], on marks: PageMarks) -> [Candidate] {
        var result: [Candidate] = []
        var used = [Bool](repeating: false, count: pieces.count)
        for i in pieces.indices where !used[i] {
            var run = [i]
            for j in pieces.indices.dropFirst(i + 1) where !used[j] {
                let last = pieces[run[run.count - 1]].region
                let next = pieces[j].region
                let gap = next.left - last.right
                guard gap > -1, gap <= Self.widestGap else { continue }
                let between = Region(
                    left: last.right - 1, top: last.bottom - 9, right: next.left + 1, bottom: last.bottom + 2)
                let read = marks.text.tokens.contains {
                    $0.hasLetterOrDigit && between.contains(x: $0.region.midX, y: $0.region.midY)
                }
                if !read { run.append(j) }
            }
            guard run.count >= 2 else { continue }
            for k in run { used[k] = true }
            result.append(joined(run.map { pieces[$0] }, on: marks))
        }
        return result
    }

    /// Returns the cells that two equal signs divide into the parts of a date.
    private func divided(_ lines: [Candidate], on marks: PageMarks) -> [Candidate] {
        let walled = Dictionary(grouping: lines.filter { $0.edges.left || $0.edges.right }, by: \.cell)
        return walled.keys.sorted { ($0.top, $0.left) < ($1.top, $1.left) }.compactMap { cell in
            let parts = lines.filter { $0.cell == cell }.sorted { $0.region.left < $1.region.left }
            guard parts.count == 3 else { return nil }
            let whole = joined(parts, on: marks)
            return whole.isDate ? whole : nil
        }
    }

    /// Returns the dates that two parts on one rule form.
    private func pairs(in row: [Candidate], on marks: PageMarks) -> [Candidate] {
        zip(row, row.dropFirst()).compactMap { left, right in
            let gap = right.region.left - left.region.right
            let longest = max(left.region.width, right.region.width)
            guard gap > -1, gap <= Self.widestGap, longest > Self.longestRule, longest <= Self.longestPair else {
                return nil
            }
            let whole = joined([left, right], on: marks)
            return whole.isDate ? whole : nil
        }
    }

    private func joined(_ pieces: [Candidate], on marks: PageMarks) -> Candidate {
        let last = pieces[pieces.count - 1]
        var whole = pieces[0]
        whole.kind = .series
        whole.region = pieces.reduce(whole.region) { $0.union($1.region) }
        whole.cell = pieces.reduce(whole.cell) { $0.union($1.cell) }
        whole.edges.right = last.edges.right
        whole.edges.textRight = last.edges.textRight
        whole.partCount = pieces.count
        let signs = zip(pieces, pieces.dropFirst()).compactMap {
            PrintedSign(between: $0.region, and: $1.region, on: marks)
        }
        // A few parts with a sign that is not recognised would be taken for fewer.
        if signs.count == pieces.count - 1 || pieces.count > 3 { whole.separators = signs.map(\.region) }
        whole.isDate = pieces.count == 3 && PrintedSign.areOfDate(signs)
        // On a scan a sign that touches its line can join the parts beside it.
        if !whole.isDate, marks.fromOCR, pieces.count <= 3 {
            let slashes = PrintedSign.ofDate(inkIn: whole.region, on: marks)
            if !slashes.isEmpty { (whole.separators, whole.isDate) = (slashes, true) }
        }
        return whole
    }
}
