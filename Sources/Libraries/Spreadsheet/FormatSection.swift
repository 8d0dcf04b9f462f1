/// One section of a number format, which spreadsheet programs separate by semicolons.
struct FormatSection: Sendable, Hashable {
    /// A part of a section, in the order in which it is displayed.
    enum Token: Sendable, Hashable {
        case literal(String)
        /// A space as wide as another character.
        case space
        /// The place of a digit: `0`, `#` or `?`.
        case digit(Character)
        case point
        case comma
        case percent
        case slash
        /// `E+` or `E-`; the first always has a sign.
        case exponent(isSigned: Bool)
        case general
        case text
        case date(DatePart)
    }

    /// A part of a date or a time.
    enum DatePart: Sendable, Hashable {
        /// The number of letters says how it is written.
        case year(Int), month(Int), day(Int), hour(Int), minute(Int), second(Int)
        /// The decimals of the seconds.
        case fraction(Int)
        /// The whole time in this unit, with a minimum number of digits.
        case elapsedHours(Int), elapsedMinutes(Int), elapsedSeconds(Int)
        /// The halves of the day: what is written for each.
        case half(String, String)
        /// The year of the Buddhist era.
        case buddhistYear(Int)
    }

    /// What a section displays.
    enum Kind: Sendable, Hashable {
        case number, date, general, text
        /// The same literal text for every number.
        case literal
    }

    var tokens: [Token] = []
    var kind = Kind.literal
    /// The numbers that the section is for; nil if its place says so.
    var condition: FormatCondition?
    var locale: LocaleTag?
    /// Whether the system of the reader decides on the order of a date.
    var isSystemDate = false

    /// The section of a date in ISO notation.
    ///
    /// Spreadsheet programs write it in the order of the reader's system.
    static let systemDate = FormatSection(date: [.year(4), .month(2), .day(2)], separator: "-")

    /// Creates a date in the system's order.
    private init(date parts: [DatePart], separator: String) {
        kind = .date
        isSystemDate = true
        for part in parts {
            if !tokens.isEmpty { tokens.append(.literal(separator)) }
            tokens.append(.date(part))
        }
    }

    /// Creates a section that displays a number as General does.
    init() { (kind, tokens) = (.general, [.general]) }

    /// Creates a section with tokens.
    init(tokens: [Token]) {
        self.tokens = tokens
        kind = Self.kind(of: tokens)
    }

    private static func kind(of tokens: [Token]) -> Kind {
        var kind = Kind.literal
        for token in tokens {
            switch token {
            case .date: return .date
            case .text: kind = .text
            case .general where kind != .text: kind = .general
            case .digit where kind == .literal: kind = .number
            default: break
            }
        }
        return kind
    }
}

/// The numbers that a section is for, such as `[>=100]`.
struct FormatCondition: Sendable, Hashable {
    enum Comparison: String, Sendable, CaseIterable {
        case atMost = "<=", atLeast = ">=", unequal = "<>", below = "<", above = ">", equal = "="
    }

    var comparison: Comparison
    var limit: Double

    /// Parses a condition; nil for anything else in brackets.
    init?(_ text: String) {
        guard let comparison = Comparison.allCases.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
        let number = text.dropFirst(comparison.rawValue.count).trimmingPrefix(while: \.isWhitespace)
        guard let limit = PlainNumber.value(of: String(number)) else { return nil }
        (self.comparison, self.limit) = (comparison, limit)
    }

    func holds(for value: Double) -> Bool {
        switch comparison {
        case .atMost: value <= limit
        case .atLeast: value >= limit
        case .unequal: value != limit
        case .below: value < limit
        case .above: value > limit
        case .equal: value == limit
        }
    }

    /// Whether only numbers below zero meet it.
    ///
    /// The section itself then writes their sign.
    var isNegativeOnly: Bool {
        switch comparison {
        case .below: limit <= 0
        case .atMost, .equal: limit < 0
        case .atLeast, .unequal, .above: false
        }
    }
}

/// Numbers in the notation of XML.
enum PlainNumber {
    /// Parses a finite number; nil for anything else.
    static func value(of text: String) -> Double? {
        let allowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                true
            default: false
            }
        }
        guard allowed, let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
