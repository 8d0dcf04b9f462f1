/// The rules of texts that the seed's app applies in its form; here they are the server's.
///
/// Lengths are counted in characters as a reader counts them, which is how Swift counts, without white space at the ends.
package enum StoryText {
    package static let storyLength = 20...10_000
    package static let titleLength = 1...200
    package static let commentLength = 1...500
    package static let nameLength = 1...100
    package static let descriptionLength = 0...10_000
    package static let tagLength = 1...50
    package static let tagCount = 50
    /// How many bytes a character may have on average: a single one can be a letter with ten thousand accents.
    package static let bytesPerCharacter = 32
    /// How much of a story becomes the title of an artwork without one.
    package static let titlePrefix = 50

    /// Returns the title of an artwork: the given one, or the beginning of its story; nil if it has neither.
    package static func title(_ title: String?, story: String?) -> String? {
        if let title, !trimmed(title).isEmpty { return title }
        guard let story = story.map(trimmed), !story.isEmpty else { return nil }
        return String(story.prefix(titlePrefix))
    }

    /// Returns a title as it is printed beside its story.
    ///
    /// One that is the beginning of the story, since nobody gave another, ends with a whole word and an ellipsis, as the first
    /// words of a poem without a title do; if it is the whole story, with the first half of it.
    package static func printedTitle(_ title: String, story: String?) -> String {
        guard let story = story.map(trimmed), title == Self.title(nil, story: String(story)) else { return title }
        let rest = story.dropFirst(title.count)
        var kept = rest.isEmpty ? title.prefix((title.count + 1) / 2) : title[...]
        let next = rest.isEmpty ? title.dropFirst(kept.count).first : rest.first
        // Scripts without spaces are cut between any characters.
        if let next, next.isLetter || next.isNumber, let space = kept.lastIndex(where: \.isWhitespace) {
            kept = kept[..<space]
        }
        while let last = kept.last, last.isWhitespace || last.isPunctuation { kept.removeLast() }
        return kept.isEmpty ? title : "\(kept)…"
    }

    /// Returns the first letter of a name, as a capital.
    package static func initial(of name: String) -> String? { trimmed(name).first.map { $0.uppercased() } }

    /// Returns a text without white space at its ends.
    package static func trimmed(_ text: String) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
        return start[...last]
    }

    /// Whether a reader sees anything of a text: a character beyond white space, and beyond those that only direct, join or fill.
    package static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            let properties = scalar.properties
            if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
            return switch properties.generalCategory {
            case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
            // The cell of Braille without a dot is a symbol for Unicode.
            default: scalar != "\u{2800}"
            }
        }
    }

    /// Whether a text is a colour as `#RRGGBB`.
    package static func isColor(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 7 && bytes[0] == UInt8(ascii: "#")
            && bytes.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
}
