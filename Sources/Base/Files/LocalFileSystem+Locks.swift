import Foundation
import Synchronization

/// Advisory locks (`flock`) that every process with access to a folder respects.
extension LocalFileSystem {
    /// Runs `body` while holding the lock of a file, which is created if missing.
    ///
    /// The lock is exclusive if `alone`, and shared otherwise.
    package func withLock<T>(_ path: String, alone: Bool, _ body: () throws -> T) throws -> T {
        try withFile(path, O_RDWR | O_CREAT) { file in
            try file.lock(alone ? .exclusive : .shared)
            defer { file.unlock() }
            return try body()
        }
    }

    /// Locks a file for this process; `nil` if another process holds the lock.
    package func lock(_ path: String, making: Bool) throws -> (any FileLock)? {
        try lock(path, O_RDWR | O_NOFOLLOW | (making ? O_CREAT : 0), mode: 0o666)
    }

    /// Locks a file that its holder may remove; `nil` if already locked.
    package func claim(_ path: String) throws -> (any Sendable)? {
        while let claim = try lock(path, O_RDWR | O_CREAT, mode: 0o600) {
            // Another process may have removed the file after it was opened and before it was locked.
            if try facts(path, followsLink: true)?.inode == claim.inode { return claim }
        }
        return nil
    }

    private func lock(_ path: String, _ flags: Int32, mode: mode_t) throws -> DescriptorLock? {
        try about(path) {
            let file = try FileDescriptor.open(path, flags, mode: mode)
            do throws(SystemCallError) {
                if try file.tryLock() { return DescriptorLock(file, path, try file.status()) }
            } catch {
                try? file.close()
                throw error
            }
            try file.close()
            return nil
        }
    }
}

/// A lock by `flock`.
private final class DescriptorLock: FileLock {
    let sizeWhenLocked: Int
    let inode: UInt64
    private let path: String
    private let file: Mutex<FileDescriptor?>

    /// Takes ownership of a locked file.
    init(_ file: FileDescriptor, _ path: String, _ status: stat) {
        sizeWhenLocked = Int(status.st_size)
        inode = UInt64(status.st_ino)
        self.path = path
        self.file = Mutex(file)
    }

    func resize(to size: Int) throws {
        try file.withLock { file in
            do throws(SystemCallError) {
                try (file ?? FileDescriptor(rawValue: -1)).truncate(to: size)
            } catch {
                throw SystemCallError(call: error.call, path: path, number: error.number)
            }
        }
    }

    func giveUp() {
        file.withLock {
            guard let file = $0.take() else { return }
            // Closing alone would leave the lock to a child process between its fork and its exec.
            file.unlock()
            try? file.close()
        }
    }

    deinit {
        giveUp()
    }
}
