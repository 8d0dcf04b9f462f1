public import FailureModel

// Failures of portfolios.
extension ErrorCode {
    /// A manifest, an edition or a request says something that cannot be understood.
    public static let malformedPortfolio = ErrorCode("malformed_portfolio")
    /// More inputs than a portfolio can have.
    public static let tooManyInputs = ErrorCode("too_many_inputs")
    /// No input of a portfolio can be used.
    public static let noContent = ErrorCode("no_content")
    /// A text is longer than its limit.
    public static let textTooLong = ErrorCode("text_too_long")
    /// A book cannot be made as small as it was asked for.
    public static let sizeUnreachable = ErrorCode("size_unreachable")
    /// The work is not done yet.
    public static let stillWorking = ErrorCode("still_working")
    /// An address is not one of http or https, has a user's name or password, or characters that no address has.
    public static let invalidURL = ErrorCode("invalid_url")
    /// The file of an upload is no longer kept, or never was.
    public static let contentUnknown = ErrorCode("content_unknown")
}

extension ErrorRow {
    /// The codes of portfolios.
    public static let portfolios: [ErrorRow] = [
        ErrorRow(
            .malformedPortfolio, exit: 212, http: 400,
            "A manifest, an edition or a request for a portfolio cannot be understood.",
            "Correct what the message names; it lists all mistakes with their lines."),
        ErrorRow(
            .tooManyInputs, exit: 213, http: 413,
            "A portfolio has more than 500 inputs, or its folder has more entries, levels or bytes than allowed.",
            "Leave some out, or make several portfolios."),
        ErrorRow(
            .noContent, exit: 214, http: 422, "No input of the portfolio can be used.",
            "See the reasons of the single inputs in the report."),
        ErrorRow(
            .textTooLong, exit: 215, http: 422, "A text, a title or an address is longer than allowed.",
            "Shorten it, or divide it."),
        ErrorRow(
            .sizeUnreachable, exit: 216, http: 422, "The book cannot be made as small as it was asked for.",
            "Allow a larger size, or leave pictures out."),
        ErrorRow(
            .stillWorking, exit: 217, http: 503, "The portfolio is not ready yet.",
            "Ask again with the same request; the work goes on."),
        ErrorRow(
            .invalidURL, exit: 218, http: 422,
            "An address does not begin with http:// or https://, or it has a user's name, a password, or characters that no address has.",
            "Correct the address."),
        ErrorRow(
            .contentUnknown, exit: 221, http: 422, "An upload is no longer kept, or never was.",
            "Upload the file again."),
    ]
}
