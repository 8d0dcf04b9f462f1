import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

@Suite("Account settings") struct AccountSettingsTests {
    @Test("settings and securities are read")
    func full() throws {
        let file = try read(
            """
            title: Depot of Ada
            owner: ada
            currency: eur
            method: hifo
            period: {from: 2025-01-01, to: 2025-12-31}
            reconcile: strict
            securities:
              aapl: {isin: US0378331005, cusip: "037833100", aliases: [APC.DE], name: Apple Inc., currency: USD,
                     exchange: NASDAQ, sector: Technology, grade: A, logo: https://example.org/aapl.png}
              SAP: {}
            analysis: {minimumConfidence: 0.75, validityInDays: 3}
            """, as: "a.account.yaml")
        var analysis = AnalysisSettings()
        analysis.minimumConfidence = try number("0.75")
        analysis.validityInDays = 3
        #expect(
            file.settings
                == AccountSettings(
                    title: "Depot of Ada", owner: "ada", currency: CurrencyCode("EUR"), method: .hifo,
                    from: Day("2025-01-01"), to: Day("2025-12-31"), reconcile: .strict, analysis: analysis))
        #expect(
            file.securities == [
                Security(
                    symbol: "AAPL", isin: "US0378331005", cusip: "037833100", aliases: ["APC.DE"], name: "Apple Inc.",
                    currency: .usd, exchange: "NASDAQ", sector: "Technology", grade: "A",
                    logoURL: "https://example.org/aapl.png"),
                Security(symbol: "SAP"),
            ])
    }

    @Test("all mistakes are listed with their lines")
    func diagnostics() throws {
        let failure = try refusal(
            """
            titel: x
            currency: euro
            method: best
            period: {from: 2026-01-01, to: 2025-12-31}
            reconcile: maybe
            securities:
              AAPL: {isin: US03, logo: "http://x"}
            analysis:
              cashShare: 20
              fullProfitGain: 0
              minimumPrice: -1
            """, as: "a.account.yaml")
        #expect(failure.all.compactMap(\.line) == [1, 2, 3, 4, 5, 7, 7, 9, 10, 11])
        #expect(failure.all.allSatisfy { $0.code == .malformedTable })
    }

    @Test("an ISIN with a wrong check digit is refused with its place")
    func isin() throws {
        let text = "securities:\n  AAPL: {isin: US0378331006}\n"
        let failure = try refusal(text, as: "a.account.yaml")
        #expect(failure.places == ["malformed_table 2:16"] && failure.message.contains("check digit"), "\(failure)")
    }

    @Test("a date that is unreadable has the code of all such dates")
    func dates() throws {
        let text = "period: {from: 2025-13-01, to: yesterday}\ntitle: [x]\n"
        let failure = try refusal(text, as: "a.account.yaml")
        #expect(failure.places == ["date_unreadable 1:16", "date_unreadable 1:32", "malformed_table 2:8"])
    }

    @Test(
        "text that is not YAML is refused",
        arguments: ["a: [", "\t", "a: b: c", "- 1", "text", "{title: a, title: b}", "title: *x"])
    func notYAML(_ text: String) throws {
        #expect(try refusal(text, as: "a.account.yaml").code == .malformedTable)
    }

    @Test("nested lists and repeated aliases end in a refusal, and size has a limit")
    func bombs() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try refusal(deep, as: "a.account.yaml").code == .malformedTable)
        let deepBlock = (0..<600).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
        #expect(try refusal(deepBlock, as: "a.account.yaml").code == .malformedTable)
        var laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<30 {
            laughs +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        #expect(try refusal(laughs, as: "a.account.yaml").code == .malformedTable)
        let large = "# " + String(repeating: "x", count: 2 << 20)
        #expect(try refusal(large, as: "a.account.yaml").code == .inputTooLarge)
    }
}
