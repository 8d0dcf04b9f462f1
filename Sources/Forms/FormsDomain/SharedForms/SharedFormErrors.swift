public import FailureModel

// The errors of the office's forms.
extension ErrorCode {
    /// The code `form_unknown`.
    public static let formUnknown = ErrorCode(
        "form_unknown", exit: 245, http: 404, "The office has no such form.",
        "Look it up with `formwright forms list`, or on the page “Forms”.")
    /// The code `form_shared`.
    public static let formShared = ErrorCode(
        "form_shared", exit: 246, http: 409, "The office has this form already.",
        "Start from the office's form; corrections of its fields apply for everybody.")
    /// The code `form_has_values`.
    public static let formHasValues = ErrorCode(
        "form_has_values", exit: 247, http: 409, "The document is a filled form, which everybody would see.",
        "Share a document with the blank form.")
    /// The code `invalid_form_title`.
    public static let invalidFormTitle = ErrorCode(
        "invalid_form_title", exit: 248, http: 422, "The name or edition of a shared form is empty or too long.",
        "Give a name of at most 200 characters and an edition of at most 50.")
    /// The code `form_changed`.
    public static let formChanged = ErrorCode(
        "form_changed", exit: 249, http: 409, "Someone else has changed the name, edition or state meanwhile.",
        "Read the form again, and repeat the change with its new version.")
    /// The code `invalid_form_pack`.
    public static let invalidFormPack = ErrorCode(
        "invalid_form_pack", exit: 250, http: 422, "The file is not a form that `formwright forms export` wrote.",
        "Export the form again.")
}

extension ErrorRow {
    /// The codes of the office's forms.
    public static let sharedForms = rows(
        .formUnknown, .formShared, .formHasValues, .invalidFormTitle, .formChanged, .invalidFormPack)
}
