/// One element of a document: a paragraph, heading, quote or list item, or an object such as an image, table or code.
public struct PortableTextBlock: Hashable, Sendable {
    /// The type of text blocks.
    public static let textType = "block"
    /// The style of a text block without one.
    public static let normalStyle = "normal"

    /// The type, `_type`: ``textType`` or the name of an object.
    public var type: String
    /// The key, `_key`; if the block has none, one made from its position, which stays the same from run to run.
    public var key: String
    /// The style, such as `normal`, `h1` or `blockquote`.
    public var style: String
    /// The style of the list to which the block belongs, such as `bullet` or `number`; nil outside lists.
    public var listItem: String?
    /// The nesting level within lists, from 1.
    public var level: Int
    /// The annotations to which the marks of the spans refer.
    public var markDefs: [PortableTextMarkDefinition]
    /// The content of a text block; nil for an object.
    public var children: [PortableTextChild]?
    /// The content of a table; nil for everything else.
    public var table: PortableTextTable?
    /// All other members, as they were read.
    public var fields: JSONObject

    /// Creates a block.
    public init(
        type: String = Self.textType, key: String, style: String = Self.normalStyle, listItem: String? = nil,
        level: Int = 1, markDefs: [PortableTextMarkDefinition] = [], children: [PortableTextChild]? = nil,
        table: PortableTextTable? = nil, fields: JSONObject = JSONObject()
    ) {
        self.type = type
        self.key = key
        self.style = style
        self.listItem = listItem
        self.level = level
        self.markDefs = markDefs
        self.children = children
        self.table = table
        self.fields = fields
    }

    /// The text of all spans, without any marks, objects and nested blocks.
    public var text: String {
        var text = ""
        for child in children ?? [] {
            if case .span(let span) = child { text += span.text }
        }
        return text
    }

    /// The level of the heading, from 1 to 6; nil if the block's style is no heading.
    public var headingLevel: Int? {
        guard children != nil, style.utf8.count == 2, style.first == "h", let level = style.last?.wholeNumberValue,
            (1...6).contains(level)
        else { return nil }
        return level
    }
}

/// A part of a text block.
public enum PortableTextChild: Hashable, Sendable {
    /// Text with marks.
    case span(PortableTextSpan)
    /// An object within the text, or a block within a block.
    case block(PortableTextBlock)
}

/// A piece of text with the same marks throughout.
public struct PortableTextSpan: Hashable, Sendable {
    /// The type of spans.
    public static let type = "span"

    /// The key, `_key`, or one made from the span's position.
    public var key: String
    /// The text; a line feed is a line break.
    public var text: String
    /// Decorators such as `strong`, and keys of annotations.
    public var marks: [String]
    /// All other members, as they were read.
    public var fields: JSONObject

    /// Creates a span.
    public init(key: String, text: String, marks: [String] = [], fields: JSONObject = JSONObject()) {
        self.key = key
        self.text = text
        self.marks = marks
        self.fields = fields
    }
}

/// An annotation: a mark that has data, such as the address of a link.
public struct PortableTextMarkDefinition: Hashable, Sendable {
    /// The type of links.
    public static let linkType = "link"

    /// The type, `_type`.
    public var type: String
    /// The key by which spans refer to the annotation, `_key`.
    public var key: String
    /// All other members, as they were read, such as `href`.
    public var fields: JSONObject

    /// Creates an annotation.
    public init(type: String, key: String, fields: JSONObject = JSONObject()) {
        self.type = type
        self.key = key
        self.fields = fields
    }

    /// The address of a link; nil if there is none.
    public var href: String? { fields["href"]?.text }
}
