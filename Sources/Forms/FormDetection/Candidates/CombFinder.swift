import FormImport
import FormModel

/// Joins adjacent cells for one character each into combs.
///
/// Each group becomes a candidate, and so do all groups of a row together.
struct CombFinder: CandidateFinder {
    static let widestCell = 24.0
    static let narrowestCell = 5.0
    /// Minimum number of cells of a comb.
    ///
    /// A shorter row needs lines on all sides of its cells, or a longer row beside it.
    static let leastCells = 3
    /// Maximum gap in points between the groups of one number.
    static let widestGap = 13.0
    /// Maximum gap with a sign in it between groups, in widths of a cell.
    private static let widestSign = 1.5
    /// Maximum gap in points between adjoining cells, and maximum drift of their floors.
    private static let touching = 4.5
    private static let drift = 1.5
    /// Minimum difference in shade that separates cells; gray ones are for office use.
    private static let shadeStep = 0.06

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let cells = found.filter {
            $0.kind == .line && $0.region.width <= Self.widestCell && $0.region.width >= Self.narrowestCell
                && !$0.edges.textLeft && !$0.edges.textRight
        }
        let runs = Self.rows(of: cells).flatMap { Self.runs(in: $0, on: page.marks) }
        let long = runs.filter { $0.count >= Self.leastCells }
        let short = runs.filter { run in
            run.count == Self.leastCells - 1
                && (run.allSatisfy(Self.isEnclosed) || long.contains { Self.areNeighbours($0, run, on: page.marks) })
        }
        let groups = long + short
        return (groups + Self.numbers(of: groups, on: page.marks)).map(Self.comb)
    }

    /// Returns the cells grouped by floor, from left to right.
    private static func rows(of cells: [Candidate]) -> [[Candidate]] {
        var rows: [[Candidate]] = []
        for cell in cells.sorted(by: { $0.floor < $1.floor }) {
            if let last = rows.last?.last, cell.floor - last.floor <= drift {
                rows[rows.count - 1].append(cell)
            } else {
                rows.append([cell])
            }
        }
        return rows.map { $0.sorted { $0.region.left < $1.region.left } }
    }

    /// Returns the runs of adjoining cells of equal size in a row.
    private static func runs(in row: [Candidate], on marks: PageMarks) -> [[Candidate]] {
        func shade(_ c: Candidate) -> Double { marks.shade(c.region.insetBy(dx: 1.5, dy: 1.5)) }
        var runs: [[Candidate]] = []
        for cell in row {
            // A high cell can stand on the same floor as the cells of a comb.
            let open = runs.lastIndex { run in
                let last = run[run.count - 1]
                let gap = cell.region.left - last.region.right
                return gap > -1.5 && gap < touching && areEqual(last, cell)
                    && abs(shade(last) - shade(cell)) < shadeStep
            }
            if let open { runs[open].append(cell) } else { runs.append([cell]) }
        }
        return runs
    }

    /// Returns the groups that form one number: `123-45-6789`.
    private static func numbers(of groups: [[Candidate]], on marks: PageMarks) -> [[Candidate]] {
        func next(after group: [Candidate]) -> [Candidate]? {
            groups.filter { $0[0].region.left > group[0].region.left && areNeighbours(group, $0, on: marks) }
                .min { $0[0].region.left < $1[0].region.left }
        }
        let first = groups.filter { group in
            !groups.contains { $0[0].region.left < group[0].region.left && areNeighbours($0, group, on: marks) }
        }
        return first.compactMap { start in
            var number = [start]
            while let group = next(after: number[number.count - 1]) { number.append(group) }
            return number.count > 1 ? number.flatMap(\.self) : nil
        }
    }

    private static func areEqual(_ a: Candidate, _ b: Candidate) -> Bool {
        abs(a.region.width - b.region.width) < 0.18 * a.region.width + 0.8
            && abs(a.region.height - b.region.height) < 3
    }

    private static func isEnclosed(_ cell: Candidate) -> Bool { cell.edges.left && cell.edges.right && cell.edges.top }

    /// Returns whether two groups belong to one number.
    ///
    /// They are close to each other, or separated by a sign in a place as wide as a cell: `(555) 123-4567`.
    private static func areNeighbours(_ a: [Candidate], _ b: [Candidate], on marks: PageMarks) -> Bool {
        let (left, right) = a[0].region.left < b[0].region.left ? (a, b) : (b, a)
        let (end, start) = (left[left.count - 1].region, right[0].region)
        let gap = start.left - end.right
        guard abs(a[0].floor - b[0].floor) <= drift, gap > 0, areEqual(a[0], b[0]) else { return false }
        if gap <= widestGap { return true }
        guard gap <= widestSign * start.width else { return false }
        let between = Region(left: end.right, top: end.top, right: start.left, bottom: end.bottom)
        let print = marks.text.tokens.filter { between.contains(x: $0.region.midX, y: $0.region.midY) }
        return !print.isEmpty && !print.contains(where: \.hasLetterOrDigit)
    }

    private static func comb(_ cells: [Candidate]) -> Candidate {
        let (first, last) = (cells[0], cells[cells.count - 1])
        var comb = first
        comb.kind = .comb
        comb.evidence = .comb
        comb.region = cells.reduce(first.region) { $0.union($1.region) }
        comb.cell = cells.reduce(first.cell) { $0.union($1.cell) }
        comb.edges.right = last.edges.right
        // Between groups the edge is in the middle of the gap.
        let inner = zip(cells, cells.dropFirst()).map { a, b in
            b.region.left - a.region.right < touching ? b.region.left : (a.region.right + b.region.left) / 2
        }
        comb.combEdges = [first.region.left] + inner + [last.region.right]
        comb.partCount = cells.count
        return comb
    }
}
