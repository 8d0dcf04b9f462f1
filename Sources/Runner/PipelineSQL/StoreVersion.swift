import SQL
import SQLite

/// Detects changes in a store by any process.
///
/// This takes a few microseconds, far less than reading a row, so that a service can repeat earlier answers.
package final class StoreVersion: Sendable {
    private let counter: any ChangeCounter

    /// Opens another connection to a store.
    ///
    /// This blocks.
    package init(of store: SQLStore) throws {
        counter = try store.database.changeCounter()
    }

    /// Returns a number that changes with every commit.
    ///
    /// Data read after the number is current as long as the number stays the same.
    package func current() throws -> Int { try counter.current() }
}
