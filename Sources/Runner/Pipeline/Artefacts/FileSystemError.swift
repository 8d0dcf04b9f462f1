public import FailureModel
import Files
import Foundation

/// A failed operation on the files of an artefact store.
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

    /// Runs file operations, and converts the error of a failed call.
    package static func naming<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as SystemCallError {
            throw FileSystemError(call: error.call, path: error.path ?? "", errorNumber: error.number)
        }
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

    /// True, because a full disk can be emptied, and a broken one replaced.
    public var isTransient: Bool { true }

    /// Whether the disk is full or read-only, or too many files are open.
    public var blamesMachine: Bool { error.isDiskFull || error.isOutOfFiles || errorNumber == EROFS }

    private var error: SystemCallError { SystemCallError(call, errorNumber) }
}
