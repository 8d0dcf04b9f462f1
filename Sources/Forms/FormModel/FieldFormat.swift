/// The format of a field's value, as defined by AcroForm scripts or by a person.
///
/// These use Acrobat's `AFDate_FormatEx`, `AFNumber_Format`, `AFPercent_Format` and `AFSpecial_Format`.
public struct FieldFormat: Sendable, Hashable, Codable {
    /// The kind of value.
    public var kind: Kind
    /// The pattern of a date, such as `mm/dd/yyyy`.
    public var pattern: String?
    /// The number of decimal places.
    public var decimals: Int?
    /// The separators in a number.
    public var separators: Separators?
    /// The symbol or name of the currency, including spaces to print.
    public var currency: String?
    /// Whether the currency precedes the number.
    public var isCurrencyFirst: Bool?
    /// Whether negative numbers are in parentheses rather than after a minus sign.
    public var hasBrackets: Bool?

    /// The kind of a formatted value.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A date.
        case date
        /// A number or an amount of money.
        case number
        /// A fraction of 1, written as a percentage.
        case percent
        /// A ZIP code of five digits, or of nine.
        case zip, zipPlus4
        /// A telephone number of ten digits.
        case phone
        /// A social security number of nine digits.
        case ssn
    }

    /// The separators of thousands and decimals.
    public enum Separators: String, Sendable, Hashable, Codable, CaseIterable {
        /// `1,234.56`
        case commaPoint
        /// `1234.56`
        case point
        /// `1.234,56`
        case pointComma
        /// `1234,56`
        case comma
        /// `1'234.56`
        case apostrophePoint
    }

    /// Creates a format.
    public init(
        kind: Kind, pattern: String? = nil, decimals: Int? = nil, separators: Separators? = nil,
        currency: String? = nil, isCurrencyFirst: Bool? = nil, hasBrackets: Bool? = nil
    ) {
        self.kind = kind
        self.pattern = pattern
        self.decimals = decimals
        self.separators = separators
        self.currency = currency
        self.isCurrencyFirst = isCurrencyFirst
        self.hasBrackets = hasBrackets
    }
}

/// The calculation of a field from others (Acrobat's `AFSimple_Calculate`).
public struct FieldCalculation: Sendable, Hashable, Codable {
    /// The function to compute.
    public var function: Function
    /// The full names of the operand fields or of their parents.
    public var fields: [String]

    /// A function of several numbers.
    public enum Function: String, Sendable, Hashable, Codable, CaseIterable {
        /// The sum, product, mean, minimum or maximum.
        case sum, product, average, minimum, maximum
    }

    /// Creates a calculation.
    public init(function: Function, fields: [String]) {
        self.function = function
        self.fields = fields
    }
}
