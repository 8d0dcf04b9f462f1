package import FormModel
import Foundation
package import LocalStore
package import Pipeline
package import PipelineSQL
package import SQL

/// The confirmed mappings of columns to fields, by form digest and owner.
///
/// Every document of the same form and owner uses them, and those of the office serve owners without one of their own.
package struct MappingStore: Sendable {
    /// One row for each form of an owner.
    package static let schema = DomainSchema(
        "mappings",
        migrations: [
            DomainSchema.Migration("mappings") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE mappings_forms (
                        owner \(dialect.text) NOT NULL,
                        digest \(dialect.text) NOT NULL,
                        columns \(dialect.bytes) NOT NULL,
                        PRIMARY KEY (owner, digest)
                    ) \(dialect.tableOptions)
                    """)
            },
            // Those of the local owner serve all, as the corrected fields do.
            DomainSchema.Migration("office") { db in
                try db.execute("UPDATE mappings_forms SET owner = ? WHERE owner = ?", [OwnerID.office.text, ""])
            },
        ])

    private let store: SQLStore

    /// Opens the mappings of a store; `nil` if the store does not support them.
    package init?(_ store: any Store) {
        guard let store = store as? SQLStore else { return nil }
        self.store = store
    }

    /// Opens the mappings of a local store.
    package init(_ system: LocalSystem) { store = system.database }

    /// Returns the mapping of a document's form; `nil` if none was confirmed.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - sha256: the digest of the form's bytes, which are not the document's if it was filled before.
    /// - Returns: the mapping with that digest.
    /// - Throws: an error of the store.
    package func mapping(of document: Document, form sha256: String) async throws -> ColumnMapping? {
        try await store.read { db in
            // Files of earlier versions opened for reading lack the table.
            guard try db.hasTable("mappings_forms") else { return nil }
            let owner = document.owner.ofCorrections.text
            let data = try db.value(
                Data.self,
                """
                SELECT columns FROM mappings_forms WHERE digest = ? AND owner IN (?, ?, '')
                ORDER BY owner = ? DESC, owner DESC LIMIT 1
                """, [FormKind.digest(of: document), owner, OwnerID.office.text, owner])
            return try data.map {
                ColumnMapping(form: sha256, columns: try JSONDecoder().decode([ColumnMapping.Column].self, from: $0))
            }
        }
    }

    /// Keeps a mapping for the form of a document, replacing an earlier one.
    ///
    /// - Throws: `StoreError.documentUnknown`, also if the document belongs to another owner.
    package func put(_ mapping: ColumnMapping, for document: Document, in scope: OwnerScope) async throws {
        try await store.write { transaction in
            let document = try transaction.document(document.id, in: scope)
            let owner = try Self.owner(of: document, transaction.db)
            try Self.put(mapping.columns, digest: FormKind.digest(of: document), of: owner, transaction.db)
        }
    }

    /// Deletes the mapping for the form of a document.
    ///
    /// - Throws: `StoreError.documentUnknown`, also if the document belongs to another owner.
    package func delete(for document: Document, in scope: OwnerScope) async throws {
        try await store.write { transaction in
            let document = try transaction.document(document.id, in: scope)
            try transaction.db.execute(
                "DELETE FROM mappings_forms WHERE owner = ? AND digest = ?",
                [try Self.owner(of: document, transaction.db).text, FormKind.digest(of: document)])
        }
    }

    /// Returns the owner of the mapping that a change for a document concerns.
    ///
    /// It is the office for a form that it has prepared, unless the owner has another mapping.
    private static func owner(of document: Document, _ db: any SQLSession) throws -> OwnerID {
        let (owner, digest) = (document.owner.ofCorrections, FormKind.digest(of: document))
        if try columns(digest: digest, of: owner, db) != nil { return owner }
        return try SharedFormTables(db: db).form(digest: digest) == nil ? owner : .office
    }

    /// Returns the columns of an owner's mapping; `nil` if none was confirmed.
    static func columns(
        digest: String, of owner: OwnerID, _ db: any SQLSession
    ) throws -> [ColumnMapping.Column]? {
        try db.value(
            Data.self, "SELECT columns FROM mappings_forms WHERE owner = ? AND digest = ?", [owner.text, digest]
        ).map { try JSONDecoder().decode([ColumnMapping.Column].self, from: $0) }
    }

    /// Stores the columns of an owner's mapping instead of earlier ones.
    static func put(
        _ columns: [ColumnMapping.Column], digest: String, of owner: OwnerID, _ db: any SQLSession
    ) throws {
        try db.execute(
            """
            INSERT INTO mappings_forms (owner, digest, columns) VALUES (?, ?, ?)
            ON CONFLICT (owner, digest) DO UPDATE SET columns = excluded.columns
            """, [owner.text, digest, try JSONEncoder().encode(columns)])
    }

    /// Makes an owner's mapping the office's, instead of an earlier one.
    static func give(digest: String, of owner: OwnerID, _ db: any SQLSession) throws {
        guard owner.ofCorrections != .office, let columns = try columns(digest: digest, of: owner, db) else { return }
        try put(columns, digest: digest, of: .office, db)
        try db.execute("DELETE FROM mappings_forms WHERE owner = ? AND digest = ?", [owner.text, digest])
    }

    /// Copies an owner's mapping of a form for another owner without one.
    static func copy(digest: String, of owner: OwnerID, to other: OwnerID, _ db: any SQLSession) throws {
        guard owner.ofCorrections != .office, let columns = try columns(digest: digest, of: owner, db),
            try self.columns(digest: digest, of: other.ofCorrections, db) == nil
        else { return }
        try put(columns, digest: digest, of: other.ofCorrections, db)
    }

    // MARK: Owners

    /// Returns the number of mappings of an owner.
    package func count(of owner: OwnerID) async throws -> Int {
        try await store.read { try Self.count(of: owner, $0) }
    }

    /// Returns the number of mappings of an owner, within a transaction.
    package static func count(of owner: OwnerID, _ db: any SQLSession) throws -> Int {
        try db.value(Int.self, "SELECT count(*) FROM mappings_forms WHERE owner = ?", [owner.text]) ?? 0
    }

    /// Deletes the mappings of an owner.
    package func deleteAll(of owner: OwnerID) async throws {
        try await store.write {
            try $0.db.execute("DELETE FROM mappings_forms WHERE owner = ?", [owner.text])
        }
    }
}
