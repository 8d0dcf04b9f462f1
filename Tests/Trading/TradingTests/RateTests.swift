import Foundation
import Testing
import Trading

@Suite("Exchange rates") struct RateTests {
    private static let euro = AccountSettings(currency: CurrencyCode("EUR"))

    private func journal(_ text: String, _ table: String) throws -> Journal {
        try Journal(merging: [file(settings: Self.euro, text), rates(table)])
    }

    private func rate(_ journal: Journal, _ on: String) throws -> Amount? {
        journal.rates.rate(from: .usd, to: try #require(CurrencyCode("EUR")), on: try day(on))
    }

    @Test("the newest rate counts: that of a broker before an older one of the file, which wins on its day")
    func newest() throws {
        let text = """
            2025-01-01 DEPOSIT - - 1000 - EUR
            2025-01-02 EXCHANGE - 1000 - - EUR amount=900 received=USD
            2025-01-02 DIVIDEND A - 100 - USD
            """
        let old = try journal(text, "USD EUR 2020-01-01 0.5")
        #expect(try rate(old, "2025-01-01") == number("0.5"))
        #expect(try rate(old, "2025-01-02") == number("0.9"))
        #expect(try Ledger(old).totals.dividends == 90)
        #expect(try rate(journal(text, "USD EUR 2025-01-02 0.8"), "2025-01-02") == number("0.8"))
        #expect(try rate(journal(text, "USD EUR 2025-01-03 0.8"), "2025-01-04") == number("0.8"))
        // An opposite pair is as good as the pair itself.
        #expect(
            try rate(journal(text, "USD EUR 2025-01-03 0.8\nEUR USD 2025-01-05 2"), "2025-01-06") == number("0.5"))
    }

    @Test("the rate of a small amount, which is rounded to cents, stands behind that of a greater one")
    func smallAmounts() throws {
        let text = """
            2025-01-02 BUY A 1 1000 - USD rate=0.9
            2025-01-03 BUY A 1 0.01 - USD rate=1
            2025-01-04 BUY A 1 100 - USD rate=0.91
            2025-01-04 BUY A 1 2000 - USD rate=0.92
            """
        let both = try journal(text, "GBP EUR 2025-01-01 1.1")
        #expect(try rate(both, "2025-01-03") == number("0.9"))
        #expect(try rate(both, "2025-01-05") == number("0.92"))
        let alone = try journal("2025-01-03 BUY A 1 0.01 - USD rate=1", "GBP EUR 2025-01-01 1.1")
        #expect(try rate(alone, "2025-01-03") == 1)
    }

    @Test("conversions at rates that are older than a week are noted, with the first line")
    func oldRates() throws {
        let table = "USD EUR 2025-01-01 0.9"
        let text = """
            2025-01-08 DEPOSIT - - 100 - USD
            2025-01-09 DEPOSIT - - 100 - USD
            2025-01-31 DIVIDEND A - 5 - USD
            2025-01-31 DEPOSIT - - 5 - EUR
            """
        let notes = try Ledger(journal(text, table)).rateNotes
        #expect(
            notes == [
                "2 rows in USD are converted to EUR at rates that are up to 30 days older; the first is "
                    + "depot.trades.csv:3. Newer rates in NAME.rates.csv count instead."
            ])
        #expect(try Ledger(journal("2025-01-08 DEPOSIT - - 100 - USD", table)).rateNotes.isEmpty)
        // What is held is valued on the day of the account.
        let held = try Ledger(
            journal("2025-01-02 BUY A 1 100 - USD rate=0.9\n2025-02-01 DEPOSIT - - 5 - EUR", table))
        #expect(
            held.rateNotes == [
                "What the account holds in USD on 2025-02-01 is valued in EUR at the rate of 2025-01-02. "
                    + "Newer rates in NAME.rates.csv count instead."
            ])
    }
}
