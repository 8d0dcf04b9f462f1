import PortfolioDomain
import FailureModel
import Foundation
import Pipeline

/// A portfolio in lists and for waiting clients.
struct PortfolioSummary: Encodable {
    /// The failure of a portfolio or its book.
    struct FailureSummary: Encodable {
        let stage: String
        let code: String
        let message: String
    }

    let portfolioID: String
    /// The name of the portfolio's document.
    let name: String
    let status: String
    /// The number of books begun.
    let edition: Int
    /// The number of pages of the latest book.
    let pages: Int?
    let createdAt: Date
    let updatedAt: Date
    let failure: FailureSummary?

    private enum CodingKeys: String, CodingKey {
        case portfolioID = "portfolio_id"
        case name, status, edition, pages, failure
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }

    /// Creates the summary of a document.
    init(_ document: Document) {
        portfolioID = document.id.wireText
        name = document.fileName
        status = document.state.rawValue
        edition = document.fill
        pages = document.facts[PortfolioKind.FactName.pages].flatMap { Int($0) }
        createdAt = document.createdAt.date
        updatedAt = document.updatedAt.date
        failure = document.failure.map {
            FailureSummary(stage: $0.stage.text, code: $0.code.rawValue, message: $0.message)
        }
    }
}

/// A page of portfolios, newest first.
struct PortfolioPage: Encodable {
    let portfolios: [PortfolioSummary]
    let total: Int
    /// The value of `before` for the next page; `nil` on the last one.
    let next: Int64?
}

/// The answer to a request that starts work.
struct PortfolioProgress: Encodable {
    let portfolioID: String
    let status: String

    private enum CodingKeys: String, CodingKey {
        case portfolioID = "portfolio_id"
        case status
    }

    /// Creates the progress of a document.
    init(_ document: Document) {
        portfolioID = document.id.wireText
        status = document.state.rawValue
    }
}
