public import FailureModel

// The errors of corrected fields and their templates.
extension ErrorCode {
    /// A corrected field has no place on the form, or exceeds a limit.
    public static let invalidField = ErrorCode("invalid_field")
    /// Someone else has changed the same field since the version that a change was made from.
    public static let editConflict = ErrorCode("edit_conflict")
    /// There is no change to undo or to redo.
    public static let nothingToUndo = ErrorCode("nothing_to_undo")
    /// There is no such template.
    public static let templateUnknown = ErrorCode("template_unknown")
    /// The file is not a template that `formwright templates export` wrote.
    public static let invalidTemplate = ErrorCode("invalid_template")
}

extension ErrorRow {
    /// The codes of corrected fields and their templates.
    public static let templates: [ErrorRow] = [
        ErrorRow(
            .invalidField, exit: 120, http: 422,
            "A corrected field has no place on the form, or exceeds a limit; the message says which.",
            "Correct the field; see [templates](templates.md#limits)."),
        ErrorRow(
            .editConflict, exit: 121, http: 409,
            "Someone else has changed the same field since the version that the change was made from.",
            "Choose between the two versions in the answer, and send the change again with the new version."),
        ErrorRow(
            .nothingToUndo, exit: 122, http: 409, "There is no change to undo or to redo.",
            "Read the fields again: `canUndo` and `canRedo` say what is possible."),
        ErrorRow(
            .templateUnknown, exit: 124, http: 404, "There is no such template, or it belongs to someone else.",
            "Look it up with `formwright templates list`."),
        ErrorRow(
            .invalidTemplate, exit: 125, http: 422,
            "The file is not a template, or its fields have no place on its pages.",
            "Export it again with `formwright templates export`."),
    ]
}
