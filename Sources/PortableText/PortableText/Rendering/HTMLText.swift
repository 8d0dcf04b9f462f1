extension StringProtocol {
    /// The text with the five special characters of HTML text and attributes escaped.
    ///
    /// Control characters, which HTML does not allow, become U+FFFD.
    public var escapedForHTML: String {
        var bytes: [UInt8] = []
        bytes.appendEscaped(self)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends text with the five special characters of HTML text and attributes escaped.
    mutating func appendEscaped(_ text: some StringProtocol) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "'"): append("&#39;")
            case 0x09, 0x0A, 0x0D: append(byte)
            case ..<0x20, 0x7F: append("\u{FFFD}")
            default: append(byte)
            }
        }
    }
}
