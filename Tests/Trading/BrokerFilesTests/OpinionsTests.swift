import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

@Suite("Opinions") struct OpinionsTests {
    @Test("an opinion has all that the file says of it")
    func full() throws {
        let file = try read(
            """
            [
              {"symbol": "aapl", "advisor": "FMP", "weight": 1.5, "type": "strong_buy", "confidence": 0.85,
               "target_price": 250.5, "stop_loss": 180, "reasoning": "grows", "factors": ["cash", "brand"],
               "risk_factors": ["China"], "date": "2025-06-01"},
              {"symbol": "SAP", "advisor": "me", "type": "HOLD", "confidence": 1, "date": "2025-06-02T10:00:00Z",
               "target_price": null}
            ]
            """, as: "a.opinions.json")
        #expect(
            file.opinions == [
                Opinion(
                    security: 0, advisor: "FMP", weight: try number("1.5"), verdict: .strongBuy,
                    confidence: try number("0.85"), targetPrice: try number("250.5"), stopLoss: 180, reasoning: "grows",
                    factors: ["cash", "brand"], riskFactors: ["China"], day: try #require(Day("2025-06-01"))),
                Opinion(
                    security: 1, advisor: "me", verdict: .hold, confidence: 1, day: try #require(Day("2025-06-02"))),
            ])
        #expect(file.securities.map(\.symbol) == ["AAPL", "SAP"])
        #expect(try read("[]", as: "a.opinions.json").opinions.isEmpty)
    }

    @Test("all mistakes are listed with their lines")
    func diagnostics() throws {
        let failure = try refusal(
            """
            [{"symbol": "A", "advisor": "x", "type": "BUY",
              "confidence": 1.5, "date": "2025-06-01"},
             {"symbol": "", "advisor": "x", "type": "MAYBE", "confidence": "high", "date": "1.6.2025",
              "weight": 0, "factors": "one", "colour": "red"},
             {}]
            """, as: "a.opinions.json")
        #expect(
            failure.places.map { String($0.dropLast(2)) } == [
                "malformed_table 2", "malformed_table 3", "unknown_action 3", "malformed_table 3",
                "date_unreadable 3", "unknown_columns 4", "malformed_table 4", "malformed_table 4",
                "malformed_table 5", "malformed_table 5", "malformed_table 5", "malformed_table 5",
                "malformed_table 5",
            ])
    }

    @Test("a key without a value is missing, and a date that is not text is unreadable")
    func nulls() throws {
        let failure = try refusal(
            """
            [{"symbol": null, "advisor": "x", "type": "BUY", "confidence": null, "date": "2025-06-01"},
             {"symbol": "A", "advisor": "x", "type": "BUY", "confidence": 1, "date": 20250601}]
            """, as: "a.opinions.json")
        #expect(failure.places == ["malformed_table 1:-", "malformed_table 1:-", "date_unreadable 2:-"])
    }

    @Test(
        "what is not a list of objects is refused",
        arguments: [
            "{}", "1", "[1]", "[[]]", "[{\"factors\": [{}]}]", "[{\"symbol\": {}}]", "[", "[{\"a\"}]", "[]x", "\u{0}",
            "{\"opinions\": []}", "[{\"factors\": [[]]}]",
        ])
    func shape(_ text: String) throws {
        #expect(try refusal(text, as: "a.opinions.json").code == .malformedTable)
    }

    @Test("depth and number of opinions have limits")
    func limits() throws {
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(try refusal(deep, as: "a.opinions.json").code == .malformedTable)
        var limits = AccountFileLimits()
        limits.rows = 2
        #expect(try refusal("[{},{},{}]", as: "a.opinions.json", limits: limits).code == .tooManyRows)
        limits.documentSize = 5
        #expect(try refusal("[     ]", as: "a.opinions.json", limits: limits).code == .inputTooLarge)
    }
}
