public import Observation
public import ServiceConnection

/// The model of the screen with an account's trades.
@MainActor @Observable public final class TradesModel {
    /// The account; `nil` for the user's first.
    public let account: String?
    /// Limits the trades to a security; takes effect with the next ``load()``.
    public var symbol: String?
    /// The trades that were loaded, newest first.
    public private(set) var trades: [Trade] = []
    /// The number of trades that match.
    public private(set) var total = 0
    /// The state of the last request.
    public var state: LoadingState { request.state }

    private let client: TradingClient
    private let request = ScreenRequest()
    private var nextPage: Int?
    @ObservationIgnored private var loadedSymbol: String?

    /// Creates a model.
    public init(_ client: TradingClient, account: String? = nil) {
        self.client = client
        self.account = account
    }

    /// Whether older trades can be loaded.
    public var hasMore: Bool { nextPage != nil }

    /// Loads the newest trades.
    public func load() async { await load(page: 1, of: symbol) }

    /// Adds the next page of older trades.
    public func loadMore() async {
        guard let nextPage, !state.isLoading else { return }
        await load(page: nextPage, of: loadedSymbol)
    }

    private func load(page number: Int, of symbol: String?) async {
        await request.run {
            try await client.trades(of: account, page: number, symbol: symbol)
        } show: { page in
            // New trades move older ones to the next page.
            let known = number == 1 ? [] : Set(trades.map(\.id))
            trades = (number == 1 ? [] : trades) + page.results.filter { !known.contains($0.id) }
            total = page.count
            nextPage = page.next == nil ? nil : number + 1
            loadedSymbol = symbol
        }
    }
}
