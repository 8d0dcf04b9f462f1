public import Foundation

/// A value that a statement binds or returns.
@frozen
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// A type that a statement can bind.
public protocol SQLBindable {
    /// The value to bind.
    var sqlValue: SQLValue { get }
}

/// A type that a column can be read as.
public protocol SQLReadable {
    /// Creates the value from a column; `nil` for another type or null.
    init?(sqlValue: SQLValue)
}

extension SQLValue: SQLBindable, SQLReadable {
    /// The value itself.
    @inlinable
    public var sqlValue: SQLValue { self }

    /// Creates the value itself.
    @inlinable
    public init?(sqlValue: SQLValue) { self = sqlValue }
}

extension String: SQLBindable, SQLReadable {
    /// The text as a value.
    @inlinable
    public var sqlValue: SQLValue { .text(self) }

    /// Creates the text from a text; `nil` for other types.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self = text
    }
}

extension Int64: SQLBindable, SQLReadable {
    /// The number as a value.
    @inlinable
    public var sqlValue: SQLValue { .integer(self) }

    /// Creates the number from an integer; `nil` for other types.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = number
    }
}

extension Int: SQLBindable, SQLReadable {
    /// The number as a value.
    @inlinable
    public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Creates the number from an integer; `nil` for other types.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self.init(exactly: number)
    }
}

extension Double: SQLBindable, SQLReadable {
    /// The number as a value.
    @inlinable
    public var sqlValue: SQLValue { .real(self) }

    /// Creates the number from a number; `nil` for other types.
    @inlinable
    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .real(let number): self = number
        case .integer(let number): self = Double(number)
        case .null, .text, .blob: return nil
        }
    }
}

/// A truth value is stored as 0 or 1 by every engine.
extension Bool: SQLBindable, SQLReadable {
    /// The truth value as a value.
    @inlinable
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    /// Creates the truth value from an integer; `nil` for other types.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue else { return nil }
        self = number != 0
    }
}

extension Data: SQLBindable, SQLReadable {
    /// The bytes as a value.
    @inlinable
    public var sqlValue: SQLValue { .blob(self) }

    /// Creates the bytes from bytes; `nil` for other types.
    @inlinable
    public init?(sqlValue: SQLValue) {
        guard case .blob(let bytes) = sqlValue else { return nil }
        self = bytes
    }
}
