public import FailureModel

// The errors of work folders and batches.
extension ErrorCode {
    /// An earlier stage has not run in the work folder, or its results are damaged.
    public static let stageIncomplete = ErrorCode("stage_incomplete")
    /// The name template of a batch is malformed, or uses a column that the rows do not have.
    public static let malformedTemplate = ErrorCode("malformed_template")
    /// The files in the folder were written by the same batch from another form, with other options or from other rows.
    public static let batchChanged = ErrorCode("batch_changed")
}

extension ErrorRow {
    /// The codes of work folders and batches.
    public static let formwright: [ErrorRow] = [
        ErrorRow(
            .stageIncomplete, exit: 42, http: 409,
            "An earlier stage has not run in the work folder, or its results are damaged.",
            "Run the earlier stage first; the message names it."),
        ErrorRow(
            .malformedTemplate, exit: 45, http: 400,
            "The name template of a batch is malformed, or uses a column that the rows do not have.",
            "Correct it; see [batches](batch.md)."),
        ErrorRow(
            .batchChanged, exit: 46, http: 409,
            "The files in the folder were written by the same batch from another form, with other options or from other rows.",
            "Name the outputs differently, or replace them with `--restart`."),
    ]
}
