import RowQuery

/// Limits of what a request makes the database do, whatever it consists of.
enum StatementLimits {
    /// Maximum length of a statement, in bytes.
    static let bytes = 256 * 1024
    /// Maximum number of parameters of a statement.
    ///
    /// SQLite compares each of them with all others.
    static let parameters = 2_000
    /// Maximum size of an answer's rows, in bytes.
    static let answerBytes = 64 * 1024 * 1024

    /// The error of a request for a longer statement.
    static let tooComplex = RowQueryError(
        .tooComplex, "The request is too complex.",
        hint: "Use fewer fields, filters and orders with embeds that have filters themselves.")

    /// The error of a request for a larger answer.
    static let tooLarge = RowQueryError(
        .tooLarge, "The answer has more than \(answerBytes / 1024 / 1024) MB.",
        hint: "Request fewer rows at a time, with “limit” and “offset”.")

    /// The error of a request with a statement that takes too long.
    static let tooSlow = RowQueryError(
        .canceled, "Canceling statement due to statement timeout.",
        hint: "Request fewer rows at a time, or use fewer filters and embeds.")
}
