/// A row that a statement has returned.
///
/// Columns are read by position (0-based) or by name. Reading one as a type that it does not have is a programming
/// error, which stops the program: the schemas fix the type of each column.
public struct SQLRow: Sendable {
    /// The names of the columns.
    public let names: [String]
    /// The values of the columns.
    public let values: [SQLValue]

    /// Creates a row.
    @inlinable
    public init(names: [String], values: [SQLValue]) {
        self.names = names
        self.values = values
    }

    /// The value of a column that is not null.
    @inlinable
    public subscript<Value: SQLReadable>(column: Int) -> Value {
        guard let value = Value(sqlValue: values[column]) else {
            preconditionFailure("column \(column) of a row is not a \(Value.self)")
        }
        return value
    }

    /// The value of a column; `nil` for null.
    @inlinable
    public subscript<Value: SQLReadable>(column: Int) -> Value? {
        if case .null = values[column] { return nil }
        return .some(self[column])
    }

    /// The value of a column that is not null.
    @inlinable
    public subscript<Value: SQLReadable>(name: String) -> Value { self[position(of: name)] }

    /// The value of a column; `nil` for null.
    @inlinable
    public subscript<Value: SQLReadable>(name: String) -> Value? { self[position(of: name)] }

    @inlinable
    func position(of name: String) -> Int {
        guard let position = names.firstIndex(of: name) else { preconditionFailure("a row has no column \(name)") }
        return position
    }
}
