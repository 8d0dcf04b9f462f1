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
