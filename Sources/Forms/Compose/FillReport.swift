public import FormModel
public import Foundation

/// What went where. Values themselves are not in it.
public struct FillReport: Sendable, Hashable, Codable {
    public var fileName: String
    public var sha256: String
    public var pageCount: Int
    public var filled: [Entry]
    /// Names of the fields that were left as they are.
    public var untouched: [String]
    public var warnings: [String]

    public struct Entry: Sendable, Hashable, Codable {
        public var id: UUID
        public var name: String
        public var label: String
        /// From 0.
        public var page: Int
        /// The key that the value was given under, and how it found the field.
        public var key: String
        public var match: BoundValue.Match
        public var source: FieldSource
        /// In points; nil for marks and pictures.
        public var fontSize: Double?
        public var warnings: [String]

        /// How messages name the field.
        package var title: String { Field.title(label: label, name: name) }
    }
}
