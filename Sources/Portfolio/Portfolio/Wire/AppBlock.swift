/// A block of a section with typed content.
package struct AppBlock: Hashable, Sendable {
    package enum Padding: String, Hashable, Sendable, Codable { case none, small, medium, large }

    /// The content of a block.
    package enum Content: Hashable, Sendable {
        case media(MediaContent)
        case expandableText(TextContent)
        case externalLink(LinkContent)
        case gallery(GalleryContent)
        case callToAction(CallToActionContent)
        case metric(MetricContent)
    }

    /// The initial state and the importance of a block.
    package struct Visibility: Hashable, Sendable, Codable {
        package enum Initial: String, Hashable, Sendable, Codable { case expanded, collapsed }
        package var initial: Initial
        package var priority: ArrangedBlock.Priority

        /// Creates the values.
        package init(initial: Initial, priority: ArrangedBlock.Priority) {
            self.initial = initial
            self.priority = priority
        }
    }

    /// The layout style of a block.
    package struct Style: Hashable, Sendable, Codable {
        package var padding: Padding

        /// Creates a style.
        package init(padding: Padding) {
            self.padding = padding
        }
    }

    /// An identifier, unique in the portfolio.
    package var blockID: String
    package var content: Content
    package var visibility: Visibility
    package var style: Style

    /// Creates a block.
    package init(blockID: String, content: Content, visibility: Visibility, style: Style) {
        self.blockID = blockID
        self.content = content
        self.visibility = visibility
        self.style = style
    }
}

extension AppBlock: Codable {
    /// The generated block types.
    ///
    /// Apps also know `timeline`, `comparison`, `scroll_container` and `hotspot_media`, but display nothing for them.
    private enum BlockType: String, Codable {
        case media
        case expandableText = "expandable_text"
        case externalLink = "external_link"
        case gallery
        case callToAction = "cta"
        case metric
    }

    private enum CodingKeys: String, CodingKey {
        case blockID = "block_id"
        case blockType = "block_type"
        case content, visibility, style
    }

    /// Decodes a block of a generated type.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        blockID = try container.decode(String.self, forKey: .blockID)
        content =
            switch try container.decode(BlockType.self, forKey: .blockType) {
            case .media: .media(try container.decode(MediaContent.self, forKey: .content))
            case .expandableText: .expandableText(try container.decode(TextContent.self, forKey: .content))
            case .externalLink: .externalLink(try container.decode(LinkContent.self, forKey: .content))
            case .gallery: .gallery(try container.decode(GalleryContent.self, forKey: .content))
            case .callToAction: .callToAction(try container.decode(CallToActionContent.self, forKey: .content))
            case .metric: .metric(try container.decode(MetricContent.self, forKey: .content))
            }
        visibility = try container.decode(Visibility.self, forKey: .visibility)
        style = try container.decode(Style.self, forKey: .style)
    }

    /// Encodes the block with its type next to the content.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(blockID, forKey: .blockID)
        let type: BlockType
        switch content {
        case .media(let content):
            type = .media
            try container.encode(content, forKey: .content)
        case .expandableText(let content):
            type = .expandableText
            try container.encode(content, forKey: .content)
        case .externalLink(let content):
            type = .externalLink
            try container.encode(content, forKey: .content)
        case .gallery(let content):
            type = .gallery
            try container.encode(content, forKey: .content)
        case .callToAction(let content):
            type = .callToAction
            try container.encode(content, forKey: .content)
        case .metric(let content):
            type = .metric
            try container.encode(content, forKey: .content)
        }
        try container.encode(type, forKey: .blockType)
        try container.encode(visibility, forKey: .visibility)
        try container.encode(style, forKey: .style)
    }
}
