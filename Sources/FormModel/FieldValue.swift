public import Foundation

/// Where a value comes from.
public enum FieldSource: String, Sendable, Hashable, Codable, CaseIterable {
    case manual
    case autofill
    case ai
}

/// A value as a person or program gives it, before it is known to suit a field.
public enum FieldValue: Sendable, Hashable, Codable {
    case text(String)
    case flag(Bool)
    /// A number as it was written.
    case number(String)
    /// A picture of a signature: the bytes of a PNG file.
    case picture(Data)
    /// Something that no field takes: a list or an object.
    case structure
    /// No value: the field is left as it is.
    case none
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self = .text(value) }
    public init(booleanLiteral value: Bool) { self = .flag(value) }
    public init(integerLiteral value: Int) { self = .number(String(value)) }
}
