import FailureModel
import Portfolio

/// Values for tests.
enum Sample {
    /// A photo in good light: see the figures in `PictureQualityTests`.
    static let features = PictureFeatures(
        sharpness: 999, mean: 109.65, deviation: 56.1, clipped: 0, colorfulness: 41, flatness: 0.3)

    static func picture(
        _ width: Int = 3000, _ height: Int = 2000, features: PictureFeatures = features,
        hash: String = "0f0f0f0f0f0f0f0f", isDrawing: Bool = false
    ) -> PictureFacts {
        PictureFacts(
            width: width, height: height, features: features, differenceHash: hash, blurHash: "LEHV6nWB2yk8",
            colors: [],
            isDrawing: isDrawing)
    }

    static func renditions(page: Int = 0, _ width: Int = 2048, _ height: Int = 1365) -> [Rendition] {
        let prefix = page == 0 ? "" : "p0\(page + 1)-"
        return [
            Rendition(
                name: "\(prefix)high.jpg", quality: .high, page: page, mediaType: "image/jpeg", width: width,
                height: height, byteCount: 1),
            Rendition(
                name: "\(prefix)medium.jpg", quality: .medium, page: page, mediaType: "image/jpeg", width: width / 2,
                height: height / 2, byteCount: 1),
            Rendition(
                name: "\(prefix)thumb.jpg", quality: .thumb, page: page, mediaType: "image/jpeg", width: width / 5,
                height: height / 5, byteCount: 1),
        ]
    }

    /// A photo; each number has a hash that is far from all others.
    static func photo(
        _ number: Int, _ width: Int = 3000, _ height: Int = 2000, features: PictureFeatures = features,
        date: String? = nil, keywords: [String] = [], altText: String? = nil, caption: String? = nil
    ) -> InputAnalysis {
        InputAnalysis(
            type: .picture, mediaType: "image/jpeg", caption: caption, altText: altText, keywords: keywords, date: date,
            picture: picture(width, height, features: features, hash: hash(number)),
            renditions: renditions())
    }

    /// Hashes of different numbers below 16 differ in at least 32 bits or are complements.
    static func hash(_ number: Int) -> String {
        let rows: [UInt64] = [
            0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0F0F_0F0F_0F0F_0F0F, 0x00FF_00FF_00FF_00FF,
            0x0000_FFFF_0000_FFFF, 0x0000_0000_FFFF_FFFF,
        ]
        var bits: UInt64 = 0
        for (place, row) in rows.enumerated() where (number + 1) >> place & 1 == 1 { bits ^= row }
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func video(_ width: Int = 1920, _ height: Int = 1080, duration: Double? = 12, isStreamable: Bool = true)
        -> InputAnalysis
    {
        let stream = Rendition(
            name: "stream.mp4", quality: .stream, mediaType: "video/mp4", width: width, height: height, byteCount: 1)
        return InputAnalysis(
            type: .video, mediaType: "video/mp4", picture: picture(width, height, hash: "00ff00ff00ff0f0f"),
            video: VideoFacts(width: width, height: height, duration: duration),
            renditions: (isStreamable ? [stream] : []) + renditions())
    }

    static func document(pages: Int, text: String? = nil, title: String? = nil) -> InputAnalysis {
        InputAnalysis(
            type: .document, mediaType: "application/pdf", title: title, picture: picture(595, 842), pages: pages,
            text: text, renditions: (0..<pages).flatMap { renditions(page: $0, 1448, 2048) })
    }

    static func text(_ text: String, title: String? = nil, keywords: [String] = []) -> InputAnalysis {
        InputAnalysis(type: .text, mediaType: "text/plain", title: title, keywords: keywords, text: text)
    }

    /// An input of a portfolio in a test.
    struct Item {
        var analysis: InputAnalysis?
        var failure: Failure?
        var input: PortfolioManifest.Input

        static func file(
            _ name: String, _ analysis: InputAnalysis, work: String? = nil, title: String? = nil,
            description: String? = nil, caption: String? = nil, altText: String? = nil, date: String? = nil,
            isCover: Bool = false
        ) -> Item {
            Item(
                analysis: analysis,
                input: .init(
                    .file(part: 0, content: name), name: name, work: work, title: title, description: description,
                    caption: caption, altText: altText, date: date, isCover: isCover))
        }

        static func failed(_ name: String, _ failure: Failure) -> Item {
            Item(failure: failure, input: .init(.file(part: 0, content: name), name: name))
        }

        static func link(_ address: String, title: String? = nil, work: String? = nil) -> Item {
            Item(input: .init(.link(address), work: work, title: title))
        }

        static func text(_ text: String, title: String? = nil) -> Item {
            Item(input: .init(.text(text), title: title))
        }
    }

    /// Joins inputs to a portfolio, with works for all their folders.
    static func contents(
        _ items: [Item], category: String = "Design", date: String? = nil, metrics: [PortfolioMetric] = [],
        title: String = "Ada", language: String = "en"
    ) -> PortfolioContents {
        var parts: [PortfolioContents.Part] = []
        var works: [PortfolioManifest.Work] = []
        let inputs = items.map { item in
            var input = item.input
            if case .file(_, let content) = input.source {
                input.source = .file(part: parts.count, content: content)
                parts.append(
                    item.analysis.map { .analysed($0) }
                        ?? .failed(item.failure ?? Failure(.internalError, "The sample has neither.")))
            }
            if let work = input.work, !works.contains(where: { $0.folder == work }) {
                works.append(.init(folder: work, title: FolderPlan.workTitle(work)))
            }
            return input
        }
        return PortfolioContents(
            PortfolioManifest(
                title: title, category: category, user: "u-1", language: language, date: date,
                contact: PortfolioContact(email: "ada@example.org"), metrics: metrics, works: works, inputs: inputs),
            parts: parts)
    }
}

extension PortfolioContents {
    var scores: PortfolioScores { PortfolioScorer.scores(of: self) }

    func arrangement(_ edition: PortfolioEdition? = nil) throws -> Arrangement {
        try Arranger.arrangement(of: self, scores: scores, edition: edition)
    }
}

extension Arrangement {
    func section(_ id: SectionID) -> [ArrangedBlock] { sections.first { $0.id == id }?.blocks ?? [] }
}

extension ArrangedBlock {
    /// The inputs of the block's pictures, texts and links.
    var inputs: [Int] {
        switch content {
        case .media(let media): [media.input]
        case .gallery(let media): media.map(\.input)
        case .text(let text): [text.input]
        case .link(let link): [link.input]
        case .metrics, .contact: []
        }
    }
}
