package import FormModel

/// A word of a page's text layer.
package struct PrintedWord: Sendable, Hashable {
    package var text: String
    /// The place on the straightened page in points.
    package var region: Region

    package init(text: String, region: Region) {
        self.text = text
        self.region = region
    }

    /// Maximum number of characters of a word; longer ones are rules made of characters.
    private static let mostCharacters = 60

    /// Whether the word is no rule made of characters.
    ///
    /// A leader with a number at its end is one.
    var isShort: Bool { text.count < Self.mostCharacters }

    /// Maximum number of words of a page.
    static let mostWords = 8_000
    /// Maximum number of bytes of a word in UTF-8.
    static let mostBytes = 200

    static func all(_ words: [Word]) -> [PrintedWord] {
        words.lazy.filter { !$0.text.isEmpty && $0.text.utf8.count <= mostBytes }.prefix(mostWords).map {
            PrintedWord(text: $0.text, region: $0.region)
        }
    }
}
