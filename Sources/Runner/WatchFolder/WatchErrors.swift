package import FailureModel

// The error codes of watched folders.
extension ErrorCode {
    /// The code `original_missing`.
    package static let originalMissing = ErrorCode(
        "original_missing", exit: 86, http: 409, "The original for the dropped inputs is no longer stored.",
        "Drop the original again.")
    /// The code `drop_fatal`.
    package static let dropFatal = ErrorCode(
        "drop_fatal", exit: 87, http: 422, "The watcher died three times while reading the file.",
        "Inspect the file before dropping it again; it may be malicious.")
    /// The code `owner_differs`.
    package static let ownerDiffers = ErrorCode(
        "owner_differs", exit: 7, http: 409,
        "A file names a different owner than that of its collection of files.",
        "Correct the file, or give the collection to the other owner first.")
}

extension ErrorRow {
    /// The rows of the error codes of watched folders.
    package static let watchFolder = rows(
        .originalMissing, .dropFatal, .ownerDiffers)
}
