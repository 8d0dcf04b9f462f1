import FormModel
import Foundation
import Pipeline
package import PipelineSQL
import SQL

/// The database tables of templates, within one transaction.
package struct TemplateTables {
    let db: any SQLSession

    /// One row for each template and for each of its versions.
    package static let schema = DomainSchema(
        "templates",
        migrations: [
            DomainSchema.Migration("templates") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE templates_forms (
                        id \(dialect.text) NOT NULL PRIMARY KEY,
                        owner \(dialect.text) NOT NULL,
                        digest \(dialect.text) NOT NULL,
                        name \(dialect.text) NOT NULL,
                        pages \(dialect.bytes) NOT NULL,
                        version \(dialect.integer) NOT NULL,
                        field_count \(dialect.integer) NOT NULL,
                        updated_at \(dialect.integer) NOT NULL,
                        UNIQUE (digest, owner)
                    ) \(dialect.tableOptions);
                    CREATE TABLE templates_versions (
                        template \(dialect.text) NOT NULL REFERENCES templates_forms (id) ON DELETE CASCADE,
                        version \(dialect.integer) NOT NULL,
                        fields \(dialect.bytes) NOT NULL,
                        undo \(dialect.integer),
                        redo \(dialect.integer),
                        PRIMARY KEY (template, version)
                    ) \(dialect.tableOptions);
                    """)
            },
            DomainSchema.Migration("authors") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    ALTER TABLE templates_versions ADD COLUMN author \(dialect.text);
                    ALTER TABLE templates_versions ADD COLUMN made_at \(dialect.integer);
                    """)
            },
            // Those of the local owner were available to all before there was an office.
            DomainSchema.Migration("office") { db in
                try db.execute("UPDATE templates_forms SET owner = ? WHERE owner = ?", [OwnerID.office.text, ""])
            },
            PrintTables.migration,
        ])

    /// Maximum number of versions of a template.
    static let versionLimit = 100
    /// Maximum total size of a template's versions in bytes.
    ///
    /// The newest two are kept regardless of size.
    static let byteLimit = 16 << 20

    /// A template's identification in the tables, without its fields.
    struct Position: Equatable {
        let id: UUID
        let owner: OwnerID
        let version: Int
    }

    /// The fields of one version, and the versions that an undo and a redo restore.
    struct Version {
        let fields: [Field]
        let undo: Int?
        let redo: Int?
    }

    // MARK: Reading

    /// Whether the tables exist.
    ///
    /// Files of earlier versions opened for reading lack them.
    var exist: Bool {
        get throws { try db.hasTable("templates_forms") }
    }

    /// Whether there are no templates.
    var areEmpty: Bool {
        get throws { try !(db.value(Bool.self, "SELECT EXISTS (SELECT 1 FROM templates_forms)") ?? false) }
    }

    /// Returns the position of the template in force for a form.
    ///
    /// It is the owner's, or else the office's.
    func position(digest: String, owner: OwnerID) throws -> Position? {
        // Stores of earlier versions opened for reading have the office's under the local owner.
        let sql = """
            SELECT id, owner, version FROM templates_forms WHERE digest = ? AND owner IN (?, ?, '')
            ORDER BY owner = ? DESC, owner DESC LIMIT 1
            """
        let arguments: SQLArguments = [digest, owner.ofCorrections.text, OwnerID.office.text, owner.ofCorrections.text]
        return try db.row(sql, arguments).flatMap { row in
            UUID(uuidString: row[0]).map { Position(id: $0, owner: OwnerID(row[1]), version: row[2]) }
        }
    }

    /// Returns the position of the owner's own template.
    func ownPosition(digest: String, owner: OwnerID) throws -> Position? {
        try position(digest: digest, owner: owner).flatMap { $0.owner == owner.ofCorrections ? $0 : nil }
    }

    /// Returns whether a form has a template of any owner.
    func exist(digest: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM templates_forms WHERE digest = ?)"
        return try db.value(Bool.self, sql, [digest]) ?? false
    }

    /// Returns a template with its newest fields.
    func template(_ id: UUID) throws -> StoredTemplate? {
        let sql = """
            SELECT name, digest, templates_forms.version, pages, fields, owner, updated_at, undo, redo
            FROM templates_forms JOIN templates_versions
                ON template = id AND templates_versions.version = templates_forms.version
            WHERE id = ?
            """
        guard let row = try db.row(sql, [id.uuidString]) else { return nil }
        let decoder = JSONDecoder()
        return StoredTemplate(
            template: FormTemplate(
                id: id, name: row[0], digest: row[1], version: row[2],
                pages: try decoder.decode([PageSize].self, from: row[3]),
                fields: try decoder.decode([Field].self, from: row[4])),
            owner: OwnerID(row[5]), updatedAt: Timestamp(milliseconds: row[6]), undo: row[7], redo: row[8])
    }

    /// Returns a version, or `nil` if it was dropped.
    func version(_ version: Int, of template: UUID) throws -> Version? {
        let sql = "SELECT fields, undo, redo FROM templates_versions WHERE template = ? AND version = ?"
        return try db.row(sql, [template.uuidString, version]).map { row in
            Version(fields: try JSONDecoder().decode([Field].self, from: row[0]), undo: row[1], redo: row[2])
        }
    }

    /// Returns the templates in a scope, sorted by name.
    ///
    /// An owner's scope includes the templates available to all.
    func summaries(in scope: OwnerScope) throws -> [StoredTemplate.Summary] {
        let (condition, arguments): (String, SQLArguments) =
            switch scope {
            case .all: ("TRUE", [])
            case .owners(let owners):
                (
                    "owner IN (\(db.dialect.elements(ofJSON: "?")))",
                    [
                        String(
                            decoding: try JSONEncoder().encode(owners.map(\.text) + [OwnerID.office.text, ""]),
                            as: UTF8.self)
                    ]
                )
            }
        let sql = """
            SELECT id, owner, name, digest, version, field_count, updated_at FROM templates_forms WHERE \(condition)
            ORDER BY name, owner, id
            """
        return try db.rows(sql, arguments).compactMap { row in
            UUID(uuidString: row[0]).map {
                StoredTemplate.Summary(
                    id: $0, owner: OwnerID(row[1]), name: row[2], digest: row[3], version: row[4], fieldCount: row[5],
                    updatedAt: Timestamp(milliseconds: row[6]).date)
            }
        }
    }

    /// Returns the versions that are kept, newest first.
    func history(of template: UUID) throws -> [FieldVersion] {
        let sql = "SELECT version, author, made_at FROM templates_versions WHERE template = ? ORDER BY version DESC"
        return try db.rows(sql, [template.uuidString]) { row in
            FieldVersion(
                version: row[0], author: (row[1] as String?).map { OwnerID($0) },
                time: (row[2] as Int64?).map { Timestamp(milliseconds: $0) })
        }
    }

    // MARK: Writing

    /// Makes other changes of a form's templates wait for this transaction.
    func lock(digest: String) throws { try db.lock("templates/\(digest)") }

    /// Adds a template with its first version.
    func insert(_ template: FormTemplate, owner: OwnerID, by author: OwnerID?, at now: Timestamp) throws {
        try db.execute(
            """
            INSERT INTO templates_forms (id, owner, digest, name, pages, version, field_count, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                template.id.uuidString, owner.ofCorrections.text, template.digest, template.name,
                try JSONEncoder().encode(template.pages), template.version, template.fields.count, now.milliseconds,
            ])
        try addVersion(of: template.id, template.version, template.fields, undo: nil, redo: nil, by: author, at: now)
    }

    /// Stores a validated template.
    ///
    /// If the owner has one of the form already, it becomes the newest version.
    ///
    /// - Returns: the template's ID and the change.
    func put(
        _ imported: FormTemplate, owner: OwnerID, at now: Timestamp
    ) throws -> (id: UUID, change: TemplateStore.UnpackedTemplate.Change) {
        try lock(digest: imported.digest)
        guard let place = try ownPosition(digest: imported.digest, owner: owner) else {
            var template = imported
            try db.lock("templates/\(template.id)")
            if try self.template(template.id) != nil { template.id = UUID() }
            try insert(template, owner: owner, by: owner, at: now)
            return (template.id, .added)
        }
        let stored = try template(place.id)?.template
        try rename(place.id, imported.name)
        if stored?.fields != imported.fields {
            try advance(
                place.id, to: place.version + 1, imported.fields, undo: place.version, redo: nil, by: owner, at: now)
            return (place.id, .updated)
        }
        return (place.id, stored?.name == imported.name ? .unchanged : .updated)
    }

    /// Adds the newest version, and drops versions beyond the limits.
    func advance(
        _ template: UUID, to version: Int, _ fields: [Field], undo: Int?, redo: Int?, by author: OwnerID,
        at now: Timestamp
    ) throws {
        try addVersion(of: template, version, fields, undo: undo, redo: redo, by: author, at: now)
        try db.execute(
            "UPDATE templates_forms SET version = ?, field_count = ?, updated_at = ? WHERE id = ?",
            [version, fields.count, now.milliseconds, template.uuidString])
        try dropOldVersions(of: template)
    }

    /// Makes an owner's template the office's.
    ///
    /// If the office has one already, the owner's fields become its newest version.
    func give(digest: String, of owner: OwnerID, by author: OwnerID, at now: Timestamp) throws {
        guard let own = try ownPosition(digest: digest, owner: owner), own.owner != .office else { return }
        guard let shared = try ownPosition(digest: digest, owner: .office) else {
            try db.execute(
                "UPDATE templates_forms SET owner = ? WHERE id = ?", [OwnerID.office.text, own.id.uuidString])
            return
        }
        let fields = try version(own.version, of: own.id)?.fields ?? []
        // Versions that clients know of either template must not come again.
        try advance(
            shared.id, to: max(shared.version, own.version) + 1, fields, undo: shared.version, redo: nil, by: author,
            at: now)
        try delete(own.id)
    }

    /// Copies an owner's template of a form for another owner without one.
    func copy(digest: String, of owner: OwnerID, to other: OwnerID, by author: OwnerID, at now: Timestamp) throws {
        guard let own = try ownPosition(digest: digest, owner: owner), own.owner != .office,
            try ownPosition(digest: digest, owner: other) == nil, var copy = try template(own.id)?.template
        else { return }
        copy.id = UUID()
        try insert(copy, owner: other, by: author, at: now)
    }

    /// Renames an owner's template of a form, if there is one.
    func rename(digest: String, of owner: OwnerID, _ name: String) throws {
        try db.execute(
            "UPDATE templates_forms SET name = ? WHERE digest = ? AND owner = ?", [name, digest, owner.text])
    }

    /// Renames a template.
    func rename(_ template: UUID, _ name: String) throws {
        try db.execute(
            "UPDATE templates_forms SET name = ? WHERE id = ?", [name, template.uuidString])
    }

    /// Returns whether an owner has templates.
    func hasTemplates(of owner: OwnerID) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM templates_forms WHERE owner = ?)"
        return try db.value(Bool.self, sql, [owner.text]) ?? false
    }

    /// Deletes a template with all of its versions.
    func delete(_ template: UUID) throws {
        let digest = try db.value(
            String.self, "DELETE FROM templates_forms WHERE id = ? RETURNING digest", [template.uuidString])
        if let digest { try PrintTables(db: db).deleteUnused(of: digest) }
    }

    private func addVersion(
        of template: UUID, _ version: Int, _ fields: [Field], undo: Int?, redo: Int?, by author: OwnerID?,
        at now: Timestamp
    ) throws {
        try db.execute(
            """
            INSERT INTO templates_versions (template, version, fields, undo, redo, author, made_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                template.uuidString, version, try JSONEncoder().encode(fields), undo, redo, author?.text,
                now.milliseconds,
            ])
    }

    private func dropOldVersions(of template: UUID) throws {
        let sql = "SELECT version, length(fields) FROM templates_versions WHERE template = ? ORDER BY version DESC"
        var bytes = 0
        var oldest: Int?
        let versions = try db.rows(sql, [template.uuidString]) { (number: $0[0] as Int, byteCount: $0[1] as Int) }
        for (place, version) in versions.enumerated() {
            bytes += version.byteCount
            guard place < 2 || (place < Self.versionLimit && bytes <= Self.byteLimit) else { break }
            oldest = version.number
        }
        for change in [
            "DELETE FROM templates_versions WHERE template = ? AND version < ?",
            "UPDATE templates_versions SET undo = NULL WHERE template = ? AND undo < ?",
            "UPDATE templates_versions SET redo = NULL WHERE template = ? AND redo < ?",
        ] { try db.execute(change, [template.uuidString, oldest]) }
    }
}

extension OwnerID {
    /// The owner of the corrections that this owner makes.
    ///
    /// Those of the local owner, who works without a login, belong to the office.
    var ofCorrections: OwnerID { self == .local ? .office : self }
}
