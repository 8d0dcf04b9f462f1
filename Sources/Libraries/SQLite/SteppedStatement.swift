import Foundation
import GRDB
import GRDBSQLite
import SQL

/// A statement that is run step by step, through SQLite's own functions.
///
/// GRDB copies rows and arguments into its own containers, which took a quarter of the time of a move.
struct SteppedStatement {
    /// Makes SQLite copy what is bound.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private let statement: Statement
    private var pointer: OpaquePointer { statement.sqliteStatement }

    init(_ statement: Statement) {
        self.statement = statement
    }

    /// Whether the statement is in the middle of its rows.
    var isBusy: Bool { sqlite3_stmt_busy(pointer) != 0 }

    /// Makes the statement ready for other arguments.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    /// Binds all arguments.
    func bind(_ arguments: SQLArguments) throws {
        guard arguments.values.count == sqlite3_bind_parameter_count(pointer) else {
            throw SQLError(.statement, "The statement `\(statement.sql)` has another number of arguments.")
        }
        for (index, value) in arguments.values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(pointer, index)
        case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
        case .real(let number): return sqlite3_bind_double(pointer, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // An empty buffer may have no address, which would bind null.
                bytes.isEmpty
                    ? sqlite3_bind_text(pointer, index, "", 0, Self.transient)
                    : sqlite3_bind_text64(
                        pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.transient, UInt8(SQLITE_UTF8))
            }
        case .blob(let data):
            return data.withUnsafeBytes { bytes in
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(pointer, index, 0)
                    : sqlite3_bind_blob64(
                        pointer, index, bytes.baseAddress, UInt64(bytes.count), Self.transient)
            }
        }
    }

    /// Advances to the next row, and returns whether there is one.
    func step() throws -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    private func error(_ code: Int32) -> DatabaseError {
        let connection = sqlite3_db_handle(pointer)
        return DatabaseError(
            resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
            message: String(cString: sqlite3_errmsg(connection)), sql: statement.sql)
    }

    /// The columns of the current row.
    var values: [SQLValue] {
        let count = Int(sqlite3_column_count(pointer))
        return Array(unsafeUninitializedCapacity: count) { buffer, filled in
            for column in 0..<count { buffer.initializeElement(at: column, to: value(Int32(column))) }
            filled = count
        }
    }

    private func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(pointer, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
        case SQLITE_TEXT:
            // The address comes first, since asking for it may convert the text.
            let bytes = sqlite3_column_text(pointer, column)
            let count = Int(sqlite3_column_bytes(pointer, column))
            return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = sqlite3_column_blob(pointer, column) else { return .blob(Data()) }
            return .blob(Data(bytes: bytes, count: Int(sqlite3_column_bytes(pointer, column))))
        default: return .null
        }
    }
}
