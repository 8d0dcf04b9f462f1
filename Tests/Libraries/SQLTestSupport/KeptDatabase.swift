package import SQL

/// A database that keeps something for as long as it is open, such as the server's database that tests drop.
package final class KeptDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let kept: any Sendable

    /// Creates the database.
    package init(_ database: any SQLDatabase, keeping kept: any Sendable) {
        self.database = database
        self.kept = kept
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Value
    ) async throws -> Value { try await database.read(body) }

    package func write<Value: Sendable>(
        isDurable: Bool, isAlone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        try await database.write(isDurable: isDurable, isAlone: isAlone, body, committed: committed)
    }

    package func readBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try database.readBlocking(body)
    }

    package func writeBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try database.writeBlocking(body)
    }

    package func migrate(_ migrations: [SQLMigration]) throws { try database.migrate(migrations) }

    package func appliedMigrations() throws -> Set<String> { try database.appliedMigrations() }

    package func close() throws { try database.close() }
}
