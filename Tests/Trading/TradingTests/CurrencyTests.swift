import FailureModel
import Foundation
import Testing
import Trading

@Suite("Cash in several currencies") struct CurrencyTests {
    private static let euro = AccountSettings(currency: CurrencyCode("EUR"))

    private func ledger(_ text: String, _ others: EntryFile...) throws -> Ledger {
        try Ledger(Journal(merging: [file(settings: Self.euro, text)] + others))
    }

    private func balances(_ ledger: Ledger) -> [String] {
        ledger.balances.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    }

    @Test("an exchange moves cash from one currency to another, at its own rate")
    func exchange() throws {
        let ledger = try ledger(
            """
            2025-01-01 DEPOSIT - - 1000 - EUR
            2025-01-02 EXCHANGE - 550 - - EUR amount=500 received=USD
            2025-01-03 FEE - - 2 - EUR
            """)
        #expect(balances(ledger) == ["EUR 498", "USD 550"])
        // 550 USD are worth what was paid for them.
        #expect(ledger.availableCash == 998)
        #expect(ledger.currencyGain == 0)
        #expect(ledger.totals.fees == 2)
    }

    @Test("foreign cash is valued at the rate of the day, and the period says how much came from rates")
    func valuation() throws {
        let ledger = try ledger(
            """
            2025-01-01 DEPOSIT - - 1000 - EUR
            2025-01-02 EXCHANGE - 500 - - EUR amount=500 received=USD
            2025-02-01 EXCHANGE - 180 - - USD amount=200 received=EUR
            """, try rates("USD EUR 2025-03-01 0.8"))
        #expect(balances(ledger) == ["EUR 680", "USD 300"])
        #expect(ledger.availableCash == 920)
        let period = try PeriodSummary(ledger)
        #expect(period.currencyGain == -80)
        #expect(period.rounding == 0)
        #expect(period.closingValue == 920)
        let performance = Performance(ledger.journal)
        #expect(performance.closingValue == 920)
    }

    @Test("in a later period, only the change since its beginning counts")
    func laterPeriod() throws {
        let ledger = try ledger(
            """
            2025-01-01 DEPOSIT - - 1000 - USD keeps=1
            """, try rates("USD EUR 2025-01-01 0.9\nUSD EUR 2025-02-01 0.8\nUSD EUR 2025-03-01 0.85"))
        let period = try PeriodSummary(ledger, from: day("2025-02-15"))
        #expect(period.openingCash == 800)
        #expect(period.currencyGain == 50)
        #expect(period.rounding == 0)
    }

    @Test("a broker's rate that only values a row leaves the cash in its currency; an applied one converts it")
    func keptCurrency() throws {
        let text = """
            2025-01-01 DEPOSIT - - 100 - USD rate=0.9 OPTIONS
            """
        let kept = try ledger(text.replacing("OPTIONS", with: "keeps=1"))
        #expect(balances(kept) == ["EUR 0", "USD 100"])
        #expect(kept.availableCash == 90)
        let converted = try ledger(text.replacing(" OPTIONS", with: ""))
        #expect(balances(converted) == ["EUR 90"])
    }

    @Test("payments in a currency that the account does not hold keep the value of their days")
    func notHeld() throws {
        let ledger = try ledger(
            "2025-01-01 DEPOSIT - - 100 - USD", try rates("USD EUR 2025-01-01 0.9\nUSD EUR 2025-02-01 0.5"))
        #expect(balances(ledger) == ["EUR 90"])
        #expect(ledger.availableCash == 90)
        #expect(!ledger.hasForeignCash)
    }

    @Test("rates to another currency than the user's choice lead there by the rates of the user's file")
    func otherBase() throws {
        var broker = try file(
            named: "ib.csv", format: "ibkr", settings: nil, "2025-01-01 DEPOSIT - - 100 - USD rate=0.9 keeps=1")
        broker.currency = CurrencyCode("EUR")
        var settings = EntryFile(name: "ib.account.yaml", format: "account")
        settings.settings = AccountSettings(currency: CurrencyCode("GBP"))
        let ledger = try Ledger(Journal(merging: [broker, settings, rates("EUR GBP 2025-01-01 0.8")]))
        #expect(ledger.availableCash == 72)
    }

    @Test("cash without a rate to the account's currency is an error of its valuation")
    func missingRate() throws {
        let ledger = try ledger(
            """
            2025-01-01 DEPOSIT - - 100 - EUR
            2025-01-02 EXCHANGE - 50 - - USD amount=60 received=GBP
            """)
        let failure = #expect(throws: Failure.self) { try Holdings(ledger) }
        #expect(failure?.all.map(\.code) == [.rateMissing, .rateMissing])
    }

    @Test("both sides of an exchange can be rows of their own")
    func sides() throws {
        let ledger = try ledger(
            """
            2025-01-01 DEPOSIT - - 1000 - EUR
            2025-01-02 EXCHANGE - - - - EUR amount=500
            2025-01-02 EXCHANGE - - - - USD amount=-550
            """, try rates("USD EUR 2025-01-01 0.9"))
        #expect(balances(ledger) == ["EUR 500", "USD 550"])
        #expect(ledger.availableCash == 995)
    }

    @Test("the broker's cash is compared per currency, with fractions of cents")
    func reconciliation() throws {
        var broker = try file(
            named: "ib.xml", format: "ibkr",
            """
            2025-01-01 DEPOSIT - - 1000 - EUR
            2025-01-02 EXCHANGE - 550.006 - - EUR amount=500.004 received=USD
            2025-01-02 EXCHANGE - 110.006 - - EUR amount=100.004 received=USD
            """)
        broker.currency = CurrencyCode("EUR")
        broker.balances = try [("EUR", "399.992"), ("USD", "660.012"), ("CHF", "1")].map {
            CashBalance(
                currency: try #require(CurrencyCode($0)), amount: try number($1), day: try day("2025-01-02"), line: 9)
        }
        let result = try Reconciliation(Journal(merging: [broker]))
        #expect(result.balanceCount == 3)
        #expect(result.differences.map { $0.currency?.description } == ["CHF"])
    }

    @Test(
        "a gain has a part from the price and one from the rate of the currency",
        arguments: [LotMethod.fifo, .lifo, .hifo, .average, .specific])
    func gains(_ method: LotMethod) throws {
        var settings = Self.euro
        settings.method = method
        let journal = try Journal(merging: [
            file(
                settings: settings,
                """
                2025-01-01 BUY A 10 100 - USD rate=0.8
                2025-02-01 SELL A 10 120 - USD rate=0.9
                2025-02-02 BUY B 1 10 - EUR
                2025-02-03 SELL B 1 12 - EUR
                """)
        ])
        let gains = try Ledger(journal).gains
        // 1000 USD for 800 EUR, sold for 1200 USD or 1080 EUR: 200 USD × 0.9 from the price, 1000 USD × 0.1 from the rate.
        #expect(gains.map(\.gain) == [280, 2])
        #expect(gains.map(\.priceGain) == [180, 2])
        #expect(gains.map(\.currencyGain) == [100, nil])
    }

    @Test("under the mean cost, the mean rate of all purchases counts")
    func averageRate() throws {
        var settings = Self.euro
        settings.method = .average
        let journal = try Journal(merging: [
            file(
                settings: settings,
                """
                2025-01-01 BUY A 10 100 - USD rate=0.8
                2025-01-02 BUY A 10 100 - USD rate=1
                2025-02-01 SELL A 5 100 - USD rate=0.9
                2025-02-02 SELL A 15 100 - USD rate=1
                """)
        ])
        let gains = try Ledger(journal).gains
        // The mean cost of 90 EUR a share is 100 USD at 0.9.
        #expect(gains.map(\.priceGain) == [0, 0, 0])
        #expect(gains.map(\.currencyGain) == [0, 50, 100])
    }

    @Test("a dividend counts before tax, and its tax as tax")
    func grossDividend() throws {
        let ledger = try Ledger(Journal("2025-01-01 DIVIDEND A - 100 15"))
        #expect(ledger.totals.dividends == 100)
        #expect(ledger.totals.taxes == 15)
        #expect(ledger.availableCash == 85)
    }

    @Test("an exchange survives writing and reading")
    func artefact() throws {
        let file = try file(
            """
            2025-01-02 EXCHANGE - 550 - - EUR amount=500 received=USD keeps=1
            2025-01-03 MERGER A 5 - - EUR from=B
            2025-01-04 DEPOSIT - - 5
            """)
        var reader = EntryText.Reader<EntryFile>()
        try file.write { try reader.read($0) }
        #expect(try EntryFile(reader) == file)
    }
}
