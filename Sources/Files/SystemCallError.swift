package import FailureModel
import Foundation

/// A system call on a file failed. Which file, the caller knows.
package struct SystemCallError: Error, Hashable {
    /// The call, such as `fsync`.
    package let call: String
    /// The C `errno`.
    package let number: Int32

    package init(_ call: String, _ number: Int32) {
        self.call = call
        self.number = number
    }

    /// What the call that just failed has left in `errno`.
    package static func last(_ call: String) -> SystemCallError { SystemCallError(call, errno) }

    /// Whether there is no space left, on the disk or in the user's share of it.
    package var isDiskFull: Bool { number == ENOSPC || number == EDQUOT }

    /// What the system says of it, such as `permission denied`.
    package var reason: String { String(cString: strerror(number)).lowercased() }

    /// The failure to report where something was to be written: `disk_full` or `output_unwritable`.
    ///
    /// - Parameter name: of what was to be written.
    package func failure(writing name: String) -> Failure {
        if isDiskFull { return Failure(.diskFull, "There is no space left to write \(name).") }
        return Failure(.outputUnwritable, "\(name) cannot be written: \(reason).")
    }
}
