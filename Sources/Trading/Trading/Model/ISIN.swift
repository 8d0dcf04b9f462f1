/// The form and the check digit of ISINs, the international identifiers of securities.
package enum ISIN {
    /// Returns whether a text is an ISIN in capital letters with the right check digit.
    package static func isValid(_ text: String) -> Bool { hasForm(text) && sum(text).isMultiple(of: 10) }

    /// Returns whether a text has the form of an ISIN, but a wrong check digit.
    package static func hasWrongCheckDigit(_ text: String) -> Bool { hasForm(text) && !isValid(text) }

    /// Returns the CUSIP that an American or Canadian ISIN contains.
    ///
    /// An ISIN with a wrong check digit has none, since its other characters may be wrong as well.
    static func cusip(in isin: String) -> String? {
        guard isin.hasPrefix("US") || isin.hasPrefix("CA"), isValid(isin) else { return nil }
        return String(isin.dropFirst(2).prefix(9))
    }

    /// Returns whether a text has two letters, nine letters or digits, and a digit.
    private static func hasForm(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 12 else { return false }
        return bytes.prefix(2).allSatisfy(letters.contains) && digits.contains(bytes[11])
            && bytes.allSatisfy { letters.contains($0) || digits.contains($0) }
    }

    /// Returns the sum of Luhn's formula, in which letters count as 10 to 35.
    private static func sum(_ text: String) -> Int {
        let figures = text.utf8.flatMap { byte -> [Int] in
            let value = digits.contains(byte) ? Int(byte) - 48 : Int(byte) - 55
            return value < 10 ? [value] : [value / 10, value % 10]
        }
        return figures.reversed().enumerated().reduce(0) { sum, figure in
            let value = figure.offset.isMultiple(of: 2) ? figure.element : figure.element * 2
            return sum + value / 10 + value % 10
        }
    }

    private static let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
