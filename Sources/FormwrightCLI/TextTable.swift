/// Rows of text in columns, for people.
struct TextTable {
    private var rows: [[String]]

    init(_ header: [String]) {
        rows = [header]
    }

    mutating func add(_ row: [String]) { rows.append(row.map(TerminalText.printable)) }

    /// The lines, each column as wide as its widest cell, the last as it is.
    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            return cells.joined(separator: "  ").replacing(#/ +$/#, with: "") + "\n"
        }.joined()
    }
}
