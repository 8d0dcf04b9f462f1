/// The escapes of JSON that YAML lacks.
enum JSONEscapes {
    /// Replaces escaped surrogate pairs in JSON with their characters.
    ///
    /// An example is `\ud83d\ude00`. A text that does not begin like JSON is returned unchanged.
    static func joiningSurrogates(_ text: String) -> String {
        guard text.first(where: { !$0.isWhitespace }) == "{", text.contains("\\u") else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            if let character = pair(in: scalars, at: place) {
                result.append(character)
                place += 12
            } else {
                // The character after a backslash does not begin an escape.
                let count = scalars[place] == "\\" ? min(2, scalars.count - place) : 1
                result.append(contentsOf: scalars[place..<place + count])
                place += count
            }
        }
        return String(result)
    }

    private static func pair(in scalars: [Unicode.Scalar], at place: Int) -> Unicode.Scalar? {
        guard let high = unit(in: scalars, at: place), let low = unit(in: scalars, at: place + 6),
            (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private static func unit(in scalars: [Unicode.Scalar], at place: Int) -> UInt32? {
        guard place + 6 <= scalars.count, scalars[place] == "\\", scalars[place + 1] == "u" else { return nil }
        let digits = scalars[place + 2..<place + 6]
        guard digits.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }
}
