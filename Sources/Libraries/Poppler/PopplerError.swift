/// Why a poppler call failed.
package struct PopplerError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Poppler is not installed.
        case libraryMissing
        /// `POPPLER_ERROR_ENCRYPTED`: a password is needed, or the one given is wrong.
        case encrypted
        /// The bytes are not a PDF that poppler can open.
        case damaged
        case noSuchPage
        case outOfMemory
    }

    package var code: Code
    /// Poppler's message.
    package var detail: String

    package var description: String { "poppler: \(code.rawValue): \(detail)" }
}
