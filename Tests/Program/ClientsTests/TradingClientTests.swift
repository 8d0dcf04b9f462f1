import Foundation
import ServiceConnection
import Synchronization
import TestSupport
import TestTraits
import Testing
import TradingClient

@Suite("The client of trading accounts", .blocking, .timeLimit(.minutes(30))) struct TradingClientTests {
    private static let files = [
        "depot.account.yaml", "depot.lots.csv", "depot.opinions.json", "depot.prices.csv", "depot.rates.csv",
        "depot.trades.csv",
    ]

    /// Logs in and adds the files of an account.
    @MainActor private static func filled(
        _ client: TradingClient, _ served: ServedClients
    ) async throws -> Account {
        try await client.logIn(username: ServedClients.user, password: ServedClients.password)
        let statement = served.folder.file("depot.ofx")
        try TestData.data("brokers/fidelity.ofx").write(to: statement)
        try await client.add(statement, to: "depot")
        for file in files { try await client.add(TestData.url("accounts/\(file)"), to: "depot") }
        return try await client.settled("depot", polling: .milliseconds(100))
    }

    @Test("screens show holdings, trades and the analysis of an account, and the totals are the sums of the rows")
    @MainActor func screens() async throws {
        let served = try ServedClients()
        let client = TradingClient(baseURL: try served.url)
        let account = try await Self.filled(client, served)
        #expect(
            account.status == "ready" && account.isCurrent && account.files.count == Self.files.count + 1, "\(account)")

        let login = LoginModel(client)
        await login.restore()
        #expect(login.user?.username == ServedClients.user && login.isLoggedIn)

        let holdings = HoldingsModel(client)
        #expect(holdings.state == .idle)
        await holdings.load()
        #expect(holdings.state == .loaded && !holdings.holdings.isEmpty)
        let summary = try #require(holdings.summary)
        #expect(summary.totalCurrentValue == holdings.holdings.reduce(0) { $0 + $1.currentValue })
        #expect(summary.totalValue == summary.availableCash + summary.totalCurrentValue)
        #expect(summary.holdingsCount == holdings.holdings.count)

        let trades = TradesModel(client)
        await trades.load()
        #expect(trades.trades.count == min(20, trades.total) && trades.total > 0)
        while trades.hasMore { await trades.loadMore() }
        #expect(trades.trades.count == trades.total && Set(trades.trades.map(\.id)).count == trades.total)
        let symbol = try #require(trades.trades.first?.stock.symbol)
        trades.symbol = symbol
        await trades.load()
        #expect(trades.total > 0 && trades.trades.allSatisfy { $0.stock.symbol == symbol })

        let analysis = AnalysisModel(client)
        await analysis.load()
        #expect(analysis.session?.status == "COMPLETED" && !analysis.recommendations.isEmpty)

        let lots = try await client.lots()
        #expect(lots.cost == lots.lots.reduce(0) { $0 + $1.cost })
        let gains = try await client.gains()
        #expect(gains.gain == gains.groups.reduce(0) { $0 + $1.gain })
        #expect(try await client.performance().closingValue == summary.totalValue)

        try await client.makeStatement(of: "depot")
        #expect(try await client.settled("depot", polling: .milliseconds(100)).hasStatement)
        #expect(try await client.statement(of: "depot").starts(with: Data("%PDF-".utf8)))
        try await client.delete(account: "depot")
        #expect(try await client.accounts().isEmpty)
    }

    @Test("requests that fail with an expired token share one exchange and are repeated")
    @MainActor func renewal() async throws {
        let served = try ServedClients()
        let first = TradingClient(baseURL: try served.url)
        try await first.logIn(username: ServedClients.user, password: ServedClients.password)
        let tokens = try #require(await first.tokens)
        let stored = Mutex<[TradingTokens?]>([])
        let client = TradingClient(
            baseURL: try served.url, tokens: TradingTokens(access: "expired", refresh: tokens.refresh),
            tokensDidChange: { new in stored.withLock { $0.append(new) } })
        // A second exchange of the same token would end the login.
        let requests = (0..<8).map { _ in Task { try await client.user().username } }
        var names: [String] = []
        for request in requests { names.append(try await request.value) }
        #expect(names == Array(repeating: ServedClients.user, count: 8))
        #expect(stored.withLock { $0.count } == 1)
        #expect(await client.tokens != tokens)

        // The exchanged refresh token is refused, which ends the login here.
        let late = TradingClient(
            baseURL: try served.url, tokens: TradingTokens(access: "expired", refresh: tokens.refresh))
        await #expect(throws: RequestError.self) { try await late.user() }
        #expect(await late.tokens == nil)
    }

    @Test("a wrong password, a missing login and a service that is gone are told in sentences, and data stays")
    @MainActor func problems() async throws {
        let served = try ServedClients()
        let client = TradingClient(baseURL: try served.url)
        let holdings = HoldingsModel(client)
        await holdings.load()
        #expect(holdings.state.problem?.isEmpty == false)

        let login = LoginModel(client)
        await login.restore()
        #expect(!login.isLoggedIn && login.state == .loaded)
        #expect(!login.canLogIn)
        (login.username, login.password) = (ServedClients.user, "wrong password")
        await login.logIn()
        #expect(login.state.problem != nil && !login.isLoggedIn && login.password == "wrong password")
        login.password = ServedClients.password
        await login.logIn()
        #expect(login.isLoggedIn && login.password.isEmpty)

        _ = try await Self.filled(client, served)
        await holdings.load()
        #expect(holdings.state == .loaded)
        await #expect(throws: RequestError.self) { try await client.account("other") }
        _ = try served.service.stop()
        await holdings.load()
        #expect(holdings.state.problem?.contains("cannot be reached") == true && !holdings.holdings.isEmpty)
        await login.logOut()
        #expect(!login.isLoggedIn)
        #expect(await client.tokens == nil)
    }

    @Test("a screen that is left keeps its state, and a later request wins over an earlier one")
    @MainActor func cancellation() async throws {
        let served = try ServedClients()
        let client = TradingClient(baseURL: try served.url)
        _ = try await Self.filled(client, served)
        let model = HoldingsModel(client)
        let left = Task { await model.load() }
        left.cancel()
        await left.value
        #expect(model.state == .idle)
        async let one: Void = model.load()
        async let two: Void = model.load()
        _ = await (one, two)
        #expect(model.state == .loaded && !model.holdings.isEmpty)
    }
}
