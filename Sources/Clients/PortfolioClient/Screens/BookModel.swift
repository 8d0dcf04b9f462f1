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
    public private(set) var state = LoadingState.idle

    private let client: PortfolioClient
    private let portfolioID: String
    private let interval: Duration
    @ObservationIgnored private var latest = LatestRequest()

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
        let number = latest.begin(&state)
        do {
            try await client.compose(portfolioID, edition: edition)
            for try await status in client.states(of: portfolioID, polling: interval) {
                guard latest.isNewest(number) else { return }
                self.status = status
            }
            try Task.checkCancellation()
            if let failure = status?.failure {
                throw RequestError(status: 422, code: failure.code, message: failure.message)
            }
            let book = try await client.book(of: portfolioID)
            guard latest.isNewest(number) else { return }
            self.book = book
            state = .loaded
        } catch {
            if let next = latest.state(after: error, of: number) { state = next }
        }
    }
}
