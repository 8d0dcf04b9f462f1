/// Rich text for a multiline field, as blocks in Portable Text.
public struct RichText: Sendable, Hashable, Codable {
    /// The paragraphs and list items.
    public var blocks: [Block]

    /// Creates a text.
    public init(blocks: [Block]) {
        self.blocks = blocks
    }

    /// A paragraph, heading or list item.
    public struct Block: Sendable, Hashable, Codable {
        /// The type: `block`.
        public var type: String
        /// The style, such as `normal` or `h1`.
        public var style: String?
        /// The kind of list, `bullet` or `number`; nil outside lists.
        public var listItem: String?
        /// The nesting level within lists (1-based).
        public var level: Int?
        /// The annotations that marks refer to.
        public var markDefs: [MarkDefinition]?
        /// The content.
        public var children: [Span]

        private enum CodingKeys: String, CodingKey {
            case type = "_type"
            case style, listItem, level, markDefs, children
        }

        /// Creates a block.
        public init(
            type: String = "block", style: String? = nil, listItem: String? = nil, level: Int? = nil,
            markDefs: [MarkDefinition]? = nil, children: [Span]
        ) {
            self.type = type
            self.style = style
            self.listItem = listItem
            self.level = level
            self.markDefs = markDefs
            self.children = children
        }
    }

    /// A piece of text with uniform marks.
    public struct Span: Sendable, Hashable, Codable {
        /// The type: `span`.
        public var type: String
        /// The text.
        public var text: String
        /// The marks: `strong`, `em`, `underline`, `strike-through`, `code`, or keys of annotations.
        public var marks: [String]?

        private enum CodingKeys: String, CodingKey {
            case type = "_type"
            case text, marks
        }

        /// Creates a span.
        public init(_ text: String, marks: [String]? = nil, type: String = "span") {
            self.type = type
            self.text = text
            self.marks = marks
        }
    }

    /// An annotation, such as a link, which is printed as text.
    public struct MarkDefinition: Sendable, Hashable, Codable {
        /// The type, such as `link`.
        public var type: String
        /// The key that marks use to refer to it.
        public var key: String
        /// The address of a link.
        public var href: String?

        private enum CodingKeys: String, CodingKey {
            case type = "_type"
            case key = "_key"
            case href
        }

        /// Creates an annotation.
        public init(type: String = "link", key: String, href: String? = nil) {
            self.type = type
            self.key = key
            self.href = href
        }
    }

    /// The text without marks.
    var plainText: String { blocks.map { $0.children.map(\.text).joined() }.joined(separator: "\n") }
}
