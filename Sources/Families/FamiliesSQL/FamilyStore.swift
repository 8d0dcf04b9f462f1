package import Pipeline
package import PipelineSQL
package import SQL

/// The rows of families in a store, for the service, the watcher and commands.
package struct FamilyStore: Sendable {
    /// The operations on rows in a transaction.
    package let rows: FamilyRows
    private let store: SQLStore

    /// Creates access to a store opened with the schema of ``StorytellingTables``.
    package init(_ store: SQLStore, rows: FamilyRows) {
        self.store = store
        self.rows = rows
    }

    /// The bell that rings after changes.
    package var bell: Doorbell { store.feedBell }

    /// The clock that decides about expiry.
    package var clock: StoreClock { store.clock }

    /// Asks for the time of that clock, before something is deleted by it.
    package func currentTime() async throws -> Timestamp { try await store.currentTime() }

    /// Reads a consistent snapshot.
    package func read<T: Sendable>(_ body: @escaping @Sendable (FamilyRows, any SQLSession) throws -> T) async throws
        -> T
    {
        try await store.read { [rows] db in try body(rows, db) }
    }

    /// Returns whether there is any family.
    package func hasFamilies() async throws -> Bool {
        try await store.read { db in
            try db.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM storytelling_families)") ?? false
        }
    }

    /// Changes rows and documents in one transaction, and wakes waiting readers.
    ///
    /// Such transactions run one after another, on all nodes together: they decide by what they read, such as whether an
    /// invite is used, how many members a family has, and who else is its owner.
    ///
    /// If `isDurable` is `false`, a power failure may undo the change until a durable transaction has followed.
    @discardableResult
    package func write<T: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (FamilyRows, StoreTransaction) throws -> T
    ) async throws -> T {
        let result = try await store.write(isDurable: isDurable) { [rows] transaction in
            try transaction.db.lock("storytelling")
            return try body(rows, transaction)
        }
        store.announceFeed()
        return result
    }

    /// Removes expired deletions, remains of deleted families, and their traces in the file.
    ///
    /// - Parameters:
    ///   - now: The time that determines expiry.
    ///   - family: A family with deleted artworks to remove at once, because nobody can restore them any more.
    /// - Returns: The removed items.
    /// - Throws: Errors of the store.
    package func purge(at now: Timestamp, atOnceIn family: String? = nil) async throws -> DeletedArtworks.Removal {
        var total = DeletedArtworks.Removal()
        while true {
            // Small transactions do not keep others waiting.
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
