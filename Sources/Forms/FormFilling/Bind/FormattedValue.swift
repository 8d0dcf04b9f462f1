import FormModel
import Foundation

extension FieldFormat {
    /// Formats a value as required by the form.
    ///
    /// It converts an ISO date, a plain number (`1234.5`), or the digits of a number with parts. Any other text is
    /// returned unchanged. `language` determines the names of months; it is evaluated only if the format has any.
    func formatted(_ text: String, in language: @autoclosure () -> FormLanguage = .english) -> String {
        switch kind {
        case .date: pattern.flatMap(DateStyle.init(pattern:))?.written(text, in: language()) ?? text
        case .number: Self.decimal(text).map { amount($0) } ?? text
        case .percent: Self.decimal(text).map { digits(of: $0 * 100) + "%" } ?? text
        case .zip: text
        case .zipPlus4: Self.grouped(text, [5, 4]) { "\($0[0])-\($0[1])" } ?? text
        case .phone: Self.grouped(text, [3, 3, 4]) { "(\($0[0])) \($0[1])-\($0[2])" } ?? text
        case .ssn: Self.grouped(text, [3, 2, 4]) { "\($0[0])-\($0[1])-\($0[2])" } ?? text
        }
    }

    /// Returns a number in the notation of the field.
    func amount(_ value: Decimal) -> String {
        let written = digits(of: value.magnitude)
        let currency = currency ?? ""
        let whole = isCurrencyFirst ?? true ? currency + written : written + currency
        // A number rounded to zero has no sign.
        guard value < 0, written.contains(where: { ("1"..."9").contains($0) }) else { return whole }
        return hasBrackets ?? false ? "(\(whole))" : "-\(whole)"
    }

    /// Parses a plain number: digits, at most one sign and one point.
    static func decimal(_ text: String) -> Decimal? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty, digits.utf8.count <= 30,
            parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } })
        else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }

    /// Returns the digits of a number's magnitude, rounded and grouped.
    private func digits(of value: Decimal) -> String {
        let sign = value < 0 ? "-" : ""
        var (exact, rounded) = (value.magnitude, Decimal())
        let decimals = min(10, max(0, decimals ?? 0))
        NSDecimalRound(&rounded, &exact, decimals, .plain)
        var parts = "\(rounded)".split(separator: ".").map(String.init)
        if parts.count < 2 { parts.append("") }
        let fraction = parts[1] + String(repeating: "0", count: max(0, decimals - parts[1].count))
        let (group, point) =
            switch separators ?? .commaPoint {
            case .commaPoint: (",", ".")
            case .point: ("", ".")
            case .pointComma: (".", ",")
            case .comma: ("", ",")
            case .apostrophePoint: ("'", ".")
            }
        var whole = ""
        for (place, digit) in parts[0].enumerated() {
            if place > 0, (parts[0].count - place) % 3 == 0 { whole += group }
            whole.append(digit)
        }
        return sign + whole + (decimals > 0 ? point + fraction : "")
    }

    /// Splits a text of digits into parts and joins them.
    ///
    /// - Returns: nil for text with other characters or of another length.
    private static func grouped(_ text: String, _ lengths: [Int], _ join: ([Substring]) -> String) -> String? {
        guard text.allSatisfy({ ("0"..."9").contains($0) }), text.count == lengths.reduce(0, +) else { return nil }
        var rest = text[...]
        return join(
            lengths.map { length in
                defer { rest = rest.dropFirst(length) }
                return rest.prefix(length)
            })
    }
}
