import RowQuery
import SQL

/// The type of a stored value.
///
/// SQLite infers types from values. PostgreSQL must know them where nothing else tells: of parameters, of items of JSON,
/// and of results of the program's functions.
enum StoredType {
    case text
    case integer
    case real

    /// The stored form of a column's type.
    ///
    /// A truth value is a number, and a list is JSON.
    init(_ type: ColumnType) {
        self =
            switch type {
            case .integer, .bool: .integer
            case .numeric: .real
            case .uuid, .text, .date, .timestamp, .textList, .integerList, .json: .text
            }
    }

    /// The stored form of a value's type.
    init(_ type: ValueType) {
        self =
            switch type {
            case .column(let type): StoredType(type)
            case .smallint, .integer: .integer
            case .decimal: .text
            case .double: .real
            }
    }

    /// The type of a value; a null passes for a text.
    init(of value: Value) {
        self =
            switch value {
            case .integer, .bool: .integer
            case .number: .real
            case .null, .text, .list, .integers: .text
            }
    }

    /// The end of a cast in PostgreSQL.
    ///
    /// Texts are compared byte by byte, as in SQLite.
    var endOfCast: StaticString {
        switch self {
        case .text: " AS text) COLLATE \"C\""
        case .integer: " AS bigint)"
        case .real: " AS double precision)"
        }
    }

    /// The end of a cast.
    func endOfCast(in dialect: SQLDialect) -> StaticString {
        guard dialect == .sqlite else { return endOfCast }
        return switch self {
        case .text: " AS TEXT)"
        case .integer: " AS INTEGER)"
        case .real: " AS REAL)"
        }
    }
}
