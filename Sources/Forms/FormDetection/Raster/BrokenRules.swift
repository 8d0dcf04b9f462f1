/// Finds horizontal rules that consist of dots or dashes.
enum BrokenRules {
    /// Maximum gap in points between closely spaced dots or dashes, in rows of any kind.
    static let closest = 2.2
    /// Minimum length in points of such a row.
    static let shortest = 24.0
    /// Maximum gap and dash in points of a regular row with wider gaps.
    static let widestGap = 5.2
    static let longestDash = 9.0
    /// Minimum length in points and number of dashes of such a row.
    static let shortestRegular = 36.0
    static let leastDashes = 6
    /// Minimum share of the dashes that follow at the usual distance.
    static let leastRegular = 0.8
    /// Distances in pixels above and below at which the paper must be blank.
    private static let clearances = [5, 8]

    static func find(in bits: PageBits, scale: Double, thick: Int) -> [Rule] {
        var marks = bits.ink
        marks.formUnion(bits.horizontalStrokes)
        for distance in clearances {
            marks.subtract(bits.ink.shifted(dx: 0, dy: distance))
            marks.subtract(bits.ink.shifted(dx: 0, dy: -distance))
        }
        // A solid rule can be interrupted, too, where lines cross it; then it has no pitch.
        let dense = rows(of: marks, gap: closest, shortest: shortest, scale: scale, thick: thick)
        let wide = rows(of: marks, gap: widestGap, shortest: shortestRegular, scale: scale, thick: thick)
            .filter { row in
                !dense.contains { $0.top < row.bottom && row.top < $0.bottom && $0.width * 2 > row.width }
            }
        return dense.map { rule($0, pitch: pitch(of: $0, in: marks, scale: scale) ?? 0, scale: scale) }
            + wide.compactMap { row in
                pitch(of: row, in: marks, scale: scale).map { rule(row, pitch: $0, scale: scale) }
            }
    }

    private static func rule(_ row: Component, pitch: Int, scale: Double) -> Rule {
        Rule(
            start: Double(row.left) / scale, end: Double(row.right) / scale,
            position: Double(row.top + row.bottom) / 2 / scale,
            thickness: Double(row.area) / Double(row.width) / scale, pitch: Double(pitch) / scale)
    }

    /// Returns the thin rows of marks after closing gaps up to a length in points.
    private static func rows(
        of marks: BitMatrix, gap: Double, shortest: Double, scale: Double, thick: Int
    ) -> [Component] {
        marks.closedHorizontally(Int(gap * scale)).openedHorizontally(Int(shortest * scale))
            .components(slack: 2)
            .filter { RuleFinder.isThin($0.width, $0.height, $0.area, thick) }
    }

    /// Returns the usual distance in pixels from one mark of a row to the next.
    ///
    /// There is none unless the marks are short and at equal distances, as letters are not.
    private static func pitch(of row: Component, in marks: BitMatrix, scale: Double) -> Int? {
        let columns = (row.left..<row.right).map { x in (row.top..<row.bottom).contains { marks[x, $0] } }
        let starts = columns.indices.filter { columns[$0] && ($0 == 0 || !columns[$0 - 1]) }
        let marked = Double(columns.count(where: \.self))
        guard starts.count >= leastDashes, marked <= longestDash * scale * Double(starts.count) else { return nil }
        let periods = zip(starts, starts.dropFirst()).map { $1 - $0 }
        let pitch = periods.sorted()[periods.count / 2]
        let tolerance = max(1, Int(0.15 * Double(pitch)))
        let regular = periods.count { abs($0 - pitch) <= tolerance }
        return Double(regular) >= leastRegular * Double(periods.count) ? pitch : nil
    }
}
