package import FailureModel

// Failures of typesetting.
extension ErrorCode {
    /// The typeset document would have more pages than the limit.
    package static let outputTooLong = ErrorCode("output_too_long")
    /// The content's containers do not match, or are nested too deeply, or the page leaves no room for text.
    package static let malformedFlow = ErrorCode("malformed_flow")
}

extension ErrorRow {
    /// The codes of typesetting.
    package static let typesetting: [ErrorRow] = [
        ErrorRow(
            .outputTooLong, exit: 77, http: 422, "The typeset document would have more pages than the limit of 20,000.",
            "Split it."),
        ErrorRow(
            .malformedFlow, exit: 78, http: 422,
            "The content is nested more than 1,000 levels deep, or the page leaves no room for text.",
            "Simplify the content, or choose smaller margins."),
    ]
}
