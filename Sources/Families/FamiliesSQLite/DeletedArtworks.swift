import GRDB
package import Pipeline
package import PipelineSQLite
import RowQuery

/// Removes what was deleted, with its pictures, pictures that nothing names, and all that belonged to families that are gone.
package enum DeletedArtworks {
    /// How long a deleted artwork may be brought back, in seconds: 30 days.
    package static let keptFor: Int64 = 30 * 86_400
    /// How long a picture stays that no row names, in seconds: 7 days.
    package static let unnamedFor: Int64 = 7 * 86_400

    /// What was removed.
    package struct Removal: Sendable, Hashable {
        /// Artworks that were removed.
        package var artworks = 0
        /// Documents that were removed: pictures, and books of families that are gone.
        package var documents: [DocumentID] = []
        /// Books that hold one of those pictures; they stay as long as their family.
        package var books: Set<DocumentID> = []
        /// The bytes of those documents, for the client to discard.
        package var bytes: [ContentID: Timestamp] = [:]
    }

    /// Removes deleted artworks and unnamed pictures whose time is over, and what belonged to families that are gone, or whose
    /// import was broken off: rows, documents and all that refers to them.
    ///
    /// What is left of the rows in the file goes with ``PipelineSQLite/SQLiteStore/eraseDeleted()``.
    ///
    /// - Parameters:
    ///   - now: decides what is over.
    ///   - family: a family whose deleted artworks go at once; nobody can bring them back any more.
    ///   - limit: the largest number of artworks, and of documents of each sort, of one transaction.
    ///   - transaction: in which all of it is done.
    /// - Returns: what was removed; nothing if nothing is left to be removed.
    /// - Throws: the store's errors.
    package static func purge(
        at now: Timestamp, atOnceIn family: String? = nil, limit: Int = 100, in transaction: StoreTransaction
    ) throws -> Removal {
        let db = transaction.db
        try FamilyImports.undo(abandonedBy: now, db)
        let artworks = try Row.fetchAll(
            db,
            sql: """
                SELECT id, image_url, thumbnail_url, moment_photo_url FROM storytelling_artworks
                WHERE deleted_at <= ? OR (deleted_at IS NOT NULL AND family_id = ?) ORDER BY deleted_at, id LIMIT ?
                """, arguments: [moment(now, before: keptFor), family, limit])
        for artwork in artworks {
            try db.execute(sql: "DELETE FROM storytelling_artworks WHERE id = ?", arguments: [artwork["id"] as String])
        }
        // What was dropped and never became an artwork goes with its picture.
        try db.execute(
            sql: "DELETE FROM storytelling_drops WHERE artwork_id IS NULL AND added_at <= ?",
            arguments: [moment(now, before: unnamedFor)])
        let names = Set(artworks.flatMap { row in (1...3).compactMap { row[$0] as String? } })
        var documents: [String] = []
        for name in names.sorted() {
            documents += try unnamed("name = ?", [name], limit: 1, db)
        }
        // Nothing can bring back the rows that had them.
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
            let bytes = try transaction.document(id, in: .all).bytes(with: transaction.artefacts(of: id))
            removal.bytes.merge(bytes, uniquingKeysWith: max)
            try transaction.delete(id, in: .all, at: now)
            removal.documents.append(id)
        }
        return removal
    }

    /// Returns the documents of pictures that no artwork, deleted ones included, and no child names.
    private static func unnamed(
        _ condition: StaticString, _ arguments: StatementArguments, limit: Int, _ db: Database
    ) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT document FROM storytelling_pictures AS picture WHERE \(condition)
                    AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE image_url = picture.name)
                    AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE thumbnail_url = picture.name)
                    AND NOT EXISTS (SELECT 1 FROM storytelling_artworks WHERE moment_photo_url = picture.name)
                    AND NOT EXISTS (SELECT 1 FROM storytelling_children WHERE avatar_url = picture.name)
                LIMIT \(limit)
                """, arguments: arguments)
    }

    /// Returns documents whose family is gone.
    private static func ownerless(limit: Int, _ db: Database) throws -> [DocumentID] {
        let stored = StoredDocuments(db)
        let families = try String.fetchSet(db, sql: "SELECT id FROM storytelling_families")
        var documents: [DocumentID] = []
        for owner in try stored.owners(named: FamilyOwner.word) where documents.count < limit {
            // Those that go on with an ID, as its length shows.
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
