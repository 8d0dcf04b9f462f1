public import FailureModel
import Files
public import Foundation

/// The file operations that ``LocalArtefactStore`` uses, each one system call, so that tests can inject a fault between
/// any two.
///
/// Every method throws ``FileSystemError``.
public protocol FileSystem: Sendable {
    /// Creates a directory (`mkdir`); succeeds if it already exists.
    func makeDirectory(_ path: String) throws

    /// Creates a file that must not exist (`open` with `O_EXCL`) and writes `bytes` to it (`write`).
    func create(_ path: String, with bytes: Data) throws

    /// Appends `bytes` to a file (`open` with `O_APPEND`, `write`).
    func append(_ path: String, _ bytes: Data) throws

    /// Flushes a file's bytes to disk (`fsync`).
    func synchronise(file path: String) throws

    /// Flushes a directory's entries to disk (`fsync`).
    func synchronise(directory path: String) throws

    /// Renames a file atomically, replacing any file that has the new name (`rename`).
    func rename(_ path: String, to newPath: String) throws

    /// Removes a file (`unlink`); succeeds if it does not exist.
    func remove(_ path: String) throws

    /// Returns all bytes of a file (`read`).
    func read(_ path: String) throws -> Data

    /// Returns the bytes of a file in a range of offsets, clamped to the file's length (`pread`).
    func read(_ path: String, in range: Range<Int64>) throws -> Data

    /// Returns the names in a directory (`readdir`), in no particular order.
    func list(_ path: String) throws -> [String]

    /// Returns when a file was last touched and how long it is; `nil` if it does not exist (`stat`).
    func attributes(_ path: String) throws -> FileAttributes?

    /// Sets a file's modification time (`utimensat`).
    func touch(_ path: String, at moment: Timestamp) throws

    /// Runs `body` while holding an advisory lock that every process on the folder respects (`flock`): exclusive if
    /// `alone`, else shared.
    func withLock<T>(_ path: String, alone: Bool, _ body: () throws -> T) throws -> T

    /// Creates a file, if it is missing, and holds its exclusive lock until the returned object is released or the
    /// process ends; `nil` if it is held already, or cannot be (the default).
    func claim(_ path: String) throws -> (any Sendable)?
}

extension FileSystem {
    /// Claims nothing.
    public func claim(_ path: String) throws -> (any Sendable)? { nil }
}

/// The result of ``FileSystem/attributes(_:)``.
public struct FileAttributes: Sendable, Hashable {
    /// The length in bytes (`st_size`).
    public let byteCount: Int64
    /// The time of the last write or touch (`st_mtim`).
    public let touchedAt: Timestamp

    /// Creates the attributes of a file.
    public init(byteCount: Int64, touchedAt: Timestamp) {
        self.byteCount = byteCount
        self.touchedAt = touchedAt
    }
}

/// The error for a failed system call.
public struct FileSystemError: StageError, Hashable, CustomStringConvertible {
    /// The system call, such as `rename`.
    public let call: String
    /// The path that was passed to the call.
    public let path: String
    /// The value of `errno`.
    public let errorNumber: Int32

    /// Creates the error for a call, a path and an `errno`.
    public init(call: String, path: String, errorNumber: Int32) {
        self.call = call
        self.path = path
        self.errorNumber = errorNumber
    }

    /// The message of ``failure``.
    public var description: String { failure.message }

    /// The failure `disk_full`, `disk_read_only`, `too_many_open_files` or `disk_error`, without the path.
    public var failure: Failure {
        if error.isOutOfFiles { return .tooManyOpenFiles }
        if error.isDiskFull { return Failure(.diskFull, "The disk of the artefact folder is full.") }
        if errorNumber == EROFS { return Failure(.diskReadOnly, "The disk of the artefact folder is read-only.") }
        return Failure(.diskError, "\(call): \(error.reason).")
    }

    /// True: a full disk can be emptied, and a broken one replaced.
    public var isTransient: Bool { true }

    /// True if the disk is full or read-only, or too many files are open.
    public var blamesMachine: Bool { error.isDiskFull || error.isOutOfFiles || errorNumber == EROFS }

    private var error: SystemCallError { SystemCallError(call, errorNumber) }
}
