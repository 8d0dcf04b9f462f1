package import FailureModel
import Foundation

/// A failed system call.
package struct SystemCallError: Error, Hashable, CustomStringConvertible {
    /// The call, such as `fsync`.
    package let call: String
    /// The path passed to the call; `nil` if the caller knows it.
    package let path: String?
    /// The C `errno`.
    package let number: Int32

    /// Creates the error of a call on a file known to the caller.
    package init(_ call: String, _ number: Int32) {
        self.call = call
        path = nil
        self.number = number
    }

    /// Creates the error of a call on the file at a path.
    package init(call: String, path: String, number: Int32) {
        self.call = call
        self.path = path
        self.number = number
    }

    /// The call, the path and the reason.
    package var description: String { path.map { "\(call) \($0): \(reason)" } ?? summary }

    /// The description without the path, since a file name may be private.
    package var summary: String { "\(call): \(reason)" }

    /// Returns the error of the call that has just failed, from `errno`.
    package static func last(_ call: String) -> SystemCallError { SystemCallError(call, errno) }

    /// Whether the disk or the user's quota is full.
    package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// Whether this process or the machine has too many open files.
    package var isOutOfFiles: Bool { number == EMFILE || number == ENFILE }

    /// The system's description, such as `permission denied`.
    package var reason: String { String(cString: strerror(number)).lowercased() }

    /// Returns the failure of writing to `name`.
    ///
    /// Its code is `disk_full`, `too_many_open_files` or `output_unwritable`.
    package func failure(writing name: String) -> Failure {
        if isOutOfFiles { return .tooManyOpenFiles }
        if isDiskFull { return Failure(.diskFull, "There is no space left to write \(name).") }
        return Failure(.outputUnwritable, "\(name) cannot be written: \(reason).")
    }
}

extension SystemCallError: StageError {
    /// `disk_full`, `too_many_open_files`, or `output_unwritable` with the path; `internal_error` without one.
    package var failure: Failure {
        if isOutOfFiles { return .tooManyOpenFiles }
        guard let path else {
            return isDiskFull
                ? Failure(.diskFull, "There is no space left on the disk.") : Failure(.internalError, "\(summary).")
        }
        if isDiskFull { return Failure(.diskFull, "The disk of “\(path)” is full.") }
        return Failure(.outputUnwritable, "“\(path)” cannot be used: \(reason).")
    }

    /// True, since the machine may have recovered by the next attempt.
    package var isTransient: Bool { true }

    /// True if the disk is full, or too many files are open.
    package var blamesMachine: Bool { isDiskFull || isOutOfFiles }
}
