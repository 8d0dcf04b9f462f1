import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

@Suite("Files of an account put together") struct JournalTests {
    @Test("the same file twice counts once")
    func twice() throws {
        let text = """
            2025-01-02 DEPOSIT - - 1000
            2025-01-02 BUY A 1 10
            2025-01-02 BUY A 1 10
            2025-01-03 SELL A 1 11
            """
        let journal = try Journal(merging: [file(named: "a.csv", text), file(named: "b.csv", text)])
        #expect(journal.entries.count == 4)
        #expect(journal.duplicates.map(\.line) == [2, 3, 4, 5])
        #expect(journal.duplicates.map(\.entry) == [0, 1, 2, 3])
        #expect(!journal.duplicates.contains { $0.isMatchedByID || $0.isDifferent || $0.file != 1 })
    }

    @Test(
        "of equal fills the larger count of the files remains", arguments: [[1, 3], [3, 1], [2, 3, 1], [3], [0, 3]])
    func multisets(_ counts: [Int]) throws {
        let files = try counts.enumerated().map { number, count in
            try file(
                named: "\(number).csv", format: "format\(number)",
                Array(repeating: "2025-01-02 BUY A 1 10", count: count).joined(separator: "\n"))
        }
        #expect(try Journal(merging: files).entries.count == 3)
    }

    @Test("identifiers decide within one format, and only there")
    func identifiers() throws {
        let early = try file(named: "a.csv", format: "ofx", "2025-01-02 BUY A 1 10 0 USD id=1")
        let late = try file(named: "b.csv", format: "ofx", "2025-01-02 BUY A 1 10 0 USD id=2")
        let both = try file(
            named: "c.csv", format: "ofx",
            """
            2025-01-02 BUY A 1 10 0 USD id=1
            2025-01-02 BUY A 1 10 0 USD id=2
            """)
        let other = try file(
            named: "d.csv", format: "trading212",
            """
            2025-01-02 BUY A 1 10 0 USD id=2
            2025-01-02 BUY A 1 10 0 USD id=x
            """)
        #expect(try Journal(merging: [early, late]).entries.count == 2)
        #expect(try Journal(merging: [early, both]).entries.count == 2)
        #expect(try Journal(merging: [early, late, both]).entries.count == 2)
        #expect(try Journal(merging: [early, late, both, other]).entries.count == 2)
        #expect(try Journal(merging: [other, both, late, early]).entries.count == 2)
        #expect(try Journal(merging: [early, other]).entries.count == 2)
        let byID = try Journal(merging: [early, both]).duplicates
        #expect(byID.map(\.isMatchedByID) == [true])
    }

    @Test("a line without identifier is the same as one with it, and completes it")
    func completion() throws {
        let plain = try file(named: "a.csv", "2025-01-02 BUY A 1 10 0 USD lot=x")
        let detailed = try file(
            named: "b.csv", format: "ofx", "2025-01-02T15:30:00Z BUY A 1 10 1 USD id=7 notes=open")
        let journal = try Journal(merging: [plain, detailed])
        let entry = try #require(journal.entries.first)
        #expect(journal.entries.count == 1)
        #expect(entry.id == "7")
        #expect(entry.lot == "x")
        #expect(entry.notes == "open")
        #expect(entry.time.description == "2025-01-02T15:30:00Z")
        // The files disagree about the fees; the first one counts, and that is reported.
        #expect(entry.fees == 0)
        #expect(journal.duplicates.map(\.isDifferent) == [true])
    }

    @Test("an identifier that a trade and its fee share joins neither with the other")
    func sharedIdentifier() throws {
        let text = """
            2025-01-02 BUY A 1 10 0 USD id=1
            2025-01-02 FEE - - 2 0 USD id=1
            """
        #expect(try Journal(merging: [file(named: "a", text), file(named: "b", text)]).entries.count == 2)
    }

    @Test("a split that one file states as a ratio and another by its result counts once, as the ratio")
    func split() throws {
        let purchase = "2025-01-02 BUY A 10 100"
        let ratio = try file(named: "a", "\(purchase)\n2025-02-03 SPLIT A 3 2")
        let result = try file(named: "b", format: "schwab", "\(purchase)\n2025-02-03 ADDED_SHARES A 5")
        for files in [[ratio, result], [result, ratio]] {
            let journal = try Journal(merging: files)
            #expect(journal.texts == ["2025-01-02 BUY A 10 100", "2025-02-03 SPLIT A 3 2"])
            #expect(journal.duplicates.count == 2)
            #expect(journal.duplicates.allSatisfy { !$0.isDifferent })
            #expect(try Ledger(journal).lots.map(\.quantity) == [15])
        }
        // What is stated in the same way must state the same.
        let other = try file(named: "c", "2025-02-03 SPLIT A 5 2")
        #expect(try Journal(merging: [ratio, other]).entries.count == 3)
        let otherDay = try file(named: "d", "2025-02-04 ADDED_SHARES A 5")
        #expect(try Journal(merging: [ratio, otherDay]).entries.count == 3)
    }

    @Test("a correction of a trade under its identifier is reported")
    func correction() throws {
        let journal = try Journal(merging: [
            file(named: "a", "2025-01-02 BUY A 1 10 0 USD id=1"), file(named: "b", "2025-01-02 BUY A 2 10 0 USD id=1"),
        ])
        #expect(journal.texts == ["2025-01-02 BUY A 1 10"])
        #expect(journal.duplicates.map(\.isDifferent) == [true])
    }

    @Test("entries are in the order of time, then of lines, whatever the order of the file")
    func order() throws {
        let journal = try Journal(merging: [
            file(
                """
                2025-01-03 SELL A 1 12
                2025-01-03 BUY A 1 11
                2025-01-02 SELL A 1 12
                2025-01-02 BUY A 1 10
                """)
        ])
        #expect(
            journal.texts == [
                "2025-01-02 BUY A 1 10", "2025-01-02 SELL A 1 12", "2025-01-03 BUY A 1 11", "2025-01-03 SELL A 1 12",
            ])
        #expect(journal.entries.map(\.line) == [5, 4, 3, 2])
    }

    @Test("symbol, ISIN, CUSIP and aliases are one security")
    func identities() throws {
        var ofx = try file(named: "a.ofx", format: "ofx", "2025-01-02 BUY 037833100 1 10")
        ofx.securities = [Security(cusip: "037833100", name: "Apple")]
        var user = EntryFile(name: "depot.account.yaml", format: "account")
        user.securities = [Security(symbol: "AAPL", isin: "US0378331005", aliases: ["APC"], sector: "Technology")]
        user.settings = AccountSettings()
        let german = try file(named: "b.csv", "2025-01-03 BUY APC 1 10")
        let other = try file(named: "c.csv", "2025-01-04 BUY MSFT 1 10")
        let journal = try Journal(merging: [ofx, german, other, user])
        #expect(journal.securities.map(\.symbol) == ["AAPL", "MSFT"])
        #expect(journal.securities[0].name == "Apple")
        #expect(journal.securities[0].sector == "Technology")
        #expect(journal.entries.map(\.security) == [0, 0, 1])
    }

    @Test("the newest day of any file is the day of the account")
    func asOf() throws {
        let trades = try file("2025-01-02 BUY A 1 10")
        #expect(try Journal(merging: [trades]).asOf == day("2025-01-02"))
        #expect(try Journal(merging: [trades, prices("A 2025-02-01 11")]).asOf == day("2025-02-01"))
        #expect(try Journal(merging: [trades, rates("EUR USD 2025-03-01 1.1")]).asOf == day("2025-03-01"))
        #expect(try Journal(merging: []).asOf == nil)
    }

    @Test("newer settings go before older ones, which stay where the newer ones say nothing")
    func settings() throws {
        let journal = try Journal(merging: [
            file(named: "a", settings: AccountSettings(title: "Old", method: .lifo), ""),
            file(named: "b", settings: AccountSettings(title: "New"), ""),
        ])
        #expect(journal.settings.title == "New")
        #expect(journal.settings.method == .lifo)
    }

    @Test("a strict account refuses lines that the ledger does not model, each with its line")
    func strict() throws {
        var file = try file(settings: AccountSettings(reconcile: .strict), "2025-01-02 BUY A 1 10")
        file.omissions = [Omission(.derivative, line: 7), Omission(.short, line: 9)]
        let failure = #expect(throws: Failure.self) { try Journal(merging: [file]) }
        #expect(failure?.code == .unsupportedSecurity)
        #expect(failure?.all.map(\.line) == [7, 9])
        file.omissions = [Omission(.unknown, line: 7, word: "Bonus")]
        let unknown = #expect(throws: Failure.self) { try Journal(merging: [file]) }
        #expect(unknown?.code == .unknownAction && unknown?.all.map(\.line) == [7])
        file.omissions = [Omission(.derivative, line: 7), Omission(.short, line: 9)]
        file.settings = AccountSettings()
        #expect(try Journal(merging: [file]).omissions.map(\.line) == [7, 9])
    }

    @Test("a redemption is left out with the purchase of the bill, and so are its position and its repetitions")
    func debt() throws {
        var ofx = try file(
            named: "depot.ofx", format: "ofx", "2025-01-02 DEPOSIT - - 10000\n2025-04-02 SELL BILL 10000 1 0 USD id=7")
        ofx.omissions = [Omission(.debt, security: 0, line: 9)]
        ofx.positions = [
            BrokerPosition(security: 0, quantity: 10000, currency: .usd, day: try day("2025-03-31"), line: 12)
        ]
        let again = try file(named: "depot.2.ofx", format: "ofx", "2025-04-02 SELL BILL 10000 1 0 USD id=7")
        let journal = try Journal(merging: [ofx, again])
        #expect(journal.texts == ["2025-01-02 DEPOSIT - 0 10000"])
        #expect(journal.duplicates.isEmpty && journal.positions.isEmpty)
        #expect(
            journal.omissions.map { "\($0.reason) \($0.file):\($0.line)" } == [
                "related 0:3", "debt 0:9", "related 0:12", "related 1:2",
            ])
        #expect(try Ledger(journal).availableCash == 10000 && journal.isIncomplete)
        #expect(try Reconciliation(journal).differences.isEmpty)
    }

    @Test("a security that would be oversold without its lines that are left out is left out as a whole")
    func oversoldWithoutTransfer() throws {
        var schwab = try file(
            "2025-01-02 DEPOSIT - - 1000\n2025-01-03 BUY A 1 100\n2025-02-01 SELL A 5 110\n2025-02-01 BUY B 2 50")
        schwab.omissions = [Omission(.transfer, security: 0, line: 8), Omission(.transfer, security: 1, line: 9)]
        let journal = try Journal(merging: [schwab])
        // B can be booked, whatever came in besides.
        #expect(journal.texts == ["2025-01-02 DEPOSIT - 0 1000", "2025-02-01 BUY B 2 50"])
        #expect(journal.omissions.map(\.reason) == [.related, .related, .transfer, .transfer])
        #expect(try Ledger(journal).availableCash == 900)
        // Nothing is left out of what no line is missing of.
        #expect(throws: Failure.self) { try Ledger(Journal("2025-01-03 BUY A 1 100\n2025-02-01 SELL A 5 110")) }
    }

    @Test("rates are the last on or before the day, inverse and through a third currency if need be")
    func rateTable() throws {
        let table = RateTable(
            try rates(
                """
                EUR USD 2025-01-01 1.25
                EUR USD 2025-01-10 1.6
                EUR GBP 2025-01-01 0.8
                """
            ).rates)
        func rate(_ from: String, _ to: String, _ on: String) throws -> Amount? {
            table.rate(
                from: try #require(CurrencyCode(from)), to: try #require(CurrencyCode(to)), on: try day(on))
        }
        #expect(try rate("EUR", "USD", "2024-12-31") == nil)
        #expect(try rate("EUR", "USD", "2025-01-01") == number("1.25"))
        #expect(try rate("EUR", "USD", "2025-01-09") == number("1.25"))
        #expect(try rate("EUR", "USD", "2025-02-09") == number("1.6"))
        #expect(try rate("USD", "EUR", "2025-01-05") == number("0.8"))
        #expect(try rate("GBP", "USD", "2025-01-10") == 2)
        #expect(try rate("GBP", "GBP", "1999-01-01") == 1)
        #expect(try rate("CHF", "USD", "2025-01-10") == nil)
    }

    @Test("files in any order give the same entries")
    func anyOrder() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            // Overlapping exports of one history in formats with and without identifiers.
            let history = (0..<12).map { number in
                "2025-01-0\(number / 3 + 1) BUY A 1 \(Int.random(in: 10...11, using: &random)) 0 USD"
                    + " id=\(number)"
            }
            func export(_ name: String, format: String, identifiers: Bool, _ range: Range<Int>) throws -> EntryFile {
                let lines = history[range].map { identifiers ? $0 : String($0.prefix { $0 != "=" }.dropLast(3)) }
                return try file(named: name, format: format, lines.joined(separator: "\n"))
            }
            // Exports cover whole days.
            let files = [
                try export("a", format: "ofx", identifiers: true, 0..<9),
                try export("b", format: "ofx", identifiers: true, 6..<12),
                try export("c", format: "csv", identifiers: false, 0..<12),
                try export("d", format: "csv", identifiers: false, 3..<6),
            ]
            for _ in 0..<4 {
                let journal = try Journal(merging: files.shuffled(using: &random))
                #expect(journal.entries.count == 12)
            }
        }
    }

    @Test("closes of a symbol that the account never held are named, unless the settings know it")
    func unusedCloses() throws {
        let closes = try prices("VODA 2025-01-31 0.7\nA 2025-01-31 10")
        let notes = try Journal("2025-01-02 BUY A 1 10\n2025-01-02 BUY VOD 1 1", closes).accountNotes ?? []
        #expect(notes.count == 1 && notes.first?.contains("never held: VODA.") == true, "\(notes)")
        var settings = EntryFile(name: "depot.account.yaml", format: "account")
        settings.settings = AccountSettings()
        settings.securities = [Security(symbol: "VODA")]
        #expect(try Journal("2025-01-02 BUY A 1 10", closes, settings).accountNotes == nil)
    }

    @Test("a line of several entries that are left out is listed once")
    func relatedLine() throws {
        var file = try file("2025-01-02 SPLIT A 1 10\n2025-01-02 SELL A 1 5\n2025-01-03 FEE - - 1")
        file.entries[1].line = file.entries[0].line
        file.omissions = [Omission(.figures, security: 0, line: 9)]
        #expect(try Journal(merging: [file]).omissions.map(\.line) == [2, 9])
    }
}
