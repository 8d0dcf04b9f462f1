import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

@Suite("Trading 212") struct Trading212Tests {
    /// The change of cash in the account's currency, in cents.
    private func cash(_ entry: Entry) -> Amount {
        let rate = entry.rate ?? 1
        let cash =
            switch entry.action {
            case .buy: -(entry.gross + entry.fees) * rate
            case .sell, .dividend, .deposit, .interest: (entry.gross - entry.fees) * rate
            default: -entry.gross * rate
            }
        var (exact, cents) = (Decimal(cash), Decimal())
        NSDecimalRound(&cents, &exact, 2, .plain)
        return Amount(cents)
    }

    @Test("trades in another currency come to the totals of the file")
    func totals() throws {
        let file = try sample("trading212-2024.csv", as: "isa.csv")
        #expect(file.format == "trading212")
        #expect(file.currency == CurrencyCode("GBP"))
        let expected = ["3000", "-2381.35", "0.04", "0.75", "0.11", "3138.50", "-2000"]
        #expect(file.entries.map(cash) == (try expected.map(number)))
        #expect(file.entries.map(\.orderType) == [.market, .market, .market, .market, .market, .limit, .market])
        #expect(file.entries[1].id == "EOF999999099")
        #expect(file.entries[1].time.description == "2024-01-01T16:10:05Z")
        #expect(file.entries[1].price == (try number("124.01")))
        #expect(
            file.securities == [
                Security(symbol: "FOO", isin: "US0000000002", name: "Foo Company", currency: .usd)
            ])
    }

    @Test("fees in several currencies are those of one trade")
    func fees() throws {
        let file = try sample("trading212-2026.csv", as: "isa.csv")
        let expected = ["10000", "-1201.80", "1248.09", "-803.60", "878.68"]
        #expect(file.entries.map(cash) == (try expected.map(number)))
        #expect(file.entries[3].fees == (try number("4.5")))
    }

    @Test("an export in euros: pence are divided, and a distribution of shares is left out")
    func euros() throws {
        let file = try sample("trading212-export.csv", as: "invest.csv")
        #expect(file.entries.count == 9)
        #expect(
            file.entries.map(cash).prefix(5) == (try ["31", "-1.33", "-1.2", "-1.47", "0.7"].map(number)).prefix(5))
        #expect(file.omitted == ["reorganisation PALAF 11"])
        #expect(file.securities.first { $0.symbol == "INRG" }?.currency == CurrencyCode("GBP"))
        #expect(file.entries[7].gross == (try number("17.67")))
    }

    @Test("a price in pence is one in pounds")
    func pence() throws {
        let header =
            "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total (EUR)"
        let row = "Market buy,2023-12-18 14:30:03,GB0007188757,RIO,Rio,10,5500.00,GBX,86.5,-635.84"
        let file = try read("\(header)\n\(row)\n", as: "a.csv")
        #expect(file.entries[0].price == 55)
        #expect(file.entries[0].currency == CurrencyCode("GBP"))
        #expect(file.currency == CurrencyCode("EUR"))
        #expect(cash(file.entries[0]) == (try number("-635.84")))
    }

    @Test("the two rows of a split are one ratio, and a single one is left out")
    func splits() throws {
        let file = try sample("trading212-splits.csv", as: "isa.csv")
        #expect(
            file.summaries == [
                "2024-07-15T07:00:00Z SPLIT BAR 10 at 90 GBP id split-bar-open",
                "2024-09-02T11:00:00Z SELL FOO 400 at 3 GBP id sell-foo",
                "2024-10-02T11:00:00Z SELL BAR 10 at 120 GBP id sell-bar",
            ])
        #expect(file.omitted == ["reorganisation FOO 2"])
    }

    @Test("the two rows of a split under a new ISIN are one split, after which the security has that ISIN")
    func splitOfISIN() throws {
        let file = try read(
            """
            Action,Time,ISIN,Ticker,Name,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)
            Market buy,2024-01-02 10:00:00,US0378331005,BAR,Bar,B1,20,10,USD,1,200.00,USD
            Stock split close,2024-07-15 07:00:00,US0378331005,BAR,Bar,C1,20,10,USD,,,USD
            Stock split open,2024-07-15 07:00:00,US5949181045,BAR,Bar,O1,2,100,USD,,,USD
            """, as: "x.csv")
        #expect(file.entries.count == 2 && file.omissions.isEmpty)
        let journal = try Journal(merging: [file])
        #expect(journal.entries.map(\.action) == [.buy, .split])
        #expect(journal.securities.map(\.isin) == ["US5949181045"])
        let lots = try Ledger(journal).lots
        #expect(lots.map(\.quantity) == [2] && lots.map(\.cost) == [200])
    }

    @Test("the rows of a split may be in either order, and those of two days are none")
    func splitOrder() throws {
        func row(_ word: String, _ day: String, _ shares: String) -> String {
            "Stock split \(word),\(day) 07:00:00,US0000000010,BAR,Bar,\(shares),10,GBP,,,GBP,,,,"
        }
        for (first, second) in [(("open", "10"), ("close", "90")), (("close", "90"), ("open", "10"))] {
            let file = try rows(row(first.0, "2024-07-15", first.1), row(second.0, "2024-07-15", second.1))
            #expect(file.summaries == ["2024-07-15T07:00:00Z SPLIT BAR 10 at 90 GBP"])
            #expect(file.omitted.isEmpty)
        }
        let apart = try rows(
            row("open", "2020-07-15", "7"), row("close", "2024-07-15", "90"), row("open", "2024-07-15", "10"))
        #expect(apart.summaries == ["2024-07-15T07:00:00Z SPLIT BAR 10 at 90 GBP"])
        #expect(apart.omitted == ["reorganisation BAR 2"])
    }

    private static let header =
        "Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,"
        + "Currency (Total),Withholding tax,Currency (Withholding tax),Transaction fee,Currency (Transaction fee)\n"

    private func rows(_ rows: String...) throws -> EntryFile {
        try read(Self.header + rows.map { "\($0)\n" }.joined(), as: "isa.csv")
    }

    @Test("the total counts, also with fees that came back or that the export does not name")
    func ownCurrency() throws {
        let trade = "2024-01-01 16:10:05,US0000000002,FOO,Foo,10,10,GBP,1"
        let file = try rows(
            "Market buy,\(trade),101.00,GBP,,,,", "Market sell,\(trade),98.00,GBP,,,,",
            "Market buy,\(trade),101.00,GBP,,,-1,GBP",
            "Market buy,\(trade),99.00,GBP,,,-1,GBP", "Market buy,\(trade),100.01,GBP,,,,")
        #expect(
            file.summaries.map { $0.replacingOccurrences(of: "2024-01-01T16:10:05Z ", with: "") } == [
                "BUY FOO 10 at 10 for 101 GBP", "SELL FOO 10 at 10 for 98 GBP", "BUY FOO 10 at 10 GBP fees 1",
                "BUY FOO 10 at 10 GBP", "FEE FOO for -1 GBP", "BUY FOO 10 at 10 GBP",
            ])
        #expect(throws: Failure.self) { try rows("Market buy,\(trade),0,GBP,,,,") }
    }

    @Test("payments have their fees, and tax in pence is one in pounds")
    func payments() throws {
        let file = try rows(
            "Deposit,2024-01-01 00:15:20,,,,,,,,3000.00,GBP,,,0.7,GBP",
            "Dividend (Ordinary),2024-02-01,GB0000000002,FOO,Foo,10,10,GBX,Not available,0.85,GBP,15,GBX,50,GBX",
            "Dividend (Ordinary),2024-02-02,GB0000000002,FOO,Foo,10,10,GBX,Not available,-0.85,GBP,15,GBX,,",
            "Dividend (Ordinary),2024-02-03,GB0000000002,FOO,Foo,10,10,GBX,Not available,0.85,GBP,15,USD,,")
        #expect(
            file.summaries == [
                "2024-01-01T00:15:20Z DEPOSIT for 3000.7 GBP fees 0.7", "2024-02-01 DIVIDEND FOO for 1.5 GBP fees 0.65",
                "2024-02-02 DIVIDEND FOO for -1 GBP fees -0.15", "2024-02-03 DIVIDEND FOO for 0.85 GBP",
            ])
        #expect(file.passedOverPhrases == ["1 line with tax in a currency without a rate, booked after tax (5)"])
    }

    @Test("mistakes are listed by line and cell")
    func diagnostics() throws {
        let failure = try refusal(
            """
            Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)
            Market buy,18/12/2023,US1,A,A,1,1,USD,1,1,EUR
            Guess,2023-12-18 00:00:00,US1,A,A,1,1,USD,1,1,EUR
            Market buy,2023-12-18 00:00:00,,,,0,,USD,1,1,EUR
            Deposit,2023-12-18 00:00:00,,,,,,,,,EUR
            Guess,18/12/2023,US1,A,A,a,b,dollars,1,c,euros
            Market sell,18/12/2023,,,,a,b,USD,c,d,EUR
            Dividend (Ordinary),18/12/2023,US1,A,A,1,1,USD,1,d,euros
            Stock split open,18/12/2023,,,,a,1,USD,1,1,EUR
            """, as: "a.csv")
        #expect(
            failure.places == [
                "date_unreadable 2:2", "unknown_action 3:1", "malformed_table 4:3", "malformed_table 4:6",
                "malformed_table 4:7", "malformed_table 5:10",
                "unknown_action 6:1", "date_unreadable 6:2", "malformed_table 6:6", "malformed_table 6:7",
                "malformed_table 6:8", "malformed_table 6:10", "malformed_table 6:11",
                "date_unreadable 7:2", "malformed_table 7:3", "malformed_table 7:6", "malformed_table 7:7",
                "malformed_table 7:9", "malformed_table 7:10",
                "date_unreadable 8:2", "malformed_table 8:10", "malformed_table 8:11",
                "date_unreadable 9:2", "malformed_table 9:3", "malformed_table 9:6",
            ])
    }

    @Test("a currency conversion moves cash from one currency to another")
    func conversion() throws {
        let header =
            "Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,"
            + "Total,Currency (Total)"
        let named =
            ",Currency conversion from amount,Currency (Currency conversion from amount),Currency conversion to amount,"
            + "Currency (Currency conversion to amount)"
        let row = "Currency conversion,2025-01-02 10:00:00,,,,,C1,,,,,,"
        let file = try read("\(header)\(named)\n\(row),-100.00,EUR,110.00,USD\n", as: "x.csv")
        #expect(file.summaries == ["2025-01-02T10:00:00Z EXCHANGE 110 for 100 EUR id C1"])
        #expect(file.entries[0].received == .usd)
        #expect(try read("\(header)\n\(row)\n", as: "x.csv").omitted == ["exchange 2"])
        #expect(try refusal("\(header)\(named)\n\(row),-100.00,EUR,,USD\n", as: "x.csv").code == .malformedTable)
    }

    @Test("a trade that is paid in a third currency is booked in that one")
    func thirdCurrency() throws {
        let file = try read(
            """
            Action,Time,ISIN,Ticker,Name,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total)
            Deposit,2025-01-02 10:00:00,,,,D1,,,,,1000.00,EUR
            Market buy,2025-01-03 10:00:00,US0378331005,AAPL,Apple,B1,2,100,USD,1.25,160.00,GBP
            """, as: "x.csv")
        #expect(file.currency == CurrencyCode("EUR"))
        #expect(file.summaries.last == "2025-01-03T10:00:00Z BUY AAPL 2 at 80 GBP id B1")
        #expect(file.entries.last?.rate == nil)
    }
}
