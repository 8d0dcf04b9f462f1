package import FailureModel

// Errors of watched folders.
extension ErrorCode {
    /// The original for the dropped inputs is no longer stored.
    package static let originalMissing = ErrorCode("original_missing")
    /// The watcher died three times while reading the file.
    package static let dropFatal = ErrorCode("drop_fatal")
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
    ]
}
