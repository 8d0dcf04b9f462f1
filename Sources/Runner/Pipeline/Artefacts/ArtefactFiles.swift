package import Files
package import Foundation

/// The file operations of ``LocalArtefactStore``.
///
/// Each is one system call, so that tests can inject a fault between any two. Every method throws ``SystemCallError``
/// with the path.
package protocol ArtefactFiles: FileSystem {
    /// Creates a folder that only this user can read (`mkdir`).
    ///
    /// An existing folder is not an error.
    func makePrivateFolder(_ path: String) throws

    /// Creates a new file (`open` with `O_EXCL`) and writes `bytes` to it (`write`).
    func create(_ path: String, with bytes: Data) throws

    /// Appends `bytes` to a file (`open` with `O_APPEND`, `write`).
    func append(_ path: String, _ bytes: Data) throws

    /// Flushes a file's bytes to disk (`fsync`).
    func synchronise(file path: String) throws

    /// Returns all bytes of a file (`read`).
    func read(_ path: String) throws -> Data

    /// Returns a file's bytes in a range, clamped to its length (`pread`).
    func read(_ path: String, in range: Range<Int64>) throws -> Data

    /// Sets a file's modification time, in nanoseconds since 1970 (`utimensat`).
    func touch(_ path: String, at moment: Int64) throws

    /// Runs `body` while holding an advisory lock (`flock`).
    ///
    /// Every process on the folder respects it. It is exclusive if `alone` is true, and shared otherwise.
    func withLock<T>(_ path: String, alone: Bool, _ body: () throws -> T) throws -> T

    /// Creates a file if missing, and holds its exclusive lock.
    ///
    /// The lock is held until the returned object is released or the process ends.
    ///
    /// - Returns: the lock; `nil` if it is already held, or if the file system has no such locks (the default).
    func claim(_ path: String) throws -> (any Sendable)?
}

extension ArtefactFiles {
    /// Returns `nil`: this file system has no such locks.
    package func claim(_ path: String) throws -> (any Sendable)? { nil }

    /// Returns when a file was last touched; `nil` if it does not exist.
    func touched(_ path: String) throws -> Timestamp? {
        try facts(path, followsLink: true).map { Timestamp(milliseconds: $0.modified / 1_000_000) }
    }

    /// Sets a file's modification time.
    func touch(_ path: String, at moment: Timestamp) throws { try touch(path, at: moment.milliseconds * 1_000_000) }
}

extension LocalFileSystem: ArtefactFiles {}
