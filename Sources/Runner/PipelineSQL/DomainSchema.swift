package import FailureModel
import Pipeline
public import SQL

/// The tables of a domain in the store's database.
///
/// Their rows may refer to documents, and change in the same transaction as these. The name of every table, index,
/// trigger and view starts with the domain's name and an underscore. A row refers to a document by its ID, as text, and
/// is deleted with it:
///
/// ```swift
/// let memos = DomainSchema(
///     "memos",
///     migrations: [
///         DomainSchema.Migration("notes") { db in
///             try db.script(
///                 """
///                 CREATE TABLE memos_notes (
///                     id INTEGER PRIMARY KEY,
///                     document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE
///                 ) STRICT;
///                 CREATE INDEX memos_notes_by_document ON memos_notes (document);
///                 """)
///         }
///     ])
/// let store = try SQLStore(path: path, domains: [memos])
/// ```
///
/// On PostgreSQL, the types and clauses come from the `dialect` of the migration's session.
///
/// The tables are for services and commands. A stage has no access to the store: it may run anywhere and more than
/// once, and publishes artefacts and facts.
public struct DomainSchema: Sendable {
    /// A step from an older version of the tables to a newer one.
    ///
    /// A released migration is never changed; a new one is added instead.
    public struct Migration: Sendable {
        /// The name, unique within the domain.
        package let name: String
        package let body: @Sendable (any SQLSession) throws -> Void

        /// Creates a migration.
        ///
        /// - Parameters:
        ///   - name: unique within the domain.
        ///   - body: runs once for each file, in a transaction.
        public init(_ name: String, _ body: @escaping @Sendable (any SQLSession) throws -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// The name: lower-case letters and digits, starting with a letter.
    package let name: String
    /// The migrations in the order of execution.
    package let migrations: [Migration]
    /// The functions that the domain's statements call.
    package let functions: [SQLFunction]

    /// What a copy of the store treats differently.
    let difference: Difference?

    /// Tables that a copy of the store does not take over row by row.
    ///
    /// Only one engine has them, or a store has them for itself.
    public struct Difference: Sendable {
        let tables: Set<String>
        let copy: @Sendable (_ source: any SQLSession, _ target: any SQLSession) throws -> Void

        /// Creates a difference.
        ///
        /// - Parameters:
        ///   - tables: the names of the tables.
        ///   - copy: writes them in the target, after all other tables have been copied.
        public init(
            tables: Set<String>,
            copy: @escaping @Sendable (_ source: any SQLSession, _ target: any SQLSession) throws -> Void
        ) {
            self.tables = tables
            self.copy = copy
        }
    }

    /// Declares a domain's tables.
    public init(
        _ name: String, migrations: [Migration], functions: [SQLFunction] = [], difference: Difference? = nil
    ) {
        self.name = name
        self.migrations = migrations
        self.functions = functions
        self.difference = difference
    }

    /// The prefix of all names that belong to the domain.
    ///
    /// A domain's name contains no underscore, so no prefix is the start of another.
    var prefix: String { name + "_" }

    /// Migrates the file's tables to this schema.
    ///
    /// Throws ``SchemaError``; the migration is then rolled back.
    func migrate(_ database: any SQLDatabase) throws {
        try check()
        try refuseNewer(in: database)
        try database.migrate(
            migrations.map { migration in
                SQLMigration(identifier(of: migration)) { db in
                    let before = try SchemaObject.all(in: db)
                    try migration.body(db)
                    try check(before, SchemaObject.all(in: db), after: migration)
                }
            })
        try refuseNewer(in: database)
    }

    private func refuseNewer(in database: any SQLDatabase) throws {
        let applied = try database.appliedMigrations().filter { $0.hasPrefix(name + "/") }
        if let newer = applied.subtracting(migrations.map(identifier(of:))).min() {
            throw SchemaError.newer(migration: newer)
        }
    }

    /// Returns the identifier of a migration in the file.
    ///
    /// Identifiers of the store's own migrations start with a digit, which a domain's name cannot.
    private func identifier(of migration: Migration) -> String { "\(name)/\(migration.name)" }

    private func check() throws {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        guard let first = name.first, letters.contains(first),
            name.allSatisfy({ (letters + "0123456789").contains($0) })
        else { throw invalid("its name is not lower-case letters and digits starting with a letter") }
        guard !SchemaObject.reservedWords.contains(name) else { throw invalid("its name is reserved for the store") }
        guard Set(migrations.map(\.name)).count == migrations.count else {
            throw invalid("two migrations have the same name")
        }
    }

    private func check(
        _ before: Set<SchemaObject>, _ after: Set<SchemaObject>, after migration: Migration
    ) throws {
        let changed = before.symmetricDifference(after).filter { !$0.belongs(to: self) }
        if let object = changed.map(\.name).min() {
            throw invalid("its migration \(migration.name) touches \(object), which does not begin with \(prefix)")
        }
        // A deferred reference is checked at the end of the transaction, which is shared with the moves of other
        // callers.
        if let object = after.first(where: { $0.belongs(to: self) && $0.isCheckedLate }) {
            throw invalid("\(object.name) has a reference that is INITIALLY DEFERRED")
        }
    }

    private func invalid(_ reason: String) -> SchemaError { .invalid(domain: name, reason: reason) }
}

/// The reason why a store's file cannot be opened.
package enum SchemaError: Error, Hashable, CustomStringConvertible {
    /// The file has a migration of a newer version of the program.
    case newer(migration: String)
    /// A domain touches objects other than its own, which is a programming error.
    case invalid(domain: String, reason: String)

    package var description: String {
        switch self {
        case .newer(let migration): "The store was used by a newer version of Formwright (migration “\(migration)”)."
        case .invalid(let domain, let reason): "The tables of “\(domain)” cannot be created: \(reason)."
        }
    }
}

extension SchemaError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .newer:
            Failure(
                .storeUnavailable, description,
                hint: "Use the newer program, which can also write a backup; an older one never reads the store again.")
        case .invalid: Failure(.internalError, description)
        }
    }
}

/// A table, index, trigger or view, and on PostgreSQL also a sequence, constraint or function.
private struct SchemaObject: Hashable {
    let name: String
    /// The table of an index or trigger; otherwise the object's own name.
    let table: String
    let definition: String

    /// The first words of the names used by the store itself, SQLite and GRDB.
    static let reservedWords: Set<String> = [
        "documents", "jobs", "artefacts", "shared", "parts", "events", "endings", "feed", "refuse", "schema", "search",
        "sqlite", "grdb", "pg",
    ]

    static func all(in db: any SQLSession) throws -> Set<SchemaObject> {
        Set(
            try db.rows(
                db.dialect == .sqlite
                    ? "SELECT name, tbl_name, coalesce(sql, '') FROM sqlite_master" : objectsOfPostgreSQL
            ) { SchemaObject(name: $0[0], table: $0[1], definition: $0[2]) })
    }

    /// The objects with their tables, from PostgreSQL's catalogue.
    ///
    /// A constraint belongs to its table whatever its name is. The triggers by which the engine itself checks references
    /// are left out.
    private static let objectsOfPostgreSQL = """
        SELECT c.relname, coalesce(t.relname, c.relname), concat_ws(' ', c.relkind, pg_get_indexdef(i.indexrelid),
            CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END,
            (SELECT string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
                pg_get_expr(d.adbin, d.adrelid)), ', ' ORDER BY a.attnum)
            FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'f')))
        FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
        WHERE c.relnamespace = CAST(current_schema() AS regnamespace)
        UNION ALL
        SELECT concat(c.relname, ' ', o.conname), c.relname, pg_get_constraintdef(o.oid)
        FROM pg_constraint o JOIN pg_class c ON c.oid = o.conrelid
        WHERE o.connamespace = CAST(current_schema() AS regnamespace)
        UNION ALL
        SELECT t.tgname, c.relname, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE NOT t.tgisinternal AND c.relnamespace = CAST(current_schema() AS regnamespace)
        UNION ALL
        SELECT p.proname, p.proname, concat(pg_get_function_arguments(p.oid), ' ', p.prosrc)
        FROM pg_proc p WHERE p.pronamespace = CAST(current_schema() AS regnamespace)
        """

    func belongs(to domain: DomainSchema) -> Bool {
        let isNamedSo = name.hasPrefix(domain.prefix) || name.hasPrefix("sqlite_autoindex_" + domain.prefix)
        return isNamedSo && table.hasPrefix(domain.prefix)
    }

    var isCheckedLate: Bool {
        definition.uppercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
            "INITIALLY DEFERRED")
    }
}
