/// Text in Windows-1252, the encoding of "CSV" from Western spreadsheet programs.
package enum Windows1252 {
    /// Returns whether bytes that are not UTF-8 may be Windows-1252.
    ///
    /// They are not if they are damaged UTF-8, have an unassigned byte or a control character, or if a letter of an
    /// older encoding, such as the "ä" of DOS or the Macintosh, would become a sign or a capital within a word.
    static func isPlausible(_ bytes: some Sequence<UInt8>) -> Bool {
        if isDamagedUTF8(bytes) { return false }
        // The two preceding bytes.
        var (first, second): (UInt8, UInt8) = (0, 0)
        for byte in bytes {
            if unused.contains(byte) || byte < 0x20 && ![0x09, 0x0A, 0x0D].contains(byte) || byte == 0x7F {
                return false
            }
            if signs.contains(second), isLetter(first), isLetter(byte) { return false }
            if capitals.contains(second), isLetter(first), isSmall(byte) { return false }
            (first, second) = (second, byte)
        }
        return true
    }

    /// Returns whether bytes are truncated or altered UTF-8.
    ///
    /// Two characters of Windows-1252, such as a capital and a closing quote, can form one of UTF-8 by chance. But that
    /// is rarely one that Windows-1252 has as well, and such pairs seldom outnumber other bytes beyond ASCII.
    package static func isDamagedUTF8(_ bytes: some Sequence<UInt8>) -> Bool {
        var (characters, strays) = (0, 0)
        var decoder = Unicode.UTF8.ForwardParser()
        var bytes = bytes.makeIterator()
        while true {
            switch decoder.parseScalar(from: &bytes) {
            case .valid(let encoded):
                guard encoded.count > 1 else { continue }
                let scalar = Unicode.UTF8.decode(encoded)
                if (0xA0..<0x100).contains(scalar.value) || high.contains(scalar) { return true }
                characters += 1
            case .error: strays += 1
            case .emptyInput: return characters > strays
            }
        }
    }

    /// Returns the text, with unassigned bytes as control characters.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append((0x80..<0xA0).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(text)
    }

    /// The characters from 0x80 to 0x9F, which differ from ISO 8859-1.
    private static let high = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
    private static let unused: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    /// Signs that do not occur between two letters.
    ///
    /// These are ‚ „ † ‡ ˆ ‰ ‹ “ ” ˜ › §.
    private static let signs: Set<UInt8> = [0x82, 0x84, 0x86, 0x87, 0x88, 0x89, 0x8B, 0x93, 0x94, 0x98, 0x9B, 0xA7]
    /// Capitals that do not occur between a letter and a lower-case one.
    ///
    /// These are Š Œ Ž Ÿ.
    private static let capitals: Set<UInt8> = [0x8A, 0x8C, 0x8E, 0x9F]

    private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { isSmall(byte | 0x20) && byte < 0x80 }
}
