import Archive
public import FailureModel
import Files

extension ErrorCode {
    /// The code `malformed_backup`.
    public static let malformedBackup = ErrorCode(
        "malformed_backup", exit: 75, http: 400, "The file is not a backup, is incomplete, or was changed.",
        "Use another backup; nothing was restored.")
    /// The code `store_not_empty`.
    public static let storeNotEmpty = ErrorCode(
        "store_not_empty", exit: 76, http: 409, "The folder to restore into has files already.",
        "Name a folder that is empty or does not exist.")
}

extension ErrorRow {
    /// The codes of backups.
    public static let backup = rows(
        .malformedBackup, .storeNotEmpty)
}

extension ArchiveError {
    /// Returns the failure to report when a backup is written.
    func failure(writing name: String) -> Failure {
        switch code {
        case .system: SystemCallError("write", errorNumber).failure(writing: name)
        case .libraryMissing: Failure(.toolMissing, "The backup cannot be written, since \(detail).")
        default: Failure(.internalError, "The backup cannot be written.", underlying: description)
        }
    }

    /// The failure to report when a backup is read.
    var failureOfReading: Failure {
        code == .libraryMissing
            ? Failure(.toolMissing, "The backup cannot be read, since \(detail).")
            : Failure(.malformedBackup, "The file is not a backup, or was changed: \(detail).", underlying: description)
    }
}
