import Portfolio

/// An arrangement with reasons, in the service's key format.
struct ArrangementAnswer: Encodable {
    struct LeftOut: Encodable {
        let input: Int
        let reason: String
        let of: Int?
    }

    struct Section: Encodable {
        let sectionID: String
        let blocks: [Block]

        private enum CodingKeys: String, CodingKey {
            case sectionID = "section_id"
            case blocks
        }
    }

    /// A block with one of `media`, `text`, `link` and `metrics`, or none for the contact.
    struct Block: Encodable {
        let blockID: String
        let kind: String
        let title: String?
        let work: String?
        let score: Double
        let priority: String
        let reasons: [String]
        var media: [Medium]?
        var text: Text?
        var link: Link?
        var metrics: [PortfolioMetric]?

        private enum CodingKeys: String, CodingKey {
            case blockID = "block_id"
            case kind, title, work, score, priority, reasons, media, text, link, metrics
        }
    }

    struct Medium: Encodable {
        let input: Int
        let page: Int
        let isVideo: Bool
        let caption: String?
        let altText: String
        let altTextSource: String

        private enum CodingKeys: String, CodingKey {
            case isVideo = "is_video"
            case altText = "alt_text"
            case altTextSource = "alt_text_source"
            case input, page, caption
        }

        init(_ medium: ArrangedMedia) {
            input = medium.input
            page = medium.page
            isVideo = medium.isVideo
            caption = medium.caption
            altText = medium.altText
            altTextSource = medium.altTextSource.rawValue
        }
    }

    struct Text: Encodable {
        let input: Int
        let role: String
        let header: String
        let text: String
    }

    struct Link: Encodable {
        let input: Int
        let url: String
        let platform: String
        let title: String
        let description: String
    }

    let cover: Int?
    let sections: [Section]
    let leftOut: [LeftOut]

    private enum CodingKeys: String, CodingKey {
        case leftOut = "left_out"
        case cover, sections
    }

    /// The maximum length of a text in characters; the page shows its beginning.
    private static let textLimit = 1000

    /// Creates the answer from an arrangement.
    init(_ arrangement: Arrangement) {
        cover = arrangement.cover
        sections = arrangement.sections.map {
            Section(sectionID: $0.id.rawValue, blocks: $0.blocks.map(Self.block))
        }
        leftOut = arrangement.leftOut.map { LeftOut(input: $0.input, reason: $0.reason, of: $0.of) }
    }

    private static func block(_ block: ArrangedBlock) -> Block {
        func answer(_ kind: String) -> Block {
            Block(
                blockID: block.id, kind: kind, title: block.title, work: block.work, score: block.score,
                priority: block.priority.rawValue, reasons: block.reasons)
        }
        var result: Block
        switch block.content {
        case .media(let medium):
            result = answer("media")
            result.media = [Medium(medium)]
        case .gallery(let media):
            result = answer("gallery")
            result.media = media.map { Medium($0) }
        case .text(let text):
            result = answer("text")
            result.text = Text(
                input: text.input, role: text.role.rawValue, header: text.header,
                text: String(text.text.prefix(textLimit)))
        case .link(let link):
            result = answer("link")
            result.link = Link(
                input: link.input, url: link.url, platform: link.platform, title: link.title,
                description: link.description)
        case .metrics(let metrics):
            result = answer("metrics")
            result.metrics = metrics
        case .contact: result = answer("contact")
        }
        return result
    }
}
