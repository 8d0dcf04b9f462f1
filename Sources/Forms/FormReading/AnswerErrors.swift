public import FailureModel

// The errors of filled copies that are read back.
extension ErrorCode {
    /// The code `other_edition`.
    public static let otherEdition = ErrorCode(
        "other_edition", exit: 231, http: 409, "The filled copy belongs to another edition of the form.",
        "Collect it with the blank form of that edition.")
}
