/// The kind of value that a field takes.
public enum FieldType: String, Sendable, Hashable, Codable, CaseIterable {
    /// One line of text.
    case text
    /// Several lines of text.
    case multiline
    /// A box to tick.
    case checkbox
    /// A date.
    case date
    /// A number.
    case number
    /// A signature, typed or as a picture.
    case signature
    /// A kind that the detector could not determine.
    case unknown
}
