public import Foundation

/// The state of a portfolio and its book.
public struct PortfolioStatus: Decodable, Sendable, Hashable, Identifiable {
    /// The reason why the work has failed.
    public struct Failure: Decodable, Sendable, Hashable {
        /// The stable code.
        public var code: String
        /// The message, in one sentence.
        public var message: String
    }

    /// The identifier.
    public var id: String
    /// The title under which the service lists it.
    public var name: String
    /// The state: `imported`, `processing`, `ready`, `filling`, `filled` or `failed`.
    public var status: String
    /// The number of books that were begun.
    public var edition: Int
    /// The number of pages of the newest book.
    public var pages: Int?
    /// The time at which it was made.
    public var createdAt: Date
    /// The time of the last change.
    public var updatedAt: Date
    /// The reason of a failure.
    public var failure: Failure?

    /// Whether the service is working on it.
    public var isWorking: Bool { ["imported", "processing", "filling"].contains(status) }

    private enum CodingKeys: String, CodingKey {
        case name, status, edition, pages, failure
        case id = "portfolio_id"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}

/// A page of the list of portfolios, newest first.
public struct PortfolioPage: Decodable, Sendable, Hashable {
    /// The portfolios.
    public var portfolios: [PortfolioStatus]
    /// The number of portfolios on all pages.
    public var total: Int
    /// The value of `before` for the next page; `nil` on the last one.
    public var next: Int64?
}
