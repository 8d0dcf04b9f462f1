public import Foundation

/// The source of a value.
public enum FieldSource: String, Sendable, Hashable, Codable, CaseIterable {
    /// Entered by a person.
    case manual
    /// Filled in from stored data.
    case autofill
    /// Suggested by a model.
    case ai
}

/// A value as given, before it is checked against a field.
public enum FieldValue: Sendable, Hashable, Codable {
    /// Text, a date or the name of a choice.
    case text(String)
    /// Yes or no, for a checkbox.
    case flag(Bool)
    /// A number as written.
    case number(String)
    /// The displayed text of a spreadsheet's cell, with its value in plain notation.
    ///
    /// The latter is a day as `2026-01-31`, a number as `1234.5`, or `yes` or `no`. A field whose format needs it takes it,
    /// so that the order of a date is never guessed; all others take the text.
    case shown(String, plain: String)
    /// A signature or photo: the bytes of a PNG or JPEG file.
    case picture(Data)
    /// Text with emphasis, for a field with several lines.
    case formatted(FormattedText)
    /// Several answers, for a question that takes more than one.
    case several([String])
    /// An object or a nested list, which no field accepts.
    case structure
    /// No value; the field is unchanged.
    case none

    /// The value if it is text, with or without emphasis; nil for anything else.
    package var text: String? {
        switch self {
        case .text(let text), .shown(let text, _): text
        case .formatted(let text): text.text
        case .flag, .number, .picture, .several, .structure, .none: nil
        }
    }

    /// Creates a number in its shortest notation: 12.5 becomes `12.5`, 3.0 becomes `3`.
    public static func number(_ value: Double) -> FieldValue {
        // Beyond this limit, whole numbers are not exact, and descriptions have exponents.
        value == value.rounded() && abs(value) < 1e15 ? .number(String(Int64(value))) : .number("\(value)")
    }

    /// Creates a date as `YYYY-MM-DD`, later converted to the field's format.
    ///
    /// The time zone determines the day.
    public static func date(_ date: Date, in timeZone: TimeZone = .current) -> FieldValue {
        .text(date.formatted(Date.ISO8601FormatStyle(timeZone: timeZone).year().month().day()))
    }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral
{
    /// Creates text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a boolean value.
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(String(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
}
