public import FormModel

/// A value together with the words by which its giver names the field.
public struct ValueEntry: Sendable, Hashable, Codable {
    /// A field's id, name or label; see `FieldKey`.
    public var key: String
    public var value: FieldValue
    public var source: FieldSource

    public init(key: String, value: FieldValue, source: FieldSource = .manual) {
        self.key = key
        self.value = value
        self.source = source
    }
}
