import Files
public import Foundation

/// The file system of the machine, through POSIX calls.
public struct LocalFileSystem: FileSystem {
    /// Creates the file system.
    public init() {}

    /// Creates a directory with mode 0700; succeeds if it already exists.
    public func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failed("mkdir", path) }
    }

    /// Creates a file with mode 0600 that must not exist, and writes `bytes` to it.
    public func create(_ path: String, with bytes: Data) throws {
        try withFile(path, O_WRONLY | O_CREAT | O_EXCL) { try $0.writeAll(bytes) }
    }

    /// Appends `bytes` to an existing file.
    public func append(_ path: String, _ bytes: Data) throws {
        try withFile(path, O_WRONLY | O_APPEND) { try $0.writeAll(bytes) }
    }

    /// Flushes a file's bytes to disk.
    public func synchronise(file path: String) throws {
        try withFile(path, O_RDONLY) { try $0.synchronise() }
    }

    /// Flushes a directory's entries to disk.
    public func synchronise(directory path: String) throws {
        try about(path) { try FileDescriptor.synchronise(folder: path) }
    }

    /// Renames a file atomically, replacing any file that has the new name.
    public func rename(_ path: String, to newPath: String) throws {
        guard Glibc.rename(path, newPath) == 0 else { throw failed("rename", path) }
    }

    /// Removes a file; succeeds if it does not exist.
    public func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failed("unlink", path) }
    }

    /// Returns all bytes of a regular file.
    public func read(_ path: String) throws -> Data {
        try withFile(path, O_RDONLY) { try $0.readRegularFile() }
    }

    /// Returns the bytes of a regular file in a range of offsets, clamped to its length.
    public func read(_ path: String, in range: Range<Int64>) throws -> Data {
        try withFile(path, O_RDONLY) { try $0.readRegularFile(in: range) }
    }

    /// Returns the names in a directory, in no particular order.
    public func list(_ path: String) throws -> [String] {
        guard let directory = opendir(path) else { throw failed("opendir", path) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Returns a file's length and modification time; `nil` if it does not exist.
    public func attributes(_ path: String) throws -> FileAttributes? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failed("stat", path)
        }
        let touched = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
        return FileAttributes(byteCount: Int64(status.st_size), touchedAt: Timestamp(milliseconds: touched))
    }

    /// Sets a file's access and modification times.
    public func touch(_ path: String, at moment: Timestamp) throws {
        let time = timespec(
            tv_sec: Int(moment.milliseconds / 1000), tv_nsec: Int(moment.milliseconds % 1000) * 1_000_000)
        guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else { throw failed("utimensat", path) }
    }

    /// Runs `body` while holding an exclusive or shared `flock` on a file, which is created if it is missing.
    public func withLock<T>(_ path: String, alone: Bool, _ body: () throws -> T) throws -> T {
        try withFile(path, O_RDWR | O_CREAT) { file in
            try file.lock(alone ? .exclusive : .shared)
            return try body()
        }
    }

    /// Holds the exclusive `flock` of a file; `nil` if it is held already.
    public func claim(_ path: String) throws -> (any Sendable)? {
        try about(path) {
            while true {
                let claim = HeldFile(try FileDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600))
                guard try claim.file.tryLock() else { return nil }
                // Another process may have removed the file between the opening and the locking.
                var named = stat()
                if stat(path, &named) == 0, named.st_ino == (try claim.file.status()).st_ino { return claim }
            }
        }
    }

    private final class HeldFile: Sendable {
        let file: FileDescriptor

        init(_ file: FileDescriptor) {
            self.file = file
        }

        deinit { try? file.close() }
    }

    private func withFile<T>(_ path: String, _ flags: Int32, _ body: (FileDescriptor) throws -> T) throws -> T {
        try about(path) {
            let file = try FileDescriptor.open(path, flags, mode: 0o600)
            defer { try? file.close() }
            return try body(file)
        }
    }

    /// Adds the path to the error of a failed call.
    private func about<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SystemCallError {
            throw FileSystemError(call: error.call, path: path, errorNumber: error.number)
        }
    }

    private func failed(_ call: String, _ path: String) -> FileSystemError {
        FileSystemError(call: call, path: path, errorNumber: errno)
    }
}
