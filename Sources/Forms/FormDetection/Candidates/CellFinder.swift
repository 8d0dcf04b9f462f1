import FormImport
import FormModel

/// Finds the cells of a page: those of tables and grids, and blanks above rules.
struct CellFinder {
    private let marks: PageMarks
    /// The upper edges of bars, which cells between walls can stand on.
    private let barTops: [Rule]
    /// The lines that can be the ceiling of a cell.
    private let ceilings: [Rule]

    init(_ marks: PageMarks) {
        self.marks = marks
        barTops = marks.bars.map { Rule(start: $0.left, end: $0.right, position: $0.top, thickness: 0.5) }
        ceilings =
            (marks.horizontals
            + marks.bars.map { Rule(start: $0.left, end: $0.right, position: $0.bottom, thickness: 0.5) })
            .sorted { $0.position > $1.position }
    }

    /// Returns the cells above all rules, in the order of the rules.
    func find() -> [Cell] {
        func isLong(_ rule: Rule) -> Bool { rule.length >= Cell.leastWidth }
        return marks.horizontals.filter(isLong).flatMap(cells)
            // The blank above the bar of a title is not a cell.
            + barTops.filter(isLong).flatMap(cells).filter { $0.edges.left || $0.edges.right }
    }

    /// Returns the cells above one rule, from left to right.
    private func cells(above floor: Rule) -> [Cell] {
        let y = floor.position
        var walls: [Double] = []
        var ticks: [Double] = []
        var leftWall: Double?
        var rightWall: Double?
        for v in marks.verticals where v.start < y - 4.5 && v.end > y - 3 {
            let x = v.position
            if x < floor.start - 3 || x > floor.end + 3 { continue }
            let above = ceiling(over: floor, from: x - 1, to: x + 1, least: 0.3)
            let full =
                above.map { v.start <= $0 + 3 || v.start <= $0 + 0.22 * (y - $0) } ?? (v.end - v.start >= 9)
                || y - v.start > 22
            if abs(x - floor.start) <= 3, full {
                leftWall = x
            } else if abs(x - floor.end) <= 3, full {
                rightWall = x
            } else if x > floor.start, x < floor.end {
                if full { walls.append(x) } else { ticks.append(x) }
            }
        }
        var edges: [(x: Double, printed: Bool)] = [(leftWall ?? floor.start, leftWall != nil)]
        for x in walls.sorted() where x - edges[edges.count - 1].x > 2 { edges.append((x, true)) }
        edges.append((rightWall ?? floor.end, rightWall != nil))
        return zip(edges, edges.dropFirst()).compactMap { from, to in
            guard to.x - from.x >= 5 else { return nil }
            let top = ceiling(over: floor, from: from.x + 1, to: to.x - 1, least: 0.4)
            let region = Region(left: from.x, top: top ?? max(0, y - 60), right: to.x, bottom: y)
            let edges = Candidate.Edges(left: from.printed, right: to.printed, top: top != nil)
            return Cell(
                floor: floor, region: region, edges: edges,
                ticks: ticks.filter { $0 > from.x + 3 && $0 < to.x - 3 }.sorted(), print: print(in: region, edges))
        }
    }

    /// Returns the nearest line above that covers enough of a stretch of the floor.
    private func ceiling(over floor: Rule, from a: Double, to b: Double, least: Double) -> Double? {
        var i = firstCeiling(above: floor.position - Cell.leastHeight)
        while i < ceilings.count {
            let y = ceilings[i].position
            var cover = 0.0
            var j = i
            while j < ceilings.count, y - ceilings[j].position < 1.6 {
                cover += ceilings[j].coverage(from: a, to: b)
                j += 1
            }
            if cover >= least { return y }
            i += 1
        }
        return nil
    }

    private func firstCeiling(above y: Double) -> Int {
        var low = 0
        var high = ceilings.count
        while low < high {
            let middle = (low + high) / 2
            if ceilings[middle].position > y { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func print(in cell: Region, _ edges: Candidate.Edges) -> [Region] {
        var result: [Region] = []
        for token in marks.text.tokens where token.region.bottom > cell.top - 1 && token.region.top < cell.bottom {
            let overlap = token.region.horizontalOverlap(cell)
            if overlap > 1, token.region.midY < cell.bottom, token.region.midY > cell.top - 1 {
                var region = token.region
                // A currency sign or bracket stands beside the value at any height.
                if token.isSign, region.bottom > cell.bottom - 20 {
                    region = Region(left: region.left, top: region.top, right: region.right, bottom: cell.bottom - 1)
                }
                result.append(region)
            }
        }
        result += marks.text.boxGlyphs.filter { $0.horizontalOverlap(cell) > 1 && $0.verticalOverlap(cell) > 1 }
        for hole in marks.holes where hole.fill > 0.7 && hole.region.width < 17 {
            if hole.region.horizontalOverlap(cell) > 2, hole.region.verticalOverlap(cell) > 2,
                hole.region.height < 0.8 * cell.height || !edges.top, hole.region.width < 0.8 * cell.width
            {
                result.append(hole.region.insetBy(dx: -0.7, dy: -0.7))
            }
        }
        return result
    }

    /// Returns a candidate for the region of a known field, with its surroundings.
    func candidate(around region: Region, isBox: Bool) -> Candidate {
        let rule = Rule(start: region.left, end: region.right, position: region.bottom, thickness: 0)
        let top = ceiling(over: rule, from: region.left + 1, to: region.right - 1, least: 0.4)
        let near = top.map { region.top - $0 < 40 } ?? false
        func isWall(_ x: Double) -> Bool {
            marks.verticals.contains { abs($0.position - x) < 5 && $0.start < region.midY && $0.end > region.midY }
        }
        var c = Candidate(
            kind: isBox ? .box : .line, region: region,
            cell: near
                ? Region(left: region.left, top: top ?? region.top, right: region.right, bottom: region.bottom)
                : region,
            evidence: .widget, edges: .init(), floor: region.bottom)
        c.edges.top = near
        c.edges.left = isWall(region.left)
        c.edges.right = isWall(region.right)
        return c
    }
}
