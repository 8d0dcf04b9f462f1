import FormImport
import FormModel
import Foundation

/// Reads numbers as people and forms write them: `1,234.50`, `1.234,50 €`, `(350)`.
package enum AmountText {
    /// Returns the number in a text, or nil unless the text is exactly one number.
    ///
    /// The format of the field decides whether point or comma is the decimal separator. Without a format it is the last
    /// of them, provided it occurs once and does not separate three digits as thousands.
    static func number(_ text: String, in format: FieldFormat?) -> Decimal? {
        let isNegative = text.contains("-") || text.contains("−") || (text.contains("(") && text.contains(")"))
        let kept = text.filter { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
        guard kept.contains(where: { $0.isNumber }), !text.contains(where: { $0.isLetter }), kept.count <= 40 else {
            return nil
        }
        let point: Character? =
            switch format?.separators {
            case .commaPoint, .point, .apostrophePoint: "."
            case .pointComma, .comma: ","
            case nil: decimalSign(of: kept)
            }
        let plain = String(kept.compactMap { $0 == point ? "." : $0.isNumber ? $0 : nil })
        guard let value = FieldFormat.decimal(plain.hasPrefix(".") ? "0" + plain : plain) else { return nil }
        return isNegative ? -value : value
    }

    /// Returns whether a text that was read from paper may be a number or amount.
    ///
    /// A point that was read for a comma leaves groups that no number has, as in `1.250.75`.
    package static func mayBeAmount(_ text: String) -> Bool {
        guard isAmount(text) else { return false }
        let kept = text.filter { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
        return [Character("."), ","].allSatisfy { sign in
            let groups = kept.split(separator: sign, omittingEmptySubsequences: false)
            guard groups.count > 2, let first = groups.first else { return true }
            return first.count <= 3 && first.allSatisfy(\.isNumber)
                && groups.dropFirst().allSatisfy { $0.prefix(while: \.isNumber).count == 3 }
        }
    }

    /// Returns whether a text is an amount.
    ///
    /// It is a number without words other than a currency, or says that there is none.
    static func isAmount(_ text: String) -> Bool {
        guard text.contains(where: \.isNumber) else { return isNothing(text) }
        // "R$" and "NZ$" are one sign.
        let words = text.replacing(/[A-Za-z]{1,3}\$/, with: "$").split { !$0.isLetter }
        return words.allSatisfy { Currency.isName(String($0)) }
    }

    /// Returns whether a text says that there is no value: `none`, `n/a`, `-`.
    static func isNothing(_ text: String) -> Bool {
        let letters = LabelText.normalised(text)
        if letters.isEmpty { return text.contains { "-‐‑‒–—−".contains($0) } }
        return nothing.contains(letters)
    }

    private static let nothing: Set = [
        "none", "na", "nil", "keine", "keiner", "entfallt", "aucun", "aucune", "neant", "ninguno", "ninguna", "nessuno",
        "nessuna", "geen", "nvt", "nenhum", "nenhuma", "ingen", "inga",
    ]

    private static func decimalSign(of text: String) -> Character? {
        guard let place = text.lastIndex(where: { $0 == "." || $0 == "," }) else { return nil }
        let sign = text[place]
        let digits = text.distance(from: place, to: text.endIndex) - 1
        let other: Character = sign == "." ? "," : "."
        if text.contains(other) { return sign }
        // "1,234" and "1.234.567" are whole numbers, "1234.567" is not.
        let isGroup =
            digits == 3 && text.prefix { $0 != sign }.count <= 3 && (sign == "," || text.count { $0 == sign } > 1)
        return isGroup || text.count { $0 == sign } > 1 ? nil : sign
    }
}

extension String {
    /// Returns an amount without the currency that the form prints beside its field.
    ///
    /// Any other text is unchanged.
    func withoutCurrency(printedBeside field: Field) -> String {
        guard let printed = field.printedNames?.currency, contains(where: \.isNumber) else { return self }
        let isPart: (Character) -> Bool = { $0.isNumber || ".,'’()-−–+%".contains($0) || $0.isWhitespace }
        let currencies = split(whereSeparator: isPart)
        guard currencies.count == 1, Currency.isSame(String(currencies[0]), printed) else { return self }
        return filter(isPart).trimmingCharacters(in: .whitespaces)
    }
}
