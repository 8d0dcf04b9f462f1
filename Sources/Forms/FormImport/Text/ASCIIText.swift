/// A fast path for labels in ASCII, normalised byte by byte.
///
/// Most labels are in ASCII. The results equal those for any text, which take many times as long to compute with
/// Unicode's properties and Foundation's folding.
package enum ASCIIText {
    /// Returns whether a text consists of ASCII characters.
    package static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

    /// Returns the letters and digits of an ASCII text, in lower case.
    package static func normalised(_ text: some Sequence<UInt8>) -> String {
        String(decoding: text.lazy.filter { isLetter($0) || isDigit($0) }.map(lowercased), as: UTF8.self)
    }

    /// Returns the words of an ASCII text in lower case, consisting of letters and digits.
    package static func words(_ text: String) -> [String] {
        text.utf8.split { !isLetter($0) && !isDigit($0) }.map(normalised)
    }

    /// Returns the words of an ASCII text in lower case, consisting of letters.
    package static func lettersOnly(_ text: String) -> [String] {
        text.utf8.split { !isLetter($0) }.map(normalised)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Digits and lower-case letters already have this bit set.
    private static func lowercased(_ byte: UInt8) -> UInt8 { byte | 0x20 }
}
