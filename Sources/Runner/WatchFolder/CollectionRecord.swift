import Files
import Foundation
import Pipeline

/// The watchers' record of a collection, with its owner and the delivered results.
///
/// Stored under `<inbox>/.formwright/collections`. It is read and written only while the collection is locked, except
/// to check whether a drop is still the last.
struct CollectionRecord: Sendable, Codable {
    /// The owner named by a file; `nil` if the collection belongs to the folder's owner.
    var namedOwner: OwnerID?
    /// Whether files may still have to be moved to the named owner.
    var isMoving = false
    /// The last addition; its drop delivers the results of the whole collection.
    var last: Addition?
    /// The document of the results in the outbox.
    var delivered: DocumentID?
    /// The number in the names of the delivered files.
    var number = 1
    /// The delivered files, by name.
    ///
    /// A file in the outbox with other facts was added or changed by somebody else.
    var files: [String: FileFacts] = [:]
    /// Whether the last data file for the row of a ``RowHandler`` failed.
    var lacksInputs: Bool?
    /// The delivery in progress.
    var pending: ReplacingDelivery.Plan?

    /// An addition to a collection.
    struct Addition: Sendable, Codable {
        var drop: UUID
        var at: Timestamp
    }
}

extension ClaimFolder {
    private var collections: String { root + "/collections" }

    /// Returns the path of a collection's files, without an extension.
    ///
    /// A name may contain any character, so the path contains its digest.
    private func path(ofCollection name: String) -> String { "\(collections)/\(ContentID(of: Data(name.utf8)).hex)" }

    /// Locks a collection for all watchers of the folder.
    ///
    /// Returns `nil` if another task or process holds the lock.
    func lock(collection name: String) throws -> (any FileLock)? {
        try files.makeFolder(collections, permissions: folderPermissions)
        return try files.lock(path(ofCollection: name) + ".lock", making: true)
    }

    func record(ofCollection name: String) throws -> CollectionRecord {
        do {
            let data = try files.read(path(ofCollection: name) + ".json", limit: 1 << 20)
            return try JSONDecoder().decode(CollectionRecord.self, from: data)
        } catch let error as SystemCallError where error.number == ENOENT {
            return CollectionRecord()
        }
    }

    func save(_ record: CollectionRecord, ofCollection name: String) throws {
        let path = path(ofCollection: name) + ".json"
        try files.write(try JSONEncoder().encode(record), to: path + ".tmp", permissions: permissions)
        try files.rename(path + ".tmp", to: path)
        try files.synchronise(folder: collections)
    }

    /// Returns the drops with files that have not yet been added to a collection.
    func newcomers() throws -> [Drop] { try unfinished().filter { $0.membership == nil } }

    /// Returns the drops that have not ended.
    func unfinished() throws -> [Drop] {
        try files.names(in: drops).names.compactMap { name in
            guard UUID(uuidString: name) != nil else { return nil }
            let data: Data
            do {
                data = try files.read("\(drops)/\(name)/drop.json", limit: 1 << 20)
            } catch let error as SystemCallError where [ENOENT, EACCES, EPERM].contains(error.number) {
                // Being claimed, already removed, or not ours.
                return nil
            }
            guard let drop = try? JSONDecoder().decode(Drop.self, from: data) else { return nil }
            return drop.ending == nil ? drop : nil
        }
    }

    /// Returns the names of unclaimed files in the inbox, complete or not.
    func waiting() throws -> [String] {
        try files.names(in: rule.inbox.path).names.filter { name in
            try !FileNames.isPrivate(name) && files.facts("\(rule.inbox.path)/\(name)")?.kind == .file
        }
    }

    /// Returns whether a task or process is working on a drop.
    func isLive(_ drop: UUID) throws -> Bool {
        do {
            guard let lock = try files.lock(folder(of: drop) + "/lock", making: false) else { return true }
            lock.giveUp()
            return false
        } catch let error as SystemCallError where error.number == ENOENT {
            return false
        }
    }
}
