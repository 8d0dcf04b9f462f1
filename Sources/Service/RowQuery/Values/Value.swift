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
