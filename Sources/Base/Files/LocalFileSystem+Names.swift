import Foundation
import Linux

/// Names and folders.
extension LocalFileSystem {
    /// Renames a file atomically; fails with `EEXIST` if the name is taken.
    package func renameWithoutReplacing(_ path: String, to newPath: String) throws {
        let number = FileCalls.renameWithoutReplacing(path, to: newPath)
        if number != 0 { throw SystemCallError(call: "rename", path: path, number: number) }
    }

    /// Exchanges the names of two files atomically.
    ///
    /// Throws `EINVAL` or `ENOSYS` on file systems without this operation.
    package func exchange(_ path: String, with other: String) throws {
        let number = FileCalls.exchange(path, with: other)
        if number != 0 { throw SystemCallError(call: "rename", path: path, number: number) }
    }

    /// Creates a folder and its parents, and flushes their names to disk.
    package func makeFolder(_ path: String, permissions: UInt32) throws {
        let parent = (path as NSString).deletingLastPathComponent
        if mkdir(path, permissions) != 0 {
            if errno == EEXIST {
                var status = stat()
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                    throw SystemCallError(call: "mkdir", path: path, number: ENOTDIR)
                }
                // On a file system without permissions, the folder keeps the defaults.
                if status.st_mode & 0o777 & ~permissions != 0 { _ = chmod(path, status.st_mode & permissions) }
                return
            }
            guard errno == ENOENT, !parent.isEmpty, parent != path else { throw failure("mkdir", path) }
            try makeFolder(parent, permissions: 0o777)
            guard mkdir(path, permissions) == 0 || errno == EEXIST else { throw failure("mkdir", path) }
        }
        try synchronise(folder: parent.isEmpty ? "." : parent)
    }

    /// Removes an empty folder; a missing one is not an error.
    package func removeFolder(_ path: String) throws {
        guard rmdir(path) == 0 || errno == ENOENT else { throw failure("rmdir", path) }
    }
}
