public import FailureModel

// What can go wrong in work folders and batches.
extension ErrorCode {
    /// A stage was asked for in a work folder where an earlier one has not run, or what it left is damaged.
    public static let stageIncomplete = ErrorCode("stage_incomplete")
    /// The outputs' name of a batch is not a template, or names a column that the rows do not have.
    public static let malformedTemplate = ErrorCode("malformed_template")
    /// The files in the folder were made by the same batch from another form, with other options or from other rows.
    public static let batchChanged = ErrorCode("batch_changed")
}

extension ErrorRow {
    /// The codes of work folders and batches.
    public static let formwright: [ErrorRow] = [
        ErrorRow(
            .stageIncomplete, exit: 42, http: 409,
            "A stage was asked for in a work folder where an earlier one has not run, or what it left is damaged.",
            "Run the earlier stage first; the message names it."),
        ErrorRow(
            .malformedTemplate, exit: 45, http: 400,
            "The outputs' name of a batch is not a template, or names a column that the rows do not have.",
            "Correct it; see [batches](batch.md)."),
        ErrorRow(
            .batchChanged, exit: 46, http: 409,
            "The files in the folder were made by the same batch from another form, with other options or from other rows.",
            "Name the outputs differently, or replace them with `--restart`."),
    ]
}
