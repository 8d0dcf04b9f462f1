import Foundation
import Pipeline

/// What the watchers of one folder remember of a collection: whose it is, and what they delivered of it.
///
/// Stored under `<inbox>/.formwright/collections`; read and written only while the collection is locked, except to see
/// whether a drop is still the last.
struct CollectionRecord: Sendable, Codable {
    /// The owner whom a file named; `nil` if the collection belongs to the owner of the folder.
    var namedOwner: OwnerID?
    /// Whether files of the folder's owner may still have to be moved to the named one.
    var isMoving = false
    /// The drop that was added last, which therefore delivers the results of all.
    var last: Addition?
    /// The document whose results are in the outbox.
    var delivered: DocumentID?
    /// The number in the names of the files in the outbox.
    var number = 1
    /// The files that were delivered, by name.
    ///
    /// A file in the outbox whose facts differ was put there by somebody else, or changed.
    var files: [String: FileFacts] = [:]
    /// Whether the last file with data for the row of a ``RowHandler`` could not be used, and was put away as failed.
    var lacksInputs: Bool?
    /// A delivery that has begun.
    var pending: ReplacingDelivery.Plan?

    /// An addition to a collection.
    struct Addition: Sendable, Codable {
        var drop: UUID
        var at: Timestamp
    }
}

extension ClaimFolder {
    private var collections: String { root + "/collections" }

    /// A name may contain any character, so its digest is used as the file name.
    private func path(ofCollection name: String) -> String { "\(collections)/\(ContentID(of: Data(name.utf8)).hex)" }

    /// Locks a collection for all watchers of the folder; returns `nil` if another task or process holds the lock.
    func lock(collection name: String) throws -> (any FileLock)? {
        try files.makeFolder(collections, permissions: folderPermissions)
        return try files.lock(path(ofCollection: name) + ".lock", making: true)
    }

    func record(ofCollection name: String) throws -> CollectionRecord {
        do {
            let data = try files.read(path(ofCollection: name) + ".json", limit: 1 << 20)
            return try JSONDecoder().decode(CollectionRecord.self, from: data)
        } catch let error as FolderFileError where error.number == ENOENT {
            return CollectionRecord()
        }
    }

    func save(_ record: CollectionRecord, ofCollection name: String) throws {
        let path = path(ofCollection: name) + ".json"
        try files.write(try JSONEncoder().encode(record), to: path + ".tmp", permissions: permissions)
        try files.rename(path + ".tmp", to: path)
        try files.synchronise(folder: collections)
    }

    /// The drops whose files have been taken but not yet added to a collection.
    func newcomers() throws -> [Drop] { try unfinished().filter { $0.membership == nil } }

    /// The drops that have not ended.
    func unfinished() throws -> [Drop] {
        try files.names(in: drops).names.compactMap { name in
            guard UUID(uuidString: name) != nil else { return nil }
            let data: Data
            do {
                data = try files.read("\(drops)/\(name)/drop.json", limit: 1 << 20)
            } catch let error as FolderFileError where [ENOENT, EACCES, EPERM].contains(error.number) {
                // Claimed at this moment, removed, or not ours.
                return nil
            }
            guard let drop = try? JSONDecoder().decode(Drop.self, from: data) else { return nil }
            return drop.ending == nil ? drop : nil
        }
    }

    /// The names of files in the inbox that have not been taken, complete or not.
    func waiting() throws -> [String] {
        try files.names(in: rule.inbox.path).names.filter { name in
            try !FileNames.isPrivate(name) && files.facts("\(rule.inbox.path)/\(name)")?.kind == .file
        }
    }

    /// Whether a task or process is working on a drop.
    func isLive(_ drop: UUID) throws -> Bool {
        do {
            guard let lock = try files.lock(folder(of: drop) + "/lock", making: false) else { return true }
            lock.giveUp()
            return false
        } catch let error as FolderFileError where error.number == ENOENT {
            return false
        }
    }
}
