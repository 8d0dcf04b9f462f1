import Trading

/// How a file writes numbers.
///
/// In decorated numbers, currency signs and white space around a number are ignored, thousands may be grouped, and
/// parentheses mean that it is negative.
struct NumberFormat: Hashable {
    /// What separates whole and fraction.
    enum DecimalSign: String, CaseIterable {
        case point = "."
        case comma = ","
    }

    /// What separates whole and fraction.
    var decimalSign: DecimalSign
    /// Whether thousands may be grouped, signs of currencies added and parentheses used.
    var isDecorated: Bool

    /// Digits with a point, as in our own files.
    static let plain = NumberFormat(decimalSign: .point, isDecorated: false)
    /// Also `$1,259.59`, `-$5` and `(5.00)`.
    static let english = NumberFormat(decimalSign: .point, isDecorated: true)

    /// Reads a number; `nil` if it is none, or has more digits than an `Amount` holds exactly.
    func number(_ text: some StringProtocol) -> Amount? {
        guard isDecorated else { return Amount(exactly: text) }
        var rest = text.trimmed
        var sign = ""
        if rest.hasPrefix("("), rest.hasSuffix(")") {
            sign = "-"
            rest = rest.dropFirst().dropLast()
        }
        while let first = rest.first, !first.isDigit, first != Character(decimalSign.rawValue) {
            if first == "-" || first == "+" {
                guard sign.isEmpty else { return nil }
                sign = String(first)
            } else if !first.isDecoration {
                return nil
            }
            rest.removeFirst()
        }
        while let last = rest.last, last.isDecoration { rest.removeLast() }
        let parts = rest.split(separator: Character(decimalSign.rawValue), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first.flatMap(Self.ungrouped),
            parts.last?.allSatisfy(\.isDigit) == true || parts.count == 1
        else { return nil }
        return Amount(exactly: parts.count == 2 ? "\(sign)\(whole).\(parts[1])" : "\(sign)\(whole)")
    }

    /// Returns digits without the sign between groups of three; `nil` if the groups are not of three.
    private static func ungrouped(_ text: Substring) -> String? {
        guard let sign = text.first(where: { !$0.isDigit }) else { return String(text) }
        guard ",.'\u{2019} \u{00A0}\u{202F}".contains(sign) else { return nil }
        let groups = text.split(separator: sign, omittingEmptySubsequences: false)
        guard let first = groups.first, (1...3).contains(first.count), groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        let digits = groups.joined()
        return digits.allSatisfy(\.isDigit) ? digits : nil
    }
}

extension Character {
    /// Whether it is an ASCII digit.
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether it is white space or the sign of a currency.
    fileprivate var isDecoration: Bool {
        isWhitespace || unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
    }
}
