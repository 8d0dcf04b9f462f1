package import Pipeline
import SQL

/// The bytes that a store's documents and results refer to, by name.
package struct StoredContents: Sendable {
    /// Bytes that the catalogue refers to.
    package struct Entry: Sendable, Hashable {
        /// The name.
        package let content: ContentID
        /// The size in bytes.
        package let byteCount: Int64
    }

    private let store: SQLStore

    /// Prepares reading the names in a store.
    package init(of store: SQLStore) { self.store = store }

    /// Returns the number of distinct names.
    package func count() async throws -> Int {
        try await store.read { db in
            try db.value(
                Int.self,
                """
                SELECT count(*) FROM (SELECT content FROM documents UNION SELECT content FROM artefacts) AS contents
                """) ?? 0
        }
    }

    /// Returns the next names in order.
    ///
    /// - Parameters:
    ///   - last: the last name of the page before; `nil` for the first page.
    ///   - limit: the maximum number of names.
    /// - Returns: the names with the sizes of their bytes; none at the end.
    /// - Throws: ``SQL/SQLError``.
    package func page(after last: ContentID?, limit: Int = 1000) async throws -> [Entry] {
        let last = last?.hex ?? ""
        return try await store.read { db in
            // Each side is limited by itself, so that both follow their index.
            try db.rows(
                """
                SELECT content, min(byte_count) FROM (
                    SELECT * FROM (SELECT content, byte_count FROM documents WHERE content > ?1
                        ORDER BY content LIMIT ?2) AS of_documents
                    UNION ALL
                    SELECT * FROM (SELECT content, byte_count FROM artefacts WHERE content > ?1
                        ORDER BY content LIMIT ?2) AS of_artefacts
                ) AS contents GROUP BY content ORDER BY content LIMIT ?2
                """, [last, limit]
            ) { (name: $0[0] as String, byteCount: $0[1] as Int64) }
        }.compactMap { row in ContentID(hex: row.name).map { Entry(content: $0, byteCount: row.byteCount) } }
    }

    /// Returns the documents that need these bytes, oldest first.
    ///
    /// - Parameters:
    ///   - content: the name.
    ///   - limit: the maximum number of documents.
    /// - Returns: the documents.
    /// - Throws: ``SQL/SQLError``.
    package func documents(needing content: ContentID, limit: Int) async throws -> [DocumentID] {
        try await store.read { db in
            try db.values(
                String.self,
                """
                SELECT id FROM documents WHERE content = ?1
                    OR sequence IN (SELECT document FROM artefacts WHERE content = ?1) ORDER BY sequence LIMIT ?2
                """, [content.hex, limit])
        }.compactMap { DocumentID($0) }
    }
}
