/// The analysis of a portfolio's file: `analysis.json`, which the stage `analyse` publishes.
///
/// Everything is derived from the file. Of its metadata, only these fields are kept.
package struct InputAnalysis: Hashable, Sendable, Codable {
    /// The role of a file in a portfolio.
    package enum FileType: String, Hashable, Sendable, Codable {
        case picture, video, document, text
    }

    package var type: FileType
    /// The media type, detected from the content.
    package var mediaType: String
    package var title: String?
    package var caption: String?
    /// A description of the picture from its metadata.
    package var altText: String?
    package var keywords: [String]
    /// The creation date, as `2026-01-31`.
    package var date: String?
    /// The picture itself, the poster of a video, or the first page of a PDF.
    package var picture: PictureFacts?
    package var video: VideoFacts?
    /// The number of pages of a PDF or TIFF.
    package var pages: Int?
    /// The text of a text file or PDF, at most ``PortfolioLimits/text`` characters.
    package var text: String?
    /// The blocks of a Markdown text.
    ///
    /// `nil` for other files, and in analyses made before Markdown was typeset.
    package var blocks: [RichBlock]?
    /// The artefacts that may be shown, largest first within each page.
    package var renditions: [Rendition]
    /// Codes of quality losses, such as `poster_only`.
    package var warnings: [String]

    /// Creates an analysis.
    package init(
        type: FileType, mediaType: String, title: String? = nil, caption: String? = nil, altText: String? = nil,
        keywords: [String] = [], date: String? = nil, picture: PictureFacts? = nil, video: VideoFacts? = nil,
        pages: Int? = nil, text: String? = nil, blocks: [RichBlock]? = nil, renditions: [Rendition] = [],
        warnings: [String] = []
    ) {
        self.type = type
        self.mediaType = mediaType
        self.title = title
        self.caption = caption
        self.altText = altText
        self.keywords = keywords
        self.date = date
        self.picture = picture
        self.video = video
        self.pages = pages
        self.text = text
        self.blocks = blocks
        self.renditions = renditions
        self.warnings = warnings
    }
}

/// An artefact made from a file, stripped of its metadata.
package struct Rendition: Hashable, Sendable, Codable {
    package enum Quality: String, Hashable, Sendable, Codable {
        /// At most 2,048, 1,024 and 400 pixels on the longer side, and a streamable video.
        case high, medium, thumb, stream
    }

    /// The artefact's name, such as `high.jpg`, or `p02-high.jpg` for the second page.
    package var name: String
    package var quality: Quality
    /// The page from 0; 0 for a file without pages.
    package var page: Int
    package var mediaType: String
    package var width: Int
    package var height: Int
    package var byteCount: Int

    /// Creates a rendition.
    package init(
        name: String, quality: Quality, page: Int = 0, mediaType: String, width: Int, height: Int, byteCount: Int
    ) {
        self.name = name
        self.quality = quality
        self.page = page
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.byteCount = byteCount
    }
}

/// The size and the measurements of a picture.
package struct PictureFacts: Hashable, Sendable, Codable {
    /// The size of the original when upright, in pixels.
    package var width: Int
    package var height: Int
    package var features: PictureFeatures
    /// The 64 bits of the difference hash as 16 hexadecimal digits.
    package var differenceHash: String
    /// The BlurHash with 4 by 3 components.
    package var blurHash: String
    /// The colour clusters, largest first.
    package var colors: [ColorCluster]
    /// The colour clusters along the four edges, largest first.
    ///
    /// `nil` in analyses made before this was measured.
    package var edges: [ColorCluster]?
    /// The transparent share of the four edges.
    ///
    /// `nil` without transparent parts, and in analyses made before this was measured.
    package var clearEdges: Double?
    /// Whether any pixel is transparent.
    package var hasAlpha: Bool
    /// Whether the original is an SVG, which a book draws as vectors.
    package var isDrawing: Bool
    /// Whether a book may embed the pixels of the original unchanged.
    ///
    /// The original is then a JPEG in 8-bit sRGB or gray.
    package var isPlainJPEG: Bool

    /// Creates the facts of a picture.
    package init(
        width: Int, height: Int, features: PictureFeatures, differenceHash: String, blurHash: String,
        colors: [ColorCluster], edges: [ColorCluster]? = nil, clearEdges: Double? = nil, hasAlpha: Bool = false,
        isDrawing: Bool = false, isPlainJPEG: Bool = false
    ) {
        self.width = width
        self.height = height
        self.features = features
        self.differenceHash = differenceHash
        self.blurHash = blurHash
        self.colors = colors
        self.edges = edges
        self.clearEdges = clearEdges
        self.hasAlpha = hasAlpha
        self.isDrawing = isDrawing
        self.isPlainJPEG = isPlainJPEG
    }

    /// Width divided by height.
    package var aspectRatio: Double { Double(width) / Double(max(height, 1)) }
}

/// Measurements of a picture at 512 pixels on its longer edge.
///
/// The luma follows BT.709, from 0 to 255.
package struct PictureFeatures: Hashable, Sendable, Codable {
    /// The 90th percentile of the variance of the 4-neighbour Laplacian, over 8 by 8 tiles.
    package var sharpness: Double
    /// The 5th percentile of the same variances, which noise raises everywhere.
    ///
    /// `nil` in analyses made before this was measured.
    package var noise: Double?
    /// The mean luma.
    package var mean: Double
    /// The standard deviation of the luma.
    package var deviation: Double
    /// The share of clipped pixels.
    ///
    /// A pixel is clipped if its highest channel is at most 4, or at least 253 with a luma of at least 180.
    package var clipped: Double
    /// Colourfulness by Hasler and Süsstrunk (2003).
    package var colorfulness: Double
    /// The share of horizontally adjacent pixels with lumas that differ by at most 2.
    package var flatness: Double
    /// Light, grain and blocks, measured for the second version of the scorer.
    ///
    /// `nil` in analyses made before these were measured.
    package var details: PictureDetails?

    /// Creates features.
    package init(
        sharpness: Double, noise: Double? = nil, mean: Double, deviation: Double, clipped: Double,
        colorfulness: Double, flatness: Double, details: PictureDetails? = nil
    ) {
        self.sharpness = sharpness
        self.noise = noise
        self.mean = mean
        self.deviation = deviation
        self.clipped = clipped
        self.colorfulness = colorfulness
        self.flatness = flatness
        self.details = details
    }
}

/// Measurements of a picture's light, grain and blocks.
package struct PictureDetails: Hashable, Sendable, Codable {
    /// The 99th percentile of the luma.
    package var highlights: Double
    /// The share of pixels with a channel of at least 253.
    package var burnt: Double
    /// The share of pixels with all channels of at least 250.
    package var white: Double
    /// The standard deviation of the noise at up to 2,048 pixels.
    ///
    /// It is that of the smoothest tenth of the picture.
    package var grain: Double
    /// The binary logarithm of the excess of JPEG block borders.
    ///
    /// 0 for a picture that was measured smaller than it is.
    package var blocks: Double

    /// Creates measurements.
    package init(highlights: Double, burnt: Double, white: Double, grain: Double, blocks: Double) {
        self.highlights = highlights
        self.burnt = burnt
        self.white = white
        self.grain = grain
        self.blocks = blocks
    }
}

/// A cluster of a picture's colours in OKLab (Ottosson 2020).
package struct ColorCluster: Hashable, Sendable, Codable {
    /// The lightness, from 0 to 1.
    package var lightness: Double
    package var a: Double
    package var b: Double
    /// The share of the picture, from 0 to 1.
    package var share: Double

    /// Creates a cluster.
    package init(lightness: Double, a: Double, b: Double, share: Double) {
        self.lightness = lightness
        self.a = a
        self.b = b
        self.share = share
    }

    /// Returns the Euclidean distance to another colour.
    func distance(to other: ColorCluster) -> Double {
        let (l, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
        return (l * l + a * a + b * b).squareRoot()
    }
}

/// A video.
package struct VideoFacts: Hashable, Sendable, Codable {
    /// The displayed size in pixels.
    package var width: Int
    package var height: Int
    /// The length in seconds; `nil` if the file does not state it.
    package var duration: Double?

    /// Creates the facts of a video.
    package init(width: Int, height: Int, duration: Double?) {
        self.width = width
        self.height = height
        self.duration = duration
    }
}
