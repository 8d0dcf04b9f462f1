import FailureModel
import Files
import Foundation
import Glibc

/// A private folder for unfinished work.
///
/// It is locked until its process ends, in whatever way. Unlocked folders are abandoned, and are removed when the next
/// one of the kind is created.
final class TransientFolder {
    /// The URL of the folder.
    let url: URL
    private let lock: FileDescriptor

    /// Removes abandoned folders next to `url` and creates this one.
    ///
    /// - Parameter url: a path that ends in a UUID. Folders with names that differ only in the UUID are of the same
    ///   kind.
    /// - Throws: `output_unwritable`, `disk_full`.
    init(at url: URL) throws(Failure) {
        self.url = url
        Self.removeAbandoned(like: url)
        do throws(SystemCallError) {
            lock = try Self.create(url.path)
        } catch {
            throw error.failure(writing: url.path)
        }
    }

    deinit { try? lock.close() }

    /// Removes the folder with its contents, unless it was renamed.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }

    private static func create(_ path: String) throws(SystemCallError) -> FileDescriptor {
        while true {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("mkdir") }
            let folder: FileDescriptor
            do throws(SystemCallError) {
                folder = try open(path)
            } catch {
                if error.number == ENOENT { continue }
                throw error
            }
            try folder.lock(.exclusive)
            // Another process may have removed it as abandoned before it was locked.
            if try folder.status().st_nlink > 0 { return folder }
            try folder.close()
        }
    }

    private static func removeAbandoned(like url: URL) {
        let parent = url.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        let prefix = url.lastPathComponent.dropLast(UUID().uuidString.count)
        for name in names where name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
        {
            let abandoned = parent.appendingPathComponent(name)
            guard let folder = try? open(abandoned.path) else { continue }
            defer { try? folder.close() }
            if (try? folder.tryLock()) == true { try? FileManager.default.removeItem(at: abandoned) }
        }
    }

    private static func open(_ path: String) throws(SystemCallError) -> FileDescriptor {
        try FileDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
}
