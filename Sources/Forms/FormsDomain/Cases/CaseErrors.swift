public import FailureModel

// The errors of names and details of documents.
extension ErrorCode {
    /// The code `invalid_case`.
    public static let invalidCase = ErrorCode(
        "invalid_case", exit: 251, http: 422, "The name, client, a tag or the notes of a document cannot be used.",
        "Give a name or client of at most 200 characters, 20 tags of at most 50, and notes of at most 10,000, without control characters."
    )
    /// The code `case_changed`.
    public static let caseChanged = ErrorCode(
        "case_changed", exit: 252, http: 409, "Someone else has changed the name, client, tags or notes meanwhile.",
        "Read the document again, and repeat the change with its new version.")
}

extension ErrorRow {
    /// The codes of names and details of documents.
    public static let cases = rows(.invalidCase, .caseChanged)
}
