/// Why poppler would not do something.
public struct PopplerError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable {
        /// `POPPLER_ERROR_ENCRYPTED`: a password is needed, or the one given is wrong.
        case encrypted
        /// The bytes are not a PDF that poppler can open.
        case damaged
        case noSuchPage
        case outOfMemory
    }

    public var code: Code
    /// Poppler's own words.
    public var detail: String

    public var description: String { "poppler: \(code.rawValue): \(detail)" }
}
