import FormModel
import Pipeline
import WatchFolder

/// What the job runner and the watched folder throw, in the words and with the code of the one table of errors.
enum StoredErrors {
    static func isOne(_ error: any Error) -> Bool {
        error is SettingsError || error is StoreError || error is UnknownKind || error is FileSystemError
            || error is DropFailure
    }

    static func told(_ error: any Error) -> FormError {
        switch error {
        case let error as SettingsError:
            FormError(.malformedSettings, "the settings cannot be used.\n\(error.description)")
        case let error as StoreError:
            switch error {
            case .documentUnknown: FormError(.documentUnknown, "\(error)")
            case .moveNotAllowed, .documentExists, .leaseLost: FormError(.moveNotAllowed, "\(error)")
            case .unavailable: FormError(.outputUnwritable, "\(error)")
            }
        case let error as FileSystemError:
            FormError(error.failure.code == "disk_full" ? .diskFull : .outputUnwritable, error.failure.message)
        case let error as DropFailure:
            FormError(FormError.Code(rawValue: error.code) ?? .internalError, error.message)
        default: FormError(.malformedSettings, "\(error)")
        }
    }
}
