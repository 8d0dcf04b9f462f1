import FailureModel
import Foundation
import Testing
import Trading

@Suite("Short sales") struct ShortSaleTests {
    @Test("a short sale is a negative holding, whose gain is what the price fell", arguments: LotMethod.allCases)
    func holding(_ method: LotMethod) throws {
        let journal = try Journal(
            """
            2025-01-01 DEPOSIT - - 1000
            2025-01-02 SHORT A 10 20 1
            """, method: method, prices("A 2025-01-03 15"))
        let ledger = try Ledger(journal)
        let holdings = try Holdings(ledger)
        #expect(holdings.holdings.map(\.quantity) == [-10])
        #expect(holdings.holdings.map(\.cost) == [-199])
        #expect(holdings.holdings.map(\.value) == [-150])
        #expect(holdings.holdings.map(\.gain) == [49])
        #expect(holdings.summary.totalValue == 1049)
        #expect(holdings.lots(of: ledger).map(\.gain) == [49])
        let period = try PeriodSummary(ledger)
        #expect(period.rounding == 0)
        #expect(Performance(journal).closingValue == 1049)
    }

    @Test("buying back realises the gain, and the rest is bought")
    func cover() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-02 SHORT A 10 20 1
                2025-01-03 COVER A 4 15 1
                2025-01-04 BUY A 10 18
                2025-01-05 SELL A 4 19
                """))
        #expect(
            ledger.gainTexts == [
                "A 2025-01-02 2025-01-03 4 61 79.6 18.6", "A 2025-01-02 2025-01-04 6 108 119.4 11.4",
                "A 2025-01-04 2025-01-05 4 72 76 4",
            ])
        #expect(ledger.lots.isEmpty)
        #expect(ledger.availableCash == 34)
        #expect(try PeriodSummary(ledger).rounding == 0)
    }

    @Test("one trade can close what is held and sell more")
    func turn() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 10 10
                2025-01-02 SHORT A 15 12
                """))
        #expect(ledger.gainTexts == ["A 2025-01-01 2025-01-02 10 100 120 20"])
        #expect(ledger.lotTexts == ["A 2025-01-02 -5 -60"])
    }

    @Test("a dividend paid in shares buys back what was sold short first")
    func reinvestment() throws {
        let ledger = try Ledger(Journal("2025-01-01 SHORT A 1 20\n2025-01-02 REINVEST A 3 15"))
        #expect(ledger.gainTexts == ["A 2025-01-01 2025-01-02 1 15 20 5"])
        #expect(ledger.lotTexts == ["A 2025-01-02 2 30"])
        #expect(ledger.totals.dividends == 45)
        #expect(ledger.availableCash == 20)
        #expect(try PeriodSummary(ledger).rounding == 0)
    }

    @Test(
        "shares that come in without a purchase are refused while the security is sold short",
        arguments: ["TRANSFER_IN A 1 10", "SPIN_OFF A 1", "MERGER A 1 - - USD from=B"])
    func mixed(_ line: String) throws {
        let text = "2025-01-01 BUY B 1 1\n2025-01-01 SHORT A 1 20\n2025-01-02 \(line)"
        let failure = #expect(throws: Failure.self) { try Ledger(Journal(text)) }
        #expect(failure?.code == .oversold)
        #expect(failure?.message.contains("sold short") == true)
        #expect(throws: Never.self) {
            try Ledger(Journal(text.replacing("2025-01-02", with: "2025-01-01 COVER A 1 9\n2025-01-02")))
        }
    }

    @Test("a split multiplies the shares sold short")
    func split() throws {
        let ledger = try Ledger(Journal("2025-01-01 SHORT A 10 10\n2025-01-02 SPLIT A 2\n2025-01-03 COVER A 20 4"))
        #expect(ledger.gainTexts == ["A 2025-01-01 2025-01-03 20 80 100 20"])
    }

    @Test("an ordinary sale of more than is held remains an error, and so does covering more than was sold short")
    func errors() throws {
        for text in ["2025-01-01 SELL A 1 1", "2025-01-01 SHORT A 1 1\n2025-01-02 COVER A 2 1"] {
            let failure = #expect(throws: Failure.self) { try Ledger(Journal(text)) }
            #expect(failure?.code == .oversold)
        }
    }

    @Test("the gain of a short sale in a foreign currency is split the other way round")
    func currency() throws {
        let journal = try Journal(merging: [
            file(
                settings: AccountSettings(currency: CurrencyCode("EUR")),
                "2025-01-01 SHORT A 10 100 - USD rate=0.8\n2025-02-01 COVER A 10 90 - USD rate=0.9")
        ])
        let gain = try #require(try Ledger(journal).gains.first)
        // 800 EUR received, 810 EUR paid: 100 USD × 0.9 from the price, 1000 USD × −0.1 from the rate.
        #expect(gain.gain == -10)
        #expect(gain.priceGain == 90)
        #expect(gain.currencyGain == -100)
    }

    @Test("the broker's negative position is compared")
    func reconciliation() throws {
        var broker = try file("2025-01-01 SHORT A 10 10")
        broker.positions = [
            BrokerPosition(security: 0, quantity: -10, currency: .usd, day: try day("2025-01-01"), line: 3)
        ]
        #expect(try Reconciliation(Journal(merging: [broker])).differences.isEmpty)
    }
}
