package import Forms
import Foundation
import GRDB
package import Pipeline
package import PipelineSQLite

/// Values kept for the next fill of a form, in the store's file.
package struct DraftValues: Sendable {
    /// One row per document, deleted with it.
    static let schema = DomainSchema(
        "forms",
        migrations: [
            DomainSchema.Migration("drafts") { db in
                try db.execute(
                    sql: """
                        CREATE TABLE forms_drafts (
                            document TEXT NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
                            entries BLOB NOT NULL
                        ) STRICT
                        """)
            }
        ])

    private let store: SQLiteStore

    package init(_ system: LocalSystem) {
        store = system.database
    }

    /// The values of a document, in the order in which they were given.
    package func entries(of document: DocumentID, in scope: OwnerScope) async throws -> [ValueEntry] {
        _ = try await store.document(document, in: scope)
        return try await store.read { try Self.entries(of: document, $0) }
    }

    /// Keeps more values; a later value for the same key replaces the earlier one.
    ///
    /// - Parameter replacingAll: whether the values kept so far are discarded.
    /// - Returns: all values now kept.
    /// - Throws: `StoreError.documentUnknown`, also if the document belongs to another owner.
    package func add(
        _ entries: [ValueEntry], to document: DocumentID, in scope: OwnerScope, replacingAll: Bool = false
    ) async throws -> [ValueEntry] {
        try await store.write { transaction in
            _ = try transaction.document(document, in: scope)
            let kept = replacingAll ? [] : try Self.entries(of: document, transaction.db)
            let all = kept.merging(entries)
            try transaction.db.execute(
                sql: """
                    INSERT INTO forms_drafts (document, entries) VALUES (?, ?)
                    ON CONFLICT (document) DO UPDATE SET entries = excluded.entries
                    """, arguments: [document.description, try JSONEncoder().encode(all)])
            return all
        }
    }

    private static func entries(of document: DocumentID, _ db: Database) throws -> [ValueEntry] {
        let sql = "SELECT entries FROM forms_drafts WHERE document = ?"
        guard let data = try Data.fetchOne(db, sql: sql, arguments: [document.description]) else { return [] }
        return try JSONDecoder().decode([ValueEntry].self, from: data)
    }
}

extension [ValueEntry] {
    /// These entries, each replaced by a later one with the same key.
    package func merging(_ later: [ValueEntry]) -> [ValueEntry] {
        let replaced = Set(later.map(\.key))
        return filter { !replaced.contains($0.key) } + later
    }
}
