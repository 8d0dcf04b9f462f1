package import GRDB

/// Tables of a content module, kept in the store's file, so that its rows change in one transaction with documents and may
/// refer to them.
///
/// Every table, index, trigger and view is named with the domain's name and an underscore before it. A row refers to a
/// document by its id, as text, and goes with it:
///
/// ```swift
/// let trading = DomainSchema(
///     "trading",
///     migrations: [
///         DomainSchema.Migration("accounts") { db in
///             try db.execute(
///                 sql: """
///                     CREATE TABLE trading_accounts (
///                         id INTEGER PRIMARY KEY,
///                         document TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
///                         currency TEXT NOT NULL
///                     ) STRICT;
///                     CREATE INDEX trading_accounts_by_document ON trading_accounts (document);
///                     """)
///         }
///     ])
/// let store = try SQLiteStore(path: path, domains: [trading])
/// ```
/// For services and commands. A stage has no store: it may run anywhere, more than once, and publishes artefacts and facts.
package struct DomainSchema: Sendable {
    /// One step from an older form of the tables to a newer. Once released, it is never changed; another follows it.
    package struct Migration: Sendable {
        /// Unique within the domain.
        package let name: String
        let body: @Sendable (Database) throws -> Void

        /// - Parameter body: runs once for each file, in a transaction.
        package init(_ name: String, _ body: @escaping @Sendable (Database) throws -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Small letters and digits, a letter first.
    package let name: String
    /// In the order in which they run.
    package let migrations: [Migration]

    package init(_ name: String, migrations: [Migration]) {
        self.name = name
        self.migrations = migrations
    }

    /// What everything in the file that is the domain's begins with. A domain's name has no underscore, so no domain's
    /// prefix begins another's.
    var prefix: String { name + "_" }

    /// Brings the file's tables up to this schema. Throws ``SchemaError``; what the migration did is undone.
    func migrate(_ pool: DatabasePool) throws {
        try check()
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(identifier(of: migration)) { db in
                let before = try SchemaObject.all(in: db)
                try migration.body(db)
                try check(before, SchemaObject.all(in: db), after: migration)
            }
        }
        let known = Set(migrations.map(identifier(of:)))
        let applied = try pool.read { try migrator.appliedIdentifiers($0) }
        if let newer = applied.filter({ $0.hasPrefix(name + "/") }).subtracting(known).min() {
            throw SchemaError.newer(migration: newer)
        }
        try migrator.migrate(pool)
    }

    /// Those of the store itself begin with a number, which a domain's name does not.
    private func identifier(of migration: Migration) -> String { "\(name)/\(migration.name)" }

    private func check() throws {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        guard let first = name.first, letters.contains(first),
            name.allSatisfy({ (letters + "0123456789").contains($0) })
        else { throw invalid("its name is not made of small letters and digits") }
        guard !SchemaObject.reservedWords.contains(name) else { throw invalid("its name is the store's own") }
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
        // Such a reference is checked at the end of a transaction, which others' moves share.
        if let object = after.first(where: { $0.belongs(to: self) && $0.isCheckedLate }) {
            throw invalid("\(object.name) has a reference that is INITIALLY DEFERRED")
        }
    }

    private func invalid(_ reason: String) -> SchemaError { .invalid(domain: name, reason: reason) }
}

/// Why a store's file is not opened.
package enum SchemaError: Error, Hashable, CustomStringConvertible {
    /// A newer version of the program has changed the tables.
    case newer(migration: String)
    /// A domain does not keep to its own tables; a mistake of the program.
    case invalid(domain: String, reason: String)

    package var description: String {
        switch self {
        case .newer(let migration): "The store was written by a newer version, which made the change “\(migration)”."
        case .invalid(let domain, let reason): "The tables of “\(domain)” cannot be made: \(reason)."
        }
    }
}

/// A table, index, trigger or view of the file.
private struct SchemaObject: Hashable {
    let name: String
    /// What an index or trigger is on; else its own name.
    let table: String
    let definition: String

    /// What the names of the store's own objects, and of SQLite's and GRDB's, begin with.
    static let reservedWords: Set<String> = [
        "documents", "jobs", "artefacts", "shared", "events", "endings", "feed", "sqlite", "grdb",
    ]

    static func all(in db: Database) throws -> Set<SchemaObject> {
        let rows = try Row.fetchAll(db, sql: "SELECT name, tbl_name, coalesce(sql, '') FROM sqlite_master")
        return Set(rows.map { SchemaObject(name: $0[0], table: $0[1], definition: $0[2]) })
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
