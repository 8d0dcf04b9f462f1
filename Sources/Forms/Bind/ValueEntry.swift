public import FormModel

/// A value and the key under which it was given.
public struct ValueEntry: Sendable, Hashable, Codable {
    /// A field's id, name or label; see `FieldKey`.
    public var key: String
    /// The value as given.
    public var value: FieldValue
    /// Where the value comes from.
    public var source: FieldSource
    /// How the value is drawn; nil for the way of the form.
    public var style: ValueStyle?

    /// Creates an entry.
    public init(key: String, value: FieldValue, source: FieldSource = .manual, style: ValueStyle? = nil) {
        self.key = key
        self.value = value
        self.source = source
        self.style = style
    }
}
