/// What may be written into a field.
public enum FieldType: String, Sendable, Hashable, Codable, CaseIterable {
    case text
    case multiline
    case checkbox
    case date
    case number
    case signature
    case unknown
}
