package import Geometry

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

    /// A part of the text, by its place in bytes of UTF-8.
    package func slice(_ range: Range<Int>) -> StyledText {
        var slice = StyledText(font: font)
        let bytes = text.utf8
        let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
        slice.text = String(text[start..<bytes.index(bytes.startIndex, offsetBy: range.upperBound)])
        var index = stretches.partitionPoint { $0.range.upperBound > range.lowerBound }
        while index < stretches.count, stretches[index].range.lowerBound < range.upperBound {
            var stretch = stretches[index]
            let place = stretch.range.clamped(to: range)
            stretch.range = place.lowerBound - range.lowerBound..<place.upperBound - range.lowerBound
            slice.stretches.append(stretch)
            index += 1
        }
        return slice
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

extension Array {
    /// The index of the first element that meets a condition, which all elements behind it meet as well; the number of
    /// elements if none does.
    package func partitionPoint(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
