import GRDB

/// Tells whether anything in a store's file has changed since it was last asked, by this or any other process.
///
/// Costs a few microseconds, far less than reading a row, so that a service can answer again what it has answered before.
package final class StoreVersion: Sendable {
    /// A connection that never writes: SQLite does not count a connection's own commits.
    private let connection: DatabaseQueue

    /// Opens another connection to a store's file; blocks.
    package init(of store: SQLiteStore) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "formwright.version"
        connection = try DatabaseQueue(path: store.path, configuration: configuration)
    }

    /// A number that is different after every commit (`PRAGMA data_version`).
    ///
    /// What is read after the number was, and what was read while it is still the same, is current.
    package func current() throws -> Int {
        try connection.unsafeRead { db in
            try Int.fetchOne(try db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        }
    }
}
