public import FormModel

/// A value and the key under which it was given.
public struct ValueEntry: Sendable, Hashable, Codable {
    /// A field's id, name or label; see `FieldKey`.
    public var key: String
    /// The value as given.
    public var value: FieldValue
    /// Where the value comes from.
    public var source: FieldSource

    /// Creates an entry.
    public init(key: String, value: FieldValue, source: FieldSource = .manual) {
        self.key = key
        self.value = value
        self.source = source
    }
}
