package import FailureModel

// Failures of trading accounts.
extension ErrorCode {
    /// A table has columns that no reader knows, or lacks columns that it needs.
    package static let unknownColumns = ErrorCode("unknown_columns")
    /// Cells of a table are missing, unreadable or out of range, or the file is not a table at all.
    package static let malformedTable = ErrorCode("malformed_table")
    /// A row has an action that its reader does not know.
    package static let unknownAction = ErrorCode("unknown_action")
    /// Rows are about short sales, options, mergers or other things that the ledger does not model.
    package static let unsupportedSecurity = ErrorCode("unsupported_security")
    /// More shares are sold than are held.
    package static let oversold = ErrorCode("oversold")
    /// The broker lists a position that no file says was bought.
    package static let lotsMissing = ErrorCode("lots_missing")
    /// There is no exchange rate for a currency on or before a day.
    package static let rateMissing = ErrorCode("rate_missing")
    /// A date or time is unreadable, or outside the years 1900 to 2199.
    package static let dateUnreadable = ErrorCode("date_unreadable")
    /// A file or an account has more rows than the limit.
    package static let tooManyRows = ErrorCode("too_many_rows")
    /// The broker's positions or cash differ from those of the ledger.
    package static let unbalanced = ErrorCode("unbalanced")
}

extension ErrorRow {
    /// The codes of trading accounts.
    package static let trading: [ErrorRow] = [
        ErrorRow(
            .oversold, exit: 65, http: 422, "More shares are sold than are held.",
            "Add the missing purchases, or list what was held before the first trade in `NAME.lots.csv`."),
        ErrorRow(
            .lotsMissing, exit: 66, http: 422, "The broker lists a position that no file says was bought.",
            "List what was held before the first trade in `NAME.lots.csv`."),
        ErrorRow(
            .rateMissing, exit: 67, http: 422, "There is no exchange rate for a currency on or before a day.",
            "Add the rate to `NAME.rates.csv`."),
        ErrorRow(
            .dateUnreadable, exit: 68, http: 422,
            "A date or time is unreadable, or outside the years 1900 to 2199.",
            "Write dates as 2025-12-31, or describe their format in the column file."),
        ErrorRow(
            .tooManyRows, exit: 69, http: 413, "A file or an account has more than 1,000,000 rows.",
            "Split the account by years."),
        ErrorRow(
            .unbalanced, exit: 79, http: 422,
            "The broker's positions or cash differ from those of the ledger, and `reconcile` is `strict`.",
            "Add the missing files, or set `reconcile: lenient` to have the differences printed."),
        ErrorRow(
            .unknownColumns, exit: 88, http: 422,
            "A table has columns that no reader knows, or lacks columns that it needs.",
            "Correct the first line, or describe the columns in `NAME.columns.yaml`."),
        ErrorRow(
            .malformedTable, exit: 89, http: 422,
            "Cells of a table are missing, unreadable or out of range, or the file is not a table at all.",
            "Correct the lines that the message lists."),
        ErrorRow(
            .unknownAction, exit: 98, http: 422, "A row has an action that its reader does not know.",
            "Correct it, or map it in `NAME.columns.yaml`."),
        ErrorRow(
            .unsupportedSecurity, exit: 99, http: 422,
            "Rows are about short sales, options, mergers or the like, and `reconcile` is `strict`.",
            "Set `reconcile: lenient` to have them left out and listed."),
    ]
}
