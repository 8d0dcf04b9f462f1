import FailureModel
import LocalStore
import Pipeline
import PipelineSQL
import SQL

/// The board: a row for each pinned memo.
struct Board: Sendable {
    let system: LocalSystem

    /// A memo on the board.
    struct Note: Sendable, Codable {
        var name: String
        var words: Int
    }

    /// The table; a row refers to the memo's document and is deleted with it.
    static let schema = DomainSchema(
        "memos",
        migrations: [
            DomainSchema.Migration("notes") { db in
                try db.script(
                    """
                    CREATE TABLE memos_notes (
                        owner TEXT NOT NULL,
                        name TEXT NOT NULL,
                        words INTEGER NOT NULL,
                        document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
                        PRIMARY KEY (owner, name)
                    ) STRICT;
                    CREATE INDEX memos_notes_by_document ON memos_notes (document);
                    """)
            }
        ])

    /// Pins a memo to the board, replacing an earlier one of the same name.
    func pin(_ memo: Document, as name: String) async throws {
        try await system.write { db in
            try db.execute(
                "INSERT OR REPLACE INTO memos_notes (owner, name, words, document) VALUES (?, ?, ?, ?)",
                [memo.owner.text, name, Int(memo.facts["words"] ?? "") ?? 0, memo.id.description])
        }
    }

    /// Returns the document of a memo; nil if the name is unknown.
    func memo(named name: String, of owner: OwnerID) async throws -> Document? {
        let sql = "SELECT document FROM memos_notes WHERE owner = ? AND name = ?"
        let text = try await system.read { db in
            try db.value(String.self, sql, [owner.text, name])
        }
        guard let id = text.flatMap({ DocumentID($0) }) else { return nil }
        return try await system.client.store.document(id, in: .owner(owner))
    }

    /// Returns the memos of an owner, sorted by name.
    func notes(of owner: OwnerID) async throws -> [Note] {
        let sql = "SELECT name, words FROM memos_notes WHERE owner = ? ORDER BY name"
        return try await system.read { db in
            try db.rows(sql, [owner.text]) { Note(name: $0[0], words: $0[1]) }
        }
    }

    /// Returns a memo of an owner.
    ///
    /// - Throws: `memo_unknown`.
    func note(named name: String, of owner: OwnerID) async throws -> Note {
        guard let note = try await notes(of: owner).first(where: { $0.name == name }) else {
            throw Failure(.memoUnknown, "There is no memo \(name) on the board.")
        }
        return note
    }
}
