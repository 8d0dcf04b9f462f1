import FailureModel
import Foundation
import Testing
import Trading
import TradingAPI

@Suite("Answers of the API") struct AnswerTests {
    /// The answer as JSON objects, in which numbers keep their digits.
    private func text(_ answer: some Encodable, _ format: DateFormat = .iso) throws -> String {
        String(decoding: try format.encoder.encode(answer), as: UTF8.self)
    }

    @Test("the figures of the app's demo hold, except that the total is cash and value")
    func demo() throws {
        var trades = tradesHead + "2025-01-01,DEPOSIT,,,100989.30,,USD,,\n"
        var prices = "date,symbol,close,currency\n"
        for index in 1...10 {
            trades += "2025-01-02,BUY,S\(index),100,90,0,USD,,\n"
            prices += "2025-02-01,S\(index),95,USD\n"
        }
        trades += "2025-01-02,BUY,T,100,108.4,0,USD,,"
        prices += "2025-02-01,T,109.6345,USD"
        let summary = try view(["depot.trades.csv": trades, "depot.prices.csv": prices]).summary
        #expect(try summary.availableCash == number("149.30"))
        #expect(try summary.totalInvested == number("100840.00"))
        #expect(try summary.totalCurrentValue == number("105963.45"))
        #expect(try summary.totalUnrealizedGain == number("5123.45"))
        #expect(try summary.totalUnrealizedGainPercent == number("5.08"))
        #expect(summary.holdingsCount == 11)
        #expect(try summary.totalValue == number("106112.75"))
    }

    @Test("every answer is the same after encoding and decoding", arguments: DateFormat.allCases)
    func roundTrips(_ format: DateFormat) throws {
        func check<Answer: Codable & Equatable>(_ answer: Answer) throws {
            let bytes = try format.encoder.encode(answer)
            #expect(try format.decoder.decode(Answer.self, from: bytes) == answer)
            #expect(try format.encoder.encode(answer) == bytes)
        }
        let view = try sampleAccount()
        try check(view.portfolioHoldings)
        try check(view.lots)
        try check(view.gains())
        try check(view.performance())
        try check(view.recentTrades(limit: 20))
        try check(try #require(view.trades(path: "/api/trades/")))
        try check(analysis(of: view))
        try check(User(id: 1, username: "ada"))
    }

    @Test("keys are in snake case, dates are numbers or ISO 8601, and numbers never text")
    func wire() throws {
        let trades = try sampleAccount().recentTrades(limit: 1)
        let iso = try text(trades)
        #expect(iso.contains(#""executed_at":"2026-01-05T00:00:00Z""#))
        #expect(iso.contains(#""total_amount":90,"#))
        #expect(iso.contains(#""quantity":1,"quantity_exact":1,"#))
        #expect(iso.contains(#""logo_url":"https://example.org/a.png""#))
        #expect(try text(trades, .seconds).contains(#""executed_at":789264000,"#))
        let keys = try text(try sampleAccount().performance()) + text(try sampleAccount().lots) + iso
        #expect(!keys.contains(/"[a-z_]*[A-Z][A-Za-z_]*":/))
    }

    @Test("numbers that no binary number holds arrive exactly")
    func exactNumbers() throws {
        let long = "123456789012345678.01234567890123456789"
        let view = try view([
            "depot.trades.csv": tradesHead + "2025-01-01,BUY,A,0.1,0.3,0,USD,,\n2025-01-02,BUY,B,1,1,0,USD,,",
            "depot.prices.csv": "date,symbol,close,currency\n2025-01-03,A,0.7,USD\n2025-01-03,B,\(long),USD",
        ])
        let answer = try text(view.portfolioHoldings)
        #expect(answer.contains("\"current_price\":\(long),"))
        #expect(answer.contains("\"current_value\":123456789012345678.01,"))
        #expect(answer.contains("\"quantity_exact\":0.1,"))
        #expect(answer.contains("\"average_price\":0.3,"))
        let decoded = try DateFormat.iso.decoder.decode(PortfolioHoldingsResponse.self, from: Data(answer.utf8))
        #expect(try decoded.holdings[0].stock.currentPrice == number(long))
    }

    @Test("a price divided by a split has ten places, and its change is that of the prices shown")
    func splitPrices() throws {
        let view = try view([
            "depot.trades.csv": tradesHead + "2025-01-01,BUY,A,10,100,0,USD,,\n2025-01-05,SPLIT,A,3,,,USD,,",
            "depot.prices.csv": "date,symbol,close,currency\n2025-01-03,A,100,USD\n2025-01-04,A,110,USD",
        ])
        let stock = try #require(view.portfolioHoldings.holdings.first?.stock)
        #expect(try stock.currentPrice == number("36.6666666667"))
        #expect(try stock.previousClose == number("33.3333333333"))
        #expect(try stock.dayChange == number("3.3333333334"))
        #expect(try stock.dayChangePercent == number("10"))
    }

    @Test("totals are the sums of the rows as shown")
    func sums() throws {
        let view = try sampleAccount()
        let portfolio = view.portfolioHoldings
        let summary = portfolio.summary
        #expect(summary.totalInvested == portfolio.holdings.reduce(0) { $0 + $1.cost })
        #expect(summary.totalCurrentValue == portfolio.holdings.reduce(0) { $0 + $1.currentValue })
        #expect(summary.totalUnrealizedGain == portfolio.holdings.reduce(0) { $0 + $1.unrealizedGain })
        let lots = view.lots
        #expect(lots.cost == summary.totalInvested)
        #expect(lots.value == summary.totalCurrentValue)
        #expect(lots.gain == lots.lots.reduce(0) { $0 + $1.gain })
        let gains = view.gains()
        #expect(gains.gain == gains.proceeds - gains.cost)
        #expect(gains.gain == gains.groups.flatMap(\.gains).reduce(0) { $0 + $1.gain })
        let report = try view.performance()
        #expect(report.realizedGain == gains.gain)
        #expect(report.closingValue == summary.totalValue)
        let column =
            report.openingValue + report.deposits + report.securitiesBroughtIn + report.dividends + report.interest
            + report.realizedGain + report.unrealizedGainChange + report.rounding - report.withdrawals - report.fees
            - report.taxes
        #expect(column == report.closingValue)
        #expect(portfolio.holdings.allSatisfy { Amount($0.quantity) <= $0.exactQuantity })
    }

    @Test("gains are grouped by symbol and year, and each names its purchase and sale")
    func gains() throws {
        let view = try sampleAccount()
        let all = view.gains()
        #expect(all.years == [2025, 2026])
        #expect(all.groups.map(\.year) == [2025, 2026])
        #expect(try all.groups.map(\.gain) == [number("73.14"), number("-10.35")])
        let gain = try #require(view.gains(in: 2026).groups.first?.gains.first)
        #expect(gain.days == 368)
        #expect(try gain.opened == midnight("2025-01-02"))
        let trades = view.recentTrades(limit: 20).results
        #expect(gain.saleID == trades.first?.id)
        #expect(gain.purchaseID == trades.last?.id)
        #expect(view.gains(in: 2026).years == [2025, 2026])
        #expect(view.gains(in: 2024).groups.isEmpty)
    }

    @Test("a total of gains has the percentage of exact figures, as on a statement")
    func gainPercent() throws {
        // Each sale gains 0.4 cents, which is shown as nothing.
        let sales = (3...7).map { "2025-01-0\($0),SELL,A,1,0.104,0,USD,,\n" }
        let view = try view([
            "depot.trades.csv": tradesHead + "2025-01-02,BUY,A,5,0.1,0,USD,,\n2025-01-02,BUY,B,1,1,0,USD,,\n"
                + sales.joined() + "2025-01-08,SELL,B,1,0.5,0,USD,,\n"
        ])
        let all = view.gains()
        #expect(try all.groups.map(\.gainPercent) == [number("4"), number("-50")])
        #expect(try all.gainPercent == number("-32"))
        #expect(try view.gains(in: 2025).gainPercent == number("-32"))
        #expect(view.gains(in: 2024).gainPercent == nil)
    }

    @Test("shares that cost nothing have no gain in percent")
    func gainWithoutCost() throws {
        let view = try view([
            "depot.trades.csv": tradesHead + "2025-01-02,SPIN_OFF,A,2,1,0,USD,,\n2025-01-03,SELL,A,1,5,0,USD,,\n"
        ])
        let gains = view.gains()
        #expect(gains.gain == 5 && gains.gainPercent == nil && gains.groups[0].gains[0].gainPercent == nil)
        #expect(view.lots.lots[0].gainPercent == nil)
        #expect(try !text(gains).contains("gain_percent") && !text(view.lots).contains("gain_percent"))
        // Apps need a number here.
        #expect(view.portfolioHoldings.holdings[0].unrealizedGainPercent == 0)
        #expect(view.gainsTable.text.contains(",0.00,5.00,5.00,,\"USD\""))
        #expect(view.holdingsTable.text.contains(",0.00,0.00,5.00,5.00,,100.00,"))
    }

    @Test("the cost of a share below ten units has four digits")
    func unitCost() throws {
        let view = try view([
            "depot.trades.csv": tradesHead + "2025-01-02,BUY,A,3,0.0123456,0,USD,,\n2025-01-02,BUY,B,3,4,1,USD,,\n"
                + "2025-01-02,BUY,C,3,100,1,USD,,\n"
        ])
        let prices = view.portfolioHoldings.holdings.map(\.averagePrice)
        #expect(try prices == [number("100.33"), number("4.333"), number("0.01235")])
        #expect(view.holdingsTable.text.contains(",0.01235,0.04,"))
    }

    @Test("pages of trades have twenty each, links that lead to the next, and no page beyond the last")
    func pages() throws {
        let rows = (0..<45).map { "2025-01-\(10 + $0 / 5),BUY,\($0 % 2 == 0 ? "A" : "B+C"),1,\($0 + 1),0,USD,,\n" }
        let view = try view(["depot.trades.csv": tradesHead + rows.joined()])
        func page(_ number: Int, _ filter: TradeFilter = TradeFilter()) -> TradePageResponse? {
            view.trades(filter, page: number, path: "/api/trades/")
        }
        #expect(page(1)?.results.map(\.price) == (26...45).reversed().map { Amount($0) })
        #expect(page(1)?.previous == nil)
        #expect(page(1)?.next == "/api/trades/?page=2")
        #expect(page(3)?.results.map(\.price) == [5, 4, 3, 2, 1])
        #expect(page(3)?.next == nil)
        #expect(page(3)?.previous == "/api/trades/?page=2")
        #expect(page(3)?.count == 45)
        for number in [4, 0, -1, .max] { #expect(page(number) == nil) }
        let filter = TradeFilter(symbol: "b+c", from: Day("2025-01-10"), to: Day("2025-01-18"))
        #expect(page(1, filter)?.count == 22)
        #expect(page(1, filter)?.next == "/api/trades/?page=2&symbol=b%2Bc&from=2025-01-10&to=2025-01-18")
        #expect(page(1, TradeFilter(symbol: "X"))?.count == 0)
        #expect(page(2, TradeFilter(symbol: "X")) == nil)
        #expect(view.recentTrades(limit: 2).results.map(\.price) == [45, 44])
        #expect(try sampleAccount().trades(TradeFilter(symbol: "apc"), path: "")?.count == 3)
    }

    @Test("identifiers stay the same, differ from each other, and depend on the account")
    func identifiers() throws {
        let (first, second) = (try sampleAccount(), try sampleAccount())
        #expect(first.recentTrades(limit: 20) == second.recentTrades(limit: 20))
        let other = try AccountView(first.ledger, named: "other")
        let ids = first.recentTrades(limit: 20).results.map(\.id)
        #expect(Set(ids).count == 5)
        #expect(Set(ids).isDisjoint(with: other.recentTrades(limit: 20).results.map(\.id)))
        let holdings = first.portfolioHoldings.holdings.map(\.id)
        #expect(Set(holdings).count == 2)
        #expect(holdings.allSatisfy { (0...0x7FFF_FFFF).contains($0) })
        #expect(Set(holdings).isDisjoint(with: other.portfolioHoldings.holdings.map(\.id)))
        #expect(try analysis(of: first).recommendations.map(\.id) == analysis(of: second).recommendations.map(\.id))
    }

    @Test("an account without opinions has a completed session and a message")
    func noOpinions() throws {
        let answer = try analysis(of: view(["depot.trades.csv": tradesHead + "2025-01-01,DEPOSIT,,,5,,USD,,"]))
        #expect(answer.latestSession?.status == .completed)
        #expect(answer.latestSession?.totalRecommendations == 0)
        #expect(answer.latestSession?.portfolioValue == 5)
        #expect(answer.recommendations.isEmpty)
        #expect(answer.message == "No file has opinions, so there are no recommendations.")
        #expect(
            try analysis(of: sampleAccount()).message
                == "Computed from the opinions in depot.opinions.json up to 2026-01-08; not advice.")
    }

    @Test("returns of a period are in percent, and the empty account has none")
    func performance() throws {
        let view = try sampleAccount()
        let answer = try view.performance(from: Day("2026-01-01"), to: Day("2026-01-08"))
        #expect(try answer.from == midnight("2026-01-01"))
        #expect(try answer.to == midnight("2026-01-08"))
        #expect(answer.deposits == 0)
        #expect(try answer.realizedGain == number("-10.35"))
        #expect(answer.days.map(\.paidIn) == [100_000, 100_000])
        let empty = try AccountView(Ledger(Journal(merging: [])), named: "empty")
        #expect(try empty.performance().moneyWeightedPercent == nil)
        #expect(empty.portfolioHoldings.holdings.isEmpty)
        #expect(empty.trades(path: "")?.results.isEmpty == true)
    }

    @Test("a sold security whose price has no rate still has its price")
    func priceWithoutRate() throws {
        let view = try view([
            "depot.trades.csv": tradesHead + "2025-01-01,BUY,A,1,10,0,USD,,\n2025-01-02,SELL,A,1,10,0,USD,,",
            "depot.prices.csv": "date,symbol,close,currency\n2025-01-03,A,9,CHF",
        ])
        let stock = try #require(view.recentTrades(limit: 1).results.first?.stock)
        #expect(stock.currentPrice == 9)
        #expect(stock.currency == "CHF")
    }
}
