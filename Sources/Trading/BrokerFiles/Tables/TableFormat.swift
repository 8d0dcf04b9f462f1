/// Reads the rows of one kind of table.
protocol TableFormat {
    /// Reads a row below the header.
    mutating func read(_ row: TableRow, into draft: inout Draft)
    /// Completes the draft after the last row.
    mutating func finish(_ draft: inout Draft)
    /// Whether a row names the columns of the rows below it, as in files that consist of several tables.
    func isHeader(_ cells: [String]) -> Bool
    /// Whether a line can be a row of the table, by its date or its action; others can be a total or a sentence below it.
    func isRow(_ row: TableRow) -> Bool
    /// The date column. A total below the table has no date; a damaged row has.
    var date: TableColumn { get }
}

extension TableFormat {
    mutating func finish(_ draft: inout Draft) {}
    func isHeader(_ cells: [String]) -> Bool { false }
    func isRow(_ row: TableRow) -> Bool { true }
}
