import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

/// Lines and columns that readers pass over, each of which is counted and named.
@Suite("What readers pass over") struct PassedOverTests {
    private let schwab = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount"
    private let buy = "01/02/2024,Buy,AAA,A INC,10,$100.00,$1.00,-$1001.00"

    private func columns(_ text: String) throws -> ColumnFile {
        try ColumnFile(Data(text.utf8), name: "depot.columns.yaml")
    }

    @Test("titles above a table and totals and sentences below it are passed over by line")
    func titlesAndTrailers() throws {
        let file = try read(
            """
            Transactions of an account
            as of,01/03/2024
            \(schwab)
            \(buy)
            Transactions Total,,,,,,,-$1001.00
            Past performance, as always, is no guide.
            """, as: "depot.csv")
        #expect(file.entries.count == 1)
        #expect(file.passedOverPhrases == ["2 lines above the table (1-2)", "2 lines below the table (5-6)"])
        // A table that a column file describes has them as well.
        let described = try read(
            "Depot 7\nd;s;q;p\n2024-01-02;A;1;2\nSumme;;;2\nAlle Angaben ohne Gewähr\n", as: "depot.csv",
            columns: columns("{separator: \";\", currency: EUR, columns: {date: d, symbol: s, quantity: q, price: p}}"))
        #expect(described.summaries == ["2024-01-02 BUY A 1 at 2 EUR"])
        #expect(described.passedOverPhrases == ["1 line above the table (1)", "2 lines below the table (4-5)"])
    }

    @Test("a line among the rows, one with a date, and one with an action are no trailers")
    func damagedRows() throws {
        #expect(
            try refusal("\(schwab)\n\(buy)\nTotal,,,,,,,1\n\(buy)\n", as: "depot.csv").places == [
                "malformed_table 3:-"
            ])
        #expect(
            try refusal("\(schwab)\n\(buy)\n01/03/2024,Buy,AA\n", as: "depot.csv").places == ["malformed_table 3:-"])
        #expect(
            try refusal("\(schwab)\n\(buy)\n,Cash Dividend,,,,,,$5\n", as: "depot.csv").places == [
                "date_unreadable 3:1"
            ])
    }

    @Test("lines whose word a column file skips are passed over by line, and bonds are left out as debt")
    func skippedAndDebt() throws {
        let described = try read(
            "d;a;s;q;p\n2024-01-02;Kauf;A;1;2\n2024-01-03;Storno;A;1;2\n", as: "depot.csv",
            columns: columns(
                """
                {separator: ";", currency: EUR, actions: {BUY: Kauf, skip: Storno},
                columns: {date: d, action: a, symbol: s, quantity: q, price: p}}
                """))
        #expect(described.summaries == ["2024-01-02 BUY A 1 at 2 EUR"])
        #expect(described.passedOverPhrases == ["1 line that the format of the table skips (3)"])
        let ibkr = try read(
            """
            CurrencyPrimary,AssetClass,Symbol,TradeDate,Buy/Sell,Quantity,TradePrice
            USD,STK,AAPL,20240105,BUY,10,100
            USD,BOND,T 4,20240105,BUY,1000,99
            USD,BILL,B 1,20240105,BUY,1000,98
            """, as: "ib.csv")
        #expect(ibkr.entries.count == 1 && ibkr.omitted == ["debt T 4 3", "debt B 1 4"])
    }

    @Test("columns with content that are not used are named")
    func columns() throws {
        let file = try read("\(schwab),Memo,,Empty\n\(buy),x,y,\n", as: "depot.csv")
        #expect(file.passedOver.columns == ["Memo", "column 10"])
        #expect(try read("\(schwab)\n\(buy)\n", as: "depot.csv").passedOver.isEmpty)
    }

    @Test("a table of trades without a price is no title of the next table")
    func tradesWithoutPrice() throws {
        let trades = "ClientAccountID,CurrencyPrimary,Symbol,Buy/Sell,DateTime,Quantity\nU1,USD,AAPL,BUY,20240105,10\n"
        let cash = "ClientAccountID,CurrencyPrimary,Type,Amount,Date/Time,Symbol\nU1,USD,Dividends,2.40,20240215,AAPL\n"
        let failure = try refusal(trades + cash, as: "ib.csv")
        #expect(failure.places == ["unknown_columns 1:-"] && failure.message.contains("TradePrice"))
        // The value of the trade serves as well.
        let valued =
            "ClientAccountID,CurrencyPrimary,Symbol,Buy/Sell,DateTime,Quantity,TradeMoney\nU1,USD,AAPL,BUY,20240105,10,1855\n"
        #expect(
            try read(valued + cash, as: "ib.csv").summaries == [
                "2024-01-05 BUY AAPL 10 for 1855 USD", "2024-02-15 DIVIDEND AAPL for 2.4 USD",
            ])
        // Any table that is not known, above one that is.
        #expect(
            try refusal("when,what,many,each\n2024-01-02,A,1,2\n\(schwab)\n\(buy)\n", as: "depot.csv").places
                == ["unknown_columns 1:-"])
    }

    @Test("orders beside executions, and a trade that is cancelled, are passed over")
    func repetitions() throws {
        let file = try read(
            """
            CurrencyPrimary,Symbol,TradeDate,Buy/Sell,Quantity,TradePrice,IBCommission,LevelOfDetail
            USD,AAPL,20240105,BUY,10,100,-1,ORDER
            USD,AAPL,20240105,BUY,10,100,-1,EXECUTION
            USD,AAPL,20240105,BUY,5,101,-1,EXECUTION
            USD,AAPL,20240105,BUY (Ca.),-10,100,1,EXECUTION
            """, as: "ib.csv")
        #expect(file.summaries == ["2024-01-05 BUY AAPL 5 at 101 USD fees 1"])
        #expect(
            file.passedOverPhrases == ["1 line repeating other lines (2)", "2 lines taking each other back (3, 5)"])
    }

    @Test("a summary of payments, and a tax in a currency without a rate, are passed over by line")
    func payments() throws {
        let cash = try read(
            """
            CurrencyPrimary,Type,Amount,Date/Time,LevelOfDetail
            USD,Dividends,2,20240215,DETAIL
            USD,Dividends,2,20240215,SUMMARY
            """, as: "ib.csv")
        #expect(cash.summaries == ["2024-02-15 DIVIDEND for 2 USD"])
        #expect(cash.passedOverPhrases == ["1 line repeating other lines (3)"])
        let taxed = try read(
            """
            Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total (EUR),Withholding tax,Currency (Withholding tax)
            Dividend (Ordinary),2024-02-15 10:00:00,US0378331005,AAPL,Apple,10,0.24,USD,,2.00,0.36,USD
            Dividend (Ordinary),2024-05-15 10:00:00,US0378331005,AAPL,Apple,10,0.24,USD,,2.00,0.36,EUR
            Dividend (Ordinary),2024-08-15 10:00:00,US0378331005,AAPL,Apple,10,0.24,USD,,2.00,0.00,USD
            """, as: "t.csv")
        #expect(try taxed.entries.map(\.amount) == [2, number("2.36"), 2])
        #expect(
            taxed.passedOverPhrases == [
                "1 line with tax in a currency without a rate, booked after tax (2)"
            ])
    }

    @Test("a word that is not known leaves out its line, by name, unless no word is known")
    func unknownWords() throws {
        let unknown = "01/03/2024,Promotional Award,AAA,,,,,$25.00"
        let file = try read("\(schwab)\n\(buy)\n\(unknown)\n", as: "depot.csv")
        #expect(file.entries.count == 1 && file.omitted == ["unknown AAA 3"])
        #expect(file.omissions[0].word == "Promotional Award")
        #expect(try refusal("\(schwab)\n\(unknown)\n", as: "depot.csv").places == ["unknown_action 2:2"])
        // In a file that is refused for something else, all mistakes are listed.
        let wrong = buy.replacingOccurrences(of: "$100.00", with: "x")
        #expect(
            try refusal("\(schwab)\n\(wrong)\n\(unknown)\n", as: "depot.csv").places == [
                "malformed_table 2:6", "unknown_action 3:2",
            ])
    }

    @Test("a word that is not known leaves out its line of a described table as well, unless no word is known")
    func unknownWordsOfColumnFile() throws {
        let settings = try columns(
            """
            currency: USD
            columns: {date: date, action: action, symbol: symbol, quantity: quantity, price: price}
            actions: {BUY: Kauf}
            """)
        let header = "date,action,symbol,quantity,price"
        let unknown = "2024-01-03,Bonus,AAA,1,0"
        let file = try read(
            "\(header)\n2024-01-02,Kauf,AAA,10,100\n\(unknown)\n", as: "depot.csv", columns: settings)
        #expect(file.entries.count == 1 && file.omitted == ["unknown AAA 3"])
        #expect(file.omissions[0].word == "Bonus")
        #expect(
            try refusal("\(header)\n\(unknown)\n", as: "depot.csv", columns: settings).places
                == ["unknown_action 2:2"])
    }

    @Test("a total with many figures and a header that is repeated are passed over by line")
    func totals() throws {
        let settings = try columns(
            """
            currency: USD
            columns: {date: date, action: action, symbol: symbol, quantity: quantity, price: price, amount: amount,
                      fees: fees}
            actions: {BUY: Buy, DEPOSIT: Deposit}
            """)
        let header = "date,action,symbol,quantity,price,amount,fees"
        let file = try read(
            """
            \(header)
            2024-01-01,Deposit,,,,5000,
            \(header.uppercased())
            2024-01-02,Buy,AAA,10,100,1000,1.50
            Total,,,10,100,6000,1.50
            ,Sum,AAA,10,100,6000,1.50
            """, as: "depot.csv", columns: settings)
        #expect(file.entries.count == 2)
        #expect(file.passedOverPhrases == ["1 line repeating other lines (3)", "2 lines below the table (5-6)"])
        // A damaged date is none.
        #expect(
            try refusal("\(header)\n2024-1x-02,Kauf,AAA,10,100,6000,1.50\n", as: "depot.csv", columns: settings).places
                == ["date_unreadable 2:1", "unknown_action 2:2"])
        let other = try read("\(schwab)\n\(buy)\nTotals,,All,all,10,$100.00,$1.00,-$1001.00\n", as: "depot.csv")
        #expect(other.passedOverPhrases == ["1 line below the table (3)"])
    }

    @Test("a section without an added column is read, and a column that no section has is missed")
    func additionsOfSections() throws {
        let trades = "CurrencyPrimary,Symbol,TradeDate,Buy/Sell,Quantity,TradePrice,IBCommission"
        let trade = "USD,AAA,20230201,BUY,10,5,-1"
        let cash = "CurrencyPrimary,Type,Date/Time,Amount"
        let deposit = "USD,Deposits/Withdrawals,20230101,1000"
        let fees = try columns("columns: {fees: Levy}")
        let notes = try columns("columns: {notes: Memo}")
        for text in [
            "\(trades),Levy\n\(trade),-0.5\n\(cash)\n\(deposit)\n",
            "\(cash)\n\(deposit)\n\(trades),Levy\n\(trade),-0.5\n",
        ] {
            #expect(try read(text, as: "ib.csv", columns: fees).cash == number("948.5"))
            #expect(try refusal(text, as: "ib.csv", columns: notes).places == ["unknown_columns -:-"])
        }
        let noted = try read("\(cash),Memo\n\(deposit),gift\n\(trades)\n\(trade)\n", as: "ib.csv", columns: notes)
        #expect(noted.entries.map(\.action) == [.deposit, .buy] && noted.entries[0].notes == "gift")
    }

    @Test("added fees are counted once, and are costs in either sign")
    func addedFees() throws {
        let trades = "CurrencyPrimary,Symbol,TradeDate,Buy/Sell,Quantity,TradePrice,IBCommission,Levy\n"
        func paid(_ levies: String..., settings: String = "columns: {fees: [Levy, levy, IBCommission]}") throws
            -> Amount
        {
            let rows = levies.map { "USD,AAA,20230201,BUY,10,100,-1,\($0)\n" }.joined()
            return try read(trades + rows, as: "ib.csv", columns: columns(settings)).cash
        }
        #expect(try paid("0.50") == number("-1001.5") && paid("-0.50") == number("-1001.5"))
        #expect(try paid("0.50", "0.50", "-0.50") == number("-3003.5"))
        #expect(try paid("-0.50", settings: "{costs: plus, columns: {fees: Levy}}") == number("-1000.5"))
        let schwabFees = try columns("columns: {fees: Fees & Comm}")
        #expect(try read("\(schwab)\n\(buy)\n", as: "depot.csv", columns: schwabFees).entries[0].fees == 1)
        let cash = "CurrencyPrimary,Type,Date/Time,Amount,Symbol,Levy\nUSD,Dividends,20230601,10,AAA,-1.5\n"
        #expect(
            try read(cash, as: "ib.csv", columns: columns("columns: {fees: Levy}")).summaries == [
                "2023-06-01 DIVIDEND AAA for 10 USD fees 1.5"
            ])
    }

    @Test("an added word makes a line a row, also where its date is damaged")
    func addedWords() throws {
        let text = """
            CurrencyPrimary,Buy/Sell,DateTime,Symbol,Quantity,TradePrice,IBCommission,A,B,C,D,E
            USD,BUY,20230201,AAA,10,100,-1,,,,,
            USD,VESTED,2023/02/05,AAA,5,90,,,,,,
            """
        #expect(
            try refusal(text, as: "ib.csv", columns: columns("actions: {BUY: Vested}")).places == [
                "date_unreadable 3:3"
            ])
        #expect(
            try refusal(text.replacingOccurrences(of: "VESTED", with: "BUY (Ca.)"), as: "ib.csv").places == [
                "date_unreadable 3:3"
            ])
        let cash = """
            CurrencyPrimary,Type,Date/Time,Amount,A,B,C,D,E,F
            USD,Dividends,20230601,10,,,,,,
            USD,Carbon Credits,2023/06/02,-3,,,,,,
            """
        #expect(
            try refusal(cash, as: "ib.csv", columns: columns("actions: {FEE: Carbon Credits}")).places == [
                "date_unreadable 3:3"
            ])
    }

    @Test("where the amount says what was bought and sold, each row needs one")
    func directions() throws {
        func refused(_ settings: String, _ rows: String) throws -> Failure {
            let columns = try columns(
                "{currency: USD, \(settings)columns: {date: d, symbol: s, quantity: q, price: p, amount: t}}")
            return try refusal("d,s,q,p,t\n2024-01-02,AAA,10,100,-1000\n\(rows)\n", as: "depot.csv", columns: columns)
        }
        #expect(
            try refused("direction: amount, ", "2024-01-03,AAA,5,100,\n2024-01-04,AAA,5,100,0").places.contains(
                "malformed_table 3:5"))
        let open = try refused("", "2024-01-03,AAA,5,110,550")
        #expect(open.places == ["malformed_table 3:-"] && open.message.contains("direction: amount"))
    }

    @Test("a column file without the columns of a table adds words and fees to a known one")
    func additions() throws {
        let words = try columns(
            """
            columns: {fees: Levy, notes: Memo}
            actions: {DEPOSIT: Promotional Award, skip: Journal Note, omit: Cash Merger Adj}
            """)
        let file = try read(
            """
            \(schwab),Levy,Memo
            01/02/2024,Buy,AAA,A INC,10,$100.00,$1.00,-$1003.00,$2.00,first
            01/03/2024,Promotional Award,,,,,,$25.00,,
            01/03/2024,Journal Note,,,,,,$0.00,,
            01/03/2024,Cash Merger Adj,AAA,,,,,$9.00,,
            """, as: "depot.csv", columns: words)
        #expect(file.format == "schwab")
        #expect(
            file.summaries == [
                "2024-01-02 BUY AAA 10 at 100 for 1000 USD fees 3", "2024-01-03 DEPOSIT for 25 USD",
            ])
        #expect(file.entries[0].notes == "first" && file.omitted == ["other AAA 5"])
        #expect(file.passedOverPhrases == ["1 line that the format of the table skips (4)"])
        #expect(try refusal("\(schwab)\n\(buy)\n", as: "depot.csv", columns: words).code == .unknownColumns)
        // What would mean nothing is refused.
        let failure = #expect(throws: Failure.self) { try columns("{decimal: \",\", actions: {BUY: Kauf}}") }
        #expect(failure?.message.contains("decimal") == true)
        let ibkr = try read(
            "CurrencyPrimary,Type,Amount,Date/Time\nUSD,Carbon Credits,-3,20240215\nUSD,Dividends,2,20240215\n",
            as: "ib.csv",
            columns: columns("{actions: {FEE: Carbon Credits}}"))
        #expect(ibkr.summaries == ["2024-02-15 FEE for 3 USD", "2024-02-15 DIVIDEND for 2 USD"])
    }

    @Test("two-digit years, zones, hyphens for nothing, two columns of actions and directions by sign")
    func describedDetails() throws {
        let file = try read(
            """
            When,Kind,Side,What,Number,Each,Total,Rate
            3/1/24 10:30 UTC,Trade,Buy,A,10,5,-50,0.5
            4/1/24 10:30 UTC,Swap,-,A,2,6,12,0.5
            5/1/24 10:30 UTC,Swap,-,A,1,6,-6,-
            """, as: "depot.csv",
            columns: columns(
                """
                currency: USD
                dates: d/M/yy HH:mm 'UTC'
                empty: "-"
                direction: amount
                rates: inverse
                columns: {date: When, action: [Kind, Side], symbol: What, quantity: Number, price: Each, amount: Total, rate: Rate}
                actions: {BUY: trade buy, TRADE: Swap}
                """))
        #expect(
            file.summaries == [
                "2024-01-03T10:30:00Z BUY A 10 at 5 for 50 USD", "2024-01-04T10:30:00Z SELL A 2 at 6 for 12 USD",
                "2024-01-05T10:30:00Z BUY A 1 at 6 for 6 USD",
            ])
        #expect(file.entries.map(\.rate) == [2, 2, nil])
    }
}
