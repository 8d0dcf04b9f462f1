import Trading

/// The number format of a file.
///
/// In decorated numbers, currency signs and surrounding white space are ignored, thousands may be grouped, and
/// parentheses denote a negative number.
struct NumberFormat: Hashable {
    /// The decimal separator.
    enum DecimalSign: String, CaseIterable {
        case point = "."
        case comma = ","
    }

    /// The decimal separator.
    var decimalSign: DecimalSign
    /// Whether digit groups, currency signs and parentheses are allowed.
    var isDecorated: Bool

    /// Digits with a decimal point, as in our own files.
    static let plain = NumberFormat(decimalSign: .point, isDecorated: false)
    /// Decorated numbers such as `$1,259.59`, `-$5` and `(5.00)`.
    static let english = NumberFormat(decimalSign: .point, isDecorated: true)

    /// Parses a number; `nil` if malformed or too long for an exact `Amount`.
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

    /// Returns digits without separators; `nil` unless the groups have three digits.
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
    /// Whether the character is an ASCII digit.
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether the character is white space or a currency sign.
    fileprivate var isDecoration: Bool {
        isWhitespace || unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
    }
}
