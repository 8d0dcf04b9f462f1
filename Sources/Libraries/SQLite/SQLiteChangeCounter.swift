import GRDB
import SQL

/// Counts changes of a file by SQLite's `data_version`.
final class SQLiteChangeCounter: ChangeCounter {
    /// A connection that never writes: SQLite does not count a connection's own commits.
    private let connection: DatabaseQueue

    /// Opens another connection to a file.
    init(of database: SQLiteDatabase) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "formwright.version"
        connection = try DatabaseQueue(path: database.path, configuration: configuration)
    }

    func current() throws -> Int {
        try SQLError.converting {
            try connection.unsafeRead { db in
                try Int.fetchOne(try db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            }
        }
    }
}
