/// The kind of value that a field takes.
public enum FieldType: String, Sendable, Hashable, Codable, CaseIterable {
    /// One line of text.
    case text
    /// Several lines of text.
    case multiline
    /// A check box.
    case checkbox
    /// A date.
    case date
    /// A number.
    case number
    /// A signature, typed or as a picture.
    case signature
    /// An undetermined kind.
    case unknown
}
