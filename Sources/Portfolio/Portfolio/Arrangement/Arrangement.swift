/// The place of everything in a portfolio, with reasons: `arrangement.json`, which the stage `arrange` publishes.
///
/// Inputs are numbered by their position in the manifest, from 0.
package struct Arrangement: Hashable, Sendable, Codable {
    /// The input on the cover and in the hook.
    package var cover: Int?
    /// The sections in order; none is empty.
    package var sections: [ArrangedSection]
    /// Inputs that are not shown, with reasons.
    package var leftOut: [LeftOut]
    /// The version of the scorer; `nil` before versions were recorded.
    package var scorer: PictureQuality.Version?

    /// An input that is not shown.
    package struct LeftOut: Hashable, Sendable, Codable {
        package var input: Int
        /// A code: `near_duplicate`, `omitted`, `empty_text` or `nothing_to_show`.
        package var reason: String
        /// The input shown in its place.
        package var of: Int?

        /// Creates an entry.
        package init(input: Int, reason: String, of: Int? = nil) {
            self.input = input
            self.reason = reason
            self.of = of
        }
    }

    /// Creates an arrangement.
    package init(
        cover: Int?, sections: [ArrangedSection], leftOut: [LeftOut] = [], scorer: PictureQuality.Version? = nil
    ) {
        self.cover = cover
        self.sections = sections
        self.leftOut = leftOut
        self.scorer = scorer
    }
}

/// The sections of a portfolio in the display order of an app.
package enum SectionID: String, Hashable, Sendable, Codable, CaseIterable {
    case hook, credibility, work, process, action
}

/// A section with its blocks.
package struct ArrangedSection: Hashable, Sendable, Codable {
    package var id: SectionID
    package var blocks: [ArrangedBlock]

    /// Creates a section.
    package init(_ id: SectionID, _ blocks: [ArrangedBlock]) {
        self.id = id
        self.blocks = blocks
    }
}

/// A block: a picture, a gallery, a text, a link, figures, or the contact.
package struct ArrangedBlock: Hashable, Sendable, Codable {
    package enum Priority: String, Hashable, Sendable, Codable { case high, medium, low }

    /// An identifier, unique in the portfolio.
    ///
    /// It is the block's ID for apps and its destination in the book.
    package var id: String
    package var content: ArrangedContent
    /// The heading; the first block of a work has that of the work.
    package var title: String?
    /// The work to which the block belongs.
    ///
    /// Blocks of one work are adjacent.
    package var work: String?
    /// The final score, with four decimal places.
    package var score: Double
    package var priority: Priority
    /// The reasons for the block's place, as sentences.
    package var reasons: [String]

    /// Creates a block.
    package init(
        id: String, content: ArrangedContent, title: String? = nil, work: String? = nil, score: Double,
        priority: Priority, reasons: [String]
    ) {
        self.id = id
        self.content = content
        self.title = title
        self.work = work
        self.score = score
        self.priority = priority
        self.reasons = reasons
    }
}

/// The content of a block.
package enum ArrangedContent: Hashable, Sendable {
    /// A picture, video or PDF.
    case media(ArrangedMedia)
    /// At least two pictures.
    case gallery([ArrangedMedia])
    case text(ArrangedText)
    case link(ArrangedLink)
    case metrics([PortfolioMetric])
    /// The person's contact, with two buttons in an app.
    case contact
}

/// A picture, a video, or a PDF page.
package struct ArrangedMedia: Hashable, Sendable, Codable {
    package var input: Int
    /// The page of a PDF or TIFF, from 0.
    package var page: Int
    package var isVideo: Bool
    package var caption: String?
    /// `ai` for a caption by the assistant; `nil` for any other.
    package var captionSource: AltTextSource?
    package var altText: String
    /// The origin of the alternative text: `given`, `metadata`, `caption`, `rule` or `ai`.
    package var altTextSource: AltTextSource

    package enum AltTextSource: String, Hashable, Sendable, Codable { case given, metadata, caption, rule, ai }

    /// Creates a medium.
    package init(
        input: Int, page: Int = 0, isVideo: Bool = false, caption: String? = nil, altText: String,
        altTextSource: AltTextSource
    ) {
        self.input = input
        self.page = page
        self.isVideo = isVideo
        self.caption = caption
        self.altText = altText
        self.altTextSource = altTextSource
    }
}

/// A text with its heading.
package struct ArrangedText: Hashable, Sendable, Codable {
    package enum Role: String, Hashable, Sendable, Codable {
        case bio, intro, testimonial, method, resume, general
    }

    package var input: Int
    package var role: Role
    package var header: String
    package var text: String
    package var tags: [String]

    /// Creates a text.
    package init(input: Int, role: Role, header: String, text: String, tags: [String] = []) {
        self.input = input
        self.role = role
        self.header = header
        self.text = text
        self.tags = tags
    }
}

/// A link.
package struct ArrangedLink: Hashable, Sendable, Codable {
    package var input: Int
    package var url: String
    /// The platform, such as `github`, or `website`.
    package var platform: String
    package var title: String
    /// A description, possibly empty.
    package var description: String

    /// Creates a link.
    package init(input: Int, url: String, platform: String, title: String, description: String) {
        self.input = input
        self.url = url
        self.platform = platform
        self.title = title
        self.description = description
    }
}
