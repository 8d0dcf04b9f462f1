package import Geometry

/// Text with stretches in different styles.
///
/// Characters that a layout cannot hold or a PDF cannot express are replaced by U+FFFD: U+0000 and noncharacters such
/// as U+FFFF.
package struct StyledText: Sendable {
    /// The text of all stretches.
    package private(set) var text = ""
    package private(set) var stretches: [Stretch] = []

    /// A stretch of text in one style.
    package struct Stretch: Sendable {
        /// The range in the text, in bytes of UTF-8.
        package var range: Range<Int>
        package var font: FontStyle
        /// The rise above the baseline in points.
        package var rise: Double
        /// The language as a BCP 47 tag, if it differs from the context's.
        package var language: String?
        /// The size in points of an object placed on the baseline instead of text.
        package var object: PageSize?
    }

    /// The font of most of the text, and of an empty text.
    package let font: FontStyle

    package init(font: FontStyle) {
        self.font = font
    }

    /// Returns a part of the text, by its range in bytes of UTF-8.
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

    /// Appends an object placed on the baseline, as one character (U+FFFC).
    package mutating func append(_ object: PageSize, font: FontStyle) {
        append("\u{FFFC}", font: font)
        stretches[stretches.count - 1].object = object
    }

    package mutating func append(_ piece: String, font: FontStyle, rise: Double = 0, language: String? = nil) {
        guard !piece.isEmpty else { return }
        let start = text.utf8.count
        // The first bytes of the affected characters, which are rare.
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
    /// Returns the index of the first element that meets a condition, by binary search.
    ///
    /// All later elements must meet it as well. If none does, the result is the number of elements.
    package func partitionPoint(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
