import Archive
package import FailureModel
import Files
import RowQuery

extension ErrorCode {
    /// The code `malformed_export`.
    package static let malformedExport = ErrorCode(
        "malformed_export", exit: 206, http: 400,
        "The file is not an export of a family, is incomplete, or was changed.",
        "Use the file as `formwright families export` has written it; nothing was imported.")
}

extension ErrorRow {
    /// The codes of exported families.
    package static let familyArchive = rows(
        .malformedExport)
}

extension Failure {
    /// Creates the failure of a file that is not an export by this program.
    static func malformedExport(_ reason: String) -> Failure {
        Failure(.malformedExport, "The file is not a whole export of a family: \(reason).")
    }
}

extension ArchiveError {
    /// Returns the failure of writing an export.
    func failure(writing name: String) -> Failure {
        switch code {
        case .system: SystemCallError("write", errorNumber).failure(writing: name)
        case .libraryMissing: Failure(.toolMissing, "The export cannot be written, since \(detail).")
        default: Failure(.internalError, "The export cannot be written.", underlying: description)
        }
    }

    /// The failure of reading an export.
    var failureOfReading: Failure {
        switch code {
        case .encrypted: .malformedExport("it is encrypted; unpack it with its password and pack it without one")
        case .libraryMissing: Failure(.toolMissing, "The file cannot be read, since \(detail).")
        default: Failure(.malformedExport, "The file is not an export of a family, or was changed: \(detail).")
        }
    }
}

extension RowQueryError {
    /// The failure of importing rows that break a rule.
    ///
    /// The message names a column or check, but no value.
    var failureOfImport: Failure { .malformedExport("a row breaks a rule. \(message.trimmingSuffix("."))") }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
