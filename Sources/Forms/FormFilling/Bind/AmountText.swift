import FormModel
import Foundation

/// Reads numbers as people and forms write them: `1,234.50`, `1.234,50 €`, `(350)`.
enum AmountText {
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
