import BrokerFiles
import Foundation
import Testing
import Trading

@Suite("Schwab") struct SchwabTests {
    @Test("trades have the price of the file and the amount that was paid")
    func trades() throws {
        let file = try sample("schwab-2023.csv", as: "depot.csv")
        #expect(file.format == "schwab")
        #expect(
            file.summaries == [
                "2022-03-01 DEPOSIT for 1000000 USD",
                "2023-10-09 BUY BAR 300 at 135.0075 for 40502.27 USD fees 1.34",
                "2023-10-24 SELL BAR 300 at 140.35 for 42105 USD fees 1.34",
                "2023-12-01 BUY FOO 500 at 90.1234 for 45061.7 USD",
                "2024-01-08 SELL FOO 500 at 100.0001 for 50000.08 USD fees 1.23",
                "2024-02-06 BUY QUX 1300 at 160.1275 for 208165.81 USD fees 1.12",
                "2024-02-26 SELL QUX 1300 at 170.3521 for 221457.79 USD fees 1.2",
            ])
        #expect(file.entries.map(\.line) == Array(2...8))
        #expect(file.omissions.isEmpty)
    }

    @Test("an export of every action is read, and the row of totals is none")
    func allActions() throws {
        let file = try sample("schwab-export.csv", as: "depot.csv")
        let counts = Dictionary(grouping: file.entries, by: \.action).mapValues(\.count)
        #expect(
            counts == [
                .buy: 41, .sell: 2, .dividend: 43, .interest: 5, .fee: 11, .tax: 1, .withdrawal: 2, .deposit: 1,
                .addedShares: 2, .transferOut: 1,
            ])
        #expect(file.omitted.isEmpty)
        // The sum of the column Amount.
        let cash = file.entries.reduce(Amount(0)) { sum, entry in
            let amount = entry.amount ?? 0
            return switch entry.action {
            case .sell: sum + amount - entry.fees
            case .dividend, .interest, .deposit: sum + amount
            case .buy: sum - amount - entry.fees
            case .fee, .tax, .withdrawal: sum - amount
            default: sum
            }
        }
        #expect(cash == (try number("400068.70")))
    }

    @Test("a row that took effect earlier has the earlier day, and a split the shares that it added")
    func split() throws {
        let file = try sample("schwab-export.csv", as: "depot.csv")
        let splits = file.entries.filter { $0.action == .addedShares }
        #expect(
            splits.map(file.summary) == ["2024-07-12 ADDED_SHARES AVGO 9 USD", "2023-08-28 ADDED_SHARES AMC 4 USD"])
    }

    @Test("options are left out and listed, whatever the order of the columns")
    func options() throws {
        let file = try sample("schwab-options.csv", as: "depot.csv")
        #expect(
            file.summaries == [
                "2024-06-21 SELL META 100 at 450 for 45000 USD", "2024-04-30 BUY META 100 at 400 for 40000 USD",
                "2024-04-29 DEPOSIT for 50000 USD",
            ])
        #expect(
            file.omitted == [
                "derivative META 06/21/2024 450.00 C 2", "derivative META 06/21/2024 450.00 C 4",
                "derivative META 05/17/2024 500.00 C 5", "derivative META 05/17/2024 500.00 C 6",
            ])
    }

    @Test("a title above the header is passed over, and cells behind the last column must be empty")
    func title() throws {
        let header = "\"Date\",\"Action\",\"Symbol\",\"Description\",\"Quantity\",\"Price\",\"Fees & Comm\",\"Amount\","
        let text = "\"Transactions  for account XXXX-1234 as of 09/27/2020\"\n\(header)\n"
        let row = "01/02/2020,Buy,A,A INC,\"1,000\",$2.50,,\"($2,500.00)\","
        #expect(try read("\(text)\(row)\n", as: "a.csv").summaries == ["2020-01-02 BUY A 1000 at 2.5 for 2500 USD"])
        #expect(try refusal("\(text)\(row)x\n", as: "a.csv").places == ["malformed_table 3:-"])
    }

    @Test("fees that came back, and those of payments and of splits, are booked")
    func fees() throws {
        let file = try read(
            """
            Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount,Levy
            10/09/2023,Buy,BAR,BAR,3,$10,-$1.00,-$29.00,
            10/10/2023,Buy,BAR,BAR,3,$10,-$1.00,-$31.00,
            10/11/2023,Stock Split,BAR,BAR,3,,$2,-$2.00,
            10/24/2023,Cash Dividend,BAR,BAR,,,$1.34,$8.50,$0.40
            10/25/2023,Cash Dividend,BAR,BAR,,,$1.74,-$8.50,
            10/26/2023,Wire Sent,,,,,$25.00,-$1025.00,
            """, as: "a.csv", columns: ColumnFile(Data("columns: {fees: Levy}".utf8), name: "a.columns.yaml"))
        #expect(
            file.summaries == [
                "2023-10-09 BUY BAR 3 at 10 for 30 USD", "2023-10-09 FEE BAR for -1 USD",
                "2023-10-10 BUY BAR 3 at 10 for 30 USD fees 1", "2023-10-11 ADDED_SHARES BAR 3 USD",
                "2023-10-11 FEE BAR for 2 USD", "2023-10-24 DIVIDEND BAR for 10.24 USD fees 1.74",
                "2023-10-25 DIVIDEND BAR for -10.24 USD fees -1.74", "2023-10-26 WITHDRAWAL for 1025 USD",
            ])
        let header = "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount\n"
        for row in ["Stock Split,BAR,BAR,3,,$2,-$7.00", "Buy,BAR,BAR,3,$10,,$0.00"] {
            #expect(try refusal("\(header)10/09/2023,\(row)\n", as: "a.csv").places == ["malformed_table 2:8"])
        }
    }

    @Test("mistakes are listed by line and cell, and nothing else is read")
    func diagnostics() throws {
        let failure = try refusal(
            """
            Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount
            02/30/2024,Buy,A,A INC,1,$1.00,,-$1.00
            01/02/2024,Guess,A,A INC,1,$1.00,,-$1.00
            01/02/2024,Buy,,A INC,,,,
            01/02/2024,Cash Dividend,A,A INC,,,,
            01/02/2024,Sell,A,A INC,"1,23",$1.00,,$1.00
            2024,Guess,A,A INC,a,b,c,d
            01/02/2024,Sell,,A INC,a,b,c,d
            """, as: "a.csv")
        #expect(
            failure.places == [
                "date_unreadable 2:1", "unknown_action 3:2", "malformed_table 4:3", "malformed_table 4:5",
                "malformed_table 4:6", "malformed_table 5:8", "malformed_table 6:5",
                "date_unreadable 7:1", "unknown_action 7:2", "malformed_table 7:5", "malformed_table 7:6",
                "malformed_table 7:7", "malformed_table 7:8",
                "malformed_table 8:3", "malformed_table 8:5", "malformed_table 8:6", "malformed_table 8:7",
                "malformed_table 8:8",
            ])
    }

    @Test("short sales, cash mergers, spin-offs and transfers of shares are booked")
    func reorganisations() throws {
        let file = try read(
            """
            Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount
            01/02/2024,Sell Short,AAA,A,10,$5.00,$1.00,$49.00
            01/03/2024,Buy to Cover,AAA,A,10,$4.00,,-$40.00
            01/04/2024,Cash Merger,TWTR,T,,,,$5420.00
            01/04/2024,Cash Merger Adj,TWTR,T,-100,,,
            01/05/2024,Spin-off,KID,K,3,,,
            01/06/2024,Security Transfer,BBB,B,4,,,
            01/07/2024,Journaled Shares,BBB,B,-4,,,
            01/08/2024,Return Of Capital,BBB,B,,,,$7.00
            01/09/2024,Cash Merger,LATE,L,,,,$1.00
            """, as: "x.csv")
        #expect(
            file.summaries.sorted() == [
                "2024-01-02 SHORT AAA 10 at 5 for 50 USD fees 1", "2024-01-03 COVER AAA 10 at 4 for 40 USD",
                "2024-01-04 SELL TWTR 100 for 5420 USD", "2024-01-05 SPIN_OFF KID 3 USD",
                "2024-01-06 TRANSFER_IN BBB 4 USD", "2024-01-07 TRANSFER_OUT BBB 4 USD",
                "2024-01-08 RETURN_OF_CAPITAL BBB for 7 USD",
            ])
        #expect(file.omitted == ["reorganisation LATE 10"])
    }
}
