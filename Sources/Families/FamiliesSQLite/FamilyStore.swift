package import GRDB
package import Pipeline
package import PipelineSQLite

/// The rows of families in a store, for the service, the watcher and commands.
package struct FamilyStore: Sendable {
    /// What can be done to rows in a transaction.
    package let rows: FamilyRows
    private let store: SQLiteStore

    /// Creates access to the rows of a store that was opened with ``StorytellingTables``' schema.
    package init(_ store: SQLiteStore, rows: FamilyRows) {
        self.store = store
        self.rows = rows
    }

    /// Rings after changes of this process.
    package var bell: Doorbell { store.feedBell }

    /// Reads from one consistent snapshot.
    package func read<T: Sendable>(_ body: @escaping @Sendable (FamilyRows, Database) throws -> T) async throws -> T {
        try await store.read { [rows] db in try body(rows, db) }
    }

    /// Changes rows and documents in one transaction, and wakes those who wait for changes.
    ///
    /// If `isDurable` is false, a power failure may undo it, unless a durable transaction has followed.
    package func write<T: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (FamilyRows, StoreTransaction) throws -> T
    ) async throws -> T {
        let result = try await store.write(isDurable: isDurable) { [rows] transaction in
            try body(rows, transaction)
        }
        store.feedBell.ring()
        return result
    }

    /// Removes what was deleted long enough ago, what belonged to families that are gone, and its traces in the file.
    ///
    /// - Parameters:
    ///   - now: decides what is over.
    ///   - family: a family whose deleted artworks go at once; nobody can bring them back any more.
    /// - Returns: what was removed.
    /// - Throws: the store's errors.
    package func purge(at now: Timestamp, atOnceIn family: String? = nil) async throws -> DeletedArtworks.Removal {
        var total = DeletedArtworks.Removal()
        while true {
            // In small transactions, so that others are not kept waiting.
            let removal = try await write { _, transaction in
                try DeletedArtworks.purge(at: now, atOnceIn: family, in: transaction)
            }
            total.artworks += removal.artworks
            total.documents += removal.documents
            total.books.formUnion(removal.books)
            total.bytes.merge(removal.bytes, uniquingKeysWith: max)
            if removal.artworks == 0, removal.documents.isEmpty { break }
        }
        if total.artworks > 0 || !total.documents.isEmpty { try await store.eraseDeleted() }
        return total
    }
}
