import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

/// Rows that take earlier trades back, against positions and cash by hand.
@Suite("Trades that are taken back") struct CancellationTests {
    private func columns(_ settings: String = "") throws -> ColumnFile {
        try ColumnFile(
            Data(
                """
                currency: EUR
                \(settings)
                columns: {date: d, action: a, symbol: s, quantity: q, price: p, amount: t, fees: f}
                actions: {BUY: Kauf, SELL: Verkauf, DEPOSIT: Einzahlung}
                """.utf8), name: "depot.columns.yaml")
    }

    private func rows(_ rows: String..., settings: String = "") throws -> EntryFile {
        try read(
            "d,a,s,q,p,t,f\n" + rows.map { "2024-01-\($0)\n" }.joined(), as: "depot.csv", columns: columns(settings))
    }

    @Test(
        "a purchase of minus ten shares takes back one of ten, however the table writes amounts and fees",
        arguments: [
            ("100,1001.50,1.50", "100,-1001.50,-1.50"), ("100,1001.50,1.50", "100,1001.50,1.50"),
            ("100,-1001.50,-1.50", "100,1001.50,1.50"), ("100,1000,1.50", "100,-1000,-1.50"),
            ("100,,1.50", "100,,-1.50"),
            (",-1001.50,1.50", ",1001.50,1.50"), ("100,,", "100,,"),
        ])
    func negativeShares(_ bought: String, _ reversed: String) throws {
        let file = try rows("02,Kauf,AAA,10,\(bought)", "03,Kauf,AAA,-10,\(reversed)", "04,Einzahlung,,,,50,")
        #expect(file.summaries == ["2024-01-04 DEPOSIT for 50 EUR"] && file.omissions.isEmpty)
        #expect(file.passedOverPhrases == ["2 lines taking each other back (2-3)"])
    }

    @Test("an amount with the sign of what is received takes a purchase back, and the other way round")
    func amounts() throws {
        let file = try rows(
            "02,Kauf,AAA,10,100,-1000,", "02,Kauf,BBB,5,10,-50,", "03,Kauf,AAA,10,100,1000,", "04,Verkauf,BBB,2,12,24,",
            "04,Verkauf,BBB,1,12,12,", "05,Verkauf,BBB,2,12,-24,")
        #expect(
            file.summaries == ["2024-01-02 BUY BBB 5 at 10 for 50 EUR", "2024-01-04 SELL BBB 1 at 12 for 12 EUR"])
        #expect(file.passedOverPhrases == ["4 lines taking each other back (2, 4-5, 7)"])
    }

    @Test("sales are those of the usual sign, a plus as well as a minus")
    func sales() throws {
        for sign in ["", "-"] {
            let file = try rows(
                "02,Kauf,AAA,10,100,,", "03,Verkauf,AAA,\(sign)4,100,,", "04,Verkauf,AAA,\(sign)1,100,,")
            #expect(file.entries.map(\.quantity) == [10, 4, 1] && file.omissions.isEmpty)
        }
    }

    @Test("without its trade it is left out and named, and charges that stayed are a fee")
    func remains() throws {
        let unknown = try rows("02,Kauf,AAA,10,100,,", "03,Kauf,AAA,-9,100,,")
        #expect(unknown.entries.count == 1 && unknown.omitted == ["other AAA 3"])
        // 1,001.50 was paid and 998.50 came back.
        let kept = try rows("02,Kauf,AAA,10,100,-1001.50,1.50", "03,Kauf,AAA,-10,100,998.50,1.50")
        #expect(kept.summaries == ["2024-01-02 FEE AAA for 3 EUR"])
    }

    @Test("Schwab: the sign of the amount and that of the shares")
    func schwab() throws {
        let header = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n"
        let bought = "10/09/2023,Buy,BAR,BAR,3,$10,$1,-$31.00\n"
        for reversed in ["-3,$10,$1,$31.00", "3,$10,$1,$31.00", "-3,$10,-$1,$31.00"] {
            let file = try read("\(header)\(bought)10/10/2023,Buy,BAR,BAR,\(reversed)\n", as: "depot.csv")
            #expect(file.entries.isEmpty && file.omissions.isEmpty)
            #expect(file.passedOverPhrases == ["2 lines taking each other back (2-3)"])
        }
        let sale = try read("\(header)\(bought)10/10/2023,Sell,BAR,BAR,3,$12,$1,-$35.00\n", as: "depot.csv")
        #expect(sale.entries.map(\.action) == [.buy] && sale.omitted == ["other BAR 3"])
    }

    private let flex = "CurrencyPrimary,Buy/Sell,DateTime,Symbol,Quantity,TradePrice,IBCommission,TradeID\n"

    @Test("Interactive Brokers: the value, the currency and the identifier say which trade is taken back")
    func interactiveBrokers() throws {
        let valued = try read(
            """
            CurrencyPrimary,Buy/Sell,DateTime,Symbol,Quantity,TradeMoney,IBCommission
            USD,BUY,20230201;100000,AAA,10,1000,-1
            USD,BUY,20230201;110000,AAA,10,1200,-1
            EUR,BUY,20230201;120000,AAA,10,1000,-1
            USD,BUY (Ca.),20230201;100000,AAA,-10,-1000,1
            """, as: "ib.csv")
        #expect(valued.entries.map(\.amount) == [1200, 1000])
        #expect(valued.passedOverPhrases == ["2 lines taking each other back (2, 5)"])
        for (id, time) in [("T1", "20230402"), ("", "20230201;100000")] {
            let named = try read(
                """
                \(flex)USD,BUY,20230201;100000,AAA,10,100,-1,T1
                USD,BUY,20230301;110000,AAA,10,100,-7,T2
                USD,BUY (Ca.),\(time),AAA,-10,100,1,\(id)
                """, as: "ib.csv")
            #expect(named.entries.map(\.id) == ["T2"] && named.cash == -1007)
        }
    }

    @Test("Interactive Brokers: shares with the wrong sign, and their commission in another currency")
    func flexSigns() throws {
        let file = try read(
            """
            CurrencyPrimary,Buy/Sell,DateTime,Symbol,Quantity,TradePrice,IBCommission,IBCommissionCurrency
            USD,BUY,20230201,AAA,10,100,-1,EUR
            USD,SELL,20230202,AAA,-4,100,0.5,USD
            USD,SELL,20230203,AAA,-4,101,-1,USD
            USD,BUY,20230204,AAA,-10,100,1,EUR
            USD,SELL,20230204,AAA,4,100,-0.5,USD
            """, as: "ib.csv")
        #expect(file.summaries == ["2023-02-03 SELL AAA 4 at 101 USD fees 1"] && file.omissions.isEmpty)
    }

    @Test("many equal trades and as many cancellations take no longer than their number")
    func many() throws {
        let count = 5_000
        let rows = String(repeating: "USD,BUY,20230201,AAA,10,100,-1,\n", count: count)
        let file = try read(flex + rows + rows.replacingOccurrences(of: "10,100,-1", with: "-10,100,1"), as: "ib.csv")
        #expect(file.entries.isEmpty && file.passedOver.count == 2 * count)
    }
}
