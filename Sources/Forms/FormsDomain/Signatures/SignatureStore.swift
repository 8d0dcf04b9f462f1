package import Foundation
package import LocalStore
package import Pipeline
package import PipelineSQL
package import SQL

/// The signatures that users keep for the next form, one for each.
package struct SignatureStore: Sendable {
    /// One row for each owner with a signature.
    package static let schema = DomainSchema(
        "signatures",
        migrations: [
            DomainSchema.Migration("signatures") { db in
                let dialect = db.dialect
                try db.script(
                    """
                    CREATE TABLE signatures_kept (
                        owner \(dialect.text) NOT NULL PRIMARY KEY,
                        png \(dialect.bytes) NOT NULL
                    ) \(dialect.tableOptions)
                    """)
            }
        ])

    private let store: SQLStore

    /// Opens the signatures of a local store.
    package init(_ system: LocalSystem) { store = system.database }

    /// Returns the signature of an owner as a PNG file; `nil` if none is kept.
    package func signature(of owner: OwnerID) async throws -> Data? {
        try await store.read { db in
            try db.value(Data.self, "SELECT png FROM signatures_kept WHERE owner = ?", [owner.text])
        }
    }

    /// Keeps a signature, which was checked, instead of an earlier one.
    package func put(_ png: Data, of owner: OwnerID) async throws {
        try await store.write {
            try $0.db.execute(
                """
                INSERT INTO signatures_kept (owner, png) VALUES (?, ?)
                ON CONFLICT (owner) DO UPDATE SET png = excluded.png
                """, [owner.text, png])
        }
    }

    /// Deletes the signature of an owner, if any.
    package func delete(of owner: OwnerID) async throws {
        try await store.write {
            try $0.db.execute("DELETE FROM signatures_kept WHERE owner = ?", [owner.text])
        }
    }

    /// Returns the number of signatures of an owner: 0 or 1.
    package static func count(of owner: OwnerID, _ db: any SQLSession) throws -> Int {
        try db.value(Int.self, "SELECT count(*) FROM signatures_kept WHERE owner = ?", [owner.text]) ?? 0
    }

    /// Returns the number of signatures of an owner: 0 or 1.
    package func count(of owner: OwnerID) async throws -> Int {
        try await store.read { try Self.count(of: owner, $0) }
    }
}
