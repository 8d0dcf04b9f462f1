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
        let dense = rows(of: marks, gap: closest, shortest: shortest, scale: scale, thick: thick)
        let wide = rows(of: marks, gap: widestGap, shortest: shortestRegular, scale: scale, thick: thick)
            .filter { row in
                !dense.contains { $0.top < row.bottom && row.top < $0.bottom && $0.width * 2 > row.width }
                    && Dashes(in: row, of: marks).areRegular(scale: scale)
            }
        return (dense + wide).map {
            var rule = Rule(
                start: Double($0.left) / scale, end: Double($0.right) / scale,
                position: Double($0.top + $0.bottom) / 2 / scale,
                thickness: Double($0.area) / Double($0.width) / scale)
            let dashes = Dashes(in: $0, of: marks)
            // A solid rule can be interrupted, too, where lines cross it.
            if dashes.areRegular(scale: scale) { rule.pitch = Double(dashes.pitch) / scale }
            return rule
        }
    }

    /// Returns the thin rows of marks after closing gaps up to a length in points.
    private static func rows(
        of marks: BitMatrix, gap: Double, shortest: Double, scale: Double, thick: Int
    ) -> [Component] {
        marks.closedHorizontally(Int(gap * scale)).openedHorizontally(Int(shortest * scale))
            .components(slack: 2)
            .filter { RuleFinder.isThin($0.width, $0.height, $0.area, thick) }
    }

    /// The marks of a row, in pixels.
    private struct Dashes {
        private let starts: [Int]
        private let marked: Int
        private let periods: [Int]

        init(in row: Component, of marks: BitMatrix) {
            let columns = (row.left..<row.right).map { x in (row.top..<row.bottom).contains { marks[x, $0] } }
            starts = columns.indices.filter { columns[$0] && ($0 == 0 || !columns[$0 - 1]) }
            marked = columns.count(where: \.self)
            periods = zip(starts, starts.dropFirst()).map { $1 - $0 }
        }

        /// The usual distance from one mark to the next, or 0 for a single mark.
        var pitch: Int { periods.isEmpty ? 0 : periods.sorted()[periods.count / 2] }

        /// Returns whether the marks are short and at equal distances, as letters are not.
        func areRegular(scale: Double) -> Bool {
            guard starts.count >= leastDashes, Double(marked) <= longestDash * scale * Double(starts.count) else {
                return false
            }
            let tolerance = max(1, Int(0.15 * Double(pitch)))
            return Double(periods.count { abs($0 - pitch) <= tolerance }) >= leastRegular * Double(periods.count)
        }
    }
}
