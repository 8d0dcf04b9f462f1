extension Unicode.Scalar {
    /// The character for a sign of a symbol font, if it is one.
    ///
    /// Texts copied from Word have the signs of Symbol and Wingdings in the private use area, at U+F000 plus the sign's
    /// code in its font. The table has those that Word offers as bullets or inserts during typing.
    package var ofSymbolFont: Unicode.Scalar? {
        switch value {
        case 0xF0B7: "•"
        case 0xF0A7: "▪"
        case 0xF06E: "■"
        case 0xF06F: "□"
        case 0xF071: "❑"
        case 0xF076: "❖"
        case 0xF0D8: "➢"
        case 0xF0FC: "✓"
        case 0xF0FB: "✗"
        case 0xF0FE: "☑"
        case 0xF0E0: "→"
        case 0xF0DF: "←"
        default: nil
        }
    }
}
