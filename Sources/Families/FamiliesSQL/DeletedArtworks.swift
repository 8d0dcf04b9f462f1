package import Pipeline
package import PipelineSQL
import RowQuery
import SQL

/// Removes expired deletions, unnamed pictures, and remains of deleted families.
package enum DeletedArtworks {
    /// The time in seconds during which a deleted artwork can be restored: 30 days.
    package static let keptFor: Int64 = 30 * 86_400
    /// The time in seconds until an unnamed picture is removed: 7 days.
    package static let unnamedFor: Int64 = 7 * 86_400

    /// The result of a removal.
    package struct Removal: Sendable, Hashable {
        /// The number of removed artworks.
        package var artworks = 0
        /// The removed documents: pictures, and books of deleted families.
        package var documents: [DocumentID] = []
        /// Books with one of those pictures, which are kept as long as their family.
        package var books: Set<DocumentID> = []
        /// The bytes of those documents, to be discarded by the client.
        package var bytes: [ContentID: Timestamp] = [:]
    }

    /// Removes expired deleted artworks, unnamed pictures, and remains of deleted families.
    ///
    /// The same applies to families with an aborted import. Their rows, documents and all references are removed.
    /// Remains of rows in the file are erased by ``PipelineSQL/SQLStore/eraseDeleted()``.
    ///
    /// - Parameters:
    ///   - now: The time that determines expiry.
    ///   - family: A family with deleted artworks to remove at once, because nobody can restore them any more.
    ///   - limit: The maximum number of artworks, and of documents of each sort, per transaction.
    ///   - transaction: The transaction.
    /// - Returns: The removed items; empty if nothing remains to be removed.
    /// - Throws: Errors of the store.
    package static func purge(
        at now: Timestamp, atOnceIn family: String? = nil, limit: Int = 100, in transaction: StoreTransaction
    ) throws -> Removal {
        let db = transaction.db
        try FamilyImports.undo(abandonedBy: now, db)
        let artworks = try db.rows(
            """
            SELECT id, image_url, thumbnail_url, moment_photo_url FROM storytelling_artworks
            WHERE deleted_at <= ? OR (deleted_at IS NOT NULL AND family_id = ?) ORDER BY deleted_at, id LIMIT ?
            """, [moment(now, before: keptFor), family, limit])
        for artwork in artworks {
            try db.execute("DELETE FROM storytelling_artworks WHERE id = ?", [artwork["id"] as String])
        }
        // A dropped file that never became an artwork is removed together with its picture.
        try db.execute(
            "DELETE FROM storytelling_drops WHERE artwork_id IS NULL AND added_at <= ?",
            [moment(now, before: unnamedFor)])
        let names = Set(artworks.flatMap { row in (1...3).compactMap { row[$0] as String? } })
        var documents: [String] = []
        for name in names.sorted() {
            documents += try unnamed("name = ?", [name], limit: 1, db)
        }
        // The rows with these pictures cannot be restored.
        documents += try unnamed("hidden_at IS NOT NULL", [], limit: limit, db)
        documents += try unnamed(
            """
            (uploaded_at <= ? OR NOT EXISTS (SELECT 1 FROM storytelling_families WHERE id = picture.family_id))
                AND family_id NOT IN (SELECT family_id FROM storytelling_imports)
            """,
            [moment(now, before: unnamedFor)], limit: limit, db)
        documents += try ownerless(limit: limit, db).map(\.description)

        var removal = Removal(artworks: artworks.count)
        for document in Set(documents).sorted() {
            guard let id = DocumentID(document) else { continue }
            removal.books.formUnion(try transaction.stored.wholes(of: id))
            let bytes = try transaction.document(id, in: .all).bytes(with: transaction.stored.artefacts(of: id))
            removal.bytes.merge(bytes, uniquingKeysWith: max)
            try transaction.delete(id, in: .all, at: now)
            removal.documents.append(id)
        }
        return removal
    }

    /// Returns the documents of pictures that neither artworks, even deleted ones, nor children name.
    private static func unnamed(
        _ condition: StaticString, _ arguments: SQLArguments, limit: Int, _ db: any SQLSession
    ) throws -> [String] {
        try db.values(
            String.self,
            """
            SELECT document FROM storytelling_pictures AS picture WHERE \(condition)
                AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE image_url = picture.name)
                AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE thumbnail_url = picture.name)
                AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE moment_photo_url = picture.name)
                AND NOT EXISTS (SELECT 1 FROM storytelling_children WHERE avatar_url = picture.name)
            LIMIT \(limit)
            """, arguments)
    }

    /// Returns documents of families that no longer exist.
    private static func ownerless(limit: Int, _ db: any SQLSession) throws -> [DocumentID] {
        let stored = StoredDocuments(db)
        let families = Set(try db.values(String.self, "SELECT id FROM storytelling_families"))
        var documents: [DocumentID] = []
        for owner in try stored.owners(prefixed: FamilyOwner.word) where documents.count < limit {
            // Only owners that end in an ID, recognised by its length.
            guard let family = FamilyOwner.family(of: owner), family.count == 36, !families.contains(family) else {
                continue
            }
            documents += try stored.documents(DocumentQuery(in: .owner(owner), limit: limit - documents.count)).map(
                \.id)
        }
        return documents
    }

    private static func moment(_ now: Timestamp, before seconds: Int64) -> String {
        CivilTime.timestamp(microsecondsSince1970: now.milliseconds * 1_000 - seconds * 1_000_000) ?? ""
    }
}
