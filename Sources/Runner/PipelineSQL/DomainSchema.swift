package import FailureModel
import Pipeline
public import SQL

/// The tables of a domain in the store's file.
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
/// The tables are for services and commands. A stage has no access to the store: it may run anywhere and more than
/// once, and publishes artefacts and facts.
public struct DomainSchema: Sendable {
    /// A step from an older version of the tables to a newer one.
    ///
    /// A released migration is never changed; a new one is added instead.
    public struct Migration: Sendable {
        /// The name, unique within the domain.
        package let name: String
        let body: @Sendable (any SQLSession) throws -> Void

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
    let functions: [SQLFunction]

    /// Declares a domain's tables.
    public init(_ name: String, migrations: [Migration], functions: [SQLFunction] = []) {
        self.name = name
        self.migrations = migrations
        self.functions = functions
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
        let known = Set(migrations.map(identifier(of:)))
        let applied = try database.appliedMigrations()
        if let newer = applied.filter({ $0.hasPrefix(name + "/") }).subtracting(known).min() {
            throw SchemaError.newer(migration: newer)
        }
        try database.migrate(
            migrations.map { migration in
                SQLMigration(identifier(of: migration)) { db in
                    let before = try SchemaObject.all(in: db)
                    try migration.body(db)
                    try check(before, SchemaObject.all(in: db), after: migration)
                }
            })
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
        case .newer: Failure(.storeUnavailable, description)
        case .invalid: Failure(.internalError, description)
        }
    }
}

/// A table, index, trigger or view in the file.
private struct SchemaObject: Hashable {
    let name: String
    /// The table of an index or trigger; otherwise the object's own name.
    let table: String
    let definition: String

    /// The first words of the names used by the store itself, SQLite and GRDB.
    static let reservedWords: Set<String> = [
        "documents", "jobs", "artefacts", "shared", "events", "endings", "feed", "sqlite", "grdb",
    ]

    static func all(in db: any SQLSession) throws -> Set<SchemaObject> {
        Set(
            try db.rows("SELECT name, tbl_name, coalesce(sql, '') FROM sqlite_master") {
                SchemaObject(name: $0[0], table: $0[1], definition: $0[2])
            })
    }

    func belongs(to domain: DomainSchema) -> Bool {
        let isNamedSo = name.hasPrefix(domain.prefix) || name.hasPrefix("sqlite_autoindex_" + domain.prefix)
        return isNamedSo && table.hasPrefix(domain.prefix)
    }

    var isCheckedLate: Bool {
        definition.uppercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
            "INITIALLY DEFERRED")
    }
}
