package import DroppedArchive
import FailureModel
import Files
import Foundation
package import Pipeline

/// The source of the files of a dropped folder or archive.
package enum TreeSource: Sendable {
    /// A folder on the disk.
    case folder(_ path: String, TreeListing, stem: String, any FolderFiles)
    /// The members of an archive, in the store.
    case archive(ArchiveMembers, stem: String, any ArtefactStore)

    /// Returns the tree for a ``TreeHandler``.
    ///
    /// - Throws: `Failure` if it exceeds the limits.
    package func tree(_ limits: DroppedLimits) throws -> DroppedTree {
        switch self {
        case .folder(_, let listing, let stem, _):
            try DroppedTree(stem: stem, listing: listing, limits: limits) { path, limit in
                var bytes = Data()
                try self.read(path, limit: Int64(limit)) { bytes += $0 }
                return bytes
            }
        case .archive(let members, let stem, _):
            DroppedTree(stem: stem, members: members) { path, limit in
                var bytes = Data()
                try self.read(path, limit: Int64(limit)) { bytes += $0 }
                return bytes
            }
        }
    }

    /// Stores a file for a document.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - owner: the owner of the document.
    ///   - artefacts: the store.
    /// - Returns: the stored file; its document has not been imported yet.
    /// - Throws: `Failure` if the file cannot be used, or an error of the disk or the store.
    package func store(_ file: TreePlan.File, for owner: OwnerID, in artefacts: any ArtefactStore) throws -> StoredPart
    {
        let stored: StoredBytes
        let type: String
        switch self {
        case .folder(_, let listing, _, _):
            guard let entry = listing.entries.first(where: { $0.path == file.path }) else {
                throw Failure(.inputMissing, "There is no file of this name.")
            }
            (stored, type) = try Self.store(file.kind, byteCount: entry.size, file.path, in: artefacts) {
                try read(file.path, limit: entry.size, $0)
            }
        case .archive(let members, _, let source):
            guard let member = members.members.first(where: { $0.path == file.path }), let content = member.content
            else {
                throw Failure(.inputMissing, "There is no file of this name.")
            }
            let head = try source.read(content, in: 0..<Int64(KindFiles.headLength))
            type = try file.kind.mediaType(ofHead: head, byteCount: member.byteCount, fileName: file.path)
            stored = StoredBytes(content: content, byteCount: member.byteCount)
        }
        return StoredPart(
            document: file.document(of: stored.content, owner: owner), content: stored.content,
            byteCount: stored.byteCount, mediaType: type)
    }

    /// Stores bytes once a kind has recognised their beginning.
    ///
    /// - Throws: `Failure` before anything is stored, or an error of the disk or the store.
    static func store(
        _ kind: any Kind, byteCount: Int64, _ name: String, in artefacts: any ArtefactStore,
        reading: ((Data) throws -> Void) throws -> Void
    ) throws -> (StoredBytes, mediaType: String) {
        // An empty file is checked before it is opened.
        if byteCount == 0 { _ = try kind.mediaType(ofHead: Data(), byteCount: 0, fileName: name) }
        var type: String?
        let upload = try artefacts.upload()
        do {
            try reading { piece in
                if type == nil {
                    let head = piece.prefix(KindFiles.headLength)
                    type = try kind.mediaType(ofHead: head, byteCount: byteCount, fileName: name)
                }
                try upload.append(piece)
            }
            guard let type else {
                throw Failure(.inputEmpty, "\(name) is empty.")
            }
            return (try upload.commit(), type)
        } catch {
            upload.discard()
            throw (error as? SystemCallError).map(Self.unreadable) ?? error
        }
    }

    /// Returns the failure or error to throw for a disk error.
    ///
    /// A file that cannot be read fails alone; other disk errors are retried.
    private static func unreadable(_ error: SystemCallError) -> any Error {
        switch error.number {
        case EACCES, EPERM: Failure(.inputUnreadable, "It cannot be read: permission denied.")
        case ELOOP, EINVAL, EISDIR, ENXIO, EXDEV, ENOENT, ENOTDIR:
            Failure(.inputUnreadable, "It is not a regular file of the folder.")
        case EFBIG: Failure(.inputTooLarge, "It is larger than the limit.")
        default: error
        }
    }

    private func read(_ path: String, limit: Int64, _ take: (Data) throws -> Void) throws {
        switch self {
        case .folder(let folder, _, _, let files):
            do {
                try files.read(path, beneath: folder, limit: limit, take)
            } catch let error as SystemCallError {
                throw Self.unreadable(error)
            }
        case .archive(let members, _, let source):
            guard let member = members.members.first(where: { $0.path == path }), let content = member.content else {
                throw Failure(.inputMissing, "There is no file of this name.")
            }
            guard member.byteCount <= limit else { throw Failure(.inputTooLarge, "It is larger than the limit.") }
            var offset: Int64 = 0
            while offset < member.byteCount {
                let bytes = try source.read(content, in: offset..<min(member.byteCount, offset + 1 << 20))
                if bytes.isEmpty { break }
                try take(bytes)
                offset += Int64(bytes.count)
            }
        }
    }
}
