import Values
import Foundation

extension String {
    /// The text without control characters, on one line, for titles and captions.
    ///
    /// White space is collapsed to single spaces. Symbol font characters are replaced by the characters that they
    /// represent, here as in ``asText``. Bidirectional controls are removed as well, because they would affect whatever
    /// an app or a page shows after the text. The direction follows from the letters.
    package var asLine: String {
        unicodeScalars.filter { !$0.properties.isBidiControl }
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            .map { String(String.UnicodeScalarView($0.map { $0.ofSymbolFont ?? $0 })) }.joined(separator: " ")
    }

    /// The text with `\n` line breaks and without control characters other than tabs.
    ///
    /// Bidirectional controls and blank lines at both ends are removed.
    package var asText: String { withoutControls.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The text as in ``asText``, with the white space at both ends.
    package var withoutControls: String {
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\r", "\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{0B}", "\u{0C}": result.append("\n")
            case "\t": result.append(scalar)
            default:
                let properties = scalar.properties
                if properties.generalCategory != .control, !properties.isBidiControl {
                    result.append(scalar.ofSymbolFont ?? scalar)
                }
            }
            previous = scalar
        }
        return String(result)
    }

    /// Returns the text cut to a number of characters, after a word, including an ellipsis.
    package func shortened(to length: Int) -> String {
        guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end != endIndex else { return self }
        let room = self[..<index(before: end)]
        // A word that ends at the limit is whole. Any other is dropped, unless nothing else would remain.
        let isWhole = self[room.endIndex].isWhitespace
        let words = isWhole ? room : room.lastIndex(where: \.isWhitespace).map { room[..<$0] } ?? room
        let trimmed = String(words).trimmingCharacters(in: .whitespacesAndNewlines)
        return (trimmed.isEmpty ? String(room) : trimmed) + "…"
    }

    /// The words in lower case: runs of letters, digits and combining marks.
    var words: [String] {
        lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    /// The text, or `nil` if it is blank.
    var nonEmpty: String? { contains { !$0.isWhitespace } ? self : nil }

    /// The number of Unicode scalars, the unit of limits.
    ///
    /// A character can have any number of combining marks.
    var scalarCount: Int { unicodeScalars.count }
}
