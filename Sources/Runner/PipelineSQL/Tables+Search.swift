import Foundation
import Pipeline
import SQL

/// The words for searches in documents, besides their file names.
extension Tables {
    /// Sets the words of a document that come from one source.
    ///
    /// - Parameters:
    ///   - words: the words, from ``SearchWords/words(in:)``; empty to remove them.
    ///   - source: where they come from.
    ///   - id: the document.
    ///   - scope: the owners of documents that may be changed.
    /// - Throws: `StoreError.documentUnknown`; the database's errors.
    func set(_ words: Set<String>, from source: SearchSource, of id: DocumentID, in scope: OwnerScope) throws {
        let document = try document(id, in: scope)
        try db.execute(
            "DELETE FROM search_words WHERE document = ? AND source = ?", [document.sequence, source.name])
        guard !words.isEmpty else { return }
        let array = String(decoding: try JSONEncoder().encode(words.sorted()), as: UTF8.self)
        let elements = db.dialect.elements(ofJSON: "?")
        try db.execute(
            """
            WITH words (word) AS (\(elements))
            INSERT INTO search_words (word, document, source) SELECT word, ?, ? FROM words
            """, [array, document.sequence, source.name])
    }

    /// Gives a document and its jobs to another owner.
    ///
    /// A document with parts, or in a whole, stays with the owner of those.
    func give(_ id: DocumentID, in scope: OwnerScope, to owner: OwnerID, at now: Timestamp) throws -> Document {
        let document = try lockedDocument(id, in: scope)
        guard owner != document.owner else { return document }
        let isPart = try db.row("SELECT 1 FROM parts WHERE part = ?", [document.sequence], { _ in true }) ?? false
        guard document.partCount == 0, !isPart else {
            throw StoreError.moveNotAllowed(id, from: document.state, to: document.state)
        }
        try db.execute(
            "UPDATE documents SET owner = ?, updated_at = ? WHERE sequence = ?",
            [owner.text, max(now, document.updatedAt).milliseconds, document.sequence])
        try db.execute("UPDATE jobs SET owner = ? WHERE document = ?", [owner.text, document.sequence])
        return try self.document(id)
    }

    /// Changes a document's file name.
    func rename(_ id: DocumentID, in scope: OwnerScope, to name: String, at now: Timestamp) throws -> Document {
        let document = try lockedDocument(id, in: scope)
        guard name != document.fileName else { return document }
        try db.execute(
            "UPDATE documents SET file_name = ?, folded_name = ?, updated_at = ? WHERE sequence = ?",
            [name, name.foldedForSearch, max(now, document.updatedAt).milliseconds, document.sequence])
        return try self.document(id)
    }
}
