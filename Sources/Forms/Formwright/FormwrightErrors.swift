public import FailureModel

// The errors of work folders and batches.
extension ErrorCode {
    /// The code `stage_incomplete`.
    public static let stageIncomplete = ErrorCode(
        "stage_incomplete", exit: 42, http: 409,
        "An earlier stage has not run in the work folder, or its results are damaged.",
        "Run the earlier stage first; the message names it.")
    /// The code `malformed_template`.
    public static let malformedTemplate = ErrorCode(
        "malformed_template", exit: 45, http: 400,
        "The name template of a batch is malformed, or uses a column that the rows do not have.",
        "Correct it; see [batches](batch.md).")
    /// The code `batch_changed`.
    public static let batchChanged = ErrorCode(
        "batch_changed", exit: 46, http: 409,
        "The files in the folder were written by the same batch from another form, with other options or from other rows.",
        "Name the outputs differently, or replace them with `--restart`.")
}

extension ErrorRow {
    /// The codes of work folders and batches.
    public static let formwright = rows(
        .stageIncomplete, .malformedTemplate, .batchChanged)
}
