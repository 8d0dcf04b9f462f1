public import Foundation

/// Where a value comes from.
public enum FieldSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// A person typed it.
    case manual
    /// It was filled in from stored data.
    case autofill
    /// A model suggested it.
    case ai
}

/// A value as given by a person or program, before it is checked against a field.
public enum FieldValue: Sendable, Hashable, Codable {
    /// Text, a date or the name of a choice.
    case text(String)
    /// Yes or no, for a checkbox.
    case flag(Bool)
    /// A number as it was written.
    case number(String)
    /// A signature: the bytes of a PNG file.
    case picture(Data)
    /// Text with emphasis, for a field with several lines.
    case formatted(FormattedText)
    /// A list or an object, which no field takes.
    case structure
    /// No value: the field is left as it is.
    case none

    /// The value if it is text, with or without emphasis; nil for anything else.
    package var text: String? {
        switch self {
        case .text(let text): text
        case .formatted(let text): text.text
        case .flag, .number, .picture, .structure, .none: nil
        }
    }

    /// A number, written with as few digits as identify it: 12.5 becomes `12.5`, 3.0 becomes `3`.
    public static func number(_ value: Double) -> FieldValue {
        // Beyond this, whole numbers are not exact, and descriptions have exponents.
        value == value.rounded() && abs(value) < 1e15 ? .number(String(Int64(value))) : .number("\(value)")
    }

    /// A date as `YYYY-MM-DD`, which takes the style of the form's date field.
    ///
    /// The time zone decides which day it is.
    public static func date(_ date: Date, in timeZone: TimeZone = .current) -> FieldValue {
        .text(date.formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()))
    }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
{
    /// Creates text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates yes or no.
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
}
