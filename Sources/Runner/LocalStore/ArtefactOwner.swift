import FailureModel
import Files
import Foundation
import ObjectStore
import Pipeline
import PipelineSQL
import SQL
import Threads

/// The binding of shared artefacts to one catalogue.
///
/// Housekeeping removes what its catalogue does not refer to. With the artefacts of another store, such as those named
/// in a copied settings file, it would remove all of them.
enum ArtefactOwner {
    /// The migration that gives each catalogue an ID.
    static let migration = DomainSchema.Migration("catalogue") { db in
        try db.script("CREATE TABLE \(table) (id TEXT PRIMARY KEY) \(db.dialect.tableOptions)")
    }

    /// The table with the ID of the catalogue.
    static let table = "keys_catalogue"

    /// Binds artefacts to a catalogue, unless they are bound to another one.
    ///
    /// - Throws: `store_unavailable` if they are; an error of either store.
    static func bind(_ artefacts: any ArtefactStore, at place: String, to catalogue: SQLStore) async throws {
        let id = try await id(of: catalogue)
        let holder: String? = try await offPool {
            switch artefacts {
            case let artefacts as S3ArtefactStore: try artefacts.owner(claiming: id)
            case let artefacts as LocalArtefactStore: try owner(of: artefacts, claiming: id)
            default: nil
            }
        }
        guard let holder, holder != id else { return }
        throw Failure(
            .storeUnavailable,
            "The artefacts in \(place) belong to the catalogue of another store: give each store a bucket, prefix or folder "
                + "of its own, or delete formwright.txt there if the other catalogue no longer exists.")
    }

    private static func id(of catalogue: SQLStore) async throws -> String {
        try await catalogue.write { transaction in
            let sql = "SELECT id FROM \(table)"
            // Two nodes that start together agree on one.
            try transaction.db.lock("keys/catalogue")
            if let id = try transaction.db.value(String.self, sql) { return id }
            let id = UUID().uuidString
            try transaction.db.execute("INSERT INTO \(table) (id) VALUES (?)", [id])
            return id
        }
    }

    /// Returns the catalogue that a shared folder belongs to; an unclaimed folder is claimed.
    private static func owner(of artefacts: LocalArtefactStore, claiming id: String) throws -> String {
        let file = URL(fileURLWithPath: artefacts.root).appendingPathComponent("formwright.txt")
        func owner() -> String? {
            (try? String(contentsOf: file, encoding: .utf8))?.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        if let known = owner(), !known.isEmpty { return known }
        try OutputFile.write(Data((id + "\n").utf8), to: file)
        // Of several that claim at once, the last one stays.
        return owner() ?? id
    }
}
