import FailureModel
import Foundation
import Testing
import Trading

@Suite("Smart analysis") struct AnalysisTests {
    /// Opinions written as one line each: date, symbol, adviser, verdict, confidence, weight.
    private func opinions(_ text: String) throws -> EntryFile {
        var file = EntryFile(name: "depot.opinions.json", format: "opinions")
        var securities = SecurityTable()
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: " ").map(String.init)
            file.opinions.append(
                Opinion(
                    security: securities.index(symbol: cells[1]), advisor: cells[2],
                    weight: cells.count > 5 ? try number(cells[5]) : 1,
                    verdict: try #require(Opinion.Verdict(rawValue: cells[3])), confidence: try number(cells[4]),
                    reasoning: "because of \(cells[1])", factors: ["f", "\(cells[2])"], riskFactors: ["r"],
                    day: try day(cells[0])))
        }
        file.securities = securities.securities
        return file
    }

    private func recommendations(_ journal: Journal) throws -> [Recommendation] {
        try #require(try SmartAnalysis.sessions(of: journal).last).recommendations
    }

    private func label(_ recommendation: Recommendation, in journal: Journal) -> String {
        journal.securities[Int(recommendation.security)].label
    }

    @Test("cash is distributed by priority, with what is held counted as bought")
    func workedExample() throws {
        let candidates = [(70, 100, 0), (50, 20, 10), (60, 900, 0)].map {
            ShareAllocation.Candidate(priority: Amount($0), price: Amount($1), held: Amount($2))
        }
        #expect(ShareAllocation(of: 20_000, to: candidates, limit: nil).shares == [78, 260, 7])
        // A position stays within 5 % of 100,200.
        #expect(ShareAllocation(of: 20_000, to: candidates, limit: 5_010).shares == [50, 240, 5])
    }

    @Test("a candidate that is held already drops out, and thirds lose no share")
    func dropOut() {
        let third = ShareAllocation.Candidate(priority: 1, price: 100, held: 0)
        #expect(ShareAllocation(of: 300, to: [third, third, third], limit: nil).shares == [1, 1, 1])
        let held = ShareAllocation.Candidate(priority: 1, price: 100, held: 1)
        #expect(ShareAllocation(of: 200, to: [held, third], limit: nil).shares == [nil, 2])
        #expect(ShareAllocation(of: 0, to: [third], limit: nil).shares == [nil])
        #expect(ShareAllocation(of: -5, to: [third], limit: nil).shares == [nil])
        let fraction = ShareAllocation.Candidate(priority: 1, price: 100, held: Amount(scaled: 5, places: 1))
        #expect(ShareAllocation(of: 300, to: [fraction], limit: nil).shares == [2])
    }

    @Test("the whole of the worked example, from an account")
    func accountExample() throws {
        let journal = try Journal(merging: [
            file("2025-01-01 DEPOSIT - - 100200\n2025-01-02 BUY B 10 20"),
            opinions(
                """
                2025-01-05 A x STRONG_BUY 0.7
                2025-01-05 B x STRONG_BUY 0.7
                2025-01-05 B y HOLD 0.8
                2025-01-05 B z BUY 0.7
                2025-01-05 C x BUY 0.8
                """), prices("A 2025-01-03 100\nB 2025-01-03 20\nC 2025-01-03 900"),
        ])
        let session = try #require(try SmartAnalysis.sessions(of: journal).first)
        #expect(session.availableCash == 100_000)
        #expect(session.portfolioValue == 100_200)
        let all = session.recommendations
        #expect(all.map { label($0, in: journal) } == ["A", "C", "B"])
        // 100 × 0.7; 75 × 0.8; (70 + 40 + 52.5) / 3.
        #expect(try all.map(\.priority) == [70, 60, number("54.17")])
        #expect(try all.map(\.confidence) == [number("0.7"), number("0.8"), number("0.73")])
        #expect(all.map(\.kind) == [.buy, .buy, .buy])
        #expect(all.map(\.sharesToBuy) == [50, 5, 240])
        #expect(all.map(\.cashAllocated) == [5000, 4500, 4800])
        #expect(all[2].reasoning == "x: because of B\n\ny: because of B\n\nz: because of B")
        #expect(all[2].factors == ["f", "x", "y", "z"])
        #expect(all[2].riskFactors == ["r"])
        #expect(all[0].expires.description == "2025-01-12")
    }

    @Test("the newest opinion of each adviser counts, if it is at most seven days older than the newest of all")
    func age() throws {
        let trades = try file("2025-01-01 DEPOSIT - - 1000")
        let closes = try prices("A 2025-01-01 10\nB 2025-01-01 10\nC 2025-01-01 10")
        let early = try opinions("2025-01-02 A x SELL 0.9\n2025-01-03 B x BUY 0.9\n2025-01-02 C x BUY 0.9")
        let late = try opinions("2025-01-10 A x HOLD 0.9\n2025-01-09 A x BUY 0.9")
        let journal = try Journal(merging: [trades, closes, early, late])
        let sessions = try SmartAnalysis.sessions(of: journal)
        #expect(sessions.map(\.day.description) == ["2025-01-03", "2025-01-10"])
        #expect(sessions[0].recommendations.map { label($0, in: journal) } == ["B", "C", "A"])
        #expect(sessions[1].recommendations.map { label($0, in: journal) } == ["B", "A"])
        #expect(sessions[1].recommendations.map(\.kind) == [.buy, .hold])
    }

    @Test("low confidence, low prices and securities without a price are dropped")
    func dropped() throws {
        let journal = try Journal(merging: [
            file("2025-01-01 DEPOSIT - - 100000"),
            opinions(
                """
                2025-01-05 A x BUY 0.69
                2025-01-05 B x BUY 0.7
                2025-01-05 C x BUY 0.9
                2025-01-05 D x BUY 0.9
                """), prices("A 2025-01-03 10\nB 2025-01-03 5\nC 2025-01-03 4.99"),
        ])
        #expect(try recommendations(journal).map { label($0, in: journal) } == ["B"])
    }

    @Test(
        "the greatest weight decides, and a tie is a hold",
        arguments: [
            // The greatest of the five: two for BUY and two for STRONG_BUY do not outvote three for SELL.
            (["STRONG_BUY 2", "BUY 2", "SELL 3"], Recommendation.Kind.sell),
            (["STRONG_BUY 3", "SELL 2", "HOLD 2"], .buy),
            (["STRONG_SELL 2", "SELL 2", "BUY 3"], .buy), (["STRONG_BUY 1", "BUY 1", "SELL 1"], .buy),
            (["BUY 1", "SELL 1"], .hold), (["BUY 1", "SELL 2"], .sell),
            (["STRONG_SELL 1", "SELL 1", "BUY 1", "HOLD 1"], .sell), (["STRONG_BUY 1", "STRONG_SELL 1"], .hold),
            (["BUY 1", "STRONG_BUY 1", "HOLD 2"], .hold), (["BUY 1", "STRONG_BUY 1"], .buy),
        ])
    func kinds(_ verdicts: [String], _ kind: Recommendation.Kind) throws {
        let lines = verdicts.enumerated().map { place, verdict in
            let cells = verdict.split(separator: " ")
            return "2025-01-05 A \(place) \(cells[0]) 0.9 \(cells[1])"
        }
        let journal = try Journal(merging: [
            file("2025-01-01 DEPOSIT - - 100000"), opinions(lines.joined(separator: "\n")),
            prices("A 2025-01-03 10"),
        ])
        #expect(try recommendations(journal).map(\.kind) == [kind])
    }

    @Test("confidence and priority are rounded half to even, as the app's own service rounds them")
    func rounding() throws {
        let journal = try Journal(merging: [
            file("2025-01-01 DEPOSIT - - 100000"),
            // Means of 0.745 and 0.755; 75 × 0.745 is 55.875, 75 × 0.755 is 56.625.
            opinions(
                """
                2025-01-05 A x BUY 0.74
                2025-01-05 A y BUY 0.75
                2025-01-05 B x BUY 0.75
                2025-01-05 B y BUY 0.76
                """), prices("A 2025-01-03 10\nB 2025-01-03 10"),
        ])
        let all = try recommendations(journal)
        #expect(all.map { label($0, in: journal) } == ["B", "A"])
        #expect(try all.map(\.confidence) == [number("0.76"), number("0.74")])
        #expect(try all.map(\.priority) == [number("56.62"), number("55.88")])
    }

    @Test("half of the confidence of what is held is sold, rounded down")
    func sale() throws {
        let journal = try Journal(merging: [
            file("2025-01-01 DEPOSIT - - 10000\n2025-01-02 BUY A 101.5 10\n2025-01-02 BUY B 100 10"),
            opinions("2025-01-05 A x SELL 0.9\n2025-01-05 B x HOLD 0.9\n2025-01-05 C x SELL 0.9"),
            prices("A 2025-01-03 10\nB 2025-01-03 10\nC 2025-01-03 10"),
        ])
        let all = try recommendations(journal)
        #expect(all.map { label($0, in: journal) } == ["B", "A", "C"])
        // 0.9 × 5 / 10 = 0.45 of 101.5; a HOLD is halved to 0.225, below 0.3; C is not held.
        #expect(all.map(\.sharesToSell) == [nil, 45, nil])
        #expect(all.map(\.cashFromSale) == [nil, 450, nil])
        #expect(all.map(\.kind) == [.hold, .sell, .sell])
    }

    @Test("a profit on what is volatile is taken, with its own priority")
    func profit() throws {
        let trades = try file("2025-01-01 DEPOSIT - - 10000\n2025-01-02 BUY A 100 10\n2025-01-02 BUY B 100 10")
        let verdicts = try opinions("2025-01-05 A x HOLD 0.9\n2025-01-05 B x HOLD 0.9")
        let journal = try Journal(merging: [
            trades, verdicts,
            prices(
                """
                A 2025-01-02 10
                A 2025-01-03 9
                A 2025-01-04 11.6
                B 2025-01-02 11.6
                B 2025-01-03 11.6
                B 2025-01-04 11.6
                """),
        ])
        let all = try recommendations(journal)
        // A gained 16 %: confidence 0.8, so 0.4 of 100 shares. B gained as much without any volatility.
        #expect(all.map(\.kind) == [.sell, .hold])
        #expect(all[0].priority == 90)
        #expect(try all[0].confidence == number("0.8"))
        #expect(all[0].sharesToSell == 40)
        #expect(all[0].cashFromSale == 464)
    }

    @Test("a position of 5 % is not bought")
    func fullPosition() throws {
        let journal = try Journal(merging: [
            file("2025-01-01 DEPOSIT - - 1000\n2025-01-02 BUY A 5 10"), opinions("2025-01-05 A x BUY 0.9"),
            prices("A 2025-01-03 10"),
        ])
        #expect(try recommendations(journal).isEmpty)
    }

    @Test("a later trade of that side executes a recommendation, and time expires it")
    func status() throws {
        let base = "2025-01-01 DEPOSIT - - 100000\n2025-01-01 BUY B 100 10"
        func status(_ lines: String) throws -> [Recommendation.Status] {
            let journal = try Journal(merging: [
                file(base + "\n" + lines), opinions("2025-01-05 A x BUY 0.9\n2025-01-05 B x SELL 0.9"),
                prices("A 2025-01-03 10\nB 2025-01-03 10"),
            ])
            return try recommendations(journal).map(\.status)
        }
        #expect(try status("2025-01-05 BUY A 1 10") == [.pending, .pending])
        #expect(try status("2025-01-06 BUY A 1 10") == [.executed, .pending])
        #expect(try status("2025-01-12 BUY A 1 10\n2025-01-13 SELL B 1 10") == [.executed, .expired])
        #expect(try status("2025-01-06 BUY B 1 10") == [.pending, .pending])
        #expect(try status("2025-01-13 DIVIDEND B - 10") == [.expired, .expired])
    }

    @Test("a session knows only its own day")
    func ownDay() throws {
        let journal = try Journal(merging: [
            file("2025-01-01 DEPOSIT - - 1000\n2025-01-20 DEPOSIT - - 5000"), opinions("2025-01-05 A x BUY 0.9"),
            prices("A 2025-01-03 10\nA 2025-01-06 20"),
        ])
        let session = try #require(try SmartAnalysis.sessions(of: journal).first)
        #expect(session.availableCash == 1000)
        #expect(session.recommendations.map(\.quote.price) == [10])
        #expect(session.recommendations.map(\.sharesToBuy) == [5])
        #expect(session.executedCount == 0)
    }

    @Test("without opinions there is no session")
    func none() throws {
        #expect(try SmartAnalysis.sessions(of: Journal("2025-01-01 DEPOSIT - - 1000")).isEmpty)
    }
}
