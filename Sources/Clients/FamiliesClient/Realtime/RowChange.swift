public import Foundation

/// A change of a row that the member may see.
public struct RowChange: Sendable, Hashable {
    /// The kind of change.
    public enum Kind: String, Sendable, Hashable {
        case insert = "INSERT"
        case update = "UPDATE"
        case delete = "DELETE"
    }

    /// The table, such as `artwork_comments`.
    public var table: String
    /// The kind of change.
    public var kind: Kind
    /// The identifier of the row.
    public var id: UUID?
    /// The row in JSON; `nil` after a deletion.
    public var record: Data?

    /// Returns the row, such as a ``Comment``; `nil` after a deletion.
    public func row<Row: Decodable>(as type: Row.Type) throws -> Row? {
        try record.map { try JSONDecoder.rows.decode(Row.self, from: $0) }
    }
}

/// A message of a stream of changes.
public enum RowChangeEvent: Sendable, Hashable {
    /// Changes arrive from now on.
    ///
    /// It is repeated after each interruption. Changes in between are lost, so reload the rows.
    case subscribed
    /// A row has changed.
    case change(RowChange)
}

/// A filter for changes of rows.
public struct RowChangeFilter: Sendable, Hashable {
    /// The table.
    public var table: String
    /// A column and the value that it must have; deletions pass in any case.
    public var column: String?
    /// The value of the column.
    public var value: String?

    /// Creates a filter for all rows of a table.
    public init(table: String) {
        self.table = table
    }

    /// Creates a filter for rows of a table with a value in a column.
    public init(table: String, column: String, equals value: String) {
        self.table = table
        self.column = column
        self.value = value
    }

    /// The binding in the request to join a channel.
    var binding: [String: String] {
        var binding = ["event": "*", "schema": "public", "table": table]
        if let column, let value { binding["filter"] = "\(column)=eq.\(value)" }
        return binding
    }
}
