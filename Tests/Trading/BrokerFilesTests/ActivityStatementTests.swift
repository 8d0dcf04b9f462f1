import BrokerFiles
import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

@Suite("Activity statements of Interactive Brokers") struct ActivityStatementTests {
    private static let start = """
        Statement,Header,Field Name,Field Value
        Statement,Data,Title,Activity Statement
        Statement,Data,Period,"January 1, 2025 - December 31, 2025"
        Account Information,Header,Field Name,Field Value
        Account Information,Data,Account,U7654321
        Account Information,Data,Base Currency,USD

        """
    private static let trades =
        "Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,"
        + "Comm/Fee,Basis,Realized P/L,MTM P/L,Code\n"
    private static let actions =
        "Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,"
        + "Realized P/L,Code\n"

    @Test("a whole year agrees with the broker's own positions and cash")
    func year() throws {
        let file = try AccountFileReader().read(TestData.data("accounts/activity.csv"), name: "depot.csv")
        #expect(file.format == "ibkr")
        #expect(file.currency == CurrencyCode("EUR"))
        #expect(file.accountNumberEnding == "4321")
        #expect(file.omissions.isEmpty)
        #expect(try file.writtenAndRead() == file)
        let result = try Reconciliation(try Journal(merging: [file]))
        #expect(result.positionCount == 2)
        #expect(result.balanceCount == 2)
        #expect(result.differences.isEmpty)
        let ledger = try Ledger(try Journal(merging: [file]))
        // At the rate of the exchange, the only one until then.
        #expect(ledger.totals.dividends == Amount(scaled: 229, places: 2))
        // Dividends and trades name one security, by its symbol and its ISIN.
        #expect(Set(file.securities.compactMap(\.isin)) == ["US0378331005", "CA7000000009"])
    }

    @Test("orders count, and executions of securities without orders")
    func levels() throws {
        let order = "Trades,Data,Order,Stocks,USD,AAA,\"2025-01-06, 10:30:00\",3,10,10,-30,-1,31,0,0,O\n"
        let part = "Trades,Data,Trade,Stocks,USD,AAA,\"2025-01-06, 10:30:00\",1,10,10,-10,-0.5,10.5,0,0,O\n"
        let orders = try read(Self.start + Self.trades + order, as: "x.csv")
        #expect(orders.summaries == ["2025-01-06T10:30:00Z BUY AAA 3 at 10 USD fees 1"])
        let both = try read(Self.start + Self.trades + order + part, as: "x.csv")
        #expect(both.summaries == orders.summaries)
        let other = try read(
            Self.start + Self.trades + order + part.replacing("AAA", with: "BBB"), as: "x.csv")
        #expect(
            other.summaries == orders.summaries + ["2025-01-06T10:30:00Z BUY BBB 1 at 10 USD fees 0.5"])
    }

    @Test("a merger gives up one security for another, and unknown actions are left out and named")
    func actions() throws {
        let merger = "SSX(CA0000000001) Merged(Acquisition) WITH US0000000002 1 for 16"
        let file = try read(
            Self.start + Self.trades
                + "Trades,Data,Order,Stocks,USD,SSX,\"2025-01-06, 10:30:00\",1600,10,10,-16000,0,16000,0,0,O\n"
                + Self.actions
                + "Corporate Actions,Data,Stocks,USD,2025-10-27,\"2025-10-22, 20:25:00\",\"\(merger) (RGX, RGX GOLD INC, US0000000002)\",100,0,25840,0,\n"
                + "Corporate Actions,Data,Stocks,USD,2025-10-27,\"2025-10-22, 20:25:00\",\"\(merger) (SSX, SSX GOLD LTD, CA0000000001)\",\"-1,600\",0,-25920,0,\n"
                + "Corporate Actions,Data,Stocks,USD,2025-11-27,\"2025-11-22, 20:25:00\",\"RGX(US0000000002) Something else (RGX, RGX GOLD INC, US0000000002)\",5,0,0,0,\n",
            as: "x.csv")
        #expect(file.entries.map(\.action) == [.buy, .merger])
        #expect(file.entries.last?.quantity == 100 && file.entries.last?.price == 1600)
        #expect(file.omissions.count == 1)
    }

    @Test("options, and other sections with payments, are left out and named")
    func omissions() throws {
        let file = try read(
            Self.start + Self.trades
                + "Trades,Data,Order,Equity and Index Options,USD,SPY 230120C400000,\"2025-01-16, 16:00:00\",1,3.2,3.2,-320,-0.8,0,0,0,O\n"
                + "Trades,Data,Order,Stocks,USD,AAA,\"2025-01-06, 10:30:00\",3,10,10,-30,-1,31,0,0,O\n"
                + "Grant Activity,Header,Account,Symbol,Date,Description,Quantity,Price,Value\n"
                + "Grant Activity,Data,U7654321,IBKR,2025-01-30,Stock Award Grant,4,12,48\n"
                + "Transfers,Header,Asset Category,Currency,Symbol,Date,Type,Direction,Qty,Market Value,Cash Amount\n"
                + "Transfers,Data,Total,,,,,,,0,0\n", as: "x.csv")
        #expect(file.entries.count == 1)
        #expect(file.omissions.map(\.reason) == [.derivative])
        // Totals of a used section are none that is left out.
        #expect(file.notes?.contains { $0.contains("Transfers") } != true)
        #expect(file.notes?.contains { $0.contains("Grant Activity") } == true)
    }

    @Test("unknown columns with content in known sections are named, and others are not")
    func columns() throws {
        let file = try read(
            Self.start + Self.trades.replacing("Code\n", with: "Code,Levy,Empty\n")
                + "Trades,Data,Order,Stocks,USD,AAA,\"2025-01-06, 10:30:00\",3,10,10,-30,-1,31,0,0,O,0.5,\n"
                + "Trades,Data,Order,Stocks,USD,AAA,\"2025-01-07, 10:30:00\",3,10,10,-30,-1,31,0,0,O,0.5,\n"
                + "Dividends,Header,Currency,Date,Description,Amount,Gross\n"
                + "Dividends,Data,USD,2025-01-08,AAA(US0000000002) Cash Dividend,3,4\n", as: "x.csv")
        #expect(file.notes == ["Columns of x.csv that are not used: Levy in Trades, Gross in Dividends."])
        let year = try AccountFileReader().read(TestData.data("accounts/activity.csv"), name: "depot.csv")
        #expect(year.notes?.contains { $0.contains("Columns") } != true)
    }

    @Test("mistakes are named by the titles of the statement, and without columns of another table")
    func titles() throws {
        let row = "Trades,Data,Order,Stocks,USD,AAA,\"2025-01-06, 10:30:00\",3,ten,10,-30,one,31,0,0,O\n"
        let failure = try refusal(Self.start + Self.trades + row, as: "x.csv")
        #expect(failure.places == ["malformed_table 8:-", "malformed_table 8:-"])
        #expect(failure.all[0].message.contains("T. Price") && failure.all[1].message.contains("Comm/Fee"))
        let lacking = try refusal(
            Self.start + Self.trades.replacing("T. Price", with: "Price").replacing("Proceeds", with: "Value")
                + row.replacing("ten", with: "10").replacing("one", with: "1"), as: "x.csv")
        #expect(lacking.message.contains("no T. Price; export the activity statement"), "\(lacking.message)")
    }

    @Test("a reverse split under a new ISIN keeps the holding, whichever ISIN the trades have")
    func renamingSplit() throws {
        func action(_ symbol: String, _ isin: String, _ quantity: String) -> String {
            "Corporate Actions,Data,Stocks,USD,2025-02-03,\"2025-02-02, 20:25:00\","
                + "\"OLD(US0000000002) Split 1 for 10 (\(symbol), O INC, \(isin))\",\(quantity),0,0,0,\n"
        }
        for isin in ["US0000000002", "US0000000010"] {
            let file = try read(
                Self.start
                    + "Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID\n"
                    + "Financial Instrument Information,Data,Stocks,OLD,O INC,1,\(isin)\n" + Self.trades
                    + "Trades,Data,Order,Stocks,USD,OLD,\"2025-01-06, 10:30:00\",100,10,10,-1000,0,1000,0,0,O\n"
                    + "Trades,Data,Order,Stocks,USD,OLD,\"2025-03-06, 10:30:00\",-10,150,150,1500,0,-1000,500,0,C\n"
                    + Self.actions + action("OLD.OLD", "US0000000002", "-100") + action("OLD", "US0000000010", "10"),
                as: "x.csv")
            let journal = try Journal(merging: [file])
            #expect(journal.securities.count == 1)
            #expect(
                journal.texts == [
                    "2025-01-06 BUY OLD 100 10", "2025-02-02 SPLIT OLD 10 100", "2025-03-06 SELL OLD 10 150",
                ])
            #expect(try Ledger(journal).gains.map(\.gain) == [500])
        }
    }

    @Test("a security is the one at the end of the text, whatever its name has in parentheses")
    func names() throws {
        let file = try read(
            Self.start + Self.actions
                + "Corporate Actions,Data,Stocks,USD,2025-10-27,\"2025-10-22, 20:25:00\",\"OLDC(US0000000001) Spinoff 1 for 4 (NEWC, NEW CO (CLASS A), US36828A1016)\",5,0,10,0,\n",
            as: "x.csv")
        #expect(file.securities.map(\.symbol) == ["NEWC"])
    }

    @Test("commas stand between groups of three digits only", arguments: ["\"2,4\"", "\"1,0000\"", "\"10.000,00\""])
    func groups(_ number: String) throws {
        let row = "Trades,Data,Order,Stocks,USD,AAA,\"2025-01-06, 10:30:00\",\(number),10,10,-30,-1,31,0,0,O\n"
        #expect(try refusal(Self.start + Self.trades + row, as: "x.csv").code == .malformedTable)
    }

    @Test("a statement is recognised in quotes and in UTF-16, and with notes on sections that are not known")
    func spelling() throws {
        let text =
            Self.start + Self.trades
            + "Trades,Data,Order,Stocks,USD,AAA,\"2025-01-06, 10:30:00\",3,10,10,-30,-1,31,0,0,O\n"
            + "Zinsen,Header,Currency,Date,Description,Amount\nZinsen,Data,USD,2025-01-06,Zinsen,3\n"
        let quoted = text.replacing(
            "Statement,Header,Field Name,Field Value", with: "\"Statement\",\"Header\",\"Field Name\",\"Field Value\"")
        let utf16 = try #require(text.data(using: .utf16))
        for data in [Data(quoted.utf8), utf16] {
            let file = try AccountFileReader().read(data, name: "x.csv")
            #expect(file.entries.count == 1)
            #expect(file.notes?.contains { $0.contains("Zinsen") } == true)
        }
    }

    @Test("other reports, several accounts and damaged rows are refused")
    func refusals() throws {
        let report = Self.start.replacing("Activity Statement", with: "Realized Summary")
        #expect(try refusal(report + Self.trades, as: "x.csv").code == .unknownColumns)
        let row = "Deposits & Withdrawals,Data,USD,U1,2025-01-02,Transfer,10\n"
        let accounts =
            "Deposits & Withdrawals,Header,Currency,Account,Settle Date,Description,Amount\n" + row
            + row.replacing("U1", with: "U2")
        #expect(try refusal(Self.start + accounts, as: "x.csv").code == .malformedTable)
        #expect(try refusal(Self.start + "Trades,Data,Order,Stocks\n", as: "x.csv").places == ["malformed_table 7:-"])
        let twice = Self.start + Self.trades + Self.start.replacing("U7654321", with: "U1111111")
        #expect(try refusal(twice, as: "x.csv").code == .malformedTable)
        let damaged = "Trades,Data,Order,Stocks,USD,AAA,\"2025-13-06, 10:30:00\",x,10,10,-30,-1,31,0,0,O\n"
        let places = try refusal(Self.start + Self.trades + damaged, as: "x.csv").places
        #expect(places.count == 2 && places.allSatisfy { $0.contains(" 8:") }, "\(places)")
        let bare = damaged.replacing("USD", with: "")
        #expect(try refusal(Self.start + Self.trades + bare, as: "x.csv").places == ["malformed_table 8:-"])
        var limits = AccountFileLimits()
        limits.rows = 5
        #expect(try refusal(Self.start + Self.trades, as: "x.csv", limits: limits).code == .tooManyRows)
    }
}
