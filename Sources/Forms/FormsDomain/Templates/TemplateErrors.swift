public import FailureModel

// The errors of corrected fields and their templates.
extension ErrorCode {
    /// The code `invalid_field`.
    public static let invalidField = ErrorCode(
        "invalid_field", exit: 120, http: 422,
        "A corrected field has no place on the form, or exceeds a limit; the message says which.",
        "Correct the field; see [templates](templates.md#limits).")
    /// The code `edit_conflict`.
    public static let editConflict = ErrorCode(
        "edit_conflict", exit: 121, http: 409,
        "Someone else has changed the same field since the version that the change was made from.",
        "Choose between the two versions in the answer, and send the change again with the new version.")
    /// The code `nothing_to_undo`.
    public static let nothingToUndo = ErrorCode(
        "nothing_to_undo", exit: 122, http: 409, "There is no change to undo or to redo.",
        "Read the fields again: `canUndo` and `canRedo` say what is possible.")
    /// The code `template_unknown`.
    public static let templateUnknown = ErrorCode(
        "template_unknown", exit: 124, http: 404, "There is no such template, or it belongs to someone else.",
        "Look it up with `formwright templates list`.")
    /// The code `invalid_template`.
    public static let invalidTemplate = ErrorCode(
        "invalid_template", exit: 125, http: 422,
        "The file is not a template, or its fields have no place on its pages.",
        "Export it again with `formwright templates export`.")
}

extension ErrorRow {
    /// The codes of corrected fields and their templates.
    public static let templates = rows(
        .invalidField, .editConflict, .nothingToUndo, .templateUnknown, .invalidTemplate)
}
