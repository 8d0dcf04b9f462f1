import Foundation
import Pipeline
package import PipelineSQL
import SQL

/// The database table of the office's forms, within one transaction.
package struct SharedFormTables {
    let db: any SQLSession

    /// One row for each form, deleted with its document.
    package static let schema = DomainSchema(
        "office",
        migrations: [
            DomainSchema.Migration("forms") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE office_forms (
                        document \(dialect.text) NOT NULL PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
                        digest \(dialect.text) NOT NULL UNIQUE,
                        name \(dialect.text) NOT NULL,
                        name_key \(dialect.text) NOT NULL,
                        edition \(dialect.text) NOT NULL,
                        state \(dialect.text) NOT NULL,
                        replaces \(dialect.text),
                        version \(dialect.integer) NOT NULL,
                        shared_by \(dialect.text) NOT NULL,
                        shared_at \(dialect.integer) NOT NULL,
                        updated_at \(dialect.integer) NOT NULL
                    ) \(dialect.tableOptions);
                    CREATE INDEX office_forms_by_name ON office_forms (name_key, document);
                    """)
            },
            DomainSchema.Migration("groups") { db in
                let dialect = db.dialect
                // A form without rows is for everybody.
                try db.script(
                    """
                    CREATE TABLE office_groups (
                        document \(dialect.text) NOT NULL REFERENCES office_forms (document) ON DELETE CASCADE,
                        owner \(dialect.text) NOT NULL,
                        PRIMARY KEY (document, owner)
                    ) \(dialect.tableOptions)
                    """)
            },
        ])

    private static let columns =
        "document, digest, name, edition, state, replaces, version, shared_by, shared_at, updated_at"

    /// Whether the table exists; stores of earlier versions opened for reading lack it.
    private var exists: Bool {
        get throws { try db.hasTable("office_forms") }
    }

    // MARK: Reading

    /// Returns a form, if it exists and is visible in the scope.
    func form(_ id: DocumentID, in scope: OwnerScope) throws -> SharedForm? {
        let (isVisible, owners) = Self.visibility(in: scope)
        return try forms("document = ? AND \(isVisible)", [id.description] + owners).first
    }

    /// Returns the form with a digest; `nil` if the office has none.
    func form(digest: String) throws -> SharedForm? {
        guard try exists else { return nil }
        return try forms("digest = ?", [digest]).first
    }

    /// Returns a page of forms by name.
    ///
    /// - Parameters:
    ///   - text: a part of the name, by any case and without accents; empty for all.
    ///   - states: the states of the forms.
    ///   - scope: the owners who see the forms.
    ///   - last: the last form of the page before.
    ///   - limit: the maximum number.
    /// - Returns: the forms.
    /// - Throws: an error of the database.
    func forms(
        containing text: String, _ states: [SharedForm.State], in scope: OwnerScope, after last: SharedForm?, limit: Int
    ) throws -> [SharedForm] {
        let pattern = TypedText.key(text).map { "\\%_".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        let allowed = SharedForm.State.allCases.filter(states.contains).map { "'\($0.rawValue)'" }
        guard !allowed.isEmpty else { return [] }
        let (isVisible, owners) = Self.visibility(in: scope)
        let condition = """
            state IN (\(allowed.joined(separator: ", "))) AND name_key LIKE ? ESCAPE '\\'
                AND (name_key > ? OR (name_key = ? AND document > ?)) AND \(isVisible)
            ORDER BY name_key, document LIMIT ?
            """
        let key = last?.title.key ?? ""
        return try forms(
            condition, ["%\(pattern)%", key, key, last?.id.description ?? ""] + owners + [limit])
    }

    /// Returns the forms that fulfil a condition, with their groups.
    private func forms(_ condition: String, _ arguments: SQLArguments) throws -> [SharedForm] {
        let rows = try db.rows("SELECT \(Self.columns) FROM office_forms WHERE \(condition)", arguments) { $0 }
        guard !rows.isEmpty else { return [] }
        let ids = String(decoding: try JSONEncoder().encode(rows.map { $0[0] as String }), as: UTF8.self)
        let groups = try db.rows(
            """
            SELECT document, owner FROM office_groups WHERE document IN (\(db.dialect.elements(ofJSON: "?")))
            ORDER BY owner
            """, [ids]
        ) { (form: $0[0] as String, owner: OwnerID($0[1])) }
        let owners = Dictionary(grouping: groups, by: \.form)
        return rows.compactMap { Self.form($0, groups: (owners[$0[0]] ?? []).map(\.owner)) }
    }

    /// Returns the condition that owners in a scope see a form, with its arguments.
    private static func visibility(in scope: OwnerScope) -> (sql: String, arguments: SQLArguments) {
        guard case .owners(let owners) = scope else { return ("true", []) }
        let all = "SELECT 1 FROM office_groups WHERE office_groups.document = office_forms.document"
        let places = owners.map { _ in "?" }.joined(separator: ", ")
        return (
            "(NOT EXISTS (\(all)) OR EXISTS (\(all) AND owner IN (\(places))))",
            owners.reduce(into: []) { $0 += [$1.text] }
        )
    }

    /// Returns up to two forms with IDs that begin with a text.
    func ids(beginning text: String) throws -> [DocumentID] {
        guard !text.isEmpty, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else { return [] }
        return try db.values(
            String.self, "SELECT document FROM office_forms WHERE document LIKE ? LIMIT 2", ["\(text.uppercased())%"]
        ).compactMap { DocumentID($0) }
    }

    /// Returns the number of forms.
    func count() throws -> Int { try db.value(Int.self, "SELECT count(*) FROM office_forms") ?? 0 }

    private static func form(_ row: SQLRow, groups: [OwnerID]) -> SharedForm? {
        guard let id = DocumentID(row[0] as String), let title = try? SharedFormTitle(name: row[2], edition: row[3]),
            let state = SharedForm.State(rawValue: row[4])
        else { return nil }
        let replaces: String? = row[5]
        return SharedForm(
            id: id, digest: row[1], title: title, state: state, replaces: replaces.flatMap { DocumentID($0) },
            groups: groups, version: row[6], sharedBy: OwnerID(row[7]), sharedAt: Timestamp(milliseconds: row[8]),
            updatedAt: Timestamp(milliseconds: row[9]))
    }

    // MARK: Writing

    /// Makes other changes of the form wait for this transaction.
    func lock(digest: String) throws { try db.lock("office_forms/\(digest)") }

    /// Adds a form.
    func insert(_ form: SharedForm) throws {
        try db.execute(
            """
            INSERT INTO office_forms (\(Self.columns), name_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                form.id.description, form.digest, form.title.name, form.title.edition, form.state.rawValue,
                form.replaces?.description, form.version, form.sharedBy.text, form.sharedAt.milliseconds,
                form.updatedAt.milliseconds, form.title.key,
            ])
        try set(form.groups, of: form.id)
    }

    /// Forgets who has shared forms, if it was a user.
    func forget(_ user: OwnerID) throws {
        try db.execute("UPDATE office_forms SET shared_by = '' WHERE shared_by = ?", [user.text])
    }

    /// Replaces the groups of users who see a form; none for everybody.
    func set(_ groups: [OwnerID], of id: DocumentID) throws {
        try db.execute("DELETE FROM office_groups WHERE document = ?", [id.description])
        for group in groups {
            try db.execute(
                "INSERT INTO office_groups (document, owner) VALUES (?, ?)", [id.description, group.text])
        }
    }

    /// Replaces the title and state of a form.
    func update(_ id: DocumentID, _ title: SharedFormTitle, _ state: SharedForm.State, version: Int, at now: Timestamp)
        throws
    {
        try db.execute(
            """
            UPDATE office_forms SET name = ?, name_key = ?, edition = ?, state = ?, version = ?, updated_at = ?
            WHERE document = ?
            """, [title.name, title.key, title.edition, state.rawValue, version, now.milliseconds, id.description])
    }
}
