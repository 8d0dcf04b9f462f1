/// Finds e-mail addresses and numbers, which must not be broken across lines.
enum UnbrokenWords {
    /// The maximum length of such a word in bytes.
    private static let longest = 100

    /// Returns the byte ranges of the words in UTF-8, in order.
    static func ranges(in text: String) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        for word in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: isSpace) {
            let end = start + word.count
            if word.count > 1, word.count <= longest, isAddress(word) || isNumber(word) { ranges.append(start..<end) }
            start = end + 1
        }
        return ranges
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isAddress(_ word: Substring.UTF8View) -> Bool {
        // In scripts without spaces, this would match whole sentences.
        guard let sign = word.firstIndex(of: UInt8(ascii: "@")), word.allSatisfy({ $0 < 0x80 }) else { return false }
        return sign != word.startIndex && word[sign...].contains(UInt8(ascii: "."))
    }

    private static func isNumber(_ word: Substring.UTF8View) -> Bool {
        guard word.contains(where: { (0x30...0x39).contains($0) }) else { return false }
        return Substring(word).unicodeScalars.allSatisfy { scalar in
            ("0"..."9").contains(scalar) || "+-.,:/()%#'\u{A0}\u{2009}\u{202F}\u{2212}".unicodeScalars.contains(scalar)
                || scalar.properties.generalCategory == .currencySymbol
        }
    }
}
