/// The encoding of a text.
package enum TextEncoding: String, CaseIterable, Sendable {
    /// UTF-8, with or without a byte order mark.
    case utf8 = "utf-8"
    /// UTF-16 of either byte order, with a mark or recognised without one.
    case utf16 = "utf-16"
    /// Windows-1252, recognised by bytes that are not UTF-8.
    case windows1252 = "windows-1252"

    /// The name in messages.
    package var name: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16: "UTF-16"
        case .windows1252: "Windows-1252"
        }
    }

    /// Returns the note on a file in this encoding instead of UTF-8.
    package func note(of file: String) -> String { "\(file): read as \(name), since it is not UTF-8." }
}
