/// A mark as it applies to text: a decorator, or an annotation with its data.
public struct PortableTextMark: Hashable, Sendable {
    /// The name of the decorator, or the type of the annotation.
    public var type: String
    /// The name in the span: the decorator, or the key of the annotation.
    public var key: String
    /// The annotation; nil for a decorator.
    public var definition: PortableTextMarkDefinition?

    /// Creates a mark.
    public init(type: String, key: String, definition: PortableTextMarkDefinition? = nil) {
        self.type = type
        self.key = key
        self.definition = definition
    }

    /// Returns the mark of a link outside spans, such as that of an embedded object.
    package static func link(to address: String) -> PortableTextMark {
        let type = PortableTextMarkDefinition.linkType
        let definition = PortableTextMarkDefinition(type: type, key: "", fields: ["href": .text(address)])
        return PortableTextMark(type: type, key: "", definition: definition)
    }
}
