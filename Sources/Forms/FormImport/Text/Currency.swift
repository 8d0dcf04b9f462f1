/// Currency signs and abbreviations that forms print beside amounts.
package enum Currency {
    /// Returns whether a caption has a separate currency sign: "Total $", "Rent ($)".
    ///
    /// An amount such as "over $500" does not count.
    package static func isUnit(in caption: String) -> Bool {
        caption.split(separator: " ").contains { word in
            word.contains(where: isSign) && !word.contains { $0.isNumber || $0.isLetter }
        }
    }

    private static func isSign(_ character: Character) -> Bool { "$€£¥".contains(character) }

    /// Returns whether a word can precede an amount.
    ///
    /// It ends in a currency sign or is an abbreviation.
    package static func leads(_ word: String) -> Bool {
        word.last.map(isSign) ?? false || isAbbreviation(word)
    }

    /// Returns whether the beginning of a text can follow an amount.
    ///
    /// It is a currency sign or abbreviation, as in languages other than English: "100 €".
    package static func follows(_ text: String) -> Bool {
        text.first == "€" || text.split(separator: " ").first.map { isAbbreviation(String($0)) } ?? false
    }

    /// Returns whether a text begins with the cents of a preceding amount: ".00".
    package static func isCents(_ text: String) -> Bool {
        guard let first = text.split(separator: " ").first else { return false }
        return [".00", ",00", "00", "—00", "-00"].contains(String(first))
    }

    private static func isAbbreviation(_ word: String) -> Bool {
        ["EUR", "EURO", "EUROS", "USD", "CAD", "GBP"].contains(word.filter(\.isLetter).uppercased())
    }
}
