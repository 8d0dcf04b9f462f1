import FormModel

/// The rules that typed underscores, dots and dashes stand for.
enum TypedBlanks {
    /// Minimum length in points of a row of dots or dashes.
    static let shortest = 18.0
    /// Maximum gap in points between the dots of a row, as in `. . . .`.
    static let widestGap = 9.0
    /// The position of an underscore's stroke, from its bottom as a share of its height.
    private static let underscore = 0.12
    /// The position of the base line of a dot or dash, likewise.
    private static let baseLine = 0.22

    /// Returns a rule for each run of underscores and each row of dots or dashes.
    static func rules(in text: PageText) -> [Rule] {
        text.underscores.map {
            Rule(start: $0.left, end: $0.right, position: $0.bottom - underscore * $0.height, thickness: 0.5)
        }
            + rows(of: text.leaders).map(\.region).filter { $0.width >= shortest }.map {
                Rule(start: $0.left, end: $0.right, position: $0.bottom - baseLine * $0.height, thickness: 0.5)
            }
    }

    /// Joins runs on one line that are close to each other.
    static func rows(of runs: [Region]) -> [(region: Region, members: [Region])] {
        var rows: [(region: Region, members: [Region])] = []
        for run in runs.sorted(by: { ($0.bottom, $0.left) < ($1.bottom, $1.left) }) {
            let previous = rows.lastIndex {
                abs($0.region.bottom - run.bottom) < 1 && run.left > $0.region.left
                    && run.left - $0.region.right < widestGap
            }
            if let previous {
                rows[previous].region = rows[previous].region.union(run)
                rows[previous].members.append(run)
            } else {
                rows.append((run, [run]))
            }
        }
        return rows
    }
}
