public import FormModel

/// A value and the key under which it was given.
public struct ValueEntry: Sendable, Hashable, Codable {
    /// A field's id, name or label; see `FieldKey`.
    public var key: String
    /// The value as given.
    public var value: FieldValue
    /// Where the value comes from.
    public var source: FieldSource
    /// How the value is drawn; nil for the way of the form.
    public var style: ValueStyle?
    /// The place in a table, if the value was given in a list of rows.
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

/// A place in a table: the value of a column in one of the rows of a list.
public struct TableCell: Sendable, Hashable, Codable {
    /// The key of the list: "Dependents".
    public var table: String
    /// The number of the row, from 1.
    public var row: Int
    /// The key in the row: "First name".
    public var column: String

    /// Creates a place.
    public init(table: String, row: Int, column: String) {
        self.table = table
        self.row = row
        self.column = column
    }

    /// The key of a field that stands for it: "Dependents 2 First name".
    var key: String { "\(table) \(row) \(column)" }
}
