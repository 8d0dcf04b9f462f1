import Values
import Foundation

extension String {
    /// The text without control characters, its white space collapsed to single spaces: for titles and captions.
    ///
    /// Signs of symbol fonts become the characters for which they stand, here as in ``asText``.
    ///
    /// Characters that turn the direction of writing are left out as well: they would reach into whatever an app or a page
    /// shows behind the text. The direction follows from the letters.
    package var asLine: String {
        unicodeScalars.filter { !$0.properties.isBidiControl }
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
            .map { String(String.UnicodeScalarView($0.map { $0.ofSymbolFont ?? $0 })) }.joined(separator: " ")
    }

    /// The text with `\n` for every kind of line break, without other control characters than tabs, without characters that
    /// turn the direction of writing, and without blank lines at its ends.
    package var asText: String {
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
        return String(result).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns at most `length` characters: a longer text ends behind a word, with an ellipsis, which counts.
    package func shortened(to length: Int) -> String {
        guard let end = index(startIndex, offsetBy: length, limitedBy: endIndex), end != endIndex else { return self }
        let room = self[..<index(before: end)]
        // A word that ends where the room ends is whole; any other is left out, unless nothing but it would be there.
        let isWhole = self[room.endIndex].isWhitespace
        let words = isWhole ? room : room.lastIndex(where: \.isWhitespace).map { room[..<$0] } ?? room
        let trimmed = String(words).trimmingCharacters(in: .whitespacesAndNewlines)
        return (trimmed.isEmpty ? String(room) : trimmed) + "…"
    }

    /// The words in lower case: runs of letters, digits and marks.
    var words: [String] {
        lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    /// The text, or nil if it has nothing but white space.
    var nonEmpty: String? { contains { !$0.isWhitespace } ? self : nil }

    /// The number of Unicode scalars, by which limits are counted: a character can have any number of marks.
    var scalarCount: Int { unicodeScalars.count }
}
