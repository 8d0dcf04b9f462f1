/// The server's rules for texts, which the seed's app applies in its form.
///
/// Lengths are in characters as perceived by readers, as in Swift, without white space at both ends.
package enum StoryText {
    package static let storyLength = 20...10_000
    package static let titleLength = 1...200
    package static let commentLength = 1...500
    package static let nameLength = 1...100
    package static let descriptionLength = 0...10_000
    package static let tagLength = 1...50
    package static let tagCount = 50
    /// The maximum average size of a character in bytes.
    ///
    /// A single character can be a letter with ten thousand accents.
    package static let bytesPerCharacter = 32
    /// The maximum length of a title taken from a story.
    package static let titlePrefix = 50

    /// Returns the given title, or else the beginning of the story, or `nil`.
    package static func title(_ title: String?, story: String?) -> String? {
        if let title, !trimmed(title).isEmpty { return title }
        guard let story = story.map(trimmed), !story.isEmpty else { return nil }
        return String(story.prefix(titlePrefix))
    }

    /// Returns a title as printed beside its story.
    ///
    /// A title taken from the story ends after a word, with an ellipsis, like the first line of an untitled poem. If it
    /// is the whole story, only its first half is used.
    package static func printedTitle(_ title: String, story: String?) -> String {
        guard let story = story.map(trimmed), title == Self.title(nil, story: String(story)) else { return title }
        let rest = story.dropFirst(title.count)
        var kept = rest.isEmpty ? title.prefix((title.count + 1) / 2) : title[...]
        let next = rest.isEmpty ? title.dropFirst(kept.count).first : rest.first
        // Scripts without spaces are cut between any two characters.
        if let next, next.isLetter || next.isNumber, let space = kept.lastIndex(where: \.isWhitespace) {
            kept = kept[..<space]
        }
        while let last = kept.last, last.isWhitespace || last.isPunctuation { kept.removeLast() }
        return kept.isEmpty ? title : "\(kept)…"
    }

    /// Returns the first letter of a name in upper case.
    package static func initial(of name: String) -> String? { trimmed(name).first.map { $0.uppercased() } }

    /// Returns a text without white space at both ends.
    package static func trimmed(_ text: String) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
        return start[...last]
    }

    /// Returns whether a text has a visible character.
    ///
    /// White space and characters that only direct, join or fill are invisible.
    package static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            let properties = scalar.properties
            if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
            return switch properties.generalCategory {
            case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
            // The blank Braille pattern is a symbol in Unicode.
            default: scalar != "\u{2800}"
            }
        }
    }

    /// Returns whether a text is a colour as `#RRGGBB`.
    package static func isColor(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 7 && bytes[0] == UInt8(ascii: "#")
            && bytes.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
