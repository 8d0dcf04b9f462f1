import GRDB

/// Detects changes in a store's file by any process.
///
/// This takes a few microseconds, far less than reading a row, so that a service can repeat earlier answers.
package final class StoreVersion: Sendable {
    /// A connection that never writes: SQLite does not count a connection's own commits.
    private let connection: DatabaseQueue

    /// Opens another connection to a store's file.
    ///
    /// This blocks.
    package init(of store: SQLiteStore) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "formwright.version"
        connection = try DatabaseQueue(path: store.path, configuration: configuration)
    }

    /// Returns a number that changes with every commit (`PRAGMA data_version`).
    ///
    /// Data read after the number is current as long as the number stays the same.
    package func current() throws -> Int {
        try connection.unsafeRead { db in
            try Int.fetchOne(try db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }
}
