public import Foundation

/// The file system that the process runs on, through POSIX calls.
public struct LocalFileSystem: FileSystem {
    public init() {}

    public func makeDirectory(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failed("mkdir", path) }
    }

    public func create(_ path: String, with bytes: Data) throws {
        try withDescriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC) { try write(bytes, to: $0, path) }
    }

    public func append(_ path: String, _ bytes: Data) throws {
        try withDescriptor(path, O_WRONLY | O_APPEND | O_CLOEXEC) { try write(bytes, to: $0, path) }
    }

    private func write(_ bytes: Data, to descriptor: Int32, _ path: String) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0 && errno == EINTR { continue }
                guard written > 0 else { throw failed("write", path) }
                rest = rest.dropFirst(written)
            }
        }
    }

    public func synchronise(file path: String) throws {
        try withDescriptor(path, O_RDONLY | O_CLOEXEC) { descriptor in
            guard fsync(descriptor) == 0 else { throw failed("fsync", path) }
        }
    }

    public func synchronise(directory path: String) throws {
        try withDescriptor(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) { descriptor in
            guard fsync(descriptor) == 0 else { throw failed("fsync", path) }
        }
    }

    public func rename(_ path: String, to newPath: String) throws {
        guard Glibc.rename(path, newPath) == 0 else { throw failed("rename", path) }
    }

    public func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failed("unlink", path) }
    }

    public func read(_ path: String) throws -> Data {
        try withDescriptor(path, O_RDONLY | O_CLOEXEC) { descriptor in
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw failed("fstat", path) }
            var bytes = Data(count: Int(status.st_size))
            var filled = 0
            while filled < bytes.count {
                let count = bytes.withUnsafeMutableBytes { buffer in
                    Glibc.read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
                }
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { throw failed("read", path) }
                if count == 0 { break }
                filled += count
            }
            return bytes.prefix(filled)
        }
    }

    public func read(_ path: String, in range: Range<Int64>) throws -> Data {
        try withDescriptor(path, O_RDONLY | O_CLOEXEC) { descriptor in
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw failed("fstat", path) }
            let range = range.clamped(to: 0..<Int64(status.st_size))
            var bytes = Data(count: range.count)
            var filled = 0
            while filled < bytes.count {
                let offset = off_t(range.lowerBound) + off_t(filled)
                let count = bytes.withUnsafeMutableBytes { buffer in
                    pread(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, offset)
                }
                if count < 0 && errno == EINTR { continue }
                guard count >= 0 else { throw failed("pread", path) }
                if count == 0 { break }
                filled += count
            }
            return bytes.prefix(filled)
        }
    }

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

    public func attributes(_ path: String) throws -> FileAttributes? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw failed("stat", path)
        }
        let touched = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
        return FileAttributes(byteCount: Int64(status.st_size), touchedAt: Timestamp(milliseconds: touched))
    }

    public func touch(_ path: String, at moment: Timestamp) throws {
        let time = timespec(
            tv_sec: Int(moment.milliseconds / 1000), tv_nsec: Int(moment.milliseconds % 1000) * 1_000_000)
        guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else { throw failed("utimensat", path) }
    }

    public func withLock<T>(_ path: String, alone: Bool, _ body: () throws -> T) throws -> T {
        try withDescriptor(path, O_RDWR | O_CREAT | O_CLOEXEC) { descriptor in
            while flock(descriptor, alone ? LOCK_EX : LOCK_SH) != 0 {
                guard errno == EINTR else { throw failed("flock", path) }
            }
            // Closing the descriptor gives the lock back, whatever becomes of the process.
            return try body()
        }
    }

    private func withDescriptor<T>(_ path: String, _ flags: Int32, _ body: (Int32) throws -> T) throws -> T {
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw failed("open", path) }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    private func failed(_ call: String, _ path: String) -> FileSystemError {
        FileSystemError(call: call, path: path, errorNumber: errno)
    }
}
