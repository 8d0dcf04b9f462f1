/// Signs and abbreviations of currencies as forms print them beside amounts.
package enum Currency {
    /// Returns whether a caption has a sign by itself, as in "Total $" and "Rent ($)", but not an amount: "over $500".
    package static func isUnit(in caption: String) -> Bool {
        caption.split(separator: " ").contains { word in
            word.contains(where: isSign) && !word.contains { $0.isNumber || $0.isLetter }
        }
    }

    private static func isSign(_ character: Character) -> Bool { "$€£¥".contains(character) }

    /// Returns whether a word ends in a sign or is an abbreviation that can stand in front of an amount.
    package static func leads(_ word: String) -> Bool {
        word.last.map(isSign) ?? false || isAbbreviation(word)
    }

    /// Returns whether a text begins with a sign or an abbreviation that can follow an amount, as in languages other
    /// than English: "100 €".
    package static func follows(_ text: String) -> Bool {
        text.first == "€" || text.split(separator: " ").first.map { isAbbreviation(String($0)) } ?? false
    }

    /// Returns whether a text begins with the cents of an amount whose dollars are written in front of it: ".00".
    package static func isCents(_ text: String) -> Bool {
        guard let first = text.split(separator: " ").first else { return false }
        return [".00", ",00", "00", "—00", "-00"].contains(String(first))
    }

    private static func isAbbreviation(_ word: String) -> Bool {
        ["EUR", "EURO", "EUROS", "USD", "CAD", "GBP"].contains(word.filter(\.isLetter).uppercased())
    }
}
