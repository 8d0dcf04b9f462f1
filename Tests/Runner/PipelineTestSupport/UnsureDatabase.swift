package import SQL
import Synchronization

/// A database whose answer to a commit is lost when a test says so.
package final class UnsureDatabase: SQLDatabase {
    /// What becomes of a transaction whose answer is lost.
    package enum Fate: Sendable {
        /// It was committed.
        case committed
        /// It was rolled back.
        case undone
    }

    private struct Undone: Error {}

    private let database: any SQLDatabase
    private let fates = Mutex<[Fate]>([])

    /// Wraps a database.
    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// Loses the answers to the next commits.
    package func loseAnswers(_ fates: Fate...) {
        self.fates.withLock { $0 = fates }
    }

    package func write<Value: Sendable>(
        isDurable: Bool, isAlone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        let fate = fates.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let fate else {
            return try await database.write(isDurable: isDurable, isAlone: isAlone, body, committed: committed)
        }
        do {
            _ = try await database.write(isDurable: isDurable, isAlone: isAlone) { db in
                let value = try body(db)
                if fate == .undone { throw Undone() }
                return value
            } committed: { _ in
            }
        } catch is Undone {
            // As the client sees it, this is the same as the other fate.
        }
        throw SQLError(.commitUnknown, "The answer was lost.")
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Value
    ) async throws -> Value {
        try await database.read(body)
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
