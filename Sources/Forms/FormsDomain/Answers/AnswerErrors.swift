import FormReading
public import FailureModel

// The errors of filled copies of the office's forms.
extension ErrorCode {
    /// The code `answer_changed`.
    public static let answerChanged = ErrorCode(
        "answer_changed", exit: 232, http: 412, "Someone else has corrected the filled copy meanwhile.",
        "Read it again, and repeat the correction with its new version.")
}

extension ErrorRow {
    /// The codes of filled copies.
    public static let answers = rows(.otherEdition, .answerChanged)
}
