import FailureModel
import Foundation
import Testing
import Trading

@Suite("The broker's figures") struct ReconciliationTests {
    private func statement(_ settings: AccountSettings? = nil) throws -> EntryFile {
        var file = try file(
            named: "a.ofx", format: "ofx", settings: settings,
            """
            2025-01-01 DEPOSIT - - 1000
            2025-01-02 BUY A 10 50
            2025-01-02 BUY B 1 50
            2025-01-20 SELL A 10 50
            """)
        file.positions = [
            BrokerPosition(security: 0, quantity: 4, currency: .usd, day: try day("2025-01-10"), line: 1),
            BrokerPosition(security: 0, quantity: 5, currency: .usd, day: try day("2025-01-10"), line: 2),
        ]
        file.balances = [CashBalance(currency: .usd, amount: 451, day: try day("2025-01-10"), line: 3)]
        return file
    }

    @Test("differences of positions and cash on the broker's day are listed")
    func differences() throws {
        let reconciliation = try Reconciliation(Journal(merging: [statement()]))
        #expect(reconciliation.positionCount == 1)
        #expect(reconciliation.balanceCount == 1)
        #expect(reconciliation.differences.map(\.security) == [0, 1, nil])
        #expect(reconciliation.differences.map(\.broker) == [9, 0, 451])
        #expect(reconciliation.differences.map(\.ledger) == [10, 1, 450])
        #expect(reconciliation.differences.map(\.line) == [1, nil, 3])
    }

    @Test("a strict account refuses differences")
    func strict() throws {
        let journal = try Journal(merging: [statement(AccountSettings(reconcile: .strict))])
        let failure = #expect(throws: Failure.self) { try Reconciliation(journal) }
        #expect(failure?.code == .unbalanced)
        #expect(failure?.all.count == 3)
    }

    @Test("what agrees is no difference, whatever the order of days")
    func agreement() throws {
        var file = try statement()
        file.positions = [
            BrokerPosition(security: 1, quantity: 1, currency: .usd, day: try day("2025-01-20"), line: 1),
            BrokerPosition(security: 1, quantity: 1, currency: .usd, day: try day("2025-01-10"), line: 2),
            BrokerPosition(security: 0, quantity: 10, currency: .usd, day: try day("2025-01-10"), line: 3),
        ]
        file.balances[0].amount = 450
        #expect(try Reconciliation(Journal(merging: [file])).differences.isEmpty)
    }

    @Test("a position that differs from a sum of rounded fractions by a billionth is no difference")
    func roundedFractions() throws {
        var file = try file(
            named: "a.ofx", format: "ofx",
            "2025-01-02 BUY A 0.3333333333333333 300\n2025-01-02 BUY A 0.6666666666666666 300")
        let position = { quantity in
            BrokerPosition(security: 0, quantity: quantity, currency: .usd, day: try day("2025-01-10"), line: 1)
        }
        file.positions = [try position(1)]
        #expect(try Reconciliation(Journal(merging: [file])).differences.isEmpty)
        file.positions = [try position(number("1.000001"))]
        #expect(try Reconciliation(Journal(merging: [file])).differences.count == 1)
    }

    @Test("a position that no file says was bought is refused, unless lines about it were left out")
    func lotsMissing() throws {
        var file = try statement()
        file.securities.append(Security(symbol: "C"))
        file.positions.append(
            BrokerPosition(security: 2, quantity: 1, currency: .usd, day: try day("2025-01-10"), line: 9))
        let journal = try Journal(merging: [file])
        let failure = #expect(throws: Failure.self) { try Reconciliation(journal) }
        #expect(failure?.code == .lotsMissing)
        #expect(failure?.line == 9)
        file.omissions = [Omission(.transfer, security: 2, line: 4)]
        #expect(try Reconciliation(Journal(merging: [file])).differences.contains { $0.security == 2 })
    }

    @Test("balances of several currencies are compared one by one")
    func currencies() throws {
        var file = try file(
            settings: AccountSettings(currency: CurrencyCode("EUR")),
            """
            2025-01-01 DEPOSIT - - 1000 0 EUR
            2025-01-01 DEPOSIT - - 1000 0 USD
            2025-01-02 BUY A 10 50 0 USD
            """)
        file.rates = try rates("EUR USD 2025-01-01 2").rates
        file.balances = [
            CashBalance(currency: .usd, amount: 500, day: try day("2025-01-10"), line: 1),
            CashBalance(currency: try #require(CurrencyCode("EUR")), amount: 1000, day: try day("2025-01-10"), line: 2),
        ]
        #expect(try Reconciliation(Journal(merging: [file])).differences.isEmpty)
        // The only one stated can be that of its currency, or the sum of all.
        file.balances.removeFirst()
        for (amount, ledger) in [(1000, []), (1250, []), (1100, [1250])] as [(Amount, [Amount])] {
            file.balances[0].amount = amount
            #expect(try Reconciliation(Journal(merging: [file])).differences.map(\.ledger) == ledger)
        }
    }

    /// The statement of an account with a number.
    private func statement(
        of ending: String?, _ text: String, shares: Amount?, cash: Amount, on date: String
    ) throws -> EntryFile {
        var file = try file(named: "\(ending ?? "x").ofx", format: "ofx", text)
        file.accountNumberEnding = ending
        let day = try day(date)
        if let shares {
            file.positions = [BrokerPosition(security: 0, quantity: shares, currency: .usd, day: day, line: 8)]
        }
        file.balances = [CashBalance(currency: .usd, amount: cash, day: day, line: 9)]
        return file
    }

    @Test("each account number's positions and cash are compared with its own entries")
    func accounts() throws {
        var files = [
            try statement(
                of: "1111", "2025-01-01 DEPOSIT - - 1000\n2025-01-02 BUY A 10 50\n2025-02-02 SPLIT A 2", shares: 20,
                cash: 500, on: "2025-03-31"),
            try statement(
                of: "2222", "2025-01-01 DEPOSIT - - 900\n2025-01-02 BUY A 2 50\n2025-02-02 SPLIT A 2", shares: 4,
                cash: 800, on: "2025-02-28"),
        ]
        let agreeing = try Reconciliation(Journal(merging: files))
        #expect(agreeing.differences.isEmpty && !agreeing.isPartial)
        #expect(agreeing.positionCount == 2 && agreeing.balanceCount == 2)
        files[1].positions[0].quantity = 5
        let result = try Reconciliation(Journal(merging: files))
        #expect(result.differences.map(\.ledger) == [4] && result.differences.map(\.file) == [1])
    }

    @Test("nothing is compared if rows may be of any of several accounts")
    func undistinguishedAccounts() throws {
        let files = [
            try statement(of: "1111", "2025-01-01 DEPOSIT - - 1000", shares: nil, cash: 1000, on: "2025-03-31"),
            try statement(of: "2222", "2025-01-01 DEPOSIT - - 900", shares: nil, cash: 900, on: "2025-03-31"),
            try file("2025-01-03 DEPOSIT - - 7"),
        ]
        let result = try Reconciliation(Journal(merging: files))
        #expect(result.isPartial && result.differences.isEmpty && result.balanceCount == 0)
        // A file without a number whose rows others repeat is of their account.
        let repeated = try file("2025-01-01 DEPOSIT - - 900")
        #expect(try Reconciliation(Journal(merging: [repeated] + files.prefix(2))).balanceCount == 2)
    }
}
