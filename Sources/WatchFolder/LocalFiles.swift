package import Foundation
import Linux
import Synchronization

/// The machine's own files.
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
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return FileCalls.hasWriter(descriptor)
    }

    package func read(_ path: String, limit: Int) throws -> Data {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("fstat", path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FolderFileError(call: "open", path: path, number: EINVAL)
        }
        guard status.st_size <= limit else { throw FolderFileError(call: "read", path: path, number: EFBIG) }
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw FolderFileError(call: "read", path: path, number: EIO)
        }
    }

    package func write(_ bytes: Data, to path: String) throws {
        try writing(path) { descriptor in
            var offset = 0
            while offset < bytes.count {
                let count = bytes.withUnsafeBytes { raw in
                    Foundation.write(descriptor, raw.baseAddress.map { $0 + offset }, raw.count - offset)
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw failure("write", path) }
                offset += count
            }
        }
    }

    package func copy(_ path: String, to copy: String) throws {
        let source = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard source >= 0 else { throw failure("open", path) }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0 else { throw failure("fstat", path) }
        // Nobody else's until it is known whose it may be.
        try writing(copy, mode: 0o600) { target in
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = Foundation.read(source, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw failure("read", path) }
                if count == 0 { break }
                var offset = 0
                while offset < count {
                    let written = buffer.withUnsafeBytes { raw in
                        Foundation.write(target, raw.baseAddress.map { $0 + offset }, count - offset)
                    }
                    if written < 0, errno == EINTR { continue }
                    guard written >= 0 else { throw failure("write", copy) }
                    offset += written
                }
            }
            // Where the file system has no permissions to give, the copy has what it gives to all.
            _ = fchmod(target, status.st_mode & 0o777)
        }
    }

    private func writing(_ path: String, mode: mode_t = 0o666, _ body: (Int32) throws -> Void) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("open", path) }
        do {
            try body(descriptor)
            guard fsync(descriptor) == 0 else { throw failure("fsync", path) }
        } catch {
            close(descriptor)
            throw error
        }
        guard close(descriptor) == 0 else { throw failure("close", path) }
    }

    package func rename(_ path: String, to newPath: String) throws {
        guard Foundation.rename(path, newPath) == 0 else { throw failure("rename", path) }
    }

    package func renameWithoutReplacing(_ path: String, to newPath: String) throws {
        let number = FileCalls.renameWithoutReplacing(path, to: newPath)
        if number != 0 { throw FolderFileError(call: "rename", path: path, number: number) }
    }

    package func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink", path) }
    }

    package func makeFolder(_ path: String) throws {
        let parent = (path as NSString).deletingLastPathComponent
        if mkdir(path, 0o777) != 0 {
            if errno == EEXIST {
                var status = stat()
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                    throw FolderFileError(call: "mkdir", path: path, number: ENOTDIR)
                }
                return
            }
            guard errno == ENOENT, !parent.isEmpty, parent != path else { throw failure("mkdir", path) }
            try makeFolder(parent)
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw failure("mkdir", path) }
        }
        try synchronise(folder: parent.isEmpty ? "." : parent)
    }

    package func removeFolder(_ path: String) throws {
        guard rmdir(path) == 0 || errno == ENOENT else { throw failure("rmdir", path) }
    }

    package func synchronise(folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open", folder) }
        defer { close(descriptor) }
        // File systems that cannot sync folders keep their own promises.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("fsync", folder) }
    }

    package func lock(_ path: String, making: Bool) throws -> (any FileLock)? {
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | (making ? O_CREAT : 0), 0o666)
        guard descriptor >= 0 else { throw failure("open", path) }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let number = errno
            close(descriptor)
            if number == EWOULDBLOCK { return nil }
            throw FolderFileError(call: "flock", path: path, number: number)
        }
        return try DescriptorLock(descriptor, path)
    }

    private func failure(_ call: String, _ path: String) -> FolderFileError {
        FolderFileError(call: call, path: path, number: errno)
    }
}

/// `flock`, given up with the descriptor.
private final class DescriptorLock: FileLock {
    let sizeWhenLocked: Int
    private let path: String
    private let descriptor: Mutex<Int32?>

    /// Takes over a descriptor that holds the lock.
    init(_ descriptor: Int32, _ path: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let number = errno
            close(descriptor)
            throw FolderFileError(call: "fstat", path: path, number: number)
        }
        sizeWhenLocked = Int(status.st_size)
        self.path = path
        self.descriptor = Mutex(descriptor)
    }

    func resize(to size: Int) throws {
        try descriptor.withLock { descriptor in
            guard ftruncate(descriptor ?? -1, off_t(size)) == 0 else {
                throw FolderFileError(call: "ftruncate", path: path, number: errno)
            }
        }
    }

    func giveUp() {
        descriptor.withLock { descriptor in
            if let open = descriptor.take() { _ = close(open) }
        }
    }

    deinit {
        giveUp()
    }
}
