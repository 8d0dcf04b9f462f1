import Values
import Foundation

/// Escapes text from outside, such as labels of forms and file names, for terminals.
///
/// Control characters could move the cursor, forge lines or change colours, and directional formatting characters could
/// show a name backwards.
package enum TerminalText {
    /// Returns the text as one line, with escapes in Swift's notation, such as `\\u{1B}`.
    package static func printable(_ text: String) -> String {
        escaping(text) { $0.escaped(asASCII: true) }
    }

    /// Returns a line of JSON with JSON escapes, which do not change its content.
    package static func printableJSON(_ json: String) -> String {
        // All of these are in the Basic Multilingual Plane, so that each takes one escape.
        escaping(json) { String(format: "\\u%04x", $0.value) }
    }

    /// Returns whether a text can be shown unchanged.
    package static func isPrintable(_ text: String) -> Bool { !text.unicodeScalars.contains(where: \.isUnprintable) }

    private static func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        guard !isPrintable(text) else { return text }
        return text.unicodeScalars.map { $0.isUnprintable ? escape($0) : String($0) }.joined()
    }
}
