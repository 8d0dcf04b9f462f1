import FormModel
import Pipeline
import WatchFolder

/// What the job runner and the watched folder throw, in the words and with the code of the one table of errors.
enum StoredErrors {
    static func isOne(_ error: any Error) -> Bool {
        error is SettingsError || error is StoreError || error is UnknownKind || error is FileSystemError
            || error is DropFailure
    }

    static func told(_ error: any Error) -> Failure {
        switch error {
        case let error as SettingsError:
            Failure(.malformedSettings, "the settings cannot be used.\n\(error.description)")
        case let error as StoreError:
            switch error {
            case .documentUnknown: Failure(.documentUnknown, "\(error)")
            case .moveNotAllowed, .documentExists, .leaseLost, .feedTruncated: Failure(.moveNotAllowed, "\(error)")
            case .unavailable: Failure(.outputUnwritable, "\(error)")
            }
        case let error as FileSystemError:
            Failure(error.failure.code == "disk_full" ? .diskFull : .outputUnwritable, error.failure.message)
        case let error as DropFailure:
            Failure(ErrorCode(rawValue: error.code) ?? .internalError, error.message)
        default: Failure(.malformedSettings, "\(error)")
        }
    }
}
