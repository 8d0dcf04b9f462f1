import FailureModel
import Files
import Foundation
import Glibc

/// A private folder for unfinished work, which the next of its kind removes if its process was killed.
///
/// A lock on the folder tells unfinished work from abandoned work; it is released however the process ends.
final class TransientFolder {
    /// Where it is.
    let url: URL
    private let lock: FileDescriptor

    /// Removes the abandoned folders beside `url` and creates this one.
    ///
    /// - Parameter url: a path that ends in a UUID; folders whose names differ only in it are of the same kind.
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

    /// Removes the folder with everything in it, unless it has been renamed.
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
            // Another process may have taken it for abandoned before it was locked.
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
