/// The failure of a poppler call.
package struct PopplerError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// Poppler is not installed.
        case libraryMissing
        /// The password is missing or wrong (`POPPLER_ERROR_ENCRYPTED`).
        case encrypted
        /// The bytes are not a PDF that poppler can open.
        case damaged
        case noSuchPage
        /// The fonts need data of the package poppler-data, which is not installed.
        case fontDataMissing
        case outOfMemory
    }

    package var code: Code
    /// Poppler's message.
    package var detail: String

    package var description: String { "poppler: \(code.rawValue): \(detail)" }
}
