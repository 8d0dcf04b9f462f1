import FailureModel

extension ErrorCode {
    static let memoNotText = ErrorCode(
        "memo_not_text", exit: 230, http: 422, "A memo is not UTF-8 text.", "Save it as UTF-8.")
    static let memoSignature = ErrorCode(
        "memo_signature", exit: 231, http: 422, "A signature is illegible.", "Sign again.")
    static let memoUnknown = ErrorCode(
        "memo_unknown", exit: 232, http: 404, "There is no memo of this name on the board.", "List the board.")
}
