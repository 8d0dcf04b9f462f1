public import FailureModel

// Failures of portfolios.
extension ErrorCode {
    /// The code `malformed_portfolio`.
    public static let malformedPortfolio = ErrorCode(
        "malformed_portfolio", exit: 212, http: 400,
        "A manifest, an edition or a request for a portfolio cannot be understood.",
        "Correct what the message names; it lists all errors with their lines.")
    /// The code `no_content`.
    public static let noContent = ErrorCode(
        "no_content", exit: 214, http: 422, "No input of the portfolio can be used.",
        "See the reasons of the single inputs in the report.")
    /// The code `text_too_long`.
    public static let textTooLong = ErrorCode(
        "text_too_long", exit: 215, http: 422, "A text, a title or an address is longer than allowed.",
        "Shorten it, or divide it.")
    /// The code `size_unreachable`.
    public static let sizeUnreachable = ErrorCode(
        "size_unreachable", exit: 216, http: 422, "The book cannot be made as small as it was asked for.",
        "Allow a larger size, or leave pictures out.")
    /// The code `still_working`.
    public static let stillWorking = ErrorCode(
        "still_working", exit: 217, http: 503, "The portfolio is not ready yet.",
        "Ask again with the same request; the work goes on.")
    /// The code `invalid_url`.
    public static let invalidURL = ErrorCode(
        "invalid_url", exit: 218, http: 422,
        "An address does not begin with http:// or https://, or it has a user's name, a password, or characters that no address has.",
        "Correct the address.")
    /// The code `content_unknown`.
    public static let contentUnknown = ErrorCode(
        "content_unknown", exit: 221, http: 422, "The upload has expired, or never existed.", "Upload the file again.")
}

extension ErrorRow {
    /// The codes of portfolios.
    public static let portfolios = rows(
        .malformedPortfolio, .noContent, .textTooLong, .sizeUnreachable, .stillWorking, .invalidURL,
        .contentUnknown)
}
