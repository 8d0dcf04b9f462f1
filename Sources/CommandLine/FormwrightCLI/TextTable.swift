import Values

/// A table of text in aligned columns.
package struct TextTable {
    private var rows: [[String]]
    private let widthLimit: Int
    private let paths: Set<String>

    /// Creates a table with a header row.
    ///
    /// - Parameters:
    ///   - header: the titles of the columns.
    ///   - widthLimit: the maximum column width in characters; longer cells push the rest of their row to the right.
    ///   - paths: the titles of columns whose cells differ at their ends, which are kept where a terminal is narrow.
    package init(_ header: [String], widthLimit: Int = .max, paths: Set<String> = []) {
        rows = [header]
        self.widthLimit = widthLimit
        self.paths = paths
    }

    /// The maximum number of Unicode scalars of a cell.
    ///
    /// Names from files can have any length.
    private static let cellLimit = 400
    /// The space between columns.
    private static let gap = 2
    /// The width below which no column is narrowed, in terminal columns.
    private static let narrowest = 8
    /// The width to which columns of paths are narrowed before others.
    private static let pathWidth = 18

    package mutating func add(_ row: [String]) { rows.append(row.map { $0.abridged(to: Self.cellLimit) }) }

    /// The lines of the table, without trailing spaces.
    ///
    /// Each column is as wide as its widest cell, up to the limit.
    package var text: String { text(widths.map { min(widthLimit, $0) }) }

    /// Returns the lines of the table for a terminal.
    ///
    /// The widest columns are narrowed until the table fits, and cells that do not fit are shortened.
    ///
    /// - Parameter width: the width of the terminal in columns; nil for ``text``.
    /// - Returns: the lines.
    package func text(fitting width: Int?) -> String {
        guard let width else { return text }
        var widths = widths
        let isPath = rows[0].map(paths.contains)
        func widest(atLeast least: Int, among columns: [Int]) -> Int? {
            columns.filter { widths[$0] > least }.max { widths[$0] < widths[$1] }
        }
        while widths.reduce(0, +) + Self.gap * (widths.count - 1) > width,
            let column = widest(atLeast: Self.pathWidth, among: widths.indices.filter { isPath[$0] })
                ?? widest(atLeast: Self.narrowest, among: Array(widths.indices))
        {
            widths[column] -= 1
        }
        var narrow = self
        narrow.rows = rows.map { row in
            row.indices.map { TerminalText.shortened(row[$0], to: widths[$0], keepsEnd: isPath[$0]) }
        }
        return narrow.text(widths)
    }

    private var widths: [Int] {
        rows[0].indices.map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
    }

    private func text(_ widths: [Int]) -> String {
        rows.map { row in
            let cells = row.enumerated().map { column, cell in
                cell + String(repeating: " ", count: max(0, widths[column] - TerminalText.width(cell)))
            }
            let line = cells.joined(separator: String(repeating: " ", count: Self.gap))
            return line.replacing(#/ +$/#, with: "") + "\n"
        }.joined()
    }
}
