/// A text block, or an object such as an image.
///
/// Text blocks are paragraphs, headings, quotes and list items; objects include images, tables and code.
public struct PortableTextBlock: Hashable, Sendable {
    /// The type of text blocks.
    public static let textType = "block"
    /// The default style of a text block.
    public static let normalStyle = "normal"

    /// The type, `_type`: ``textType`` or the name of an object.
    public var type: String
    /// The key, `_key`, or else a stable one derived from the position.
    public var key: String
    /// The style, such as `normal`, `h1` or `blockquote`.
    public var style: String
    /// The list style, such as `bullet` or `number`; nil outside lists.
    public var listItem: String?
    /// The nesting level within lists, from 1.
    public var level: Int
    /// The annotations that the marks of the spans refer to.
    public var markDefs: [PortableTextMarkDefinition]
    /// The content of a text block; nil for an object.
    public var children: [PortableTextChild]?
    /// The content of a table; nil for other blocks.
    public var table: PortableTextTable?
    /// The text of a footnote; nil for other blocks.
    public var note: [PortableTextBlock]?
    /// All other members, unchanged.
    public var fields: JSONObject

    /// Creates a block.
    public init(
        type: String = Self.textType, key: String, style: String = Self.normalStyle, listItem: String? = nil,
        level: Int = 1, markDefs: [PortableTextMarkDefinition] = [], children: [PortableTextChild]? = nil,
        table: PortableTextTable? = nil, note: [PortableTextBlock]? = nil, fields: JSONObject = JSONObject()
    ) {
        self.type = type
        self.key = key
        self.style = style
        self.listItem = listItem
        self.level = level
        self.markDefs = markDefs
        self.children = children
        self.table = table
        self.note = note
        self.fields = fields
    }

    /// The text of all spans, without marks, objects and nested blocks.
    public var text: String {
        var text = ""
        for child in children ?? [] {
            if case .span(let span) = child { text += span.text }
        }
        return text
    }

    /// The level of the heading, from 1 to 6; nil for other blocks.
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

/// A piece of text with uniform marks.
public struct PortableTextSpan: Hashable, Sendable {
    /// The type of spans.
    public static let type = "span"

    /// The key, `_key`, or else one derived from the position.
    public var key: String
    /// The text, with line feeds as line breaks.
    public var text: String
    /// Decorators such as `strong`, and keys of annotations.
    public var marks: [String]
    /// All other members, unchanged.
    public var fields: JSONObject

    /// Creates a span.
    public init(key: String, text: String, marks: [String] = [], fields: JSONObject = JSONObject()) {
        self.key = key
        self.text = text
        self.marks = marks
        self.fields = fields
    }
}

/// An annotation: a mark with data, such as the address of a link.
public struct PortableTextMarkDefinition: Hashable, Sendable {
    /// The type of links.
    public static let linkType = "link"
    /// The type of footnotes.
    public static let footnoteType = "footnote"

    /// The type, `_type`.
    public var type: String
    /// The key, `_key`, that spans refer to.
    public var key: String
    /// The text of a footnote; nil for other annotations.
    public var note: [PortableTextBlock]?
    /// All other members, unchanged, such as `href`.
    public var fields: JSONObject

    /// Creates an annotation.
    public init(type: String, key: String, note: [PortableTextBlock]? = nil, fields: JSONObject = JSONObject()) {
        self.type = type
        self.key = key
        self.note = note
        self.fields = fields
    }

    /// The address of a link, if any.
    public var href: String? { fields["href"]?.text }
}
