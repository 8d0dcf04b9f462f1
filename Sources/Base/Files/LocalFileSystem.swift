import Foundation

/// The file system of the machine, through POSIX calls.
package struct LocalFileSystem: FileSystem {
    package init() {}

    package func names(in folder: String) throws -> (names: [String], unreadable: Int) {
        guard let directory = opendir(folder) else { throw failure("opendir", folder) }
        defer { closedir(directory) }
        var names: [String] = []
        var unreadable = 0
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            guard let name else { unreadable += 1; continue }
            if name != ".", name != ".." { names.append(name) }
        }
        return (names, unreadable)
    }

    package func facts(_ path: String, followsLink: Bool) throws -> FileFacts? {
        var status = stat()
        guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure(followsLink ? "stat" : "lstat", path)
        }
        let kind: FileFacts.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return FileFacts(
            kind: kind, inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modified: status.st_mtim.nanoseconds)
    }

    package func rename(_ path: String, to newPath: String) throws {
        guard Foundation.rename(path, newPath) == 0 else { throw failure("rename", path) }
    }

    package func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink", path) }
    }

    package func synchronise(folder: String) throws {
        try about(folder) { try FileDescriptor.synchronise(folder: folder) }
    }

    // MARK: Errors

    /// Adds the path to an error of `body` without one.
    package func about<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SystemCallError where error.path == nil {
            throw SystemCallError(call: error.call, path: path, number: error.number)
        }
    }

    /// Returns the error of the call that has just failed, from `errno`.
    package func failure(_ call: String, _ path: String) -> SystemCallError {
        SystemCallError(call: call, path: path, number: errno)
    }
}
