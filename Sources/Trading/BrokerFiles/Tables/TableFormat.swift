/// Reads the rows of one kind of table.
protocol TableFormat {
    /// Reads a row below the header.
    mutating func read(_ row: TableRow, into draft: inout Draft)
    /// Completes the draft after the last row.
    mutating func finish(_ draft: inout Draft)
    /// Returns whether a row is a header, as in files with several tables.
    func isHeader(_ cells: [String]) -> Bool
    /// Returns whether a line can be a row, based on its date or action.
    ///
    /// Other lines can be a total or a sentence below the table.
    func isRow(_ row: TableRow) -> Bool
    /// The date column.
    ///
    /// A total below the table has no date, but a damaged row has one.
    var date: TableColumn { get }
}

extension TableFormat {
    mutating func finish(_ draft: inout Draft) {}
    func isHeader(_ cells: [String]) -> Bool { false }
    func isRow(_ row: TableRow) -> Bool { true }
}
