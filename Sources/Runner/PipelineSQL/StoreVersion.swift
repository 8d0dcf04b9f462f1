import SQL
import Synchronization

/// Detects changes in a store by any process.
///
/// In a file this takes a few microseconds, far less than reading a row. A server is asked which transactions it knows,
/// which takes one exchange of messages: as long as it names the same ones, nothing has been committed by any node.
/// Other transactions of the server change the number too, which costs their readers a second look and no more.
package final class StoreVersion: Sendable {
    private struct Seen {
        var transactions = ""
        var number = 0
    }

    private let counter: (any ChangeCounter)?
    private let database: any SQLDatabase
    private let seen = Mutex(Seen())

    /// Prepares the detection, for a file by opening another connection.
    ///
    /// This blocks.
    package init(of store: SQLStore) throws {
        database = store.database
        counter = try store.file?.changeCounter()
    }

    /// Returns a number that changes with every commit.
    ///
    /// Data read after the number is current as long as the number stays the same.
    package func current() async throws -> Int {
        if let counter { return try counter.current() }
        let transactions = try await database.read { db in
            try db.value(String.self, "SELECT CAST(pg_current_snapshot() AS text)") ?? ""
        }
        return seen.withLock { seen in
            if seen.transactions != transactions { seen = Seen(transactions: transactions, number: seen.number + 1) }
            return seen.number
        }
    }
}
