import Foundation
import HTTPService
import ServiceTestSupport
import TestSupport
import TestTraits
import Testing
import TradingAPI

/// The client of the app for accounts, taken from its document as it stands, against the running service.
@Suite("The trading app's own client", .blocking, .timeLimit(.minutes(30))) struct TradingClientTests {
    /// The models, the client and the view model that uses it.
    private static func client() throws -> String {
        let text = try String(contentsOf: TestData.url("seeds/soultrader.md"), encoding: .utf8)
        let headings = [
            "#### **1. Stock.swift**", "#### **2. Holding.swift**", "#### **3. Trade.swift**",
            "#### **4. SmartRecommendation.swift**", "#### **APIService.swift**", "#### **PortfolioViewModel.swift**",
        ]
        return try headings.map { heading in
            let section = try #require(text.components(separatedBy: "\n\(heading)\n").dropFirst().first)
            let block = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
            return try #require(block.components(separatedBy: "```").first)
        }.joined(separator: "\n")
    }

    /// What the code lacks here: on Linux URLSession is in another module and nothing observes; the document does not define
    /// `User`.
    private static let prelude = """
        import Foundation
        import FoundationNetworking

        protocol ObservableObject: AnyObject {}

        @propertyWrapper struct Published<Value> {
            var wrappedValue: Value
        }

        struct User: Codable {
            let id: Int
            let username: String
            let email: String
            let first_name: String
            let last_name: String
        }

        """

    /// What the app does, without its views.
    private static let flow = """

        @main struct Flow {
            static func main() async throws {
                let service = APIService.shared
                let model = await PortfolioViewModel()
                await model.loadData()
                print(await model.error ?? "-")
                do {
                    _ = try await service.login(username: "ada", password: "wrong password")
                } catch { print(error.localizedDescription) }
                let login = try await service.login(username: "ada", password: CommandLine.arguments[1])
                print(login.user.id, login.user.username, service.isAuthenticated, service.currentUser?.username ?? "-")
                await model.loadData()
                print(await model.error ?? "-", await model.holdings.count)
                let summary = await model.portfolioSummary!
                print(summary.totalValue, summary.availableCash, summary.totalUnrealizedPnl, summary.holdingsCount)
                for holding in await model.holdings {
                    print(
                        holding.stock.symbol, holding.quantity, holding.averagePrice, holding.currentValue,
                        Int(holding.purchaseDate!.timeIntervalSince1970))
                }
                let trades = try await service.getRecentTrades()
                print(trades.count)
                for trade in trades.results {
                    print(
                        trade.id, trade.tradeType, trade.stock.symbol, trade.quantity, trade.totalAmount,
                        Int(trade.executedAt!.timeIntervalSince1970))
                }
                let analysis = try await service.getSmartAnalysis()
                print(analysis.latestSession!.status, analysis.latestSession!.totalRecommendations)
                for item in analysis.recommendations {
                    print(item.stock.symbol, item.recommendationType, item.sharesToBuy ?? 0, item.cashAllocated ?? 0)
                }
                service.logout()
                await model.loadData()
                print(await model.error ?? "-")
            }
        }
        """

    /// What the client must print.
    private static func expected() throws -> String {
        let view = try TestAccount.depot.view()
        let portfolio = view.portfolioHoldings
        let trades = view.recentTrades(limit: 20)
        let holdings = portfolio.holdings.map { holding in
            let purchased = Int(holding.purchaseDate?.timeIntervalSince1970 ?? 0)
            return
                "\(holding.stock.symbol) \(holding.quantity) \(holding.averagePrice) \(holding.currentValue) \(purchased)"
        }
        let lines = trades.results.map { trade in
            let executed = Int(trade.executedAt?.timeIntervalSince1970 ?? 0)
            return
                "\(trade.id.uuidString) \(trade.side.rawValue) \(trade.stock.symbol) \(trade.quantity) \(trade.totalAmount) "
                + "\(executed)"
        }
        let summary = portfolio.summary
        return
            ([
                "Not authenticated. Please login.", "Invalid server response", "1 ada true ada", "- \(holdings.count)",
                "\(summary.totalValue) \(summary.availableCash) \(summary.totalUnrealizedGain) \(summary.holdingsCount)",
            ] + holdings + ["\(trades.count)"] + lines
            + ["COMPLETED 2", "AAPL BUY 34 4063", "SAP HOLD 0 0", "Not authenticated. Please login."])
            .joined(separator: "\n") + "\n"
    }

    /// Runs a program on a thread that may block: the service's handlers need the cooperative ones.
    private static func run(_ program: String, _ arguments: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { String(decoding: try Program.run(program, arguments), as: UTF8.self) })
            }
        }
    }

    @Test(
        "logs in and shows holdings, trades and the analysis, with dates as numbers, and in ISO 8601 with its strategy set",
        arguments: ["", "trading: {dates: iso}"])
    func flow(_ settings: String) async throws {
        try await ServiceHarness.run(
            settings: ServiceSettings(bind: "0.0.0.0", port: 0), users: ["ada"], pipeline: settings
        ) { service in
            try await service.make(.depot, try await service.appLogin("ada"))
            let port = try #require(service.url.port)
            var client = try Self.client().replacing("http://127.0.0.1:8000/", with: "http://127.0.0.1:\(port)/")
            if !settings.isEmpty {
                client =
                    client.replacing("JSONDecoder()", with: "isoDecoder()")
                        + """
                        func isoDecoder() -> JSONDecoder {
                            let decoder = JSONDecoder()
                            decoder.dateDecodingStrategy = .iso8601
                            return decoder
                        }

                        """
            }
            let folder = try TemporaryFolder()
            let source = try folder.write(Self.prelude + client + Self.flow, "Flow.swift")
            let program = folder.file("flow").path
            _ = try await Self.run(
                "swiftc", ["-swift-version", "5", "-parse-as-library", "-o", program, source.path])
            #expect(try await Self.run(program, [ServiceHarness.password]) == (try Self.expected()))
        }
    }
}
