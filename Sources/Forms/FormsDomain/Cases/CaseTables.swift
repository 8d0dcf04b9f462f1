import Foundation
import Pipeline
package import PipelineSQL
import SQL

/// The database tables of details of documents, within one transaction.
package struct CaseTables {
    let db: any SQLSession

    /// One row for each document with details, deleted with it.
    package static let schema = DomainSchema(
        "cases",
        migrations: [
            DomainSchema.Migration("details") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE cases_details (
                        document \(dialect.text) NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
                        client \(dialect.text) NOT NULL,
                        tags \(dialect.text) NOT NULL,
                        notes \(dialect.text) NOT NULL,
                        version \(dialect.integer) NOT NULL
                    ) \(dialect.tableOptions);
                    CREATE TABLE cases_indexed (
                        document \(dialect.text) NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE
                    ) \(dialect.tableOptions);
                    """)
            },
            DomainSchema.Migration("groups") { db in
                // Who gave the document to the group that owns it.
                try db.script("ALTER TABLE cases_details ADD COLUMN added_by \(db.dialect.text)")
            },
        ])

    /// Whether the tables exist; stores of earlier versions opened for reading lack them.
    private var exists: Bool {
        get throws { try db.hasTable("cases_details") }
    }

    /// Returns documents with their details, in the same order.
    func cases(of documents: [Document]) throws -> [FormCase] {
        guard try !documents.isEmpty && exists else { return documents.map { FormCase($0) } }
        let ids = String(decoding: try JSONEncoder().encode(documents.map(\.id.description)), as: UTF8.self)
        let rows = try db.rows(
            """
            SELECT document, client, tags, notes, version, added_by FROM cases_details
            WHERE document IN (\(db.dialect.elements(ofJSON: "?")))
            """, [ids]
        ) { $0 }
        var known: [String: SQLRow] = [:]
        for row in rows { known[row[0]] = row }
        return try documents.map { document in
            guard let row = known[document.id.description] else { return FormCase(document) }
            let tags = try JSONDecoder().decode([String].self, from: Data((row[2] as String).utf8))
            return FormCase(
                document, CaseDetails(stored: row[1], tags, row[3]), version: row[4],
                addedBy: (row[5] as String?).map { OwnerID($0) })
        }
    }

    /// Returns a document with its details.
    func `case`(of document: Document) throws -> FormCase {
        try cases(of: [document]).first ?? FormCase(document)
    }

    /// Writes the details of a document, with the owner who gave it to its group.
    func set(_ details: CaseDetails, of document: DocumentID, version: Int, addedBy: OwnerID?) throws {
        try db.execute(
            """
            INSERT INTO cases_details (document, client, tags, notes, version, added_by) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (document) DO UPDATE SET client = excluded.client, tags = excluded.tags,
                notes = excluded.notes, version = excluded.version, added_by = excluded.added_by
            """,
            [
                document.description, details.client,
                String(decoding: try JSONEncoder().encode(details.tags), as: UTF8.self), details.notes, version,
                addedBy?.text,
            ])
    }

    /// Forgets what a user has added to groups.
    func forget(_ user: OwnerID) throws {
        try db.execute("UPDATE cases_details SET added_by = NULL WHERE added_by = ?", [user.text])
    }

    /// Makes other changes of a document's details wait until the transaction ends.
    func lock(_ document: DocumentID) throws { try db.lock("cases/\(document)") }

    // MARK: Values

    /// Returns whether the words of a document's values are in the index.
    func isIndexed(_ document: DocumentID) throws -> Bool {
        try exists && db.hasRow("SELECT 1 FROM cases_indexed WHERE document = ?", [document.description])
    }

    /// Records whether the words of a document's values are in the index.
    func setIndexed(_ document: DocumentID, _ isIndexed: Bool) throws {
        try db.execute(
            isIndexed
                ? "INSERT INTO cases_indexed (document) VALUES (?) ON CONFLICT (document) DO NOTHING"
                : "DELETE FROM cases_indexed WHERE document = ?", [document.description])
    }

    /// Returns documents with an index of values.
    func indexed(limit: Int) throws -> [DocumentID] {
        try db.values(String.self, "SELECT document FROM cases_indexed LIMIT ?", [limit]).compactMap(DocumentID.init)
    }

    /// Returns documents with values and without an index of them.
    func unindexed(limit: Int) throws -> [DocumentID] {
        try db.values(
            String.self,
            """
            SELECT document FROM forms_drafts
            WHERE NOT EXISTS (SELECT 1 FROM cases_indexed WHERE cases_indexed.document = forms_drafts.document)
            LIMIT ?
            """, [limit]
        ).compactMap(DocumentID.init)
    }
}
