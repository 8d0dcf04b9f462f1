import Pipeline
import SQL

/// A stage's result for certain bytes, with its document.
struct SharedResult {
    let key: ContentID
    let document: DocumentID
    let stage: StageName
    let facts: [String: String]
}

extension Tables {
    /// Returns the result for a key, and keeps its document from being deleted.
    func sharedResult(_ key: ContentID) throws -> SharedResult? {
        try db.row(
            """
            SELECT id, stage, shared_results.facts FROM shared_results JOIN documents ON sequence = document
            WHERE reuse_key = ? LIMIT 1 \(isShared ? "FOR KEY SHARE OF documents SKIP LOCKED" : "")
            """, [key.hex]
        ) { row in
            guard let document = DocumentID(row[0] as String) else {
                throw UnreadableRow(table: "shared_results", column: "document")
            }
            return SharedResult(
                key: key, document: document, stage: StageName(row[1]), facts: try Facts.decode(row[2]))
        }
    }

    /// Copies another document's result for the same bytes to the document.
    func take(over known: SharedResult, for document: Document, at now: Timestamp) throws -> Document {
        try db.execute(
            """
            INSERT INTO artefacts (document, fill, stage, name, media_type, content, byte_count, published_at)
            SELECT \(Self.documentNumber), 0, stage, name, media_type, content, byte_count, CAST(? AS bigint)
            FROM artefacts WHERE document = \(Self.documentNumber) AND fill = 0 AND stage = ? ORDER BY sequence
            \(Self.replacingArtefact)
            """,
            [document.id.description, now.milliseconds, known.document.description, known.stage.text])
        return try learn(known.facts, by: known.stage, key: known.key, for: document, at: now)
    }

    /// Merges a stage's facts into the document's, and records a reusable result.
    func learn(
        _ facts: [String: String], by stage: StageName, key: ContentID?, for document: Document, at now: Timestamp
    ) throws -> Document {
        var document = document
        if !facts.isEmpty {
            document.updatedAt = now
            document.facts.merge(facts) { $1 }
            try db.enqueue(
                "UPDATE documents SET facts = ?, updated_at = ? WHERE id = ?",
                [try Facts.encode(document.facts), now.milliseconds, document.id.description])
        }
        if let key {
            try db.enqueue(
                """
                INSERT INTO shared_results (reuse_key, document, stage, facts)
                VALUES (?, \(Self.documentNumber), ?, ?)
                ON CONFLICT (reuse_key, document) DO UPDATE SET stage = excluded.stage, facts = excluded.facts
                """,
                [key.hex, document.id.description, stage.text, try Facts.encode(facts)])
        }
        return document
    }
}
