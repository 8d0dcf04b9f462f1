import PortfolioDomain
import FailureModel
import Foundation
import Pipeline
import Portfolio

/// The data of a portfolio's page: everything given, with results and scores.
struct PortfolioDetails: Encodable {
    let portfolioID: String
    let name: String
    let status: String
    /// The number of books begun.
    let edition: Int
    /// The number of pages of the latest book.
    let pages: Int?
    /// Whether the portfolio can be arranged.
    let hasArrangement: Bool
    let hasBook: Bool
    /// The edition of the latest book.
    let bookEdition: PortfolioEdition?
    /// The edition that came with the portfolio.
    let ownEdition: PortfolioEdition?
    let failure: InputFailure?
    let title: String
    let subtitle: String
    let category: String
    let language: String
    let contact: PortfolioContact
    let metrics: [PortfolioMetric]
    let works: [PortfolioManifest.Work]
    let inputs: [InputDetails]

    private enum CodingKeys: String, CodingKey {
        case portfolioID = "portfolio_id"
        case hasArrangement = "has_arrangement"
        case hasBook = "has_book"
        case bookEdition = "book_edition"
        case ownEdition = "own_edition"
        case name, status, edition, pages, failure, title, subtitle, category, language, contact, metrics
        case works, inputs
    }

    /// Creates the answer.
    ///
    /// - Parameters:
    ///   - state: The state of the portfolio.
    ///   - isComplete: Whether to include texts in full.
    ///   - url: Returns the address of a picture.
    init(_ state: KnownContents.State, isComplete: Bool, url: (String) -> String) {
        let (document, manifest) = (state.document, state.contents.manifest)
        portfolioID = document.id.wireText
        name = document.fileName
        status = document.state.rawValue
        edition = document.fill
        pages = document.facts[PortfolioKind.FactName.pages].flatMap { Int($0) }
        hasArrangement = state.scores != nil
        hasBook = state.hasBook
        bookEdition = state.hasBook ? state.bookEdition ?? manifest.edition ?? PortfolioEdition() : nil
        ownEdition = manifest.edition
        failure = document.failure.map { InputFailure($0.failure) }
        title = manifest.title
        subtitle = manifest.subtitle
        category = manifest.category
        language = manifest.language
        contact = manifest.contact
        metrics = manifest.metrics
        works = manifest.works
        inputs = manifest.inputs.indices.map { InputDetails($0, of: state, isComplete: isComplete, url: url) }
    }
}

/// The reason why an input is unusable.
struct InputFailure: Encodable {
    let code: String
    let message: String

    init(code: String, message: String) {
        self.code = code
        self.message = message
    }

    /// Creates the answer of a failure.
    init(_ failure: Failure) {
        self.init(code: failure.code.rawValue, message: failure.message)
    }
}

/// An input of a portfolio.
struct InputDetails: Encodable {
    /// A page of an input as pictures in two sizes.
    struct Picture: Encodable {
        /// The page, from 0.
        let page: Int
        let thumb: String
        let medium: String
    }

    /// One of the five scores.
    struct Score: Encodable {
        let name: String
        let value: Double
        let weight: Double
        let reason: String
    }

    let index: Int
    /// The form of the input: `file`, `link` or `text`.
    let kind: String
    /// The kind of the content, once known.
    let type: String?
    /// The status: `waiting`, `ready` or `failed`.
    let status: String
    let failure: InputFailure?
    let name: String?
    let filePath: String?
    let url: String?
    let text: String?
    let title: String?
    let description: String?
    let caption: String?
    let altText: String?
    let date: String?
    let work: String?
    let isCover: Bool
    let pictures: [Picture]
    let final: Double?
    let scores: [Score]

    private enum CodingKeys: String, CodingKey {
        case filePath = "file_path"
        case altText = "alt_text"
        case isCover = "is_cover"
        case index, kind, type, status, failure, name, url, text, title, description, caption, date, work, pictures
        case final, scores
    }

    /// The maximum length of a text in characters, unless requested in full.
    private static let textLimit = 1000

    init(_ index: Int, of state: KnownContents.State, isComplete: Bool, url address: (String) -> String) {
        let input = state.contents.manifest.inputs[index]
        self.index = index
        var (url, text, filePath): (String?, String?, String?)
        switch input.source {
        case .file(let part, _):
            kind = "file"
            filePath =
                state.parts.indices.contains(part)
                ? UploadResponse(
                    contentID: state.parts[part].id.wireText
                ).filePath : nil
        case .link(let given):
            kind = "link"
            url = given
        case .text(let given):
            kind = "text"
            text = isComplete ? given : String(given.prefix(Self.textLimit))
        case .failed: kind = input.name == nil ? "link" : "file"
        }
        (self.url, self.text, self.filePath) = (url, text, filePath)
        let isWaiting = state.isWaiting(index)
        failure = isWaiting ? nil : state.contents.failure(of: index).map { InputFailure($0) }
        status = isWaiting ? "waiting" : failure == nil ? "ready" : "failed"
        type = state.contents.type(of: index)?.rawValue
        name = input.name
        title = input.title ?? state.contents.title(of: index)
        description = input.description
        caption = input.caption
        altText = input.altText
        date = input.date
        work = input.work
        isCover = input.isCover
        let renditions = state.contents.analysis(of: index)?.renditions ?? []
        pictures = renditions.filter { $0.quality == .thumb }.map { thumb in
            let medium = renditions.first { $0.page == thumb.page && $0.quality == .medium } ?? thumb
            func link(_ rendition: Rendition) -> String {
                address(MediaName(input: index, rendition: rendition.name).description)
            }
            return Picture(page: thumb.page, thumb: link(thumb), medium: link(medium))
        }.sorted { $0.page < $1.page }
        let judged = state.scores?.inputs.indices.contains(index) == true ? state.scores?.inputs[index] : nil
        final = judged?.type == nil ? nil : judged?.final
        scores = (judged?.scores ?? []).map {
            Score(name: $0.name.rawValue, value: $0.value, weight: $0.weight, reason: $0.reason)
        }
    }
}
