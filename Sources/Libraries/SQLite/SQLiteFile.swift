package import Foundation
import GRDB
package import SQL

/// A SQLite file with one connection, such as one in a backup.
package struct SQLiteFile {
    private let database: DatabaseQueue

    /// Opens a file that no other process has open.
    ///
    /// It need not keep its name from now on.
    package init(_ file: URL) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    -- A file whose change fails is discarded, and one without a name cannot have a journal beside it.
                    PRAGMA journal_mode = MEMORY;
                    """)
        }
        database = try SQLError.converting { try DatabaseQueue(path: file.path, configuration: configuration) }
    }

    /// Opens a file for reading only, which other processes may have open.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - patience: how long a read waits for other processes.
    /// - Throws: ``SQL/SQLError`` if the file cannot be opened.
    package init(reading file: URL, patience: Duration) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(patience / .seconds(1))
        database = try SQLError.converting { try DatabaseQueue(path: file.path, configuration: configuration) }
    }

    /// Reads the file.
    package func read<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try SQLError.converting {
            try database.read { try body(SQLiteSession($0, RecentStatements(), isTransaction: false)) }
        }
    }

    /// Changes the file in a transaction.
    package func write<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try SQLError.converting {
            try database.write { try body(SQLiteSession($0, RecentStatements(), isTransaction: true)) }
        }
    }

    /// Closes the file, which is then complete without any other.
    package func close() throws {
        try SQLError.converting { try database.close() }
    }
}
