package import FailureModel

// Errors of watched folders.
extension ErrorCode {
    /// The original for the dropped inputs is no longer stored.
    package static let originalMissing = ErrorCode("original_missing")
    /// The watcher died three times while reading the file.
    package static let dropFatal = ErrorCode("drop_fatal")
    /// A file of a collection names another owner than the one to whom it belongs.
    package static let ownerDiffers = ErrorCode("owner_differs")
}

extension ErrorRow {
    /// The codes of watched folders.
    package static let watchFolder: [ErrorRow] = [
        ErrorRow(
            .originalMissing, exit: 86, http: 409, "The original for the dropped inputs is no longer stored.",
            "Drop the original again."),
        ErrorRow(
            .dropFatal, exit: 87, http: 422, "The watcher died three times while reading the file.",
            "Inspect the file before dropping it again; it may be malicious."),
        ErrorRow(
            .ownerDiffers, exit: 7, http: 409,
            "A file names another owner than the one to whom its account, or other collection of files, belongs.",
            "Correct the file, or give the account to the other owner first."),
    ]
}
