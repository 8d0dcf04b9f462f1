/// How a field writes its value, as the scripts of an AcroForm say (Acrobat's `AFDate_FormatEx`, `AFNumber_Format`,
/// `AFPercent_Format` and `AFSpecial_Format`).
public struct FieldFormat: Sendable, Hashable, Codable {
    /// What the value is.
    public var kind: Kind
    /// The pattern of a date, such as `mm/dd/yyyy`.
    public var pattern: String?
    /// The number of digits after the decimal sign of a number.
    public var decimals: Int?
    /// The signs between the digits of a number.
    public var separators: Separators?
    /// The sign or name of a number's currency; a space in it is printed.
    public var currency: String?
    /// Whether the currency is in front of the number.
    public var isCurrencyFirst: Bool?
    /// Whether negative numbers are in brackets rather than behind a minus sign.
    public var hasBrackets: Bool?

    /// What a value with a format is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A date.
        case date
        /// A number, or an amount of money.
        case number
        /// A share of 1, written in percent.
        case percent
        /// A ZIP code of five digits, and one of nine.
        case zip, zipPlus4
        /// A telephone number of ten digits.
        case phone
        /// A social security number of nine digits.
        case ssn
    }

    /// The signs between the digits of a number.
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

/// How the value of a field follows from those of others (Acrobat's `AFSimple_Calculate`).
public struct FieldCalculation: Sendable, Hashable, Codable {
    /// What is computed.
    public var function: Function
    /// The full names of the fields whose values are taken, or of their parents.
    public var fields: [String]

    /// What is computed of several numbers.
    public enum Function: String, Sendable, Hashable, Codable, CaseIterable {
        /// Their sum, product, mean, least or greatest.
        case sum, product, average, minimum, maximum
    }

    /// Creates a calculation.
    public init(function: Function, fields: [String]) {
        self.function = function
        self.fields = fields
    }
}
