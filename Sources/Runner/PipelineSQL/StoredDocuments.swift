import Foundation
package import Pipeline
package import SQL

/// Reads documents for a module with tables in the store's file.
///
/// The results belong to the transaction in which the module reads or changes its rows.
package struct StoredDocuments {
    private let tables: Tables

    /// Creates access to the documents that a connection sees.
    package init(_ db: any SQLSession) {
        tables = Tables(db: db)
    }

    /// Returns a document; `nil` if the ID is unknown.
    package func document(_ id: DocumentID) throws -> Document? {
        try tables.db.row(
            "SELECT \(documentColumns) FROM documents WHERE id = ?", [id.description], Document.init(row:))
    }

    /// See ``Pipeline/Store/documents(_:)``.
    package func documents(_ query: DocumentQuery) throws -> [Document] { try tables.documents(query) }

    /// Returns all published artefacts of a document, in order of publication.
    package func artefacts(of id: DocumentID) throws -> [PublishedArtefact] {
        try tables.artefacts(of: id, fill: nil)
    }

    /// Returns the contents of documents, by document ID.
    package func contents(of documents: [String]) throws -> [String: ContentID] {
        let ids = String(decoding: try JSONEncoder().encode(documents), as: UTF8.self)
        let contents = try tables.db.rows(
            "SELECT id, content FROM documents WHERE id IN (\(tables.db.dialect.elements(ofJSON: "?")))", [ids]
        ) { row in (row[0] as String, ContentID(hex: row[1])) }
        return Dictionary(uniqueKeysWithValues: contents).compactMapValues { $0 }
    }

    // MARK: Owners

    /// Returns whether any document belongs to the owner.
    package func exist(of owner: OwnerID) throws -> Bool {
        try tables.db.row("SELECT 1 FROM documents WHERE owner = ? LIMIT 1", [owner.text], { _ in true }) ?? false
    }

    /// Returns the number of documents of each owner that has any.
    package func countsByOwner() throws -> [OwnerID: Int] {
        let counts = try tables.db.rows("SELECT owner, count(*) FROM documents GROUP BY owner", []) { row in
            (OwnerID(row[0]), row[1] as Int)
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    /// Returns the number of documents of each owner, with their bytes and those of artefacts.
    package func usage(of owners: [OwnerID]) throws -> [OwnerID: (documents: Int, bytes: Int64)] {
        let db = tables.db
        let names = String(decoding: try JSONEncoder().encode(owners.map(\.text)), as: UTF8.self)
        func totals(_ tables: String) throws -> [(owner: OwnerID, count: Int, bytes: Int64)] {
            try db.rows(
                """
                SELECT d.owner, count(*), CAST(sum(b.byte_count) AS \(db.dialect.integer)) FROM \(tables)
                WHERE d.owner IN (\(db.dialect.elements(ofJSON: "?"))) GROUP BY d.owner
                """, [names]
            ) { (OwnerID($0[0]), $0[1], $0[2]) }
        }
        var usage: [OwnerID: (documents: Int, bytes: Int64)] = [:]
        for total in try totals("documents d JOIN documents b ON b.sequence = d.sequence") {
            usage[total.owner] = (total.count, total.bytes)
        }
        for total in try totals("documents d JOIN artefacts b ON b.document = d.sequence") {
            usage[total.owner]?.bytes += total.bytes
        }
        return usage
    }

    /// Returns the document owners that begin with `word:`.
    package func owners(prefixed word: String) throws -> [OwnerID] {
        // All that begin this way, since “;” follows the colon.
        try tables.db.rows(
            "SELECT DISTINCT owner FROM documents WHERE owner >= ? AND owner < ?", [word + ":", word + ";"]
        ) { OwnerID($0[0]) }
    }

    // MARK: Parts

    /// Returns the existing parts of a document that have the given kind, in order.
    package func parts(of whole: Document, kind: KindName) throws -> [DocumentID] {
        try tables.db.rows(
            """
            SELECT part_id FROM parts JOIN documents ON documents.sequence = part
            WHERE whole = ? AND kind = ? ORDER BY ordinal
            """, [whole.sequence, kind.text]
        ) { DocumentID($0[0] as String) }.compactMap { $0 }
    }

    /// Returns whether a document is a part of another one.
    package func isPart(_ id: DocumentID) throws -> Bool {
        try tables.db.row(
            "SELECT 1 FROM parts JOIN documents ON sequence = part WHERE part_id = ? LIMIT 1", [id.description],
            { _ in true }) ?? false
    }

    /// Returns the documents that contain a document as a part.
    package func wholes(of part: DocumentID) throws -> [DocumentID] {
        try tables.db.rows(
            "SELECT id FROM documents WHERE sequence IN (SELECT whole FROM parts WHERE part_id = ?)",
            [part.description]
        ) { DocumentID($0[0] as String) }.compactMap { $0 }
    }

    // MARK: Age

    /// Returns settled documents without moves since a time, in order of arrival.
    ///
    /// Parts of other documents are excluded.
    ///
    /// - Parameters:
    ///   - cutoff: the time.
    ///   - kind: their kind; `nil` for all kinds.
    ///   - last: the number of the last known document.
    ///   - limit: the maximum number of documents.
    /// - Returns: the documents' numbers and IDs.
    /// - Throws: the database's errors.
    package func unmoved(
        since cutoff: Timestamp, kind: KindName?, after last: Int64, limit: Int
    ) throws -> [(sequence: Int64, id: DocumentID)] {
        try tables.db.rows(
            """
            SELECT sequence, id FROM documents
            WHERE sequence > ?1 AND updated_at < ?2 AND state NOT IN ('processing', 'filling') AND owner <> ?5
                AND (CAST(?3 AS text) IS NULL OR kind = CAST(?3 AS text))
                AND NOT EXISTS (SELECT 1 FROM parts WHERE part_id = documents.id AND part = sequence)
            ORDER BY sequence LIMIT ?4
            """, [last, cutoff.milliseconds, kind?.text, limit, OwnerID.office.text]
        ) { row in DocumentID(row[1] as String).map { (row[0], $0) } }.compactMap { $0 }
    }
}
