package import LocalStore
import FailureModel
package import FormFilling
import Foundation
package import Pipeline
package import PipelineSQL
import SQL

/// The draft values for the next fill of a form, stored in the database.
package struct DraftValues: Sendable {
    /// One row per document, deleted with it.
    package static let schema = DomainSchema(
        "forms",
        migrations: [
            DomainSchema.Migration("drafts") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE forms_drafts (
                        document \(dialect.text) NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
                        entries \(dialect.bytes) NOT NULL
                    ) \(dialect.tableOptions)
                    """)
            }
        ])

    private let store: SQLStore
    private let search: ValueSearch

    /// Creates access to the values in a store.
    package init(_ system: LocalSystem) {
        store = system.database
        search = ValueSearch(system)
    }

    /// Returns the values of a document in the order in which they were given.
    package func entries(of document: DocumentID, in scope: OwnerScope) async throws -> [ValueEntry] {
        _ = try await store.document(document, in: scope)
        return try await store.read { try Self.entries(of: document, $0) }
    }

    /// Stores more values; a later value for the same key replaces the earlier one.
    ///
    /// - Parameters:
    ///   - entries: the values.
    ///   - document: the document to fill.
    ///   - scope: the owners of documents that may be changed.
    ///   - replacingAll: whether to discard the stored values.
    ///   - key: maps equivalent keys, such as a field's ID and label, to one key.
    /// - Returns: all values now stored.
    /// - Throws: `StoreError.documentUnknown`, also if the document belongs to another owner; `input_too_large`.
    package func add(
        _ entries: [ValueEntry], to document: DocumentID, in scope: OwnerScope, replacingAll: Bool = false,
        key: @escaping @Sendable (String) -> String = { $0 }
    ) async throws -> [ValueEntry] {
        try await store.write { [search] transaction in
            // Two additions at the same time must both be kept.
            try transaction.db.lock("drafts/\(document)")
            _ = try transaction.document(document, in: scope)
            let kept = replacingAll ? [] : try Self.entries(of: document, transaction.db)
            let all = (kept + entries).map {
                ValueEntry(key: key($0.key), value: $0.value, source: $0.source, style: $0.style)
            }
            .lastOfEachKey
            try Self.put(all, of: document, transaction.db)
            try search.refresh(document, in: scope, values: all, transaction)
            return all
        }
    }

    /// Stores all values of a document, instead of earlier ones.
    ///
    /// - Throws: `input_too_large`; an error of the database.
    static func put(_ entries: [ValueEntry], of document: DocumentID, _ db: any SQLSession) throws {
        let encoded = try JSONEncoder().encode(entries)
        guard encoded.count <= ValueLimits().bytes else {
            throw Failure(
                .inputTooLarge, "The values of a document take at most \(ValueLimits().bytes >> 20) MB in all.")
        }
        try db.execute(
            """
            INSERT INTO forms_drafts (document, entries) VALUES (?, ?)
            ON CONFLICT (document) DO UPDATE SET entries = excluded.entries
            """, [document.description, encoded])
    }

    static func entries(of document: DocumentID, _ db: any SQLSession) throws -> [ValueEntry] {
        let sql = "SELECT entries FROM forms_drafts WHERE document = ?"
        guard let data = try db.value(Data.self, sql, [document.description]) else { return [] }
        return try JSONDecoder().decode([ValueEntry].self, from: data)
    }
}

extension [ValueEntry] {
    /// The last entry of each key, in their order.
    package var lastOfEachKey: [ValueEntry] {
        var seen: Set<String> = []
        return reversed().filter { seen.insert($0.key).inserted }.reversed()
    }

    /// Returns the entries merged with later ones, which replace those with the same key.
    package func merging(_ later: [ValueEntry]) -> [ValueEntry] {
        let replaced = Set(later.map(\.key))
        return filter { !replaced.contains($0.key) } + later
    }
}
