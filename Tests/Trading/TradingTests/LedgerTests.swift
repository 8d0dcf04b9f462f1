import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

@Suite("Lots, gains and cash") struct LedgerTests {
    private static let story = """
        2025-01-01 DEPOSIT - - 10000
        2025-01-02 BUY A 10 100 5 USD lot=first
        2025-02-03 BUY A 10 120 5 USD lot=second
        2025-03-04 BUY A 10 110 5 USD lot=third
        2025-04-05 SELL A 15 130 6 USD lot=third=5;second
        """

    @Test(
        "each method takes its own lots",
        arguments: [
            // Proceeds 1944.00, 129.60 a share. Costs a share: 100.50, 120.50, 110.50.
            (
                LotMethod.fifo,
                ["A 2025-01-02 2025-04-05 10 1005 1296 291", "A 2025-02-03 2025-04-05 5 602.5 648 45.5"],
                ["A 2025-02-03 5 602.5", "A 2025-03-04 10 1105"]
            ),
            (
                .lifo,
                ["A 2025-03-04 2025-04-05 10 1105 1296 191", "A 2025-02-03 2025-04-05 5 602.5 648 45.5"],
                ["A 2025-01-02 10 1005", "A 2025-02-03 5 602.5"]
            ),
            (
                .hifo,
                ["A 2025-02-03 2025-04-05 10 1205 1296 91", "A 2025-03-04 2025-04-05 5 552.5 648 95.5"],
                ["A 2025-01-02 10 1005", "A 2025-03-04 5 552.5"]
            ),
            // The mean is 3315 / 30 = 110.50.
            (
                .average,
                ["A 2025-01-02 2025-04-05 10 1105 1296 191", "A 2025-02-03 2025-04-05 5 552.5 648 95.5"],
                ["A 2025-02-03 5 552.5", "A 2025-03-04 10 1105"]
            ),
            (
                .specific,
                ["A 2025-03-04 2025-04-05 5 552.5 648 95.5", "A 2025-02-03 2025-04-05 10 1205 1296 91"],
                ["A 2025-01-02 10 1005", "A 2025-03-04 5 552.5"]
            ),
        ])
    func methods(_ method: LotMethod, _ gains: [String], _ lots: [String]) throws {
        let ledger = try Ledger(Journal(Self.story, method: method))
        #expect(ledger.gainTexts == gains)
        #expect(ledger.lotTexts == lots)
        #expect(ledger.availableCash == 8629)
    }

    @Test("the mean cost is computed again after each purchase, not after sales")
    func averageCost() throws {
        let journal = try Journal(
            """
            2025-01-01 BUY A 10 10
            2025-01-02 SELL A 5 20
            2025-01-03 BUY A 5 30
            2025-01-04 SELL A 5 30
            2025-01-05 SELL A 5 10
            """, method: .average)
        // (5 × 10 + 5 × 30) / 10 = 20 for the last two sales.
        #expect(
            try Ledger(journal).gainTexts == [
                "A 2025-01-01 2025-01-02 5 50 100 50", "A 2025-01-01 2025-01-04 5 100 150 50",
                "A 2025-01-03 2025-01-05 5 100 50 -50",
            ])
    }

    @Test("a sale names lots by name, identifier or day, and takes the oldest without a name")
    func specificLots() throws {
        let journal = try Journal(
            """
            2025-01-01 BUY A 10 10
            2025-01-02 BUY A 10 20 0 USD id=77
            2025-01-03 BUY A 10 30 0 USD lot=c
            2025-01-04 SELL A 4 50 0 USD lot=2025-01-02
            2025-01-05 SELL A 4 50 0 USD lot=77
            2025-01-06 SELL A 4 50 0 USD lot=c
            2025-01-07 SELL A 4 50
            """, method: .specific)
        let ledger = try Ledger(journal)
        #expect(ledger.gains.map(\.cost) == [80, 80, 120, 40])
        #expect(ledger.lots.map(\.quantity) == [6, 2, 6])
    }

    @Test("a sale of more shares than its named lots have is refused")
    func namedLotTooSmall() throws {
        for lot in ["a", "b", "a=11;b", "a=5"] {
            let journal = try Journal(
                """
                2025-01-01 BUY A 10 10 0 USD lot=a
                2025-01-02 BUY A 10 20
                2025-01-04 SELL A 12 50 0 USD lot=\(lot)
                """, method: .specific)
            let failure = #expect(throws: Failure.self) { try Ledger(journal) }
            #expect(failure?.code == .oversold)
            #expect(failure?.line == 4)
        }
    }

    @Test("a split multiplies shares and divides their cost", arguments: LotMethod.allCases)
    func split(_ method: LotMethod) throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 10 90
                2025-02-01 SPLIT A 3 2
                2025-03-01 SELL A 5 70
                """, method: method))
        #expect(ledger.gainTexts == ["A 2025-01-01 2025-03-01 5 300 350 50"])
        #expect(ledger.lotTexts == ["A 2025-01-01 10 600"])
    }

    @Test("a split given by the shares it added is the same, and keeps all shares", arguments: LotMethod.allCases)
    func addedShares(_ method: LotMethod) throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 3 90
                2025-01-02 BUY A 4 90
                2025-02-01 ADDED_SHARES A 5
                """, method: method))
        #expect(ledger.lots.reduce(0) { $0 + $1.quantity } == 12)
        #expect(ledger.lots.reduce(0) { $0 + $1.cost } == 630)
    }

    @Test("a split restores the shares that an earlier one divided", arguments: LotMethod.allCases)
    func splitAndBack(_ method: LotMethod) throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 1 10
                2025-02-01 SPLIT A 1 3
                2025-03-01 SPLIT A 3 1
                2025-04-01 SELL A 1 20
                """, method: method))
        #expect(ledger.gainTexts == ["A 2025-01-01 2025-04-01 1 10 20 10"])
        #expect(ledger.lots.isEmpty)
    }

    @Test("a sale of all shares after a reverse split leaves no lot", arguments: LotMethod.allCases)
    func noRemainder(_ method: LotMethod) throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 1 10
                2025-02-01 SPLIT A 1 3
                2025-03-01 BUY A 5 10
                2025-04-01 SELL A 5.3333333333 20
                """, method: method))
        #expect(ledger.lots.isEmpty)
    }

    @Test("what a reverse split leaves can be sold as the broker rounds it")
    func reverseSplit() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 10 3
                2025-02-01 SPLIT A 1 3
                2025-03-01 SELL A 3.3334 9
                """))
        #expect(ledger.lots.isEmpty)
        #expect(ledger.gains.map(\.cost) == [30])
        #expect(ledger.gains.map(\.proceeds) == [30])
    }

    @Test("a sale of all shares takes all, though sums of rounded fractions differ", arguments: LotMethod.allCases)
    func roundedFractions(_ method: LotMethod) throws {
        let bought = "2025-01-02 BUY A 0.3333333333333333 300\n2025-01-02 BUY A 0.6666666666666666 300\n"
        let ledger = try Ledger(Journal(bought + "2025-01-03 SELL A 1 310", method: method))
        #expect(ledger.lots.isEmpty)
        // 310 less 99.99999999999999 and 199.99999999999998.
        #expect(ledger.gains.reduce(0) { $0 + $1.proceeds } == 310)
        #expect(ledger.gains.reduce(0) { $0 + $1.gain } == 10)
        // What is left over by as much is gone as well.
        let more = "2025-01-02 BUY A 0.3333333333333334 300\n2025-01-02 BUY A 0.6666666666666667 300\n"
        #expect(try Ledger(Journal(more + "2025-01-03 SELL A 1 310", method: method)).lots.isEmpty)
        // A millionth of a share is none of it.
        #expect(throws: Failure.self) {
            try Ledger(Journal(bought + "2025-01-03 SELL A 1.000001 310", method: method))
        }
        let left = try Ledger(Journal(bought + "2025-01-03 SELL A 0.999998 310", method: method))
        #expect(try left.lots.reduce(0) { $0 + $1.quantity } == number("0.0000019999999999"))
    }

    @Test("a named lot is sold as a whole, though its rounded fraction differs from that of the sale")
    func roundedNamedLots() throws {
        for lot in ["a", "a=0.3333333333333334"] {
            let ledger = try Ledger(
                Journal(
                    """
                    2025-01-02 BUY A 0.3333333333333333 300 0 USD lot=a
                    2025-01-02 BUY A 2 300 0 USD lot=b
                    2025-01-03 SELL A 0.3333333333333334 310 0 USD lot=\(lot)
                    """, method: .specific))
            #expect(ledger.lots.count == 1)
            #expect(ledger.gains.reduce(0) { $0 + $1.cost } == 100)
        }
    }

    @Test("a reinvested dividend is income and a purchase, and moves no cash")
    func reinvestment() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 DEPOSIT - - 1000
                2025-01-01 BUY A 10 100
                2025-02-01 REINVEST A 0.5 100 1
                2025-02-01 DIVIDEND A 10 0.5 1
                """))
        #expect(ledger.cash == [1000, -1000, 0, 4])
        #expect(ledger.totals.dividends == 56)
        #expect(ledger.totals.taxes == 1)
        #expect(ledger.availableCash == 4)
        #expect(ledger.lotTexts == ["A 2025-01-01 10 1000", "A 2025-02-01 0.5 51"])
    }

    @Test("cash is deposits less withdrawals plus sales, dividends and interest less purchases, fees and taxes")
    func cash() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 DEPOSIT - - 1000
                2025-01-02 BUY A 10 20.005 1
                2025-01-03 SELL A 5 30 1
                2025-01-04 DIVIDEND A - 12.345
                2025-01-05 INTEREST - - 3
                2025-01-06 INTEREST - - - 0 USD amount=-1
                2025-01-07 FEE - - 7
                2025-01-08 TAX A - 2
                2025-01-09 WITHDRAWAL - - 100
                """))
        // Each row is rounded, half away from zero: 201.05, 12.35.
        #expect(
            try ledger.cash
                == ["1000", "-201.05", "149", "12.35", "3", "-1", "-7", "-2", "-100"].map { try number($0) })
        #expect(try ledger.availableCash == number("853.30"))
    }

    @Test("cost and cash are converted at the rate of the day of the trade, a value at that of today")
    func currencies() throws {
        let journal = try Journal(merging: [
            file(
                settings: AccountSettings(currency: CurrencyCode("EUR")),
                """
                2025-01-01 DEPOSIT - - 1000 0 EUR
                2025-01-02 BUY A 10 10 0 USD
                2025-01-03 BUY A 10 10 0 USD rate=0.7
                2025-01-05 SELL A 10 10 0 USD
                """), prices("A 2025-01-10 11 USD"),
            rates("EUR USD 2025-01-01 1.25\nEUR USD 2025-01-05 1\nEUR USD 2025-01-09 2"),
        ])
        let ledger = try Ledger(journal)
        #expect(ledger.cash == [1000, -80, -70, 100])
        #expect(ledger.gainTexts == ["A 2025-01-02 2025-01-05 10 80 100 20"])
        let holdings = try Holdings(ledger)
        #expect(holdings.summary.totalInvested == 70)
        #expect(holdings.summary.totalCurrentValue == 55)
        // Nothing says that the account holds dollars, so that all is converted.
        #expect(ledger.balances == [try #require(CurrencyCode("EUR")): 950])
    }

    @Test("all mistakes of an account are reported at once, each with its file and line")
    func diagnostics() throws {
        let journal = try Journal(merging: [
            file(
                settings: AccountSettings(currency: CurrencyCode("USD")),
                """
                2025-01-01 BUY A 10 10
                2025-01-02 SELL A 11 10
                2025-01-03 SELL B 1 10
                2025-01-04 DEPOSIT - - 5 0 CHF
                2025-01-05 ADDED_SHARES C 5
                """)
        ])
        let failure = #expect(throws: Failure.self) { try Ledger(journal) }
        #expect(failure?.all.map(\.code) == [.oversold, .oversold, .rateMissing, .lotsMissing])
        #expect(failure?.all.map(\.line) == [3, 4, 5, 6])
        #expect(failure?.location == .file("depot.trades.csv", line: 3, column: nil))
        // Neither quantities nor prices are in messages.
        #expect(failure?.all.contains { $0.message.contains("11") || $0.message.contains("10") } == false)
    }

    @Test(
        "figures too great to be computed exactly are refused",
        arguments: [
            "2025-01-02 BUY A 90000000000000000000 90000000000000000000",
            "2025-01-02 OPENING A 90000000000000000000 90000000000000000000",
            "2025-01-02 DEPOSIT - 90000000000000000000 90000000000000000000",
            "2025-01-02 SPLIT A 90000000000000000000 0.00000000000000000001",
            "2025-01-02 SPLIT A 0.00000000000000000001 90000000000000000000",
            """
            2025-01-02 BUY A 90000000000000000000 0.01
            2025-01-03 SPLIT A 90000000000000000000
            """,
        ])
    func tooGreat(_ text: String) throws {
        let journal = try Journal(text)
        let failure = #expect(throws: Failure.self) { try Ledger(journal) }
        #expect(failure?.all.last?.code == .malformedTable)
        #expect(failure?.all.last?.line == text.split(separator: "\n").count + 1)
    }

    @Test("a ledger of an earlier day knows nothing of later entries")
    func earlier() throws {
        let ledger = try Ledger(Journal(Self.story), through: day("2025-02-28"))
        #expect(ledger.entryCount == 3)
        #expect(ledger.gains.isEmpty)
        #expect(ledger.lots.count == 2)
    }

    @Test("costs of the lots of a sale add up to the cost of all in cents")
    func partsOfCost() throws {
        // 3 × 1.005 is 3.015, which is 3.02 in cents; each alone would be 1.01, and 3.03 together.
        let journal = try Journal(
            """
            2025-01-02 BUY A 1 1.005
            2025-01-03 BUY A 1 1.005
            2025-01-04 BUY A 1 1.005
            2025-01-05 SELL A 3 2
            """)
        let gains = try Ledger(journal).gains
        #expect(try gains.map(\.cost) == ["1.01", "1", "1.01"].map(number))
        #expect(try gains.reduce(0) { $0 + $1.cost } == number("3.02"))
        #expect(try gains.reduce(0) { $0 + $1.gain } == number("2.98"))
    }

    @Test("a sale over several lots adds up to its proceeds in cents")
    func proceeds() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 1 10
                2025-01-02 BUY A 1 10
                2025-01-03 BUY A 1 10
                2025-01-04 SELL A 3 33.335 0.005
                """))
        #expect(try ledger.gains.map(\.proceeds) == ["33.33", "33.34", "33.33"].map { try number($0) })
        #expect(ledger.gains.reduce(0) { $0 + $1.proceeds } == ledger.totals.sales)
    }

    // MARK: Properties

    @Test("shares, cost and cash stay whole through every method", arguments: LotMethod.allCases)
    func wholeness(_ method: LotMethod) throws {
        for seed in 0..<40 {
            var random = SeededGenerator(seed: UInt64(seed))
            let journal = try Journal(
                randomAccount(&random, symbols: ["A", "B", "C"], count: 150), method: method)
            let ledger = try Ledger(journal)
            for security in journal.securities.indices {
                var shares: Amount = 0
                var paid: Amount = 0
                for entry in journal.entries where entry.security == Int32(security) {
                    switch entry.action {
                    case .buy, .reinvest:
                        shares += entry.quantity
                        paid += entry.gross + entry.fees
                    case .sell: shares -= entry.quantity
                    case .split: shares = shares * entry.quantity
                    default: break
                    }
                }
                let lots = ledger.lots.filter { $0.security == Int32(security) }
                let gains = ledger.gains.filter { $0.security == Int32(security) }
                #expect(lots.reduce(0) { $0 + $1.quantity } == shares)
                #expect(!lots.contains { $0.quantity <= 0 || $0.cost < 0 })
                let cost = lots.reduce(0) { $0 + $1.cost } + gains.reduce(0) { $0 + $1.exactCost }
                #expect((cost - paid).magnitude < Amount(scaled: 1, places: 18))
            }
            #expect(ledger.cash.reduce(0, +) == ledger.availableCash)
            for (closed, gains) in Dictionary(grouping: ledger.gains, by: \.closed) {
                #expect(gains.reduce(0) { $0 + $1.proceeds } == ledger.cash[Int(closed)])
                #expect(gains.reduce(0) { $0 + $1.quantity } == journal.entries[Int(closed)].quantity)
            }
            let holdings = try Holdings(ledger)
            let held = holdings.lots(of: ledger)
            for holding in holdings.holdings {
                let lots = held.filter { $0.security == holding.security }
                #expect(lots.reduce(0) { $0 + $1.cost } == holding.cost)
                #expect(lots.reduce(0) { $0 + $1.value } == holding.value)
                #expect(lots.reduce(0) { $0 + $1.gain } == holding.gain)
            }
            // Every identity of the sums.
            let summary = holdings.summary
            #expect(summary.totalValue == summary.availableCash + summary.totalCurrentValue)
            #expect(summary.totalUnrealisedGain == summary.totalCurrentValue - summary.totalInvested)
            #expect(summary.totalInvested == holdings.holdings.reduce(0) { $0 + $1.cost })
        }
    }

    @Test("FIFO, LIFO and HIFO take what a plain search takes", arguments: [LotMethod.fifo, .lifo, .hifo])
    func plainSearch(_ method: LotMethod) throws {
        for seed in 100..<130 {
            var random = SeededGenerator(seed: UInt64(seed))
            let journal = try Journal(randomAccount(&random, symbols: ["A"], count: 120), method: method)
            var lots: [(entry: Int32, quantity: Amount, unitCost: Amount)] = []
            var expected: [[Amount]] = []
            for (index, entry) in journal.entries.enumerated() {
                switch entry.action {
                case .buy, .reinvest:
                    lots.append((Int32(index), entry.quantity, (entry.gross + entry.fees) / entry.quantity))
                case .split:
                    for lot in lots.indices {
                        lots[lot].quantity = lots[lot].quantity * entry.quantity
                        lots[lot].unitCost = lots[lot].unitCost / entry.quantity
                    }
                case .sell:
                    var rest = entry.quantity
                    while rest > 0 {
                        let open = lots.indices.filter { lots[$0].quantity > 0 }
                        let choice =
                            switch method {
                            case .fifo: open.first
                            case .lifo: open.last
                            default: open.max { (lots[$0].unitCost, $1) < (lots[$1].unitCost, $0) }
                            }
                        let place = try #require(choice)
                        let taken = min(rest, lots[place].quantity)
                        lots[place].quantity -= taken
                        rest -= taken
                        expected.append([Amount(Int(lots[place].entry)), taken])
                    }
                default: break
                }
            }
            #expect(try Ledger(journal).gains.map { [Amount(Int($0.opened)), $0.quantity] } == expected)
        }
    }
}
