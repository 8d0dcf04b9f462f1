import Values

/// A table of text in aligned columns.
package struct TextTable {
    private var rows: [[String]]
    private let widthLimit: Int

    /// Creates a table with a header row.
    ///
    /// - Parameters:
    ///   - header: the titles of the columns.
    ///   - widthLimit: the maximum column width in characters; longer cells push the rest of their row to the right.
    package init(_ header: [String], widthLimit: Int = .max) {
        rows = [header]
        self.widthLimit = widthLimit
    }

    /// The maximum number of Unicode scalars of a cell.
    ///
    /// Names from files can have any length.
    private static let cellLimit = 400

    package mutating func add(_ row: [String]) { rows.append(row.map { $0.abridged(to: Self.cellLimit) }) }

    /// The lines of the table, without trailing spaces.
    ///
    /// Each column is as wide as its widest cell, up to the limit.
    package var text: String {
        let widths = rows[0].indices.map { column in min(widthLimit, rows.map { $0[column].count }.max() ?? 0) }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                cell + String(repeating: " ", count: max(0, widths[column] - cell.count))
            }
            return cells.joined(separator: "  ").replacing(#/ +$/#, with: "") + "\n"
        }.joined()
    }
}
