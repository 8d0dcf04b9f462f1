/// A value of a column, in its canonical form.
///
/// It reaches a database as a parameter and never as text of a statement.
package enum Value: Hashable, Sendable {
    /// No value.
    case null
    /// A text; also a UUID in small letters, a date and a timestamp, as ``ColumnType`` says.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// True or false.
    case bool(Bool)
    /// A list of texts; nil for a null.
    case list([String?])
}
