import Values

/// A column value in its canonical form.
///
/// It reaches a database as a parameter and never as part of a statement's text.
package enum Value: Hashable, Sendable {
    /// A null.
    case null
    /// A text, or a UUID, date or timestamp as text.
    ///
    /// UUIDs are in lower case; ``ColumnType`` defines the formats.
    case text(String)
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case number(Double)
    /// A truth value.
    case bool(Bool)
    /// A list of texts, with nil for nulls.
    case list([String?])
    /// A list of integers, with nil for nulls.
    case integers([Int64?])
}

// Databases compare texts byte by byte, unlike Swift, for which “é” equals “e” with an accent behind it.
extension Value {
    package static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.text(let left), .text(let right)): left.hasBytes(of: right)
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.bool(let left), .bool(let right)): left == right
        case (.list(let left), .list(let right)):
            left.count == right.count
                && zip(left, right).allSatisfy { left, right in
                    guard let left, let right else { return left == nil && right == nil }
                    return left.hasBytes(of: right)
                }
        case (.integers(let left), .integers(let right)): left == right
        default: false
        }
    }

    // Equal values have equal hashes; the reverse need not hold.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .text(let text): hasher.combine(text)
        case .integer(let number): hasher.combine(number)
        case .number(let number): hasher.combine(number)
        case .bool(let flag): hasher.combine(flag)
        case .list(let items): hasher.combine(items)
        case .integers(let items): hasher.combine(items)
        }
    }
}
