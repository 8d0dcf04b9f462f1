import FormModel

/// Finds the spaces above horizontal rules: blanks to write on as well as cells of tables and grids.
struct WritingSpaces {
    private let marks: PageMarks
    /// The lines on which a space can lie, and the lines that can be its ceiling.
    private let floors: [Rule]
    private let ceilings: [Rule]

    /// The minimum height and width of a space in points.
    static let leastHeight = 6.2
    static let leastWidth = 9.0
    /// The height in points of the writing space on a rule with nothing above it.
    static let openHeight = 14.0
    /// The distance in points below which text above a rule is on the rule.
    static let standing = 5.2

    /// The minimum height in points of the space under a caption for it to be written into.
    static let underCaption = 8.0

    init(_ marks: PageMarks) {
        self.marks = marks
        floors =
            marks.horizontals
            + marks.bars.map { Rule(start: $0.left, end: $0.right, position: $0.top, thickness: 0.5) }
        ceilings =
            (marks.horizontals
            + marks.bars.map { Rule(start: $0.left, end: $0.right, position: $0.bottom, thickness: 0.5) })
            .sorted { $0.position > $1.position }
    }

    /// Returns all spaces, from top to bottom.
    func find() -> [Candidate] {
        var result: [Candidate] = []
        for floor in floors where floor.length >= Self.leastWidth {
            for segment in segments(of: floor) {
                result += spaces(in: segment, on: floor)
                result += inline(in: segment, on: floor)
            }
        }
        return result
    }

    /// Returns the blanks after short captions that stand alone in a large closed cell.
    private func inline(in segment: Segment, on floor: Rule) -> [Candidate] {
        let cell = segment.cell
        guard segment.edges.top, segment.edges.left, segment.edges.right, cell.width > 120, cell.height > 24 else {
            return []
        }
        let inside = marks.phrases.filter { cell.contains(x: $0.region.midX, y: $0.region.midY) }
        guard inside.count >= 2, inside.count <= 24 else { return [] }
        let boxes = marks.holes.filter {
            $0.fill > 0.7 && $0.region.width < 17 && cell.contains(x: $0.region.midX, y: $0.region.midY)
        }
        return inside.compactMap { p in
            guard p.length <= 32, p.region.midY > cell.top + 9 else { return nil }
            let line = Region(
                left: p.region.right + 3, top: p.region.midY - 7, right: cell.right, bottom: p.region.midY + 7)
            var end = cell.right - 2
            for other in inside where other.region.left > p.region.right && other.region.verticalOverlap(line) > 2 {
                end = min(end, other.region.left - 3)
            }
            for box in boxes where box.region.left > p.region.right && box.region.verticalOverlap(line) > 2 {
                end = min(end, box.region.left - 3)
            }
            guard end - line.left >= 24 else { return nil }
            var c = candidate(
                .inline,
                Region(
                    left: line.left, top: max(cell.top + 1, line.top), right: end, bottom: min(cell.bottom, line.bottom)
                ),
                segment, floor)
            c.floor = c.region.bottom
            c.evidence = .space
            c.edges.textLeft = true
            c.edges.textRight = end < cell.right - 3
            c.partCount = inside.count
            return c
        }
    }

    /// Returns a candidate for a region that is known to be a field, with what is printed around it.
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

    /// A stretch of a rule between the vertical lines that end on it.
    struct Segment {
        var cell: Region
        var edges: Candidate.Edges
        var ticks: [Double]
    }

    func segments(of floor: Rule) -> [Segment] {
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
        var result: [Segment] = []
        for i in 0..<edges.count - 1 {
            let (from, to) = (edges[i], edges[i + 1])
            guard to.x - from.x >= 5 else { continue }
            let top = ceiling(over: floor, from: from.x + 1, to: to.x - 1, least: 0.4)
            result.append(
                Segment(
                    cell: Region(left: from.x, top: top ?? max(0, y - 60), right: to.x, bottom: y),
                    edges: Candidate.Edges(left: from.printed, right: to.printed, top: top != nil),
                    ticks: ticks.filter { $0 > from.x + 3 && $0 < to.x - 3 }.sorted()))
        }
        return result
    }

    /// Returns the nearest line above a stretch of the floor that covers enough of it.
    private func ceiling(over floor: Rule, from a: Double, to b: Double, least: Double) -> Double? {
        var i = firstCeiling(above: floor.position - Self.leastHeight)
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

    private func spaces(in segment: Segment, on floor: Rule) -> [Candidate] {
        let cell = segment.cell
        guard cell.height >= Self.leastHeight else { return [] }
        var obstacles: [Region] = []
        for token in marks.text.tokens where token.region.bottom > cell.top - 1 && token.region.top < cell.bottom {
            let overlap = token.region.horizontalOverlap(cell)
            if overlap > 1, token.region.midY < cell.bottom, token.region.midY > cell.top - 1 {
                var region = token.region
                // A currency sign or a bracket is beside the value, at whatever height.
                if token.isSign, region.bottom > cell.bottom - 20 {
                    region = Region(left: region.left, top: region.top, right: region.right, bottom: cell.bottom - 1)
                }
                obstacles.append(region)
            }
        }
        obstacles += marks.text.boxGlyphs.filter { $0.horizontalOverlap(cell) > 1 && $0.verticalOverlap(cell) > 1 }
        for hole in marks.holes where hole.fill > 0.7 && hole.region.width < 17 {
            if hole.region.horizontalOverlap(cell) > 2, hole.region.verticalOverlap(cell) > 2,
                hole.region.height < 0.8 * cell.height || !segment.edges.top,
                hole.region.width < 0.8 * cell.width
            {
                obstacles.append(hole.region.insetBy(dx: -0.7, dy: -0.7))
            }
        }
        // In a low cell the value is written after its caption, not into the space that is left under it.
        let low = cell.height < 18.5 ? Self.underCaption : Self.standing
        let standing = obstacles.filter { $0.bottom > cell.bottom - low }.sorted { $0.left < $1.left }
        var result: [Candidate] = []
        var from = cell.left
        var fromText = false
        for obstacle in standing + [Region(x: cell.right, y: 0, width: 0, height: 0)] {
            let last = obstacle.width == 0 && obstacle.left == cell.right
            let to = last ? cell.right : min(obstacle.left - 1, cell.right)
            if to - from >= Self.leastWidth {
                result += space(
                    from: from, to: to, in: segment, on: floor, obstacles: obstacles, textLeft: fromText,
                    textRight: !last)
            }
            if obstacle.right + 1 > from {
                from = obstacle.right + 1
                fromText = true
            }
        }
        // A caption at the bottom of a closed cell leaves the space above it.
        if !standing.isEmpty, segment.edges.top, segment.edges.left || segment.edges.right {
            let top = standing.map(\.top).min() ?? cell.top
            let upper = Region(left: cell.left, top: cell.top, right: cell.right, bottom: top)
            let blocked = obstacles.contains { $0.top < top - 1 && $0.midY < top }
            if upper.height >= 9, !blocked {
                var c = candidate(.aboveCaption, upper, segment, floor)
                c.floor = top
                result.append(c)
            }
        }
        return result
    }

    private func space(
        from: Double, to: Double, in segment: Segment, on floor: Rule, obstacles: [Region], textLeft: Bool,
        textRight: Bool
    ) -> [Candidate] {
        let cell = segment.cell
        var top = cell.top
        for o in obstacles
        where o.left < to - 0.5 && o.right > from + 0.5
            && o.bottom <= cell.bottom - (cell.height < 18.5 ? Self.underCaption : Self.standing)
        {
            top = max(top, o.bottom + 0.3)
        }
        guard cell.bottom - top >= Self.leastHeight else { return [] }
        let lineTop = max(top, cell.bottom - Self.openHeight)
        var c = candidate(
            .line, Region(left: from, top: lineTop, right: to, bottom: cell.bottom), segment, floor)
        c.free = cell.bottom - top
        c.edges.textLeft = textLeft
        c.edges.textRight = textRight
        if textLeft { c.edges.left = false }
        if textRight { c.edges.right = false }
        var result = [c]
        if c.free > 26, segment.edges.top, !(textLeft && textRight) {
            var tall = c
            tall.kind = .wholeCell
            tall.region = Region(left: from, top: top, right: to, bottom: cell.bottom)
            result.append(tall)
        }
        result += parts(of: c) + captioned(c)
        return result
    }

    /// Returns one field above each of several captions under an open rule.
    private func captioned(_ c: Candidate) -> [Candidate] {
        guard !(c.edges.left && c.edges.right), c.region.width > 60 else { return [] }
        let captions = marks.phrases.filter {
            $0.region.top > c.floor - 1 && $0.region.top < c.floor + 6 && $0.region.midX > c.region.left
                && $0.region.midX < c.region.right
        }.map(\.region).sorted { $0.left < $1.left }
        guard captions.count >= 2, captions.count <= 6, captions[0].left < c.region.left + 0.3 * c.region.width else {
            return []
        }
        return captions.indices.compactMap { i in
            let left = i == 0 ? c.region.left : captions[i].left - 1
            let right = i + 1 < captions.count ? captions[i + 1].left - 3 : c.region.right
            guard right - left >= Self.leastWidth else { return nil }
            var part = c
            part.kind = .captioned
            part.region = Region(left: left, top: c.region.top, right: right, bottom: c.region.bottom)
            part.partCount = captions.count
            return part
        }
    }

    /// Returns the spaces between dashes or slashes that are printed in a cell.
    private func parts(of c: Candidate) -> [Candidate] {
        guard c.edges.top, !c.edges.textLeft, !c.edges.textRight else { return [] }
        let zone = Region(left: c.region.left, top: c.floor - 22, right: c.region.right, bottom: c.floor)
        var signs = marks.text.tokens.filter {
            $0.isSign && zone.contains(x: $0.region.midX, y: $0.region.midY) && "-–—/()".contains($0.text)
        }.map(\.region)
        // Dashes are drawn as often as they are typed.
        signs += marks.horizontals.filter {
            $0.length < 13 && zone.contains(x: ($0.start + $0.end) / 2, y: $0.position) && $0.position < c.floor - 3
        }.map { Region(left: $0.start, top: $0.position - 1, right: $0.end, bottom: $0.position + 1) }
        signs.sort { $0.left < $1.left }
        guard !signs.isEmpty, signs.count <= 4 else { return [] }
        var result: [Candidate] = []
        var from = c.region.left
        for (i, end) in (signs.map { ($0.left, $0.right) } + [(c.region.right, c.region.right)]).enumerated() {
            if end.0 - from >= Self.leastWidth {
                var part = c
                part.kind = .part
                part.region = Region(
                    left: from, top: min(c.region.top, c.floor - 14), right: end.0, bottom: c.floor)
                part.edges.textLeft = i > 0
                part.edges.textRight = i < signs.count
                part.partCount = signs.count
                result.append(part)
            }
            from = end.1
        }
        return result
    }

    private func candidate(
        _ kind: Candidate.Kind, _ region: Region, _ segment: Segment, _ floor: Rule
    ) -> Candidate {
        let closed = segment.edges.left && segment.edges.right && segment.edges.top
        var c = Candidate(
            kind: kind, region: region, cell: segment.cell,
            evidence: closed ? .cell : segment.edges.left || segment.edges.right ? .cell : .rule,
            edges: segment.edges, floor: floor.position)
        c.ticks = segment.ticks.filter { $0 > region.left && $0 < region.right }.count
        c.combEdges = segment.ticks
        c.floorLength = floor.length
        c.floorThickness = floor.thickness
        return c
    }
}
