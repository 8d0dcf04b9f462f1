import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

@Suite("Returns") struct PerformanceTests {
    @Test("payments do not count as returns")
    func timeWeighted() throws {
        // 1000 → 1100 (+10 %), then 1000 more, 2100 → 1890 (-10 %).
        let journal = try Journal(
            """
            2025-01-01 DEPOSIT - - 1000
            2025-01-01 BUY A 100 10
            2025-01-03 DEPOSIT - - 1000
            2025-01-03 BUY A 90 11
            """, method: .fifo,
            prices("A 2025-01-01 10\nA 2025-01-02 11\nA 2025-01-03 11\nA 2025-01-04 9.894736842105263157"))
        let performance = Performance(journal)
        #expect(performance.days.map(\.day.description) == ["2025-01-01", "2025-01-02", "2025-01-03", "2025-01-04"])
        #expect(performance.days.map(\.value) == [1000, 1100, 2100, 1890])
        #expect(performance.days.map(\.paidIn) == [1000, 1000, 2000, 2000])
        #expect(try performance.timeWeighted.rounded(toPlaces: 8) == number("-0.01"))
        #expect(try performance.drawdown.rounded(toPlaces: 8) == number("-0.1"))
        // ln 1, ln 1.1, ln 1, ln 0.9: mean -0.00251258, deviation 0.08214.
        let returns = [0, log(1.1), 0, log(0.9)]
        let mean = returns.reduce(0, +) / 4
        let deviation = (returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 3).squareRoot()
        let volatility = try #require(performance.volatility?.double)
        #expect(abs(volatility - deviation * 252.0.squareRoot()) < 1e-9)
    }

    @Test("the money-weighted return is the rate at which the payments are worth nothing")
    func moneyWeighted() throws {
        // -1000 and 365 days later 1100: exactly 10 %.
        let journal = try Journal(
            "2025-01-01 DEPOSIT - - 1000\n2025-01-01 BUY A 10 100", method: .fifo, prices("A 2026-01-01 110"))
        #expect(try Performance(journal).moneyWeighted == number("0.1"))
        // -1000, after 365 days -1000, after 730 days 2310: 1000 x² + 1000 x = 2310 gives x = 1.1.
        let later = try Journal(
            """
            2025-01-01 DEPOSIT - - 1000
            2026-01-01 DEPOSIT - - 1000
            2026-01-01 BUY A 20 100
            """, method: .fifo, prices("A 2027-01-01 115.5"))
        #expect(try Performance(later).moneyWeighted == number("0.1"))
    }

    @Test("without a change of sign there is no money-weighted return")
    func noRate() throws {
        let lost = try Journal("2025-01-01 DEPOSIT - - 1000\n2025-01-02 FEE - - 1000")
        #expect(Performance(lost).moneyWeighted == nil)
        #expect(Performance(lost).timeWeighted == -1)
        #expect(try Performance(Journal(merging: [])).moneyWeighted == nil)
        #expect(Performance(lost).volatility == nil)
    }

    @Test("a period begins with the value of the day before")
    func period() throws {
        let journal = try Journal(
            "2024-01-01 DEPOSIT - - 1000\n2024-01-01 BUY A 10 100", method: .fifo,
            prices("A 2024-12-31 200\nA 2025-06-01 240\nA 2025-12-31 220\nA 2026-01-05 500"))
        let performance = try Performance(journal, from: day("2025-01-01"), to: day("2025-12-31"))
        #expect(performance.openingValue == 2000)
        #expect(performance.closingValue == 2200)
        #expect(try performance.timeWeighted.rounded(toPlaces: 20) == number("0.1"))
        #expect(try performance.moneyWeighted == number("0.1"))
        #expect(try performance.drawdown.rounded(toPlaces: 6) == number("-0.083333"))
    }

    @Test("paying out more than there was, because it was earned on the day, is no loss")
    func payout() throws {
        let journal = try Journal(
            """
            2025-01-01 DEPOSIT - - 1000
            2025-01-01 BUY A 10 100
            2025-01-02 SELL A 10 110
            2025-01-02 WITHDRAWAL - - 1100
            2025-01-03 DEPOSIT - - 500
            """)
        let performance = Performance(journal)
        #expect(try performance.timeWeighted == number("0.1"))
        #expect(performance.closingValue == 500)
    }

    @Test("splits, rates and shares brought in are no returns")
    func noReturns() throws {
        let journal = try Journal(
            """
            2024-12-01 OPENING A 10 100
            2025-01-01 SPLIT A 2
            2025-01-02 BUY A 2 50
            2025-01-02 DEPOSIT - - 100
            """, method: .fifo, prices("A 2024-12-31 100\nA 2025-01-05 50"))
        let performance = Performance(journal)
        #expect(performance.timeWeighted == 0)
        #expect(performance.closingValue == 1100)
        #expect(performance.days.last?.paidIn == 1100)
    }

    @Test("a change of the exchange rate is a return")
    func rateReturn() throws {
        let journal = try Journal(merging: [
            file(
                settings: AccountSettings(currency: CurrencyCode("EUR")),
                """
                2025-01-01 DEPOSIT - - 100 0 EUR
                2025-01-01 BUY A 10 10 0 USD
                """), prices("A 2025-01-01 10 USD"),
            rates("USD EUR 2025-01-01 1\nUSD EUR 2025-01-02 1.5\nUSD EUR 2025-01-03 1.2"),
        ])
        let performance = Performance(journal)
        #expect(performance.days.map(\.value) == [100, 150, 120])
        #expect(try performance.timeWeighted.rounded(toPlaces: 8) == number("0.2"))
    }

    @Test("the last value is that of the holdings", arguments: 0..<20)
    func sameValue(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let symbols = ["A", "B", "C"]
        let history = randomAccount(&random, symbols: symbols, count: 60)
        var closes: [String] = []
        for offset in stride(from: 0, to: 70, by: 3) {
            let date = try day("2020-01-01").advanced(by: offset)
            closes.append(
                "\(symbols.randomElement(using: &random) ?? "A") \(date) \(Int.random(in: 1...400, using: &random))")
        }
        let journal = try Journal(history, method: .hifo, prices(closes.joined(separator: "\n")))
        let summary = try Holdings(Ledger(journal)).summary
        let performance = Performance(journal)
        #expect(performance.closingValue == summary.totalValue)
        for value in performance.days {
            #expect(try value.value == Holdings(Ledger(journal, through: value.day)).summary.totalValue)
        }
        let split = try day("2020-02-01")
        let first = try PeriodSummary(Ledger(journal, through: split))
        let second = try PeriodSummary(Ledger(journal), from: split.advanced(by: 1))
        let whole = try PeriodSummary(Ledger(journal))
        #expect(first.closingValue == second.openingValue)
        #expect(whole.closingValue == summary.totalValue)
        #expect(whole.openingValue == 0)
        #expect(first.realised + second.realised == whole.realised)
        for period in [first, second, whole] {
            // Each sale and each holding can be off by a cent.
            #expect(period.rounding.magnitude < 1)
        }
    }

    @Test("returns beyond all bounds are limited")
    func limits() throws {
        let days = (1...9).map { number in
            """
            2025-01-0\(number) DEPOSIT - - 0.01
            2025-01-0\(number) INTEREST - - 90000000000000000000
            2025-01-0\(number) WITHDRAWAL - - 90000000000000000000
            """
        }
        let growing = try Performance(Journal(days.joined(separator: "\n")))
        #expect(growing.days.allSatisfy { !$0.index.isNaN })
        let lines = (1...9).map { number in
            "2025-01-0\(number) DEPOSIT - - 90000000000000000000\n2025-01-0\(number) FEE - - 89999999999999999999.99"
        }
        let falling = try Performance(Journal(lines.joined(separator: "\n")))
        #expect(falling.days.allSatisfy { !$0.index.isNaN && $0.index >= 0 })
        #expect(falling.timeWeighted == -1)
    }

    @Test("the summary of a period adds up, item by item")
    func summary() throws {
        let journal = try Journal(
            """
            2024-01-01 DEPOSIT - - 1000
            2024-01-02 BUY A 10 50 5
            2025-02-01 DIVIDEND A - 20
            2025-02-02 TAX A - 3
            2025-03-01 SELL A 4 60 1
            2025-04-01 FEE - - 2
            2025-05-01 INTEREST - - 1
            2025-06-01 WITHDRAWAL - - 100
            """, method: .fifo, prices("A 2024-12-31 55\nA 2025-12-31 70"))
        let summary = try PeriodSummary(Ledger(journal, through: day("2025-12-31")), from: day("2025-01-01"))
        #expect(summary.openingValue == 1045)  // 495 + 550
        #expect(summary.totals.withdrawals == 100)
        #expect(summary.totals.dividends == 20)
        #expect(summary.totals.taxes == 3)
        #expect(summary.totals.fees == 2)
        #expect(summary.totals.interest == 1)
        #expect(summary.realised == 37)  // 239 - 202
        #expect(summary.unrealisedChange == 72)  // (420 - 303) - (550 - 505)
        #expect(summary.rounding == 0)
        #expect(summary.closingValue == 1070)
    }
}
