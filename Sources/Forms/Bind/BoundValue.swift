public import FormModel
public import Foundation

/// What will be drawn into a field: a value that has been matched, checked and brought into the field's form.
public struct BoundValue: Sendable, Hashable, Codable {
    public var field: Field
    public var content: Content
    public var source: FieldSource
    /// The key it was given under.
    public var key: String
    public var match: Match

    public enum Content: Sendable, Hashable, Codable {
        case text(String)
        case checked(Bool)
        /// A signature as a PNG file's bytes.
        case picture(Data)
    }

    /// How a key found its field, from the surest way to the least sure.
    public enum Match: String, Sendable, Hashable, Codable {
        case id, name, label
        /// The label begins with the key.
        case beginning
        /// The label differs from the key by a few letters.
        case similar
    }
}
