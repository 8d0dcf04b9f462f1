import Foundation

/// Currency signs and abbreviations that forms print beside amounts.
package enum Currency {
    /// Returns whether a word, without signs, names a currency: "EUR", "dollars", the "US" of "US$".
    package static func isName(_ word: String) -> Bool {
        let word = LabelText.folded(word)
        return names.contains(word) || Locale.commonISOCurrencyCodes.contains(word.uppercased())
    }

    private static let names: Set = [
        "dollar", "dollars", "euro", "euros", "pound", "pounds", "franc", "francs", "franken", "krone", "kroner",
        "kronor", "krona", "peso", "pesos", "real", "reais", "yen", "rupee", "rupees", "cent", "cents", "pence", "fr",
        "sfr", "kr", "zł", "zl", "kč", "kc", "ft", "lei", "rs", "us", "r",
    ]

    /// Returns whether two signs, codes or names stand for the same currency: "$" and "USD".
    ///
    /// "$" stands for all dollars, since a form prints the sign of its country.
    package static func isSame(_ first: String, _ second: String) -> Bool { canonical(first) == canonical(second) }

    private static func canonical(_ name: String) -> String {
        let name = LabelText.folded(name).filter { !$0.isWhitespace && $0 != "." }
        if name.hasSuffix("$") { return "$" }
        return switch name {
        case "usd", "cad", "aud", "dollar", "dollars": "$"
        case "eur", "euro", "euros": "€"
        case "gbp", "pound", "pounds": "£"
        case "jpy", "yen": "¥"
        default: name
        }
    }

    /// Returns the currency at the end of a word in front of an amount.
    ///
    /// It is the "$" of "Rent:$", or "EUR".
    package static func leading(_ word: String) -> String? {
        if let sign = word.last, isSign(sign) { return String(sign) }
        return isAbbreviation(word) ? word.filter(\.isLetter) : nil
    }

    /// Returns the currency that a text behind an amount begins with.
    ///
    /// It is the sign or abbreviation of languages other than English: "100 €".
    package static func following(_ text: String) -> String? {
        if text.first == "€" { return "€" }
        guard let first = text.split(separator: " ").first else { return nil }
        return isAbbreviation(String(first)) ? first.filter(\.isLetter) : nil
    }

    /// Returns whether a caption has a separate currency sign: "Total $", "Rent ($)".
    ///
    /// An amount such as "over $500" does not count.
    package static func isUnit(in caption: String) -> Bool {
        caption.split(separator: " ").contains { word in
            word.contains(where: isSign) && !word.contains { $0.isNumber || $0.isLetter }
        }
    }

    private static func isSign(_ character: Character) -> Bool { "$€£¥".contains(character) }

    /// Returns whether a text begins with the cents of a preceding amount: ".00".
    package static func isCents(_ text: String) -> Bool {
        guard let first = text.split(separator: " ").first else { return false }
        return [".00", ",00", "00", "—00", "-00"].contains(String(first))
    }

    private static func isAbbreviation(_ word: String) -> Bool {
        ["EUR", "EURO", "EUROS", "USD", "CAD", "GBP"].contains(word.filter(\.isLetter).uppercased())
    }
}
