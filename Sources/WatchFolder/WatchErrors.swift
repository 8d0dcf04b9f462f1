public import FailureModel

// What can go wrong in watched folders.
extension ErrorCode {
    /// The form that dropped values are for is no longer stored.
    public static let originalMissing = ErrorCode("original_missing")
}

extension ErrorRow {
    /// The codes of watched folders.
    public static let watchFolder: [ErrorRow] = [
        ErrorRow(
            .originalMissing, exit: 86, http: 409, "The form that dropped values are for is no longer stored.",
            "Drop the form again.")
    ]
}
