package import Foundation
import Linux

/// Reading, writing and copying files.
extension LocalFileSystem {
    // MARK: Files of one folder that only this user can read

    /// Creates a folder with mode 0700; an existing one is not an error.
    package func makePrivateFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("mkdir", path) }
    }

    /// Creates a file with mode 0600 that must not exist, and writes `bytes` to it.
    package func create(_ path: String, with bytes: Data) throws {
        try withFile(path, O_WRONLY | O_CREAT | O_EXCL) { try $0.writeAll(bytes) }
    }

    /// Appends `bytes` to an existing file.
    package func append(_ path: String, _ bytes: Data) throws {
        try withFile(path, O_WRONLY | O_APPEND) { try $0.writeAll(bytes) }
    }

    /// Flushes a file's bytes to disk.
    package func synchronise(file path: String) throws {
        try withFile(path, O_RDONLY) { try $0.synchronise() }
    }

    /// Returns all bytes of a regular file.
    package func read(_ path: String) throws -> Data {
        try withFile(path, O_RDONLY) { try $0.readRegularFile() }
    }

    /// Returns a range of bytes of a regular file, clamped to the file's length.
    package func read(_ path: String, in range: Range<Int64>) throws -> Data {
        try withFile(path, O_RDONLY) { try $0.readRegularFile(in: range) }
    }

    /// Sets a file's access and modification times, in nanoseconds since 1970.
    package func touch(_ path: String, at moment: Int64) throws {
        let time = timespec(tv_sec: Int(moment / 1_000_000_000), tv_nsec: Int(moment % 1_000_000_000))
        guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else { throw failure("utimensat", path) }
    }

    func withFile<T>(_ path: String, _ flags: Int32, _ body: (FileDescriptor) throws -> T) throws -> T {
        try about(path) {
            let file = try FileDescriptor.open(path, flags, mode: 0o600)
            defer { try? file.close() }
            return try body(file)
        }
    }

    // MARK: Files of users

    /// Returns whether another process is known to have the file open for writing.
    package func hasWriter(_ path: String) -> Bool {
        guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return false }
        defer { try? file.close() }
        return FileCalls.hasWriter(file.rawValue)
    }

    /// Returns the bytes of a regular file of at most `limit` bytes.
    ///
    /// Does not follow links or wait for pipes.
    package func read(_ path: String, limit: Int) throws -> Data {
        try about(path) {
            let file = try FileDescriptor.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            return try file.closeAfter { () throws(SystemCallError) in try file.readRegularFile(limit: limit) }
        }
    }

    /// Writes a file, replacing an existing one, and flushes it to disk.
    package func write(_ bytes: Data, to path: String, permissions: UInt32) throws {
        try about(path) {
            let file = try Self.openNew(path, mode: permissions)
            try file.closeAfter { () throws(SystemCallError) in
                try file.writeAll(bytes)
                try file.synchronise()
            }
        }
    }

    /// Returns the permissions for outputs derived from a file; `nil` if it does not exist.
    package func outputPermissions(_ path: String) -> UInt32? { FilePermissions(ofOutputsFrom: path)?.mode }

    /// Copies a file with its permissions and flushes the copy to disk.
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
}
