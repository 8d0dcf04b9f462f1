/// PostgreSQL's text format of a one-dimensional array, such as `{a,"b, c",NULL}`.
enum ArrayLiteral {
    /// Parses an array into its items, with nil for nulls.
    ///
    /// Returns nil if the text is not an array.
    static func items(of text: String) -> [String?]? {
        var scanner = Scanner(text)
        scanner.skipSpaces()
        guard scanner.skip("{") else { return nil }
        scanner.skipSpaces()
        var items: [String?] = []
        if !scanner.skip("}") {
            while true {
                guard let item = item(&scanner) else { return nil }
                items.append(item)
                if scanner.skip("}") { break }
                guard scanner.skip(",") else { return nil }
            }
        }
        scanner.skipSpaces()
        return scanner.isAtEnd ? items : nil
    }

    /// Parses an item.
    ///
    /// The outer optional is nil if malformed, the inner one for a null.
    private static func item(_ scanner: inout Scanner) -> String?? {
        scanner.skipSpaces()
        if scanner.peek == UInt8(ascii: "\"") {
            guard let text = scanner.quoted() else { return nil }
            scanner.skipSpaces()
            return .some(text)
        }
        var bytes: [UInt8] = []
        /// The length without trailing spaces.
        var kept = 0
        while let byte = scanner.peek, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "\"") { return nil }
            scanner.advance()
            if byte == UInt8(ascii: "\\") {
                guard let escaped = scanner.peek else { return nil }
                scanner.advance()
                bytes.append(escaped)
                kept = bytes.count
            } else {
                bytes.append(byte)
                if byte != UInt8(ascii: " ") { kept = bytes.count }
            }
        }
        guard kept > 0 else { return nil }
        let text = String(decoding: bytes.prefix(kept), as: UTF8.self)
        return .some(text.uppercased() == "NULL" ? nil : text)
    }
}
