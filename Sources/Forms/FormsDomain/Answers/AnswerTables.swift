import Foundation
import Pipeline
package import PipelineSQL
import SQL

/// The database table of filled copies, within one transaction.
package struct AnswerTables {
    let db: any SQLSession

    /// One row for each filled copy, deleted with its document.
    package static let schema = DomainSchema(
        "answers",
        migrations: [
            DomainSchema.Migration("copies") { db in
                let dialect = db.dialect
                // The copies of a deleted form are deleted after it, each with its bytes.
                try db.script(
                    """
                    CREATE TABLE answers_copies (
                        document \(dialect.text) NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
                        form \(dialect.text) REFERENCES office_forms (document) ON DELETE SET NULL,
                        place \(dialect.integer) NOT NULL,
                        corrections \(dialect.bytes) NOT NULL,
                        changes \(dialect.integer) NOT NULL,
                        doubtful \(dialect.integer)
                    ) \(dialect.tableOptions);
                    CREATE INDEX answers_copies_by_form ON answers_copies (form, place);
                    """)
            }
        ])

    /// Whether the table exists; stores of earlier versions opened for reading lack it.
    private var exists: Bool {
        get throws { try db.hasTable("answers_copies") }
    }

    // MARK: Reading

    /// Returns the form of a filled copy.
    func form(of document: DocumentID) throws -> DocumentID? {
        let text = try db.value(
            String.self, "SELECT form FROM answers_copies WHERE document = ? AND form IS NOT NULL",
            [document.description])
        return text.flatMap { DocumentID($0) }
    }

    /// Returns a filled copy of a form.
    func answer(_ id: DocumentID, of form: DocumentID) throws -> StoredAnswer? {
        try answers("document = ? AND form = ?", [id.description, form.description], of: form).first
    }

    /// Returns filled copies of a form, newest first.
    ///
    /// - Parameters:
    ///   - form: the form.
    ///   - place: returns those added before the copy with this place; nil for the newest.
    ///   - limit: the maximum number.
    /// - Returns: the filled copies.
    /// - Throws: an error of the database.
    func answers(of form: DocumentID, before place: Int64?, limit: Int) throws -> [StoredAnswer] {
        try answers(
            "form = ? AND place < ? ORDER BY place DESC LIMIT ?", [form.description, place ?? .max, limit], of: form)
    }

    private func answers(
        _ condition: String, _ arguments: SQLArguments, of form: DocumentID
    ) throws -> [StoredAnswer] {
        let documents = StoredDocuments(db)
        let rows = try db.rows(
            """
            SELECT document, place, changes, doubtful FROM answers_copies WHERE \(condition)
            """, arguments
        )
        return try rows.compactMap { row in
            guard let id = DocumentID(row[0] as String), let document = try documents.document(id) else { return nil }
            return StoredAnswer(document: document, form: form, place: row[1], changes: row[2], remaining: row[3])
        }
    }

    /// Returns the corrected values of a filled copy, by field.
    func corrections(of id: DocumentID) throws -> [String: String] {
        let sql = "SELECT corrections FROM answers_copies WHERE document = ?"
        guard let data = try db.value(Data.self, sql, [id.description]) else { return [:] }
        return try JSONDecoder().decode([String: String].self, from: data)
    }

    /// Returns the number of filled copies of a form.
    func count(of form: DocumentID) throws -> Int {
        try db.value(Int.self, "SELECT count(*) FROM answers_copies WHERE form = ?", [form.description]) ?? 0
    }

    /// Returns filled copies of deleted forms.
    func orphans(limit: Int) throws -> [DocumentID] {
        guard try exists else { return [] }
        return try db.values(
            String.self, "SELECT document FROM answers_copies WHERE form IS NULL LIMIT ?", [limit]
        ).compactMap { DocumentID($0) }
    }

    // MARK: Writing

    /// Makes other additions to a form wait until the transaction ends.
    func lock(additionsTo form: DocumentID) throws { try db.lock("answers/to/\(form)") }

    /// Makes other corrections of a filled copy wait until the transaction ends.
    func lock(_ id: DocumentID) throws { try db.lock("answers/\(id)") }

    /// Adds a filled copy behind the others of its form.
    func insert(_ id: DocumentID, of form: DocumentID) throws {
        let last = try db.value(
            Int64.self, "SELECT max(place) FROM answers_copies WHERE form = ?", [form.description])
        try db.execute(
            "INSERT INTO answers_copies (document, form, place, corrections, changes) VALUES (?, ?, ?, ?, 0)",
            [id.description, form.description, (last ?? 0) + 1, Data("{}".utf8)])
    }

    /// Replaces the corrected values of a filled copy.
    func set(_ corrections: [String: String], of id: DocumentID, changes: Int, doubtful: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try db.execute(
            "UPDATE answers_copies SET corrections = ?, changes = ?, doubtful = ? WHERE document = ?",
            [try encoder.encode(corrections), changes, doubtful, id.description])
    }
}
