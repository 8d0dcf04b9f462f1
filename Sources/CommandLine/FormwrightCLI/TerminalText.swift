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

    /// Returns the number of columns that a text takes on a terminal.
    package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    /// Returns a text shortened to a number of columns, with an ellipsis.
    package static func shortened(_ text: String, to limit: Int, keepsEnd: Bool = false) -> String {
        guard width(text) > limit else { return text }
        var used = 1
        func fits(_ character: Character) -> Bool {
            used += width(character)
            return used <= limit
        }
        return keepsEnd
            ? "…" + String(text.reversed().prefix(while: fits).reversed()) : text.prefix(while: fits) + "…"
    }

    /// Returns the number of columns of a character.
    ///
    /// It is 2 for the wide characters of East Asian scripts and for pictographs (UAX #11), otherwise 1.
    private static func width(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]

    private static func escaping(_ text: String, _ escape: (Unicode.Scalar) -> String) -> String {
        guard !isPrintable(text) else { return text }
        return text.unicodeScalars.map { $0.isUnprintable ? escape($0) : String($0) }.joined()
    }
}
