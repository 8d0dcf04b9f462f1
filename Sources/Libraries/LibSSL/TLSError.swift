import CSSL

/// A refusal by libssl.
package struct TLSError: Error, Hashable {
    /// The reason in the words of the library, such as "ee key too small".
    package let reason: String

    /// Takes the reason of the last failure of the thread.
    init() {
        let code = ERR_peek_last_error()
        reason = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
        ERR_clear_error()
    }
}
