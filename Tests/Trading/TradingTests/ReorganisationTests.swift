import FailureModel
import Foundation
import Testing
import Trading

@Suite("Mergers, spin-offs and transfers") struct ReorganisationTests {
    @Test("a merger keeps cost and days of purchase", arguments: LotMethod.allCases)
    func merger(_ method: LotMethod) throws {
        let journal = try Journal(
            """
            2025-01-01 BUY A 10 10
            2025-02-01 BUY A 20 20
            2025-03-01 MERGER B 15 - - USD from=A
            2025-04-01 SELL B 15 50
            """, method: method)
        let gains = try Ledger(journal).gains
        #expect(gains.reduce(0) { $0 + $1.cost } == 500)
        #expect(gains.reduce(0) { $0 + $1.gain } == 250)
        #expect(Set(gains.map(\.opened)) == [0, 1])
        #expect(try Ledger(journal, through: day("2025-03-15")).lotTexts.count == 2)
    }

    @Test(
        "shares from a merger are sold in their place by day of purchase",
        arguments: [
            (LotMethod.fifo, ["2025-01-01", "2025-01-02"]), (.lifo, ["2025-01-03", "2025-01-02"]),
            (.average, ["2025-01-01", "2025-01-02"]), (.hifo, ["2025-01-03", "2025-01-02"]),
        ])
    func orderOfMergedLots(_ method: LotMethod, _ sold: [String]) throws {
        let journal = try Journal(
            """
            2025-01-01 BUY A 1 10
            2025-01-02 BUY B 1 20
            2025-01-03 BUY A 1 30
            2025-01-05 MERGER B 2 2 - USD from=A
            2025-01-06 SELL B 1 50
            2025-01-07 SELL B 1 50
            """, method: method)
        let ledger = try Ledger(journal)
        #expect(ledger.gains.map { journal.entries[Int($0.opened)].time.day.description } == sold)
        let held = try Ledger(journal, through: day("2025-01-05")).lots
        #expect(held.map(\.entry) == [0, 1, 2])
    }

    @Test("a purchase after a merger is the newest lot")
    func purchaseAfterMerger() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-02 BUY A 1 10
                2025-01-03 BUY A 1 20
                2025-01-05 MERGER B 2 2 - USD from=A
                2025-01-06 BUY B 1 40
                2025-01-07 SELL B 2 50
                """, method: .lifo))
        #expect(
            ledger.gainTexts == [
                "B 2025-01-06 2025-01-07 1 40 50 10", "B 2025-01-03 2025-01-07 1 20 50 30",
            ])
        #expect(ledger.lotTexts == ["B 2025-01-02 1 10"])
    }

    @Test("named lots stay those that are named after a merger put others before them")
    func namedLots() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 1 10 - USD lot=old
                2025-01-02 BUY B 1 20 - USD lot=first
                2025-01-03 BUY B 1 30 - USD lot=second
                2025-01-05 MERGER B 1 1 - USD from=A
                2025-01-06 SELL B 2 50 - USD lot=second;old
                """, method: .specific))
        #expect(
            ledger.gainTexts == [
                "B 2025-01-03 2025-01-06 1 30 50 20", "B 2025-01-01 2025-01-06 1 10 50 40",
            ])
        #expect(ledger.lotTexts == ["B 2025-01-02 1 20"])
    }

    @Test("fees of mergers, of returned capital and of shares moved out are fees in cash")
    func fees() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 10 10
                2025-02-01 RETURN_OF_CAPITAL A - 40 5
                2025-03-01 MERGER B 5 - 7 USD from=A amount=10
                2025-03-02 MERGER C 5 - 3 USD from=B
                2025-04-01 TRANSFER_OUT C 1 - 2
                2025-05-01 RETURN_OF_CAPITAL - - 6 1
                """))
        #expect(ledger.totals.fees == 18)
        #expect(ledger.totals.capitalReturns == 50)
        #expect(ledger.totals.dividends == 6)
        #expect(ledger.cash == [-100, 35, 3, -3, -2, 5])
        #expect(ledger.availableCash == -62)
        #expect(ledger.lotTexts == ["C 2025-01-01 4 40"])
        #expect(ledger.gains.isEmpty)
        #expect(try PeriodSummary(ledger).rounding == 0)
    }

    @Test("fees of a merger in a foreign currency need a rate")
    func foreignFees() throws {
        let settings = AccountSettings(currency: CurrencyCode("EUR"))
        let failure = #expect(throws: Failure.self) {
            try Ledger(
                Journal(merging: [
                    file(
                        settings: settings,
                        "2025-01-01 BUY A 1 1 - EUR\n2025-01-02 MERGER B 1 - 7 USD from=A")
                ]))
        }
        #expect(failure?.code == .rateMissing)
    }

    @Test("fees of a transfer whose cost the file of lots states are paid in cash")
    func feesOfTransferIn() throws {
        let broker = try file(named: "a.csv", format: "schwab", "2025-01-05 TRANSFER_IN A 10 - 4")
        let lots = try file(named: "a.lots.csv", format: "lots", "2020-01-01 OPENING A 10 10")
        let ledger = try Ledger(Journal(merging: [broker, lots]))
        #expect(ledger.lotTexts == ["A 2020-01-01 10 100"])
        #expect(ledger.totals.fees == 4)
        #expect(ledger.availableCash == -4)
    }

    @Test("cash of a merger reduces the cost, and what exceeds it is income")
    func cash() throws {
        let ledger = try Ledger(
            Journal(
                """
                2025-01-01 BUY A 10 10
                2025-03-01 MERGER B 5 4 - USD from=A amount=30
                2025-04-01 MERGER C 1 - - USD from=B amount=100
                """))
        #expect(ledger.lotTexts == ["A 2025-01-01 6 42", "C 2025-01-01 1 0"])
        #expect(ledger.totals.capitalReturns == 58)
        #expect(ledger.totals.dividends == 72)
        #expect(ledger.availableCash == 30)
    }

    @Test("the new security has the price of the old one until it has its own")
    func price() throws {
        let journal = try Journal(
            "2025-01-01 BUY A 10 10\n2025-03-01 MERGER B 5 - - USD from=A", prices("A 2025-02-01 12"))
        let holdings = try Holdings(Ledger(journal))
        #expect(holdings.holdings.map(\.value) == [120])
        #expect(Performance(journal).closingValue == 20)
    }

    @Test("a merger without the shares given up is an error")
    func missing() throws {
        for text in [
            "2025-01-01 MERGER B 1 - - USD from=A", "2025-01-01 BUY A 1 1\n2025-01-02 MERGER B 1 2 - USD from=A",
            "2025-01-01 MERGER B 1",
        ] {
            #expect(throws: Failure.self) { try Ledger(Journal(text)) }
        }
    }

    @Test("a security that came from one left out is left out too")
    func related() throws {
        var broker = try file("2025-01-01 SELL A 1 1\n2025-01-02 MERGER B 1 - - USD from=A\n2025-01-03 SELL B 1 1")
        broker.omissions = [Omission(.reorganisation, security: 0, line: 9)]
        let journal = try Journal(merging: [broker])
        #expect(journal.entries.isEmpty)
        #expect(journal.omissions.map(\.line) == [2, 3, 4, 9])
    }

    @Test("the shares of a spin-off cost nothing and are no payment")
    func spinOff() throws {
        let journal = try Journal("2025-01-01 BUY A 10 10\n2025-02-01 SPIN_OFF B 2 7 - USD from=A")
        let ledger = try Ledger(journal)
        #expect(ledger.lotTexts == ["A 2025-01-01 10 100", "B 2025-02-01 2 0"])
        #expect(try Holdings(ledger).summary.totalCurrentValue == 114)
        #expect(ledger.totals.netPaidIn == 0)
    }

    @Test("capital returned reduces the cost", arguments: LotMethod.allCases)
    func capital(_ method: LotMethod) throws {
        let journal = try Journal(
            """
            2025-01-01 BUY A 10 10
            2025-01-02 BUY A 10 30
            2025-02-01 RETURN_OF_CAPITAL A - 40
            2025-03-01 SELL A 20 10
            """, method: method)
        let ledger = try Ledger(journal)
        #expect(ledger.gains.reduce(0) { $0 + $1.cost } == 360)
        #expect(ledger.totals.dividends == 0)
        #expect(try PeriodSummary(ledger).rounding == 0)
    }

    @Test("shares are brought in at their cost, and moved out without a gain")
    func transfers() throws {
        let journal = try Journal(
            "2025-01-01 TRANSFER_IN A 10 10\n2025-01-05 TRANSFER_OUT A 4", prices("A 2025-01-02 20\nA 2025-01-06 20"))
        let ledger = try Ledger(journal)
        #expect(ledger.lotTexts == ["A 2025-01-01 6 60"])
        #expect(ledger.gains.isEmpty)
        #expect(ledger.totals.openings == 60)
        #expect(try PeriodSummary(ledger).rounding == 0)
        // The price doubled; the shares that left are no loss.
        let performance = Performance(journal)
        #expect(performance.timeWeighted == 1)
        #expect(performance.closingValue == 120)
    }

    @Test("a transfer without a cost takes it from the file of lots, and is left out without one")
    func unknownCost() throws {
        let broker = try file(
            named: "a.csv", format: "schwab", "2025-01-05 TRANSFER_IN A 10\n2025-01-06 TRANSFER_IN B 1")
        let lots = try file(
            named: "a.lots.csv", format: "lots", "2020-01-01 OPENING A 4 10\n2021-01-01 OPENING A 6 20")
        let journal = try Journal(merging: [broker, lots])
        #expect(journal.texts == ["2020-01-01 OPENING A 4 10", "2021-01-01 OPENING A 6 20"])
        #expect(journal.duplicates.map(\.line) == [2])
        #expect(journal.omissions.map(\.reason) == [.transfer])
        #expect(journal.omissions.map(\.line) == [3])
        let alone = try Journal(merging: [broker])
        #expect(alone.omissions.count == 2)
    }
}
