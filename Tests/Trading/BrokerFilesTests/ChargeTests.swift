import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

/// Fees and signs of tables that a column file describes, against sums by hand.
@Suite("Charges of described tables") struct ChargeTests {
    private func columns(_ settings: String = "") throws -> ColumnFile {
        try ColumnFile(
            Data(
                """
                currency: EUR
                \(settings)
                columns: {date: d, action: a, symbol: s, quantity: q, price: p, amount: t, fees: f}
                actions: {BUY: Buy, SELL: Sell, DIVIDEND: Div, INTEREST: Int, DEPOSIT: In, WITHDRAWAL: Out, FEE: Fee, TAX: Tax}
                """.utf8), name: "depot.columns.yaml")
    }

    private func rows(_ rows: String..., settings: String = "") throws -> EntryFile {
        try read(
            "d,a,s,q,p,t,f\n" + rows.map { "2024-01-02,\($0)\n" }.joined(), as: "depot.csv", columns: columns(settings))
    }

    @Test(
        "quantity times price is before fees, whatever the row is about",
        arguments: [
            ("Div,AAA,10,1,,1.50", "8.5"), ("Int,,10,1,,1.50", "8.5"), ("In,,10,1,,1.50", "8.5"),
            ("Out,,10,1,,1.50", "-11.5"), ("Fee,,10,1,,1.50", "-11.5"), ("Tax,,10,1,,1.50", "-11.5"),
            ("Buy,AAA,10,1,,1.50", "-11.5"), ("Sell,AAA,10,1,,1.50", "8.5"), ("Fee,,,,,1.50", "-1.5"),
        ])
    func products(_ row: String, _ cash: String) throws {
        #expect(try rows(row).cash == number(cash))
    }

    @Test(
        "an amount is the one after fees, unless the row shows that it is the one before",
        arguments: [
            ("Buy,AAA,10,100,1001.50,1.50", "-1001.5"), ("Buy,AAA,10,100,1000,1.50", "-1001.5"),
            ("Sell,AAA,10,100,998.50,1.50", "998.5"), ("Sell,AAA,10,100,1000,1.50", "998.5"),
            // Rounded prices: 72.69 × 4.4877 is 326.21.
            ("Buy,AAA,72.69,4.4877,326.22,1.00", "-327.22"), ("Buy,AAA,72.69,4.4877,327.22,1.00", "-327.22"),
            ("Div,AAA,10,1,10,1.50", "8.5"), ("Div,AAA,10,1,8.50,1.50", "8.5"), ("Buy,AAA,10,,1001.50,1.50", "-1001.5"),
            ("Fee,,,,5,5", "-5"), ("Fee,,,,0,5", "-5"),
        ])
    func amounts(_ row: String, _ cash: String) throws {
        #expect(try rows(row).cash == number(cash))
    }

    @Test("a tax that came back is no cost, by the figures of its row or of others")
    func refunds() throws {
        let sale = try rows("Sell,AAA,10,100,1012.64,-12.64")
        #expect(
            sale.summaries == [
                "2024-01-02 SELL AAA 10 at 100 for 1000 EUR", "2024-01-02 FEE AAA for -12.64 EUR",
            ])
        #expect(try sale.cash == number("1012.64"))
        // 1000 − 1.50 + 1000 + 12.64, and no amounts.
        #expect(
            try rows("Sell,AAA,10,100,,1.50", "Sell,AAA,10,100,,1.50", "Sell,AAA,10,100,,-12.64").cash
                == number("3009.64"))
        // A table that writes costs with a minus.
        #expect(try rows("Buy,AAA,10,100,-1001.50,-1.50", "Buy,AAA,1,100,,-2").cash == number("-1103.5"))
        #expect(try rows("Buy,AAA,1,100,,-1", "Buy,AAA,1,100,,-2", "Buy,AAA,1,100,,-3").cash == number("-306"))
    }

    @Test("a fee and a tax that came back on one row are each what they are")
    func mixed() throws {
        let columns = try ColumnFile(
            Data(
                """
                currency: EUR
                columns: {date: d, action: a, symbol: s, quantity: q, price: p, amount: t, fees: [f, x]}
                actions: {BUY: Buy, SELL: Sell}
                """.utf8), name: "depot.columns.yaml")
        let file = try read(
            "d,a,s,q,p,t,f,x\n2024-01-02,Buy,A,10,100,-1001.50,1.50,\n2024-01-03,Sell,A,5,110,561.14,1.50,-12.64\n",
            as: "depot.csv", columns: columns)
        #expect(
            file.summaries == [
                "2024-01-02 BUY A 10 at 100 for 1000 EUR fees 1.5", "2024-01-03 SELL A 5 at 110 for 550 EUR fees 1.5",
                "2024-01-03 FEE A for -12.64 EUR",
            ])
        // 550 less 1.50 less half of 1,001.50.
        let ledger = try Ledger(Journal(merging: [file]))
        #expect(try ledger.gains.map(\.gain) == [number("47.75")])
        #expect(try ledger.availableCash == number("-440.36"))
    }

    @Test("what no row shows must be said, and what is said counts")
    func settings() throws {
        let row = "Sell,AAA,10,100,,-12.64"
        let failure = #expect(throws: Failure.self) { try rows(row) }
        #expect(failure?.places == ["malformed_table 2:-"] && failure?.message.contains("costs: minus") == true)
        #expect(try rows(row, settings: "costs: plus").cash == number("1012.64"))
        #expect(try rows(row, settings: "costs: minus").cash == number("987.36"))
        #expect(try rows("Buy,AAA,10,,1000,1.50", settings: "amounts: before").cash == number("-1001.5"))
        // One row before fees, one after them, and one that shows neither.
        let mixed = #expect(throws: Failure.self) {
            try rows("Buy,AAA,10,100,1000,1.50", "Buy,AAA,10,100,1001.50,1.50", "Buy,AAA,10,,1000,1.50")
        }
        #expect(mixed?.places == ["malformed_table 4:-"] && mixed?.message.contains("amounts: before") == true)
    }

    @Test("the fees of a split and of added shares are a fee of their own, in the sign of the table")
    func splits() throws {
        let columns = try ColumnFile(
            Data(
                """
                currency: EUR
                columns: {date: d, action: a, symbol: s, quantity: q, price: p, amount: t, fees: f}
                actions: {BUY: Buy, SPLIT: Split, ADDED_SHARES: Spin}
                """.utf8), name: "depot.columns.yaml")
        func rows(_ rows: String...) throws -> EntryFile {
            try read(
                "d,a,s,q,p,t,f\n" + rows.map { "2024-01-02,\($0)\n" }.joined(), as: "depot.csv", columns: columns)
        }
        #expect(
            try rows("Split,AAA,2,1,,3").summaries == [
                "2024-01-02 SPLIT AAA 2 at 1 EUR", "2024-01-02 FEE AAA for 3 EUR",
            ])
        #expect(try rows("Spin,AAA,5,,0,3").cash == -3)
        #expect(try rows("Buy,AAA,10,100,-1001.50,-1.50", "Split,AAA,2,1,,-3").cash == number("-1004.5"))
        // What has no place in an entry is not lost without a word.
        for row in ["Spin,AAA,5,,-20,", "Split,AAA,2,1,7.50,"] {
            #expect(#expect(throws: Failure.self) { try rows(row) }?.places == ["malformed_table 2:6"])
        }
        #expect(#expect(throws: Failure.self) { try rows("Spin,AAA,-5,,,") }?.places == ["malformed_table 2:4"])
    }

    @Test("fees of one day in the columns of fees of two files are two")
    func feesAlone() throws {
        let journal = try Journal(merging: [rows("Fee,,,,,3"), rows("Fee,,,,,5")])
        #expect(try Ledger(journal).availableCash == -8)
    }

    @Test(
        "an amount of 0 beside a product that is not 0 is a mistake",
        arguments: ["Buy,AAA,1,100,0,0", "Sell,AAA,1,100,0,", "Div,AAA,10,1,0,1.5", "In,,10,1,0,"])
    func zero(_ row: String) throws {
        #expect(#expect(throws: Failure.self) { try rows(row) }?.places == ["malformed_table 2:6"])
    }

    @Test("an amount of 0 is one that is spent on charges, or smaller than a cent")
    func spent() throws {
        #expect(try rows("Div,AAA,10,1,0,10").cash == 0)
        #expect(try rows("Buy,AAA,0.001,1,0,").cash == 0)
    }

    @Test("the tax of a dividend that is taken back came back, in either sign")
    func taxTakenBack() throws {
        for fee in ["1.50", "-1.50"] {
            #expect(
                try rows("Div,AAA,10,1,,1.50", "Div,AAA,-10,1,,\(fee)").summaries.last
                    == "2024-01-02 DIVIDEND AAA for -10 EUR fees -1.5")
        }
    }

    @Test("a dividend that is taken back is a negative dividend, not a fee")
    func negativeDividends() throws {
        #expect(try rows("Div,AAA,,,-10,").summaries == ["2024-01-02 DIVIDEND AAA for -10 EUR"])
        #expect(try rows("Div,AAA,,,10,1.50", "Div,AAA,,,-10,-1.50").cash == 0)
    }

    @Test("so is one in the files of brokers, and the tax that was withheld from it comes back")
    func negativeDividendsOfBrokers() throws {
        let schwab = try read(
            "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n01/02/2024,Cash Dividend,AAA,A INC,,,,-$10.00\n",
            as: "depot.csv")
        #expect(schwab.summaries == ["2024-01-02 DIVIDEND AAA for -10 USD"])
        let ibkr = try read(
            "CurrencyPrimary,Symbol,Type,Amount,Date/Time\nUSD,AAA,Dividends,-10,20240102\n", as: "ib.csv")
        #expect(ibkr.summaries == ["2024-01-02 DIVIDEND AAA for -10 USD"])
        let trading212 = try read(
            """
            Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total (EUR),Withholding tax,Currency (Withholding tax)
            Dividend (Ordinary),2024-01-02 10:00:00,US0378331005,AAA,A,10,1,EUR,,8.50,1.50,EUR
            Dividend (Ordinary),2024-01-03 10:00:00,US0378331005,AAA,A,10,1,EUR,,-8.50,1.50,EUR
            """, as: "t.csv")
        #expect(trading212.entries.map(\.action) == [.dividend, .dividend])
        #expect(trading212.entries.map(\.amount) == [10, -10])
        #expect(try trading212.entries.map(\.fees) == [number("1.5"), number("-1.5")])
    }

    @Test("fees and taxes with the sign of what is received came back")
    func costs() throws {
        // Purchases have a minus here, and no sign there.
        #expect(try rows("Buy,AAA,1,100,-100,", "Tax,,,,-5,", "Tax,,,,2,").cash == -103)
        #expect(try rows("Buy,AAA,1,100,100,", "Tax,,,,5,", "Tax,,,,-2,").cash == -103)
        #expect(try rows("Fee,,,,-5,", "Tax,,,,-3,").cash == -8)
        #expect(try rows("Fee,,,,5,", "Tax,,,,3,").cash == -8)
        // Purchases have the sign of sales, and say nothing of what is paid.
        #expect(
            try rows("In,,,,5000,", "Buy,AAA,10,100,1000,", "Sell,AAA,5,100,500,", "Fee,,,,-5,", "Tax,,,,-7,").cash
                == 4488)
        // Purchases have a minus and all fees a plus: cash that came back, or fees without a sign.
        let open = ["Buy,AAA,10,100,-1000,", "Sell,AAA,5,100,500,", "Fee,,,,5,", "Tax,,,,7,"]
        func fees(_ settings: String) throws -> EntryFile {
            try rows(open[0], open[1], open[2], open[3], settings: settings)
        }
        let asked = #expect(throws: Failure.self) { try fees("") }
        #expect(asked?.places == ["malformed_table 4:-", "malformed_table 5:-"])
        #expect(asked?.message.contains("feeAmounts: minus") == true)
        #expect(try fees("feeAmounts: plus").cash == -512 && fees("feeAmounts: minus").cash == -488)
        let failure = #expect(throws: Failure.self) { try rows("Fee,,,,-5,", "Tax,,,,3,") }
        #expect(failure?.places == ["malformed_table 2:-", "malformed_table 3:-"])
    }
}
