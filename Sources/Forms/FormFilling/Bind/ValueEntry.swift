public import FormModel

/// A value and its key.
public struct ValueEntry: Sendable, Hashable, Codable {
    /// A field's ID, name or label; see `FieldKey`.
    public var key: String
    /// The value as given.
    public var value: FieldValue
    /// The source of the value.
    public var source: FieldSource
    /// How to draw the value; nil for the default of the form.
    public var style: ValueStyle?
    /// The table cell, if the value was given in a list of rows.
    public var cell: TableCell?

    /// Creates an entry.
    public init(
        key: String, value: FieldValue, source: FieldSource = .manual, style: ValueStyle? = nil, cell: TableCell? = nil
    ) {
        self.key = key
        self.value = value
        self.source = source
        self.style = style
        self.cell = cell
    }
}

/// A table cell: a column in one of the rows of a list.
public struct TableCell: Sendable, Hashable, Codable {
    /// The key of the list: "Dependents".
    public var table: String
    /// The row number (1-based).
    public var row: Int
    /// The key in the row: "First name".
    public var column: String

    /// Creates a cell.
    public init(table: String, row: Int, column: String) {
        self.table = table
        self.row = row
        self.column = column
    }

    /// The equivalent key of a field: "Dependents 2 First name".
    var key: String { "\(table) \(row) \(column)" }
}
