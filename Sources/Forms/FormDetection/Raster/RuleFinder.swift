import FormModel

/// Finds the printed lines and filled areas of a page.
enum RuleFinder {
    /// Minimum length of a horizontal or vertical line in points.
    ///
    /// Most strokes of letters are shorter; the rest are recognised by the words they lie in.
    static let shortestHorizontal = 5.0
    static let shortestVertical = 5.6
    /// Maximum thickness in points of a line; anything thicker is an area.
    static let thickest = 3.2

    struct Result {
        var horizontals: [Rule]
        var verticals: [Rule]
        /// Filled dark areas, such as the black bars of headings.
        var bars: [Region]
    }

    static func find(in bits: PageBits, scale: Double) -> Result {
        let thick = max(3, Int((thickest * scale).rounded()))
        let areas = bits.ink.openedVertically(thick).openedHorizontally(thick)

        var strokes = bits.ink
        strokes.formUnion(bits.horizontalStrokes)
        strokes.subtract(areas)
        let horizontals = strokes.openedHorizontally(Int((shortestHorizontal * scale).rounded()))
            .components(slack: 2)
            .filter { isThin($0.width, $0.height, $0.area, thick) }
            .map {
                Rule(
                    start: Double($0.left) / scale, end: Double($0.right) / scale,
                    position: Double($0.top + $0.bottom) / 2 / scale,
                    thickness: Double($0.area) / Double($0.width) / scale)
            }

        strokes = bits.ink
        strokes.formUnion(bits.verticalStrokes)
        strokes.subtract(areas)
        let verticals = strokes.openedVertically(Int((shortestVertical * scale).rounded()))
            .components(slack: 1)
            .filter { isThin($0.height, $0.width, $0.area, thick) }
            .map {
                Rule(
                    start: Double($0.top) / scale, end: Double($0.bottom) / scale,
                    position: Double($0.left + $0.right) / 2 / scale,
                    thickness: Double($0.area) / Double($0.height) / scale)
            }

        let components = areas.components(slack: 0)
        let bars =
            components
            .filter { $0.width >= 3 * thick && $0.area * 10 >= $0.width * $0.height * 6 }
            .map {
                Region(
                    left: Double($0.left) / scale, top: Double($0.top) / scale, right: Double($0.right) / scale,
                    bottom: Double($0.bottom) / scale)
            }
        let edges = TintEdges.find(in: bits, dark: areas, areas: components, scale: scale)
        return Result(
            horizontals: merged(
                horizontals + BrokenRules.find(in: bits, scale: scale, thick: thick) + edges.horizontals),
            verticals: merged(verticals + edges.verticals), bars: bars)
    }

    /// Returns whether a component is thin enough for a line.
    ///
    /// It may drift by one or two per cent of its length, as on a scan that is slightly skewed.
    static func isThin(_ length: Int, _ breadth: Int, _ area: Int, _ thick: Int) -> Bool {
        area <= length * thick && breadth <= thick + length / 60
    }

    /// Joins collinear pieces of a line that touch or overlap.
    static func merged(_ rules: [Rule], gap: Double = 1.6, drift: Double = 1.0) -> [Rule] {
        let sorted = rules.sorted { ($0.start, $0.position) < ($1.start, $1.position) }
        var result: [Rule] = []
        // Lines that can still be extended, by index into `result`.
        var open: [Int] = []
        for rule in sorted {
            open.removeAll { result[$0].end + gap < rule.start }
            if let i = open.first(where: { abs(result[$0].position - rule.position) <= drift }) {
                let old = result[i]
                let weight = rule.length / max(0.001, old.length + rule.length)
                result[i].end = max(old.end, rule.end)
                result[i].position = old.position * (1 - weight) + rule.position * weight
                result[i].thickness = old.thickness * (1 - weight) + rule.thickness * weight
                result[i].pitch = max(old.pitch, rule.pitch)
            } else {
                open.append(result.count)
                result.append(rule)
            }
        }
        return result.sorted { ($0.position, $0.start) < ($1.position, $1.start) }
    }
}
