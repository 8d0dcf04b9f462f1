package import FailureModel
import Foundation

/// A failed system call on a file that is known to the caller.
package struct SystemCallError: Error, Hashable {
    /// The call, such as `fsync`.
    package let call: String
    /// The C `errno`.
    package let number: Int32

    package init(_ call: String, _ number: Int32) {
        self.call = call
        self.number = number
    }

    /// The error of the call that has just failed, from `errno`.
    package static func last(_ call: String) -> SystemCallError { SystemCallError(call, errno) }

    /// Whether there is no space left on the disk or in the user's quota.
    package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// Whether this process, or the machine, has too many files open.
    package var isOutOfFiles: Bool { number == EMFILE || number == ENFILE }

    /// The system's description, such as `permission denied`.
    package var reason: String { String(cString: strerror(number)).lowercased() }

    /// The failure to report for a failed write to `name`: `disk_full`, `too_many_open_files` or `output_unwritable`.
    package func failure(writing name: String) -> Failure {
        if isOutOfFiles { return .tooManyOpenFiles }
        if isDiskFull { return Failure(.diskFull, "There is no space left to write \(name).") }
        return Failure(.outputUnwritable, "\(name) cannot be written: \(reason).")
    }
}

extension SystemCallError: StageError {
    /// `disk_full`, `too_many_open_files`, or `internal_error` with the call and the reason.
    package var failure: Failure {
        if isOutOfFiles { return .tooManyOpenFiles }
        if isDiskFull { return Failure(.diskFull, "There is no space left on the disk.") }
        return Failure(.internalError, "\(call): \(reason).")
    }

    /// True: the machine may be in order again at the next attempt.
    package var isTransient: Bool { true }

    /// True if the disk is full, or too many files are open.
    package var blamesMachine: Bool { isDiskFull || isOutOfFiles }
}
