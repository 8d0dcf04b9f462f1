import Foundation
import Testing
import Trading

@Suite("The currency of an account") struct AccountCurrencyTests {
    private static let euro = AccountSettings(currency: CurrencyCode("EUR"))

    @Test("a currency that is that of most rows is noted if there are others, and so is its change by a file")
    func accountCurrency() throws {
        let first = try file(named: "a.csv", "2025-01-01 DEPOSIT - - 1 - EUR\n2025-01-02 SPLIT A 2 - - USD")
        #expect(try Journal(merging: [first]).accountNotes == nil)
        let second = try file(
            named: "b.csv", "2025-01-01 DEPOSIT - - 1 - USD\n2025-01-02 DEPOSIT - - 1 - USD")
        let both = try Journal(merging: [first, second])
        #expect(both.currency == .usd)
        let notes = try #require(both.accountNotes)
        #expect(notes.count == 2)
        #expect(notes[0].contains("taken to be USD, that of most rows (2 of 3); others are in EUR."), "\(notes)")
        #expect(notes[1].contains("Since b.csv was added") && notes[1].contains("is USD instead of EUR"), "\(notes)")
        var settings = EntryFile(name: "a.account.yaml", format: "account")
        settings.settings = Self.euro
        #expect(try Journal(merging: [first, second, settings]).accountNotes == nil)
    }

    @Test("files that state different currencies of the account are named")
    func statedCurrencies() throws {
        var first = try file(named: "a.ofx", "2025-01-01 DEPOSIT - - 1 - EUR")
        var second = try file(named: "b.ofx", "2025-01-01 DEPOSIT - - 1 - EUR")
        (first.currency, second.currency) = (CurrencyCode("EUR"), .usd)
        let notes = try Journal(merging: [first, second]).accountNotes ?? []
        #expect(notes.count == 1)
        #expect(notes.first?.contains("EUR in a.ofx, which counts, and USD in b.ofx") == true, "\(notes)")
        second.currency = first.currency
        #expect(try Journal(merging: [first, second]).accountNotes == nil)
    }
}
