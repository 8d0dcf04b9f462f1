import Values

/// The texts of Interactive Brokers about securities.
enum FlexText {
    /// Returns the symbol and the identifier in front of a text.
    ///
    /// An example is `AAPL(US0378331005) Cash Dividend`.
    static func subject(_ text: String) -> (symbol: String, identifier: String)? {
        guard let open = text.firstIndex(of: "("), text[open...].contains(")") else { return nil }
        let (symbol, identifier) = (text[..<open].trimmed, text[open...].dropFirst().prefix { $0 != ")" }.trimmed)
        guard !symbol.isEmpty, symbol.count <= 30, !symbol.contains(" ") || symbol.split(separator: " ").count == 2,
            [9, 12].contains(identifier.count), identifier.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        return (String(symbol), String(identifier))
    }
}
