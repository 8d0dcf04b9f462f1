import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

@Suite("Interactive Brokers") struct IBKRTests {
    @Test("trades are read, and exchanges that do not name both currencies left out")
    func trades() throws {
        let file = try sample("ibkr-trades.csv", as: "ib.csv")
        #expect(file.format == "ibkr")
        #expect(
            file.summaries == [
                "2023-05-22 BUY CH0111762537 7 at 282.7 CHF fees 5",
                "2023-05-22 BUY US9220427424 95 at 93.78 USD fees 1",
                "2023-06-09 BUY US9220427424 105 at 95.42 USD fees 1",
                "2023-06-09 BUY US9220427424 11 at 95.46 USD fees 1",
                "2023-08-03 BUY US9220427424 1 at 97.84 USD fees 0.979",
                "2023-12-28 BUY US9220427424 2 at 103.18 USD fees 1",
                "2024-01-26 BUY US9220427424 97 at 103.61 USD fees 1",
                "2024-01-29 BUY US9220427424 12 at 103.66 USD fees 1",
            ])
        #expect(file.omitted == ["exchange 10", "exchange 11", "exchange 12"])
    }

    @Test("rows of a second account are refused, with the line on which they begin")
    func severalAccounts() throws {
        let header = "ClientAccountID,CurrencyPrimary,Type,Amount,Date/Time\n"
        let row = "U1,USD,Dividends,2.40,20240215\n"
        let failure = try refusal(
            header + row + row.replacing("U1", with: "U2") + row.replacing("U1", with: "U3"), as: "ib.csv")
        #expect(failure.places == ["malformed_table 3:1"] && failure.message.contains("export each account alone"))
        #expect(try read(header + row + row, as: "ib.csv").entries.count == 2)
    }

    @Test("dividends and the tax withheld from them are entries of their own")
    func cash() throws {
        let file = try sample("ibkr-cash.csv", as: "ib.csv")
        #expect(file.entries.count == 11)
        #expect(
            file.summaries.prefix(2) == [
                "2023-06-23 DIVIDEND US9220427424 for 137.23 USD", "2023-09-13 TAX CH0111762537 for 14.68 CHF",
            ])
        #expect(file.entries[9].currency == CurrencyCode("JPY"))
    }

    @Test("a full query: levels, options, short sales, commissions in another currency, rebates and rates")
    func fullQuery() throws {
        let file = try read(
            """
            "MSG","Realized P/L is not ready"
            "ClientAccountID","CurrencyPrimary","FXRateToBase","AssetClass","Symbol","ISIN","DateTime","Buy/Sell","Quantity","TradePrice","IBCommission","IBCommissionCurrency","Taxes","Open/CloseIndicator","OrderType","LevelOfDetail","TradeID"
            "U1234567","USD","0.91","STK","AAPL","US0378331005","20240105;093001","BUY","10","185.5","-1.00","EUR","0","O","LMT","EXECUTION","7"
            "U1234567","USD","0.91","STK","AAPL","US0378331005","20240105;093001","BUY","10","185.5","-1.00","EUR","0","O","LMT","ORDER",""
            "U1234567","USD","0.92","STK","AAPL","US0378331005","2024-01-08, 10:00:00","SELL","-4","186","0.25","USD","0","C","MKT","EXECUTION","8"
            "U1234567","USD","0.92","STK","TSLA","US88160R1014","20240108","SELL","-4","240","-1","USD","0","O","MKT","EXECUTION","9"
            "U1234567","USD","0.92","OPT","AAPL  240119C00190000","","20240108","BUY","1","2.5","-1","USD","0","O","MKT","EXECUTION","10"
            "ClientAccountID","CurrencyPrimary","Type","Amount","Date/Time","Symbol","TransactionID"
            "U1234567","USD","Dividends","2.40","20240215","AAPL","11"
            "U1234567","EUR","Deposits/Withdrawals","-100","20240216","","12"
            """, as: "ib.csv")
        #expect(
            file.summaries == [
                "2024-01-05T09:30:01Z BUY AAPL 10 at 185.5 USD id 7", "2024-01-05T09:30:01Z FEE AAPL for 1 EUR id 7",
                "2024-01-08T10:00:00Z SELL AAPL 4 at 186 USD id 8", "2024-01-08T10:00:00Z FEE AAPL for -0.25 USD id 8",
                "2024-01-08 SHORT TSLA 4 at 240 USD fees 1 id 9",
                "2024-02-15 DIVIDEND AAPL for 2.4 USD id 11", "2024-02-16 WITHDRAWAL for 100 EUR id 12",
            ])
        #expect(
            file.entries.map(\.rate)
                == (try ["0.91", nil, "0.92", "0.92", "0.92", nil, nil].map { try $0.map(number) }))
        #expect(file.entries[0].orderType == .limit)
        #expect(file.omitted == ["derivative AAPL  240119C00190000 7"])
        #expect(file.accountNumberEnding == "4567")
    }

    @Test("an exchange pays one currency and receives the other, with its commission; the base has the rate 1")
    func exchanges() throws {
        let file = try read(
            """
            ClientAccountID,CurrencyPrimary,FXRateToBase,AssetClass,Symbol,DateTime,Buy/Sell,Quantity,TradePrice,IBCommission,IBCommissionCurrency,Open/CloseIndicator,TradeID
            U1,USD,0.9,CASH,EUR.USD,20240105,SELL,-1000,1.1,-2,EUR,,1
            U1,USD,0.9,CASH,EUR.USD,20240106,BUY,100,1.12,-1.5,USD,,2
            U1,EUR,1,STK,SAP,20240107,BUY,2,100,-1,EUR,O,3
            U1,USD,0.9,STK,T,20240108,SELL,-5,20,-1,USD,C;O,4
            U1,USD,0.9,STK,T,20240109,BUY,5,19,-1,USD,C,5
            """, as: "ib.csv")
        #expect(
            file.summaries == [
                "2024-01-05 EXCHANGE 1100 for 1000 EUR id 1", "2024-01-05 FEE for 2 EUR id 1",
                "2024-01-06 EXCHANGE 100 for 112 USD id 2", "2024-01-06 FEE for 1.5 USD id 2",
                "2024-01-07 BUY SAP 2 at 100 EUR fees 1 id 3", "2024-01-08 SHORT T 5 at 20 USD fees 1 id 4",
                "2024-01-09 COVER T 5 at 19 USD fees 1 id 5",
            ])
        #expect(file.entries.map { $0.received?.description } == ["USD", nil, "EUR", nil, nil, nil, nil])
        #expect(file.entries.allSatisfy { $0.keepsCurrency })
        #expect(file.currency == CurrencyCode("EUR"))
        #expect(file.notes == nil)
    }

    @Test("rates to a currency that no row shows are noted")
    func unknownBase() throws {
        let file = try read(
            "CurrencyPrimary,FXRateToBase,Buy/Sell,TradeDate,Symbol,Quantity,TradePrice\nUSD,0.9,BUY,20240105,AAPL,1,2",
            as: "ib.csv")
        #expect(file.currency == nil)
        #expect(file.notes?.count == 1)
    }

    @Test("a CUSIP without its leading zero is none")
    func cusip() throws {
        let file = try read(
            """
            CurrencyPrimary,Buy/Sell,TradeDate,Symbol,CUSIP,Quantity,TradePrice
            USD,BUY,20240105,AAPL,37833100,1,2
            USD,BUY,20240105,AAPL,037833100,1,2
            """, as: "ib.csv")
        #expect(file.securities.map(\.cusip) == [nil, "037833100"])
    }

    @Test("a table of another section is refused, and so are totals without executions")
    func otherSections() throws {
        let header =
            "\"CurrencyPrimary\",\"Buy/Sell\",\"TradeDate\",\"ISIN\",\"Quantity\",\"TradePrice\",\"LevelOfDetail\"\n"
        let row = "\"USD\",\"BUY\",\"20240105\",\"US0378331005\",\"1\",\"2\",\"EXECUTION\"\n"
        #expect(try read(header + row, as: "ib.csv").entries.count == 1)
        let section = "\"ClientAccountID\",\"CurrencyPrimary\",\"StartingCash\"\n\"U1\",\"USD\",\"1\"\n"
        #expect(try refusal(header + row + section, as: "ib.csv").places == ["unknown_columns 3:-"])
        let total = row.replacingOccurrences(of: "EXECUTION", with: "ORDER")
        #expect(try refusal(header + total, as: "ib.csv").places == ["malformed_table -:-"])
    }

    @Test(
        "dates must be in one of the two unambiguous forms",
        arguments: ["05/01/2024", "05-JAN-24", "20240105;25:00:00"])
    func dates(_ date: String) throws {
        let text = "CurrencyPrimary,Buy/Sell,TradeDate,ISIN,Quantity,TradePrice\nUSD,BUY,\(date),US0378331005,1,2\n"
        #expect(try refusal(text, as: "ib.csv").places == ["date_unreadable 2:3"])
    }

    @Test("all mistakes of a row are reported in the order of its cells, also if its action is unknown")
    func diagnostics() throws {
        let failure = try refusal(
            """
            ClientAccountID,CurrencyPrimary,Buy/Sell,TradeDate,Symbol,Quantity,TradePrice,IBCommission,Taxes,FXRateToBase
            U1,dollars,BUY,2024,A,a,b,c,d,e
            U1,,LEND,20240105,A,a,b,c,d,e
            ClientAccountID,Amount,Type,Date/Time,CurrencyPrimary
            U1,a,Guess,2024,dollars
            """, as: "ib.csv")
        #expect(
            failure.places == [
                "malformed_table 2:2", "date_unreadable 2:4", "malformed_table 2:6", "malformed_table 2:7",
                "malformed_table 2:8", "malformed_table 2:9", "malformed_table 2:10",
                "malformed_table 3:2", "unknown_action 3:3", "malformed_table 3:6", "malformed_table 3:7",
                "malformed_table 3:8", "malformed_table 3:9", "malformed_table 3:10",
                "malformed_table 5:2", "unknown_action 5:3", "date_unreadable 5:4", "malformed_table 5:5",
            ])
    }
}
