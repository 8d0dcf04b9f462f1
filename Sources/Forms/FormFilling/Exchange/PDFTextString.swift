/// Decodes text strings of PDF (ISO 32000-1, 7.9.2.2).
enum PDFTextString {
    /// Decodes a text string.
    ///
    /// It is UTF-16 or UTF-8 with a byte order mark, otherwise PDFDocEncoding, or UTF-8 if the file declares that.
    static func text(_ bytes: [UInt8], isUTF8: Bool = false) -> String {
        let text: String
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF): text = utf16(bytes.dropFirst(2), high: 0, low: 1)
        case (0xFF, 0xFE): text = utf16(bytes.dropFirst(2), high: 1, low: 0)
        case (0xEF, 0xBB) where bytes.count > 2 && bytes[2] == 0xBF:
            text = String(decoding: bytes.dropFirst(3), as: UTF8.self)
        case _ where isUTF8: text = String(decoding: bytes, as: UTF8.self)
        default:
            var scalars = String.UnicodeScalarView()
            for byte in bytes { scalars.append(scalar(byte)) }
            return String(scalars)
        }
        return withoutLanguages(text)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, high: Int, low: Int) -> String {
        let start = bytes.startIndex
        let units = stride(from: start, to: bytes.endIndex - 1, by: 2).map {
            UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// Removes the language codes between escape characters.
    private static func withoutLanguages(_ text: String) -> String {
        guard text.unicodeScalars.contains("\u{1B}") else { return text }
        let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        return stride(from: 0, to: parts.count, by: 2).map { String(parts[$0]) }.joined()
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        let value: UInt32 =
            switch byte {
            case 0x18...0x1F: accents[Int(byte - 0x18)]
            case 0x80...0xA0: signs[Int(byte - 0x80)]
            default: UInt32(byte)
            }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// 0x18 to 0x1F (ISO 32000-1, table D.2).
    private static let accents: [UInt32] = [0x2D8, 0x2C7, 0x2C6, 0x2D9, 0x2DD, 0x2DB, 0x2DA, 0x2DC]
    /// 0x80 to 0xA0.
    private static let signs: [UInt32] = [
        0x2022, 0x2020, 0x2021, 0x2026, 0x2014, 0x2013, 0x192, 0x2044, 0x2039, 0x203A, 0x2212, 0x2030, 0x201E, 0x201C,
        0x201D, 0x2018, 0x2019, 0x201A, 0x2122, 0xFB01, 0xFB02, 0x141, 0x152, 0x160, 0x178, 0x17D, 0x131, 0x142, 0x153,
        0x161, 0x17E, 0xFFFD, 0x20AC,
    ]
}
