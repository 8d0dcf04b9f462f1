public import FailureModel
import Files
public import Foundation

/// The file operations that the artefact store is made of, one system call each, so that tests can stop the world
/// between any two of them.
///
/// Every method throws ``FileSystemError``.
public protocol FileSystem: Sendable {
    /// Makes a directory (`mkdir`); that it exists already is no error.
    func makeDirectory(_ path: String) throws

    /// Makes a file that must not exist (`open` with `O_EXCL`) and writes `bytes` to it (`write`).
    func create(_ path: String, with bytes: Data) throws

    /// Writes `bytes` at the end of a file (`open` with `O_APPEND`, `write`).
    func append(_ path: String, _ bytes: Data) throws

    /// Brings a file's bytes to the disk (`fsync`).
    func synchronise(file path: String) throws

    /// Brings a directory's names to the disk (`fsync`).
    func synchronise(directory path: String) throws

    /// Gives a file another name at once, replacing what has it (`rename`).
    func rename(_ path: String, to newPath: String) throws

    /// Removes a file (`unlink`); that there is none is no error.
    func remove(_ path: String) throws

    /// All bytes of a file (`read`).
    func read(_ path: String) throws -> Data

    /// The bytes of a file in a range of offsets, as far as it has them (`pread`).
    func read(_ path: String, in range: Range<Int64>) throws -> Data

    /// The names in a directory (`readdir`), in no order.
    func list(_ path: String) throws -> [String]

    /// When a file was touched last and how long it is; `nil` where there is none (`stat`).
    func attributes(_ path: String) throws -> FileAttributes?

    /// Dates a file (`utimensat`).
    func touch(_ path: String, at moment: Timestamp) throws

    /// Runs `body` while holding a lock that every process on the folder obeys (`flock`): shared by many, or alone.
    func withLock<T>(_ path: String, alone: Bool, _ body: () throws -> T) throws -> T
}

/// What ``FileSystem/attributes(_:)`` tells.
public struct FileAttributes: Sendable, Hashable {
    /// The length in bytes (`st_size`).
    public let byteCount: Int64
    /// The date of the last write or touch (`st_mtim`).
    public let touchedAt: Timestamp

    public init(byteCount: Int64, touchedAt: Timestamp) {
        self.byteCount = byteCount
        self.touchedAt = touchedAt
    }
}

/// A system call failed.
public struct FileSystemError: StageError, Hashable, CustomStringConvertible {
    /// The call, such as `rename`.
    public let call: String
    /// What the call was about.
    public let path: String
    /// The C `errno`.
    public let errorNumber: Int32

    public init(call: String, path: String, errorNumber: Int32) {
        self.call = call
        self.path = path
        self.errorNumber = errorNumber
    }

    public var description: String { failure.message }

    public var failure: Failure {
        if error.isDiskFull { return Failure(.diskFull, "The disk of the artefact folder is full.") }
        if errorNumber == EROFS { return Failure(.diskReadOnly, "The disk of the artefact folder is read-only.") }
        return Failure(.diskError, "\(call): \(error.reason).")
    }

    /// A full disk can be emptied, and a broken one replaced.
    public var isTransient: Bool { true }

    public var blamesMachine: Bool { error.isDiskFull || [EROFS, EMFILE, ENFILE].contains(errorNumber) }

    private var error: SystemCallError { SystemCallError(call, errorNumber) }
}
