package import FailureModel

// Errors of trading accounts.
extension ErrorCode {
    /// The code `unknown_columns`.
    package static let unknownColumns = ErrorCode(
        "unknown_columns", exit: 88, http: 422,
        "A table has columns that no reader knows, or lacks columns that it needs.",
        "Correct the first line, or describe the columns in `NAME.columns.yaml`.")
    /// The code `malformed_table`.
    package static let malformedTable = ErrorCode(
        "malformed_table", exit: 89, http: 422,
        "Cells of a table are missing, unreadable or out of range, or the file is not a table at all.",
        "Correct the lines that the message lists.")
    /// The code `unknown_action`.
    package static let unknownAction = ErrorCode(
        "unknown_action", exit: 98, http: 422, "A row has an action that its reader does not know.",
        "Correct it, or map it in `NAME.columns.yaml`.")
    /// The code `unsupported_security`.
    package static let unsupportedSecurity = ErrorCode(
        "unsupported_security", exit: 99, http: 422,
        "Rows are about options, bonds, transfers of unknown cost or the like, and `reconcile` is `strict`.",
        "Set `reconcile: lenient` to have them left out and listed.")
    /// The code `oversold`.
    package static let oversold = ErrorCode(
        "oversold", exit: 65, http: 422, "More shares are sold than are held.",
        "Add the missing purchases, or list what was held before the first trade in `NAME.lots.csv`.")
    /// The code `lots_missing`.
    package static let lotsMissing = ErrorCode(
        "lots_missing", exit: 66, http: 422, "The broker lists a position that no file says was bought.",
        "List what was held before the first trade in `NAME.lots.csv`.")
    /// The code `rate_missing`.
    package static let rateMissing = ErrorCode(
        "rate_missing", exit: 67, http: 422, "There is no exchange rate for a currency on or before a day.",
        "Add the rate to `NAME.rates.csv`.")
    /// The code `date_unreadable`.
    package static let dateUnreadable = ErrorCode(
        "date_unreadable", exit: 68, http: 422, "A date or time is unreadable, or outside the years 1900 to 2199.",
        "Write dates as 2025-12-31, or describe their format in the column file.")
    /// The code `too_many_rows`.
    package static let tooManyRows = ErrorCode(
        "too_many_rows", exit: 69, http: 413, "A file or an account has more than 1,000,000 rows.",
        "Split the account by years.")
    /// The code `unbalanced`.
    package static let unbalanced = ErrorCode(
        "unbalanced", exit: 79, http: 422,
        "The broker's positions or cash differ from those of the ledger, and `reconcile` is `strict`.",
        "Add the missing files, or set `reconcile: lenient` to have the differences printed.")
}

extension ErrorRow {
    /// All codes of trading accounts.
    package static let trading = rows(
        .oversold, .lotsMissing, .rateMissing, .dateUnreadable, .tooManyRows, .unbalanced, .unknownColumns,
        .malformedTable, .unknownAction, .unsupportedSecurity)
}
