import Foundation

/// Splits text into words for an index and for searches in it.
package enum SearchWords {
    /// Maximum length of a word in Unicode scalars.
    ///
    /// Longer ones are cut alike in texts and in searches, so that they are still found.
    package static let lengthLimit = 64
    /// Maximum number of words of a search.
    ///
    /// Each is one look-up in the index.
    package static let searchLimit = 16

    /// Words with the same beginning, as bounds for an index in byte order.
    package struct Prefix: Sendable, Hashable {
        /// The first word with the beginning.
        package let lower: String
        /// A bound that all words with the beginning precede.
        ///
        /// It ends with the highest code point, which no word contains.
        package var upper: String { lower + "\u{10FFFF}" }
    }

    /// Letters that folding keeps, since Unicode does not decompose them.
    private static let strokes: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
    ]

    /// Returns the different words of a text, without case, accents and width.
    package static func words(in text: String) -> Set<String> { Set(list(text)) }

    /// Returns the beginnings that must all occur in a text found by a search.
    ///
    /// - Parameter search: the words searched for; punctuation separates them and has no meaning.
    /// - Returns: the first ``searchLimit`` in their order; none if the search contains no word.
    package static func prefixes(of search: String) -> [Prefix] {
        var seen: Set<String> = []
        return list(search).filter { seen.insert($0).inserted }.prefix(searchLimit).map(Prefix.init)
    }

    private static func list(_ text: String) -> [String] {
        let folded = text.precomposedStringWithCompatibilityMapping
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .lowercased().precomposedStringWithCanonicalMapping
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func end() {
            if !word.isEmpty { words.append(String(word.prefix(lengthLimit))) }
            word = String.UnicodeScalarView()
        }
        for scalar in folded.unicodeScalars {
            if scalar.properties.isIdeographic {
                // Han text has no spaces: a name must be found by any of its characters.
                end()
                word.append(scalar)
                end()
            } else if let letters = strokes[scalar] {
                word.append(contentsOf: letters.unicodeScalars)
            } else if isPart(scalar, ofWord: word) {
                word.append(scalar)
            } else {
                end()
            }
        }
        end()
        return words
    }

    /// Returns whether a scalar is part of a word.
    ///
    /// Marks, such as Indic vowels, continue a word but do not begin one.
    private static func isPart(_ scalar: Unicode.Scalar, ofWord word: String.UnicodeScalarView) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        case .nonspacingMark, .spacingMark, .enclosingMark: !word.isEmpty
        default: false
        }
    }
}
