import FailureModel
import Foundation
import Testing
import Trading

@Suite("Holdings and their sums") struct HoldingsTests {
    @Test("rounding is half away from zero")
    func rounding() throws {
        for (text, expected) in [
            ("0.005", "0.01"), ("-0.005", "-0.01"), ("0.0049", "0"), ("1.125", "1.13"), ("-1.125", "-1.13"),
            ("1.115", "1.12"), ("12", "12"), ("99999999999999999.995", "100000000000000000"),
        ] {
            #expect(try number(text).money == number(expected))
        }
        #expect(try number("10.9").integerPart == 10)
        #expect(try number("-10.9").integerPart == -10)
        #expect(try number("99999999999999999999").integerPart == .max)
        #expect(Amount(5).percent(of: 0) == 0)
        #expect(Amount(1).percent(of: 3) == Amount(scaled: 3333, places: 2))
    }

    @Test("holdings have the largest value first, and sums of what is shown")
    func sums() throws {
        let journal = try Journal(
            """
            2025-01-01 DEPOSIT - - 1000
            2025-01-02 BUY A 3 10.005 0.1
            2025-01-02 BUY B 10.5 20
            2025-01-03 BUY C 1 5
            2025-01-03 SELL C 1 6
            """, method: .fifo,
            prices(
                """
                A 2025-01-09 12
                A 2025-01-10 12.345
                B 2025-01-10 18
                B 2025-02-01 99
                """))
        let ledger = try Ledger(journal, through: day("2025-01-31"))
        let holdings = try Holdings(ledger)
        #expect(holdings.holdings.map { journal.securities[Int($0.security)].label } == ["B", "A"])
        let a = holdings.holdings[1]
        #expect(try a.cost == number("30.12"))  // 30.115
        #expect(try a.averagePrice == number("10.04"))  // 10.03833…
        #expect(try a.value == number("37.04"))  // 37.035
        #expect(try a.gain == number("6.92"))
        #expect(try a.gainPercent == number("22.98"))  // 6.92 / 30.115, from exact figures
        #expect(a.quote.previousClose == 12)
        #expect(try a.quote.dayChange == number("0.345"))
        #expect(try a.quote.dayChangePercent == number("2.88"))
        #expect(try a.purchased == day("2025-01-02"))
        let summary = holdings.summary
        #expect(try summary.totalInvested == number("240.12"))
        #expect(try summary.totalCurrentValue == number("226.04"))
        #expect(try summary.totalUnrealisedGain == number("-14.08"))
        #expect(try summary.totalUnrealisedGainPercent == number("-5.86"))
        #expect(try summary.availableCash == number("760.88"))
        #expect(try summary.totalValue == number("986.92"))
        #expect(summary.holdingsCount == 2)
        #expect(try holdings.holdings.map(\.weightPercent) == [number("83.61"), number("16.39")])
    }

    @Test("without a close the price is that of the last trade, and marked")
    func tradePrice() throws {
        let holdings = try Holdings(
            Ledger(Journal("2025-01-02 BUY A 3 10\n2025-01-03 BUY A 1 11\n2025-01-04 SELL A 1 12")))
        let quote = try #require(holdings.holdings.first?.quote)
        #expect(quote.price == 12)
        #expect(quote.isTradePrice)
        #expect(quote.dayChange == nil)
    }

    @Test("a price from before a split is divided by it")
    func splitPrice() throws {
        let journal = try Journal(
            """
            2025-01-02 BUY A 10 100
            2025-01-02 BUY B 10 100
            2025-02-02 SPLIT A 4
            2025-02-02 SPLIT B 4
            """, method: .fifo, prices("A 2025-01-31 80\nA 2025-02-01 120"))
        let holdings = try Holdings(Ledger(journal)).holdings
        #expect(holdings.map(\.value) == [1200, 1000])
        #expect(holdings[0].quote.price == 30)
        #expect(holdings[0].quote.previousClose == 20)
        let later = try Journal(
            "2025-01-02 BUY A 10 100\n2025-02-02 SPLIT A 4", method: .fifo, prices("A 2025-02-02 31"))
        #expect(try Holdings(Ledger(later)).summary.totalCurrentValue == 1240)
    }

    @Test("a price in a currency without a rate is refused")
    func missingRate() throws {
        let journal = try Journal("2025-01-02 BUY A 10 100", method: .fifo, prices("A 2025-01-31 80 CHF"))
        let failure = try #require(throws: Failure.self) { try Holdings(Ledger(journal)) }
        #expect(failure.code == .rateMissing)
    }

    @Test("a price without a rate is still known in the price's currency")
    func unconverted() throws {
        let journal = try Journal(
            "2025-01-02 BUY A 10 100\n2025-01-03 SELL A 10 100", method: .fifo, prices("A 2025-01-31 80 CHF"))
        let quote = try #require(try Ledger(journal).unconvertedQuote(of: 0))
        #expect(quote.price == 80)
        #expect(quote.currency == CurrencyCode("CHF"))
        #expect(quote.rate == 1)
    }

    @Test("entries are converted at the broker's rate, else at that of their day")
    func rates() throws {
        let journal = try Journal(
            "2025-01-02 BUY A 1 1 0 USD\n2025-01-03 BUY A 1 1 0 EUR rate=2\n2025-01-04 BUY A 1 1 0 CHF", method: .fifo,
            TradingTests.rates("CHF USD 2025-01-04 3"), file("2025-01-05 DEPOSIT - - 1"))
        #expect(journal.entries.prefix(3).map { journal.rate(of: $0) } == [1, 2, 3])
    }

    @Test("an empty account has sums of zero")
    func empty() throws {
        let summary = try Holdings(Ledger(Journal(merging: []))).summary
        #expect(summary.totalValue == 0)
        #expect(summary.totalUnrealisedGainPercent == nil)
        #expect(summary.holdingsCount == 0)
    }
}
