import Files
import Foundation
import Synchronization

/// Marks unfinished uploads as owned by this process.
///
/// The mark is a lock that ends with the process, so that others can tell whether an unfinished upload is still in use.
final class UploadOwner: Sendable {
    private struct Claim {
        let id: String
        let lock: any Sendable
    }

    private let folder: String
    private let files: any ArtefactFiles
    private let claim = Mutex<Claim?>(nil)

    private static let lockPrefix = "uploads-"

    /// Creates an owner that claims its lock in `folder` with the first upload.
    init(folder: String, files: any ArtefactFiles) {
        self.folder = folder
        self.files = files
    }

    deinit {
        let id = claim.withLock { $0?.id }
        if let id { try? files.remove(Self.lock(of: id, in: folder)) }
    }

    private static func lock(of id: String, in folder: String) -> String { folder + "/" + lockPrefix + id }

    /// Returns the prefix of the names of this process's uploads.
    ///
    /// It is empty if the file system has no such locks.
    func prefix(_ dependencies: Dependencies) throws -> String {
        try claim.withLock { claim in
            if claim == nil {
                let id = dependencies.makeID().uuidString
                claim = try files.claim(Self.lock(of: id, in: folder)).map { Claim(id: id, lock: $0) }
            }
            return claim.map { $0.id + "." } ?? ""
        }
    }

    /// Removes the uploads of processes that have ended, and their locks.
    static func sweep(folder: String, incoming: String, files: any ArtefactFiles) throws {
        let uploads = try files.names(in: incoming).names
        let named = uploads.compactMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } }
        let locked = try files.names(in: folder).names.filter { $0.hasPrefix(lockPrefix) }.map {
            String($0.dropFirst(lockPrefix.count))
        }
        for id in Set(named + locked) {
            guard let claim = try files.claim(lock(of: id, in: folder)) else { continue }
            // Held until the files are gone.
            try withExtendedLifetime(claim) {
                for name in uploads where name.hasPrefix(id + ".") { try files.remove(incoming + "/" + name) }
                try files.remove(lock(of: id, in: folder))
            }
        }
    }
}
