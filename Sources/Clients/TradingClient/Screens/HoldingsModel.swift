public import Observation
public import ServiceConnection

/// The model of the screen with an account's holdings.
@MainActor @Observable public final class HoldingsModel {
    /// The account; `nil` for the user's first.
    public let account: String?
    /// The totals; those of the last success remain while others are loaded.
    public private(set) var summary: PortfolioSummary?
    /// The holdings, largest value first.
    public private(set) var holdings: [Holding] = []
    /// The state of the last request.
    public var state: LoadingState { request.state }

    private let client: TradingClient
    private let request = ScreenRequest()

    /// Creates a model.
    public init(_ client: TradingClient, account: String? = nil) {
        self.client = client
        self.account = account
    }

    /// Loads the holdings; for `.task` and `.refreshable`.
    public func load() async {
        await request.run {
            try await client.holdings(of: account)
        } show: { portfolio in
            summary = portfolio.summary
            holdings = portfolio.holdings
        }
    }
}
