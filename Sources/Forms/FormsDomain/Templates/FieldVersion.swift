package import Pipeline

/// A version of a form's corrected fields.
package struct FieldVersion: Sendable, Hashable {
    /// The number.
    package let version: Int
    /// The owner who made it; `nil` if it is not known.
    package let author: OwnerID?
    /// When it was made; `nil` if it is not known.
    package let time: Timestamp?
}
