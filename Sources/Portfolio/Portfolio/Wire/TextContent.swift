/// The short form of a text or link.
///
/// Clients know two types for this key: one with `text` and `max_lines`, one with `title` and `description`. All four
/// are always present, so that either type can decode it.
package struct BlockPreview: Hashable, Sendable, Codable {
    package var text: String
    package var maxLines: Int
    package var title: String
    package var description: String
    package var thumbnailURL: String?
    package var faviconURL: String?

    private enum CodingKeys: String, CodingKey {
        case text
        case maxLines = "max_lines"
        case title, description
        case thumbnailURL = "thumbnail_url"
        case faviconURL = "favicon_url"
    }

    /// Creates a preview.
    package init(text: String, title: String, description: String) {
        self.text = text
        maxLines = 3
        self.title = title
        self.description = description
    }
}

/// A text with a preview until it is expanded.
package struct TextContent: Hashable, Sendable, Codable {
    /// The whole text.
    package struct FullContent: Hashable, Sendable, Codable {
        package var text: String
        package var format: String
    }

    package var preview: BlockPreview
    package var fullContent: FullContent
    package var header: String
    /// At most five distinct tags.
    package var tags: [String]

    private enum CodingKeys: String, CodingKey {
        case preview
        case fullContent = "full_content"
        case header, tags
    }

    /// The maximum length of a preview in characters.
    package static let previewLength = 200

    /// Creates a text with its preview.
    package init(header: String, text: String, tags: [String]) {
        let short = text.shortened(to: Self.previewLength)
        preview = BlockPreview(text: short, title: header, description: short)
        fullContent = FullContent(text: text, format: "plain")
        self.header = header
        self.tags = tags
    }
}

/// A link.
package struct LinkContent: Hashable, Sendable, Codable {
    package var url: String
    package var platform: String
    package var preview: BlockPreview
    /// The same preview, under the key that the corrected client reads.
    package var linkPreview: BlockPreview
    package var style: String
    package var openIn: String

    private enum CodingKeys: String, CodingKey {
        case url, platform, preview
        case linkPreview = "link_preview"
        case style
        case openIn = "open_in"
    }

    /// Creates a link.
    package init(url: String, platform: String, title: String, description: String) {
        self.url = url
        self.platform = platform
        let short = (description.isEmpty ? title : description).shortened(to: TextContent.previewLength)
        preview = BlockPreview(text: short, title: title, description: description)
        linkPreview = preview
        style = "card"
        openIn = "browser"
    }
}
