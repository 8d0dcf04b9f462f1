package import FormModel

/// Text in which stretches have different styles.
///
/// Characters that a layout cannot hold, or a PDF cannot name, become U+FFFD: U+0000 and noncharacters such as U+FFFF.
package struct StyledText: Sendable {
    /// The text of all stretches.
    package private(set) var text = ""
    package private(set) var stretches: [Stretch] = []

    /// A stretch of text in one style.
    package struct Stretch: Sendable {
        /// The place in the text, in bytes of UTF-8.
        package var range: Range<Int>
        package var font: FontStyle
        /// How far the text is raised above the baseline, in points.
        package var rise: Double
        /// The language as a BCP 47 tag, where it differs from the context's.
        package var language: String?
        /// The size of an object that stands on the baseline in the place of the text, in points.
        package var object: PageSize?
    }

    /// The font of most of the text, and of the line of an empty one.
    package let font: FontStyle

    package init(font: FontStyle) {
        self.font = font
    }

    /// Appends an object that stands on the baseline, as one character (U+FFFC).
    package mutating func append(_ object: PageSize, font: FontStyle) {
        append("\u{FFFC}", font: font)
        stretches[stretches.count - 1].object = object
    }

    package mutating func append(_ piece: String, font: FontStyle, rise: Double = 0, language: String? = nil) {
        guard !piece.isEmpty else { return }
        let start = text.utf8.count
        // The first bytes of the characters in question, which are rare.
        if piece.utf8.contains(where: { $0 == 0 || $0 == 0xEF || $0 >= 0xF0 }) {
            text.unicodeScalars.append(
                contentsOf: piece.unicodeScalars.lazy.map {
                    $0 == "\0" || $0.properties.isNoncharacterCodePoint ? "\u{FFFD}" : $0
                })
        } else {
            text += piece
        }
        stretches.append(
            Stretch(range: start..<text.utf8.count, font: font, rise: rise, language: language))
    }
}
