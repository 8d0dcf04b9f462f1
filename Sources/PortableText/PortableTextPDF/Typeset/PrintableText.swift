extension StringProtocol {
    /// The text without control characters, which have no glyph.
    ///
    /// Line separators become line feeds.
    var printable: String {
        let isClean = utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xE2 || $0 == 0x0A || $0 == 0x09 }
        guard !isClean else { return String(self) }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "\n", "\t": text.append(scalar)
            case "\u{2028}", "\u{2029}": text.append("\n")
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
        }
        return String(text)
    }
}
