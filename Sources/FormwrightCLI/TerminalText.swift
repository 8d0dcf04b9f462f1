import FormModel
import Foundation

/// Text from outside, such as labels of forms and names of files, as a terminal may show it.
///
/// Control characters would move the cursor, forge lines or colour them, and marks of writing direction would show a name
/// backwards: each is escaped.
enum TerminalText {
    /// One line; what is escaped is written as Swift does, such as `\\u{1B}`.
    static func printable(_ text: String) -> String {
        escaping(text) { $0.escaped(asASCII: true) }
    }

    /// The same for a line of JSON, which stays the same JSON.
    static func printableJSON(_ json: String) -> String {
        // All of these are in the basic plane, so that one escape is enough.
        escaping(json) { String(format: "\\u%04x", $0.value) }
    }

    /// Whether a text can be shown as it is.
    static func isPrintable(_ text: String) -> Bool { !text.unicodeScalars.contains(where: \.isUnprintable) }

    private static func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        guard !isPrintable(text) else { return text }
        return text.unicodeScalars.map { $0.isUnprintable ? escape($0) : String($0) }.joined()
    }
}
