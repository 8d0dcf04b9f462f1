import Foundation
import TestSupport
import TestTraits
import Testing
import TradingAPI

/// The types of the app's client, taken from its document as they stand.
@Suite("The types of the app's own client", .blocking, .timeLimit(.minutes(30))) struct TradingSeedClientTests {
    /// The models, and the answers at the end of the client.
    private static func types() throws -> String {
        let text = try String(contentsOf: TestData.url("seeds/soultrader.md"), encoding: .utf8)
        let headings = [
            "#### **1. Stock.swift**", "#### **2. Holding.swift**", "#### **3. Trade.swift**",
            "#### **4. SmartRecommendation.swift**", "#### **APIService.swift**",
        ]
        return try headings.map { heading in
            let section = try #require(text.components(separatedBy: "\n\(heading)\n").dropFirst().first)
            let block = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
            let code = try #require(block.components(separatedBy: "```").first)
            return code.components(separatedBy: "// MARK: - Response Models\n").last ?? code
        }.joined(separator: "\n")
    }

    /// Decodes answers and prints the figures that the app's views show; the document does not define `User`.
    private static let flow = """

        struct User: Codable {
            let id: Int
            let username: String
            let email: String
            let firstName: String
            let lastName: String
            enum CodingKeys: String, CodingKey {
                case id, username, email
                case firstName = "first_name"
                case lastName = "last_name"
            }
        }

        @main struct Flow {
            static func main() {
                // Without the backtrace that an error thrown from here prints.
                do { try run() } catch { exit(1) }
            }

            static func run() throws {
                let decoder = JSONDecoder()
                if CommandLine.arguments[1] == "iso" { decoder.dateDecodingStrategy = .iso8601 }
                func read<Answer: Decodable>(_ name: String, as type: Answer.Type) throws -> Answer {
                    let file = URL(fileURLWithPath: CommandLine.arguments[2]).appendingPathComponent(name)
                    return try decoder.decode(type, from: Data(contentsOf: file))
                }
                func seconds(_ date: Date?) -> String { date.map { "\\(Int($0.timeIntervalSince1970))" } ?? "-" }
                let login = try read("login.json", as: LoginResponse.self)
                print(login.access, login.refresh, login.user.id, login.user.username, login.user.lastName)
                let portfolio = try read("holdings.json", as: PortfolioHoldingsResponse.self)
                let summary = portfolio.portfolioSummary
                print(
                    summary.totalValue, summary.availableCash, summary.totalInvested, summary.totalCurrentValue,
                    summary.totalUnrealizedPnl, summary.totalUnrealizedPnlPercent, summary.holdingsCount)
                for holding in portfolio.holdings {
                    print(
                        holding.stock.symbol, holding.stock.name, holding.stock.currentPrice,
                        holding.stock.dayChange ?? 0, holding.quantity, holding.averagePrice, holding.currentValue,
                        holding.unrealizedPnl, holding.unrealizedPnlPercent, seconds(holding.purchaseDate))
                }
                let trades = try read("trades.json", as: TradesResponse.self)
                print(trades.count)
                for trade in trades.results {
                    print(
                        trade.tradeType, trade.orderType, trade.stock.symbol, trade.quantity, trade.price ?? 0,
                        trade.totalAmount, trade.commission, trade.status, trade.tradeSource,
                        seconds(trade.executedAt), seconds(trade.createdAt), trade.notes ?? "-")
                }
                let analysis = try read("analysis.json", as: SmartAnalysisResponse.self)
                let session = analysis.latestSession!
                print(
                    session.status, seconds(session.startedAt), seconds(session.completedAt),
                    session.processingTimeSeconds ?? 0, session.totalRecommendations, session.executedRecommendations)
                for item in analysis.recommendations {
                    print(
                        item.stock.symbol, item.recommendationType, item.priorityScore, item.confidenceScore,
                        item.sharesToBuy ?? 0, item.cashAllocated ?? 0, item.currentPrice, item.targetPrice ?? 0,
                        item.reasoning, item.keyFactors, item.riskFactors, item.status, seconds(item.createdAt),
                        seconds(item.expiresAt))
                }
            }
        }
        """

    private static let expected = """
        a r 7 ada Lovelace
        100283.05 99145.17 957.62 1137.88 180.26 18.82 2
        AAPL Apple Inc. 120.125 0.625 7 100.35 840.88 138.46 19.71 1735776000
        SAP SAP 60 0 4 56.71 297 41.8 16.38 1735862400
        5
        """

    @Test("decode every answer, with dates as numbers and in ISO 8601")
    func decode() async throws {
        let folder = try TemporaryFolder()
        let program = folder.file("flow").path
        let source = try folder.write("import Foundation\n" + Self.types() + Self.flow, "Flow.swift")
        try Program.run("swiftc", ["-swift-version", "5", "-parse-as-library", "-o", program, source.path])
        let view = try sampleAccount()
        let login = LoginResponse(
            access: "a", refresh: "r", user: User(id: 7, username: "ada", firstName: "Ada", lastName: "Lovelace"))
        var outputs: [String] = []
        for format in DateFormat.allCases {
            let answers = try TemporaryFolder()
            try answers.write(format.encoder.encode(login), "login.json")
            try answers.write(format.encoder.encode(view.portfolioHoldings), "holdings.json")
            try answers.write(format.encoder.encode(view.recentTrades(limit: 20)), "trades.json")
            try answers.write(format.encoder.encode(analysis(of: view)), "analysis.json")
            outputs.append(
                String(decoding: try Program.run(program, [format.rawValue, answers.url.path]), as: UTF8.self))
            // The client's decoder refuses dates in the other format, so the settings matter.
            let other = format == .iso ? DateFormat.seconds : .iso
            #expect(throws: (any Error).self) { try Program.run(program, [other.rawValue, answers.url.path]) }
        }
        #expect(outputs[0] == outputs[1])
        #expect(outputs[0].hasPrefix(Self.expected))
        #expect(
            outputs[0].hasSuffix(
                """
                5
                SELL MARKET AAPL 1 90 90 0 FILLED IMPORT 1767571200 1767571200 -
                BUY MARKET SAP 0 60 33 0 FILLED IMPORT 1738713600 1738713600 -
                SELL MARKET AAPL 2 130 324 1 FILLED IMPORT 1738540800 1738540800 -
                BUY MARKET SAP 4 50.001 222.2 2.2 FILLED IMPORT 1735862400 1735862400 -
                BUY MARKET AAPL 10 100.25 1053.63 1 FILLED IMPORT 1735851599 1735851599 first
                COMPLETED 1767960000 1767960000 0.25 2 0
                AAPL BUY 67.5 0.9 34 4063 119.5 150.5 A: grows ["cash"] ["tariffs"] PENDING 1767830400 1768435200
                SAP HOLD 40 0.8 0 0 60 0  [] [] PENDING 1767830400 1768435200

                """), Comment(rawValue: outputs[0]))
    }
}
