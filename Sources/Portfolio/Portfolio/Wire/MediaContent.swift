/// A picture or a video.
package struct MediaContent: Hashable, Sendable, Codable {
    package enum MediaType: String, Hashable, Sendable, Codable { case image, video }

    /// A file in one quality.
    package struct Source: Hashable, Sendable, Codable {
        package enum Quality: String, Hashable, Sendable, Codable { case high, medium, original }
        package var url: String
        package var quality: Quality
        package var mimeType: String

        private enum CodingKeys: String, CodingKey {
            case url, quality
            case mimeType = "mime_type"
        }

        /// Creates a source.
        package init(url: String, quality: Quality, mimeType: String) {
            self.url = url
            self.quality = quality
            self.mimeType = mimeType
        }
    }

    /// The small picture shown while the full one loads.
    package struct Thumbnail: Hashable, Sendable, Codable {
        package var url: String
        package var blurhash: String?

        /// Creates a thumbnail.
        package init(url: String, blurhash: String? = nil) {
            self.url = url
            self.blurhash = blurhash
        }
    }

    /// The playback settings of a video.
    package struct Playback: Hashable, Sendable, Codable {
        package var autoplay = true
        package var loop = true
        package var muted = true
        package var controls = true

        /// Creates the settings common to all videos.
        package init() {}
    }

    package var mediaType: MediaType
    /// The files, at least one, in descending quality.
    ///
    /// Apps show the first.
    package var sources: [Source]
    package var thumbnail: Thumbnail
    package var altText: String
    package var caption: String?
    /// The playback settings; `nil` for a picture.
    package var playback: Playback?
    /// The ratio of width to height in whole numbers, such as `3:2`.
    package var aspectRatio: String

    private enum CodingKeys: String, CodingKey {
        case mediaType = "media_type"
        case sources, thumbnail
        case altText = "alt_text"
        case caption, playback
        case aspectRatio = "aspect_ratio"
    }

    /// Creates the content.
    package init(
        mediaType: MediaType, sources: [Source], thumbnail: Thumbnail, altText: String, caption: String? = nil,
        aspectRatio: String
    ) {
        self.mediaType = mediaType
        self.sources = sources
        self.thumbnail = thumbnail
        self.altText = altText
        self.caption = caption
        playback = mediaType == .video ? Playback() : nil
        self.aspectRatio = aspectRatio
    }
}

/// A gallery of pictures.
package struct GalleryContent: Hashable, Sendable, Codable {
    /// A picture of a gallery.
    package struct Item: Hashable, Sendable, Codable {
        package var url: String
        package var thumbnailURL: String
        package var caption: String?
        package var mediaType: MediaContent.MediaType

        private enum CodingKeys: String, CodingKey {
            case url
            case thumbnailURL = "thumbnail_url"
            case caption
            case mediaType = "media_type"
        }

        /// Creates an item.
        package init(url: String, thumbnailURL: String, caption: String? = nil, mediaType: MediaContent.MediaType) {
            self.url = url
            self.thumbnailURL = thumbnailURL
            self.caption = caption
            self.mediaType = mediaType
        }
    }

    /// The arrangement of the pictures.
    package struct Layout: Hashable, Sendable, Codable {
        package var type: String
        package var columns: Int
    }

    /// The full-screen view of a picture.
    package struct Lightbox: Hashable, Sendable, Codable {
        package var enabled: Bool
        package var showCaptions: Bool

        private enum CodingKeys: String, CodingKey {
            case enabled
            case showCaptions = "show_captions"
        }
    }

    package var items: [Item]
    package var layout: Layout
    package var lightbox: Lightbox

    /// Creates a grid of three columns for seven or more pictures, else of two.
    package init(_ items: [Item]) {
        self.items = items
        layout = Layout(type: "grid", columns: items.count >= 7 ? 3 : 2)
        lightbox = Lightbox(enabled: true, showCaptions: items.contains { $0.caption != nil })
    }
}
