import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

@Suite("Our own tables") struct OwnTablesTests {
    private static let header = "date,action,symbol,quantity,price,fees,currency"

    private func trades(_ rows: String...) throws -> EntryFile {
        try read(([Self.header] + rows).joined(separator: "\n"), as: "depot.trades.csv")
    }

    @Test("each action becomes an entry with its line")
    func actions() throws {
        let file = try trades(
            "2025-01-02,DEPOSIT,,,10000,,EUR",
            "2025-01-03T09:30:00Z,BUY,sap,10,125.50,4.90,EUR",
            "2025-02-03,SELL,SAP,2.5,130,1,EUR",
            "2025-03-03,SPLIT,SAP,3,2,,EUR",
            "2025-03-04,DIVIDEND,SAP,11.25,2.2,3,EUR",
            "2025-03-05,REINVEST,SAP,0.1,120,,EUR",
            "2025-03-06,INTEREST,,,-0.25,,EUR",
            "2025-03-07,FEE,,2,1.5,,EUR",
            "2025-03-08,TAX,SAP,1,,,EUR",
            "2025-03-09,WITHDRAWAL,,500,,,EUR")
        #expect(
            file.summaries == [
                "2025-01-02 DEPOSIT at 10000 EUR",
                "2025-01-03T09:30:00Z BUY SAP 10 at 125.5 EUR fees 4.9",
                "2025-02-03 SELL SAP 2.5 at 130 EUR fees 1",
                "2025-03-03 SPLIT SAP 3 at 2 EUR",
                "2025-03-04 DIVIDEND SAP 11.25 at 2.2 EUR fees 3",
                "2025-03-05 REINVEST SAP 0.1 at 120 EUR",
                "2025-03-06 INTEREST for -0.25 EUR",
                "2025-03-07 FEE 2 at 1.5 EUR",
                "2025-03-08 TAX SAP 1 EUR",
                "2025-03-09 WITHDRAWAL 500 EUR",
            ])
        #expect(file.entries.map(\.line) == Array(2...11))
        #expect(
            file.entries.map(\.gross) == [
                10_000, 1_255, 325, 0, Amount(scaled: 2_475, places: 2), 12, Amount(scaled: -25, places: 2), 3, 1, 500,
            ])
        #expect(file.securities.map(\.symbol) == ["SAP"])
        #expect(file.format == "trades")
    }

    @Test("a split without fees needs no currency, and other rows do")
    func splitCurrency() throws {
        let file = try trades("2025-01-03,BUY,SAP,10,125,4,EUR", "2025-03-03,SPLIT,SAP,3,2,,")
        #expect(file.summaries.last == "2025-03-03 SPLIT SAP 3 at 2 EUR")
        let first = try trades("2025-03-03,SPLIT,SAP,3,2,,", "2025-04-03,BUY,SAP,10,125,4,EUR")
        #expect(try Journal(merging: [first]).currency == CurrencyCode("EUR"))
        let failure = try refusal(
            "\(Self.header)\n2025-03-03,SPLIT,SAP,3,2,1,\n2025-03-03,BUY,SAP,3,2,1,\n", as: "a.trades.csv")
        #expect(failure.places == ["malformed_table 2:7", "malformed_table 3:7"])
    }

    @Test("exchanges, short sales, mergers, spin-offs and transfers are rows as well")
    func moreActions() throws {
        let file = try read(
            """
            date,action,symbol,quantity,price,fees,currency,from
            2025-01-02,EXCHANGE,USD,1100,0.9,2,EUR,
            2025-01-03,SHORT,AAA,5,10,1,USD,
            2025-01-04,COVER,AAA,5,9,1,USD,
            2025-01-05,MERGER,NEW,5,10,,USD,OLD
            2025-01-06,SPIN_OFF,KID,2,,,USD,NEW
            2025-01-07,TRANSFER_IN,BBB,3,7,,USD,
            2025-01-08,TRANSFER_OUT,BBB,1,,,USD,
            2025-01-09,RETURN_OF_CAPITAL,BBB,,4,,USD,
            """, as: "x.trades.csv")
        #expect(
            file.summaries == [
                "2025-01-02 EXCHANGE 1100 for 990 EUR fees 2", "2025-01-03 SHORT AAA 5 at 10 USD fees 1",
                "2025-01-04 COVER AAA 5 at 9 USD fees 1", "2025-01-05 MERGER NEW 5 at 10 USD",
                "2025-01-06 SPIN_OFF KID 2 USD", "2025-01-07 TRANSFER_IN BBB 3 at 7 USD",
                "2025-01-08 TRANSFER_OUT BBB 1 USD", "2025-01-09 RETURN_OF_CAPITAL BBB at 4 USD",
            ])
        #expect(file.entries[0].received == .usd)
        #expect(file.entries[3].origin.map { file.securities[Int($0)].symbol } == "OLD")
        #expect(try file.writtenAndRead() == file)
        for row in [
            "2025-01-02,EXCHANGE,EUR,1100,0.9,2,EUR,", "2025-01-02,EXCHANGE,DOLLAR,1100,0.9,2,EUR,",
            "2025-01-02,EXCHANGE,USD,1100,,2,EUR,", "2025-01-05,MERGER,NEW,5,10,,USD,",
        ] {
            let text = "date,action,symbol,quantity,price,fees,currency,from\n\(row)\n"
            #expect(try refusal(text, as: "x.trades.csv").code == .malformedTable)
        }
    }

    @Test("optional columns are kept, in any order, and names describe securities")
    func optionalColumns() throws {
        let file = try read(
            """
            Notes;LOT;Order_Type;name;id;currency;fees;price;quantity;symbol;action;date
            "first; of three";a;limit;Apple Inc.;T1;usd;0;100;1;AAPL;buy;2025-01-02 15:59:59-05:00
            ;a=0.5;;;T2;USD;;90;0.5;AAPL;Sell;2025-01-03
            """, as: "x.trades.csv")
        #expect(
            file.summaries == [
                "2025-01-02T15:59:59-05:00 BUY AAPL 1 at 100 USD id T1",
                "2025-01-03 SELL AAPL 0.5 at 90 USD id T2",
            ])
        #expect(file.entries.map(\.orderType) == [.limit, .market])
        #expect(file.entries.map(\.lot) == ["a", "a=0.5"])
        #expect(file.entries.map(\.notes) == ["first; of three", nil])
        #expect(file.securities.map(\.name) == ["Apple Inc.", nil])
    }

    @Test("numbers are exact, whatever their digits")
    func exact() throws {
        let file = try trades("2025-01-02,BUY,X,0.00000001,12345678901234567.123456789,0.1,USD")
        #expect(file.entries[0].price == (try number("12345678901234567.123456789")))
        #expect(file.entries[0].fees == (try number("0.1")))
    }

    @Test("the tax of a dividend that is taken back came back, and the fees of a split are a fee")
    func fees() throws {
        let file = try trades(
            "2025-01-02,DIVIDEND,X,10,1,1.5,USD", "2025-01-03,DIVIDEND,X,10,-1,1.5,USD", "2025-01-04,SPLIT,X,2,1,3,USD")
        #expect(
            file.summaries == [
                "2025-01-02 DIVIDEND X 10 at 1 USD fees 1.5", "2025-01-03 DIVIDEND X for -10 USD fees -1.5",
                "2025-01-04 SPLIT X 2 at 1 USD", "2025-01-04 FEE X for 3 USD",
            ])
        #expect(file.cash == -3)
    }

    @Test("all mistakes are reported at once, by line and cell")
    func diagnostics() throws {
        let failure = try refusal(
            """
            \(Self.header)
            2025-02-30,BUY,X,1,1,,USD
            2025-01-02,BOUGHT,X,1,1,,USD
            2025-01-02,BUY,,1,1,,USD
            2025-01-02,BUY,X,-1,,,USD
            2025-01-02,SELL,X,one,1,-2,US
            2025-01-02,DEPOSIT,,,,,USD
            2025-01-02,DEPOSIT,,,-5,,USD
            2025-01-02,SPLIT,X,0,0,,USD
            2025-01-02,BUY,X,1,1,,
            2025-01-02,BUY,X,1,1
            2025-01-02,BUY,X,1,1,,USD,extra
            "2025-01-02"x,BUY,X,1,1,,USD
            9999-12-31,BUY,X,1,1,,USD
            2025-01-02,BUY,X,1234567890123456789012345678901234567890,1,,USD
            2025-01-02,BUY,X,1,1,,USD
            """, as: "depot.trades.csv")
        #expect(
            failure.places == [
                "date_unreadable 2:1", "unknown_action 3:2", "malformed_table 4:3", "malformed_table 5:4",
                "malformed_table 5:5", "malformed_table 6:4", "malformed_table 6:6", "malformed_table 6:7",
                "malformed_table 7:5", "malformed_table 8:5", "malformed_table 9:4", "malformed_table 9:5",
                "malformed_table 10:7", "malformed_table 11:-",
                "malformed_table 12:-", "malformed_table 13:-", "date_unreadable 14:1", "malformed_table 15:4",
            ])
        #expect(failure.code == .dateUnreadable)
    }

    @Test("all mistakes of a row are reported in the order of its cells, also if its action is unknown")
    func cells() throws {
        let failure = try refusal(
            """
            \(Self.header)
            2025-01-02,BUY,AAPL,x,"1,185.64",y,USD
            01/02/2025,BOUGHT,AAPL,x,"1,185.64",y,dollars
            2025-01-02,SPLIT,,x,y,1,
            2025-01-02,DEPOSIT,,x,y,z,
            """, as: "depot.trades.csv")
        #expect(
            failure.places == [
                "malformed_table 2:4", "malformed_table 2:5", "malformed_table 2:6",
                "date_unreadable 3:1", "unknown_action 3:2", "malformed_table 3:4", "malformed_table 3:5",
                "malformed_table 3:6", "malformed_table 3:7",
                "malformed_table 4:3", "malformed_table 4:4", "malformed_table 4:5", "malformed_table 4:7",
                "malformed_table 5:4", "malformed_table 5:5", "malformed_table 5:6", "malformed_table 5:7",
            ])
        #expect(failure.code == .malformedTable)
    }

    @Test(
        "the first row must name the columns",
        arguments: [
            ("date,action,symbol,quantity,price,fees\n", ["1:-"]),
            ("date,action,symbol,quantity,price,fees,currency,isin,date\n", ["1:8", "1:9"]),
            ("2025-01-02,x\n", ["1:1", "1:2", "1:-", "1:-", "1:-", "1:-", "1:-", "1:-", "1:-"]),
        ])
    func header(_ text: String, _ places: [String]) throws {
        #expect(try refusal(text, as: "depot.trades.csv").places == places.map { "unknown_columns \($0)" })
    }

    @Test("messages repeat nothing of a file")
    func privacy() throws {
        let secret = "s3cret"
        for text in [
            "\(Self.header),\(secret)\n", "\(secret)\n", "\(secret),\(secret)\n\(secret)\n",
            "\(Self.header)\n\(secret),\(secret),\(secret),\(secret),\(secret),\(secret),\(secret)\n",
            "\(Self.header)\n\(secret)\n\"\(secret)\"\(secret)\n",
        ] {
            let failure = try refusal(text, as: "depot.trades.csv")
            for each in failure.all { #expect(!each.description.contains(secret)) }
        }
    }

    @Test("rates and closes of one day that contradict each other are noted with their lines")
    func contradictions() throws {
        func notes(_ table: String, _ rows: String) throws -> [String] {
            try read(
                (table == "rates" ? "date,from,to,rate\n" : "date,symbol,close\n") + rows, as: "a.\(table).csv"
            ).notes ?? []
        }
        let opposite = try notes("rates", "2025-01-02,EUR,USD,1.03\n2025-01-03,EUR,USD,1.03\n2025-01-02,USD,EUR,0.90\n")
        #expect(opposite.count == 1 && opposite.first?.contains("both directions") == true)
        #expect(opposite.first?.contains("(lines 2, 4)") == true, "\(opposite)")
        #expect(try notes("rates", "2025-01-02,EUR,USD,1.03\n2025-01-02,USD,EUR,0.97\n").isEmpty)
        let repeated = try notes("rates", "2025-01-02,EUR,USD,1.03\n2025-01-02,EUR,USD,1.04\n")
        #expect(repeated.count == 1 && repeated.first?.contains("(lines 2-3)") == true)
        let closes = try notes("prices", "2025-01-31,A,236\n2025-01-31,B,7\n2025-01-31,A,23.6\n2025-01-31,B,7\n")
        #expect(closes.count == 1 && closes.first?.contains("(lines 2, 4)") == true, "\(closes)")
    }

    @Test("closes and rates are read with their currencies")
    func prices() throws {
        let prices = try read(
            "date,symbol,close,currency\n2025-01-02,sap,250.10,EUR\n2025-01-03,SAP,251,\n", as: "a.prices.csv")
        #expect(prices.prices.map(\.close) == [try number("250.1"), 251])
        #expect(prices.prices.map(\.currency) == [CurrencyCode("EUR"), nil])
        #expect(prices.prices.map(\.security) == [0, 0])
        let rates = try read("date,from,to,rate\n2025-01-02,USD,EUR,0.9712\n", as: "a.rates.csv")
        #expect(rates.rates.map(\.rate) == [try number("0.9712")])
        #expect(
            try refusal("date,from,to,rate\n2025-01-02,USD,,0\n2025-1-2,X,EUR,1\n", as: "a.rates.csv").places == [
                "malformed_table 2:3", "malformed_table 2:4", "date_unreadable 3:1", "malformed_table 3:2",
            ])
    }

    @Test("lots are shares held before the first trade")
    func lots() throws {
        let file = try read(
            "date,symbol,quantity,price,currency,fees,lot\n2019-05-06,SAP,12,99.5,EUR,7.5,old\n", as: "a.lots.csv")
        #expect(file.summaries == ["2019-05-06 OPENING SAP 12 at 99.5 EUR fees 7.5"])
        #expect(file.entries[0].lot == "old")
    }

    @Test("a table without rows is an account without entries, and a file without a header is empty")
    func empty() throws {
        #expect(try trades().entries.isEmpty)
        #expect(try refusal("", as: "a.trades.csv").code == .inputEmpty)
        #expect(try refusal("\n\n", as: "a.trades.csv").code == .inputEmpty)
    }

    @Test("rows beyond the limit are refused, and blank ones do not count")
    func limit() throws {
        var limits = AccountFileLimits()
        limits.rows = 3
        let rows = Array(repeating: "2025-01-02,FEE,,1,,,USD\n,,,,,,\n", count: 3).joined()
        #expect(try read("\(Self.header)\n\(rows)", as: "a.trades.csv", limits: limits).entries.count == 3)
        let failure = try refusal(
            "\(Self.header)\n\(rows)2025-01-02,FEE,,1,,,USD\n", as: "a.trades.csv", limits: limits)
        #expect(failure.places == ["too_many_rows 8:-"])
    }

    @Test("of many mistakes as many are listed as the limit allows, and the others counted")
    func manyMistakes() throws {
        var limits = AccountFileLimits()
        limits.diagnostics = 10
        let rows = String(repeating: "x\n", count: 1_000)
        let failure = try refusal("\(Self.header)\n\(rows)", as: "a.trades.csv", limits: limits)
        #expect(failure.details.count == 11)
        #expect(failure.details.last?.message == "There are 990 more errors.")
    }
}
