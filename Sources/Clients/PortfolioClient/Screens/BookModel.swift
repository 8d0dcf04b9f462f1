public import Foundation
public import Observation
public import ServiceConnection

/// The model of the screen that makes the book of a portfolio.
@MainActor @Observable public final class BookModel {
    /// The state of the portfolio and its book, as the service last reported it.
    public private(set) var status: PortfolioStatus?
    /// The book, a PDF file.
    public private(set) var book: Data?
    /// The state of the work.
    public var state: LoadingState { request.state }

    private let client: PortfolioClient
    private let portfolioID: String
    private let interval: Duration
    private let request = ScreenRequest()

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - client: makes the book.
    ///   - portfolioID: the portfolio.
    ///   - interval: the polling interval.
    public init(
        _ client: PortfolioClient, portfolio portfolioID: String, polling interval: Duration = .seconds(1)
    ) {
        self.client = client
        self.portfolioID = portfolioID
        self.interval = interval
    }

    /// Makes a book and downloads it.
    ///
    /// - Parameter edition: the edition in YAML or JSON; `nil` for the defaults.
    public func compose(edition: String? = nil) async {
        let number = request.begin()
        do {
            try await client.compose(portfolioID, edition: edition)
            for try await status in client.states(of: portfolioID, polling: interval) {
                guard request.isNewest(number) else { return }
                self.status = status
            }
            try Task.checkCancellation()
            if let failure = status?.failure {
                throw RequestError(status: 422, code: failure.code, message: failure.message)
            }
            let book = try await client.book(of: portfolioID)
            guard request.isNewest(number) else { return }
            self.book = book
            request.succeed()
        } catch {
            request.fail(error, of: number)
        }
    }
}
