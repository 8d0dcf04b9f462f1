/// A block of a section.
public struct Block: Decodable, Sendable, Hashable, Identifiable {
    /// The content of a block.
    public enum Content: Sendable, Hashable {
        case media(MediaContent)
        case text(TextContent)
        case link(LinkContent)
        case gallery(GalleryContent)
        case callToAction(CallToActionContent)
        case metrics(MetricContent)
        /// A type from a newer service, to be passed over.
        case unknown(type: String)
    }

    /// The identifier, unique in the portfolio.
    public var id: String
    /// The content.
    public var content: Content
    /// Whether the block is expanded at first.
    public var isExpanded: Bool
    /// The priority: `high`, `medium` or `low`.
    public var priority: String

    private enum CodingKeys: String, CodingKey {
        case content, visibility
        case id = "block_id"
        case type = "block_type"
    }

    private struct Visibility: Decodable {
        let initial: String
        let priority: String
    }

    /// Decodes a block.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        let visibility = try values.decode(Visibility.self, forKey: .visibility)
        isExpanded = visibility.initial == "expanded"
        priority = visibility.priority
        let type = try values.decode(String.self, forKey: .type)
        content =
            switch type {
            case "media": .media(try values.decode(MediaContent.self, forKey: .content))
            case "expandable_text": .text(try values.decode(TextContent.self, forKey: .content))
            case "external_link": .link(try values.decode(LinkContent.self, forKey: .content))
            case "gallery": .gallery(try values.decode(GalleryContent.self, forKey: .content))
            case "cta": .callToAction(try values.decode(CallToActionContent.self, forKey: .content))
            case "metric": .metrics(try values.decode(MetricContent.self, forKey: .content))
            default: .unknown(type: type)
            }
    }
}
