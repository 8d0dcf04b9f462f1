import Files
package import Foundation
import Linux
import Synchronization

/// The file operations on the local machine.
package struct LocalFiles: FolderFiles {
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

    package func facts(_ path: String) throws -> FileFacts? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("lstat", path)
        }
        let kind: FileFacts.FileKind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return FileFacts(
            kind: kind, inode: UInt64(status.st_ino), size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    }

    package func hasWriter(_ path: String) -> Bool {
        guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return false }
        defer { try? file.close() }
        return FileCalls.hasWriter(file.rawValue)
    }

    package func read(_ path: String, limit: Int) throws -> Data {
        try about(path) {
            let file = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            return try file.closeAfter { () throws(SystemCallError) in try file.readRegularFile(limit: limit) }
        }
    }

    package func write(_ bytes: Data, to path: String, permissions: UInt32) throws {
        try about(path) {
            let file = try Self.openNew(path, mode: permissions)
            try file.closeAfter { () throws(SystemCallError) in
                try file.writeAll(bytes)
                try file.synchronise()
            }
        }
    }

    package func outputPermissions(_ path: String) -> UInt32? { FilePermissions(ofOutputsFrom: path)?.mode }

    package func copy(_ path: String, to copy: String) throws {
        let source = try about(path) { try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW) }
        defer { try? source.close() }
        let permissions = try about(path) { try source.status().st_mode & 0o777 }
        // Private until the permissions of the source are known.
        let target = try about(copy) { try Self.openNew(copy, mode: 0o600) }
        do {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = try about(path) { try source.read(into: &buffer) }
                if count == 0 { break }
                try about(copy) { try target.writeAll(buffer[..<count]) }
            }
        } catch {
            try? target.close()
            throw error
        }
        try about(copy) {
            try target.closeAfter { () throws(SystemCallError) in
                // On a file system without permissions, the copy keeps the defaults.
                _ = fchmod(target.rawValue, permissions)
                try target.synchronise()
            }
        }
    }

    private static func openNew(_ path: String, mode: mode_t) throws(SystemCallError) -> FileDescriptor {
        try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode)
    }

    package func rename(_ path: String, to newPath: String) throws {
        guard Foundation.rename(path, newPath) == 0 else { throw failure("rename", path) }
    }

    package func renameWithoutReplacing(_ path: String, to newPath: String) throws {
        let number = FileCalls.renameWithoutReplacing(path, to: newPath)
        if number != 0 { throw FolderFileError(call: "rename", path: path, number: number) }
    }

    package func exchange(_ path: String, with other: String) throws {
        let number = FileCalls.exchange(path, with: other)
        if number != 0 { throw FolderFileError(call: "rename", path: path, number: number) }
    }

    package func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink", path) }
    }

    package func makeFolder(_ path: String, permissions: UInt32) throws {
        let parent = (path as NSString).deletingLastPathComponent
        if mkdir(path, permissions) != 0 {
            if errno == EEXIST {
                var status = stat()
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                    throw FolderFileError(call: "mkdir", path: path, number: ENOTDIR)
                }
                // On a file system without permissions, the folder keeps the defaults.
                if status.st_mode & 0o777 & ~permissions != 0 { _ = chmod(path, status.st_mode & permissions) }
                return
            }
            guard errno == ENOENT, !parent.isEmpty, parent != path else { throw failure("mkdir", path) }
            try makeFolder(parent)
            guard mkdir(path, permissions) == 0 || errno == EEXIST else { throw failure("mkdir", path) }
        }
        try synchronise(folder: parent.isEmpty ? "." : parent)
    }

    package func removeFolder(_ path: String) throws {
        guard rmdir(path) == 0 || errno == ENOENT else { throw failure("rmdir", path) }
    }

    package func synchronise(folder: String) throws {
        try about(folder) { try FileDescriptor.synchronise(folder: folder) }
    }

    package func lock(_ path: String, making: Bool) throws -> (any FileLock)? {
        try about(path) {
            let file = try FileDescriptor.open(path, O_RDWR | O_NOFOLLOW | (making ? O_CREAT : 0))
            do throws(SystemCallError) {
                if try file.tryLock() { return DescriptorLock(file, path, size: Int(try file.status().st_size)) }
            } catch {
                try? file.close()
                throw error
            }
            try file.close()
            return nil
        }
    }

    /// Adds the path to the error of a failed call.
    func about<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SystemCallError {
            throw FolderFileError(call: error.call, path: path, number: error.number)
        }
    }

    func failure(_ call: String, _ path: String) -> FolderFileError {
        FolderFileError(call: call, path: path, number: errno)
    }
}

/// A lock by `flock`, released when the descriptor is closed.
private final class DescriptorLock: FileLock {
    let sizeWhenLocked: Int
    private let path: String
    private let file: Mutex<FileDescriptor?>

    /// Takes ownership of a locked file.
    init(_ file: FileDescriptor, _ path: String, size: Int) {
        sizeWhenLocked = size
        self.path = path
        self.file = Mutex(file)
    }

    func resize(to size: Int) throws {
        try file.withLock { file in
            do throws(SystemCallError) {
                try (file ?? FileDescriptor(rawValue: -1)).truncate(to: size)
            } catch {
                throw FolderFileError(call: error.call, path: path, number: error.number)
            }
        }
    }

    func giveUp() {
        file.withLock { try? $0.take()?.close() }
    }

    deinit {
        giveUp()
    }
}
