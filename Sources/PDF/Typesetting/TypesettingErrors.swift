package import FailureModel

// Failures of typesetting.
extension ErrorCode {
    /// The code `output_too_long`.
    package static let outputTooLong = ErrorCode(
        "output_too_long", exit: 77, http: 422, "The typeset document would have more pages than the limit of 20,000.",
        "Split it.")
    /// The code `malformed_flow`.
    package static let malformedFlow = ErrorCode(
        "malformed_flow", exit: 78, http: 422,
        "The content is nested more than 1,000 levels deep, or the page leaves no room for text.",
        "Simplify the content, or choose smaller margins.")
}

extension ErrorRow {
    /// The codes of typesetting.
    package static let typesetting = rows(
        .outputTooLong, .malformedFlow)
}
