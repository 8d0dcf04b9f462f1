package import FailureModel
import Files
package import Foundation
package import LibCrypto
import Pipeline
package import PipelineSQL
import SQL
import Threads

/// The keys of an open store, which are the same on each of its machines.
package struct StoreKeys: Sendable {
    /// The digests of the keys, with which each machine compares its own.
    static let schema = DomainSchema(
        "keys",
        migrations: [
            DomainSchema.Migration("digests") { db in
                try db.script(
                    """
                    CREATE TABLE keys_digests (
                        name TEXT PRIMARY KEY,
                        digest TEXT NOT NULL
                    ) \(db.dialect.tableOptions)
                    """)
            },
            ArtefactOwner.migration,
        ],
        // A copy gets the digests of its keys when they are first read, and an ID of its own.
        difference: DomainSchema.Difference(tables: ["keys_digests", ArtefactOwner.table]) { _, _ in })

    private let keys: [StoreKey: SymmetricKey]

    /// Reads the keys of a store in a folder, or creates them; blocks.
    ///
    /// - Throws: `store_unavailable` if a file cannot be read or is no key; errors of writing.
    package init(in folder: URL) throws(Failure) {
        var keys: [StoreKey: SymmetricKey] = [:]
        for key in StoreKey.allCases { keys[key] = try KeyFile.key(in: key.file(in: folder)) }
        self.keys = keys
    }

    /// Reads the keys of a store on a server, or creates them.
    ///
    /// They are compared with those of the store's other machines. The first machine creates the file.
    ///
    /// - Parameters:
    ///   - file: the key ring.
    ///   - database: the store.
    /// - Throws: `keys_differ` if the store knows other keys; `store_unavailable` if the file cannot be read.
    package init(in file: URL, comparedIn database: SQLStore) async throws {
        let known = try await database.read { try Self.digests($0) }
        let keys = try await offPool { () throws(Failure) in try Self.keys(in: file, areNew: known.isEmpty) }
        self.keys = keys
        let digests = keys.map { (name: $0.key.name, digest: Self.digest(of: $0.value)) }
        // Another machine may start at the same moment: the first digest stays, and both compare with it.
        let agreed = try await database.write { transaction in
            for (name, digest) in digests {
                try transaction.db.execute(
                    "INSERT INTO keys_digests (name, digest) VALUES (?, ?) ON CONFLICT DO NOTHING", [name, digest])
            }
            return try Self.digests(transaction.db)
        }
        for (name, digest) in digests where agreed[name] != digest {
            throw Failure(
                .keysDiffer, "The key “\(name)” in \(file.path) is not that of the store's other machines.",
                hint: "Copy the file from another machine of the store.")
        }
    }

    /// Reads a key ring, or creates it for a store that has no keys yet.
    private static func keys(in file: URL, areNew: Bool) throws(Failure) -> [StoreKey: SymmetricKey] {
        if let keys = try KeyRing.keys(in: file) { return keys }
        guard areNew else {
            throw Failure(
                .keysDiffer, "The key ring \(file.path) does not exist, but other machines of this store have one.",
                hint:
                    "Copy the file from another machine of the store, or from its backup; docs/serve/cluster.md says what "
                    + "to do if it is lost.")
        }
        let keys = Dictionary(uniqueKeysWithValues: StoreKey.allCases.map { ($0, SymmetricKey(size: .bits256)) })
        try KeyRing.write(keys, to: file)
        return keys
    }

    private static func digests(_ db: any SQLSession) throws -> [String: String] {
        let rows = try db.rows("SELECT name, digest FROM keys_digests") { ($0[0] as String, $0[1] as String) }
        return Dictionary(rows) { $1 }
    }

    /// Returns a key.
    package subscript(key: StoreKey) -> SymmetricKey {
        guard let value = keys[key] else { preconditionFailure("a store has all keys") }
        return value
    }

    /// Writes the keys into a new key ring.
    ///
    /// - Throws: errors of writing.
    package func write(to file: URL) throws(Failure) {
        try KeyRing.write(keys, to: file)
    }

    /// Writes the keys into the folder of a store, unless it has them.
    ///
    /// - Throws: errors of writing.
    package func write(into folder: URL) throws(Failure) {
        for (key, value) in keys { try KeyFile.write(value, toNew: key.file(in: folder)) }
    }

    /// Returns what identifies a key without revealing it.
    private static func digest(of key: SymmetricKey) -> String {
        Hexadecimal.text(HMACSHA256(key: key).code(for: Data("the digest of a key".utf8)))
    }
}

extension ErrorCode {
    /// The code `keys_differ`.
    package static let keysDiffer = ErrorCode(
        "keys_differ", exit: 226, http: 503, "The machines of a store have different keys, or one has none.",
        "Copy the key ring from another machine of the store.")
}

extension ErrorRow {
    /// The codes of a store's keys.
    package static let storeKeys = rows(.keysDiffer)
}
