/// Reads the rows of one kind of table.
protocol TableFormat {
    /// Reads a row below the header.
    mutating func read(_ row: TableRow, into draft: inout Draft)
    /// Completes the draft after the last row.
    mutating func finish(_ draft: inout Draft)
    /// Whether a row names the columns of the rows below it, as in files that consist of several tables.
    func isHeader(_ cells: [String]) -> Bool
}

extension TableFormat {
    mutating func finish(_ draft: inout Draft) {}
    func isHeader(_ cells: [String]) -> Bool { false }
}
