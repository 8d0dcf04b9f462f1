import FolderTestSupport
import PostgreSQL
import PostgreSQLTestSupport
package import SQL
import SQLite

/// A database of one engine for one test, with tables of its own.
package struct TestDatabase: Sendable {
    /// The open database.
    package let database: any SQLDatabase

    /// Creates a database with tables; blocks.
    ///
    /// - Parameters:
    ///   - engine: the engine.
    ///   - name: the name of the tables, which PostgreSQL creates once and copies for each database.
    ///   - functions: the functions of statements.
    ///   - tables: creates the tables and rows.
    /// - Throws: what opening it throws, and the error of `tables`.
    package init(
        on engine: SQLEngine, tables name: String, functions: [SQLFunction] = [],
        _ tables: (any SQLSession) throws -> Void
    ) throws {
        switch engine {
        case .sqlite:
            let folder = try TemporaryFolder()
            let opened = try SQLiteDatabase.open(
                folder.path + "/test.sqlite", functions: functions, patience: .seconds(1_800))
            try opened.writeBlocking(tables)
            database = KeptDatabase(opened, keeping: folder)
        case .postgreSQL:
            let copy = try PostgreSQLTestDatabase.copy(of: name) { try $0.writeBlocking(tables) }
            database = KeptDatabase(try copy.open(functions: functions), keeping: copy)
        }
    }

    /// Reads from one consistent snapshot, and blocks.
    package func readBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try database.readBlocking(body)
    }

    /// Changes rows in a transaction, and blocks.
    @discardableResult
    package func writeBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try database.writeBlocking(body)
    }
}
