public import Foundation

/// A picture or a video.
public struct MediaContent: Decodable, Sendable, Hashable {
    /// One size of the picture or video.
    public struct Source: Decodable, Sendable, Hashable {
        /// The signed address, valid for a day.
        public var url: URL
        /// The quality: `high`, `medium` or `original`.
        public var quality: String
        /// The media type, such as `video/mp4`.
        public var mimeType: String

        private enum CodingKeys: String, CodingKey {
            case url, quality
            case mimeType = "mime_type"
        }
    }

    /// A small picture.
    public struct Thumbnail: Decodable, Sendable, Hashable {
        /// The signed address.
        public var url: URL
        /// A BlurHash to show while the picture is loaded.
        public var blurhash: String?
    }

    /// The settings of a video player.
    public struct Playback: Decodable, Sendable, Hashable {
        /// Whether the video starts by itself.
        public var autoplay: Bool
        /// Whether the video is repeated.
        public var loop: Bool
        /// Whether the video has no sound at first.
        public var muted: Bool
        /// Whether the player shows its buttons.
        public var controls: Bool
    }

    /// The type, `image` or `video`.
    public var mediaType: String
    /// The sizes, the best one first.
    public var sources: [Source]
    /// The small picture.
    public var thumbnail: Thumbnail
    /// The text for people who do not see the picture.
    public var altText: String
    /// The caption.
    public var caption: String?
    /// The settings of the player; `nil` for a picture.
    public var playback: Playback?
    /// The shape, written `3:2`.
    public var aspectRatio: String

    /// Whether it is a video.
    public var isVideo: Bool { mediaType == "video" }

    private enum CodingKeys: String, CodingKey {
        case sources, thumbnail, caption, playback
        case mediaType = "media_type"
        case altText = "alt_text"
        case aspectRatio = "aspect_ratio"
    }
}

/// An expandable text.
public struct TextContent: Decodable, Sendable, Hashable {
    private struct Preview: Decodable {
        let text: String
        let maxLines: Int

        private enum CodingKeys: String, CodingKey {
            case text
            case maxLines = "max_lines"
        }
    }

    private struct FullContent: Decodable {
        let text: String
    }

    /// The heading.
    public var header: String
    /// The beginning of the text.
    public var preview: String
    /// The number of lines that the preview may have.
    public var previewLines: Int
    /// The text.
    public var text: String
    /// The tags, at most five.
    public var tags: [String]

    private enum CodingKeys: String, CodingKey {
        case header, preview, tags
        case fullContent = "full_content"
    }

    /// Decodes a text.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        header = try values.decode(String.self, forKey: .header)
        tags = try values.decode([String].self, forKey: .tags)
        let preview = try values.decode(Preview.self, forKey: .preview)
        (self.preview, previewLines) = (preview.text, preview.maxLines)
        text = try values.decode(FullContent.self, forKey: .fullContent).text
    }
}

/// A link to another site.
public struct LinkContent: Decodable, Sendable, Hashable {
    private struct Preview: Decodable {
        let title: String
        let description: String
    }

    /// The address.
    public var url: URL
    /// The site, such as `github` or `website`.
    public var platform: String
    /// The title.
    public var title: String
    /// The description; may be empty.
    public var description: String

    private enum CodingKeys: String, CodingKey {
        case url, platform, preview
    }

    /// Decodes a link.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        url = try values.decode(URL.self, forKey: .url)
        platform = try values.decode(String.self, forKey: .platform)
        let preview = try values.decode(Preview.self, forKey: .preview)
        (title, description) = (preview.title, preview.description)
    }
}

/// Several pictures.
public struct GalleryContent: Decodable, Sendable, Hashable {
    /// A picture of a gallery.
    public struct Item: Decodable, Sendable, Hashable {
        /// The signed address.
        public var url: URL
        /// The signed address of a small picture.
        public var thumbnailURL: URL
        /// The caption.
        public var caption: String?
        /// The type, `image` or `video`.
        public var mediaType: String

        private enum CodingKeys: String, CodingKey {
            case url, caption
            case thumbnailURL = "thumbnail_url"
            case mediaType = "media_type"
        }
    }

    private struct Layout: Decodable {
        let columns: Int
    }

    private struct Lightbox: Decodable {
        let enabled: Bool
        let showCaptions: Bool

        private enum CodingKeys: String, CodingKey {
            case enabled
            case showCaptions = "show_captions"
        }
    }

    /// The pictures in order.
    public var items: [Item]
    /// The number of columns of the grid.
    public var columns: Int
    /// Whether a picture can be opened.
    public var hasLightbox: Bool
    /// Whether an open picture has its caption.
    public var showsCaptions: Bool

    private enum CodingKeys: String, CodingKey {
        case items, layout, lightbox
    }

    /// Decodes a gallery.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        items = try values.decode([Item].self, forKey: .items)
        columns = try values.decode(Layout.self, forKey: .layout).columns
        let lightbox = try values.decode(Lightbox.self, forKey: .lightbox)
        (hasLightbox, showsCaptions) = (lightbox.enabled, lightbox.showCaptions)
    }
}

/// Contact buttons.
public struct CallToActionContent: Decodable, Sendable, Hashable {
    /// A button.
    public struct Action: Decodable, Sendable, Hashable {
        /// The label.
        public var label: String
        /// The type: `open_chat`, `save_card`, `call` or `email`.
        public var actionType: String
        /// The data of the action, such as `user_id` or `email`.
        public var payload: [String: String]?
        /// The style, `filled` or `outlined`.
        public var style: String?

        private enum CodingKeys: String, CodingKey {
            case label, payload, style
            case actionType = "action_type"
        }
    }

    /// The first button.
    public var primaryAction: Action
    /// The second button.
    public var secondaryAction: Action?
    /// A line above the buttons.
    public var urgencyText: String?

    private enum CodingKeys: String, CodingKey {
        case primaryAction = "primary_action"
        case secondaryAction = "secondary_action"
        case urgencyText = "urgency_text"
    }
}

/// Figures of the person's work.
public struct MetricContent: Decodable, Sendable, Hashable {
    /// A figure.
    public struct Metric: Decodable, Sendable, Hashable {
        /// A change of a figure.
        public struct Trend: Decodable, Sendable, Hashable {
            /// The direction: `up`, `down` or `neutral`.
            public var direction: String
            /// The change in percent.
            public var percentage: Double
        }

        /// The label.
        public var label: String
        /// The value, as it is shown.
        public var value: String
        /// The unit.
        public var unit: String?
        /// The change.
        public var trend: Trend?
    }

    /// The figures.
    public var metrics: [Metric]
    /// The layout, `horizontal` or `grid`.
    public var metricLayout: String
}
