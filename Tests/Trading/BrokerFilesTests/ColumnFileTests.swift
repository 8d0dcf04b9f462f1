import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

@Suite("Column files") struct ColumnFileTests {
    private func columns(_ text: String) throws -> ColumnFile {
        try ColumnFile(Data(text.utf8), name: "depot.columns.yaml")
    }

    @Test("a Swiss export: net amounts, times and words for actions")
    func swissquote() throws {
        let columns = try columns(
            """
            separator: ";"
            dates: dd-MM-yyyy HH:mm:ss
            timeZone: "+01:00"
            currency: CHF
            columns:
              date: Date
              id: "Order #"
              action: Transaction
              symbol: Symbol
              name: Name
              isin: ISIN
              quantity: Quantity
              price: Unit price
              fees: Costs
              amount: Net Amount
              currency: Currency
            actions:
              BUY: Buy
              SELL: Sell
              DIVIDEND: Dividend
              INTEREST: Interests
              FEE: [Custody Fees, Depotgebühren]
              WITHDRAWAL: Debit
              DEPOSIT: Zahlung
              omit: [Forex credit, Forex debit]
            """)
        let file = try sample("swissquote-export.csv", as: "depot.csv", columns: columns)
        #expect(file.format == "columns")
        #expect(file.entries.count == 19)
        #expect(
            file.summaries.prefix(2) == [
                "2022-08-24T07:00:15+01:00 WITHDRAWAL for 2002 CHF id 00000000",
                "2022-08-10T15:30:02+01:00 BUY ORFN 200 at 19.85 for 3970 USD fees 5.96 id 113947121",
            ])
        #expect(file.summaries[8] == "2022-07-06T07:01:03+01:00 WITHDRAWAL for 4002 CHF id 00000000")
        #expect(
            file.summaries.suffix(3) == [
                "2022-01-01T11:37:15+01:00 INTEREST for -0.01 CHF id 00000000",
                "2024-12-31T11:40:56+01:00 FEE for 40.54 CHF id 00000000",
                "2024-12-30T00:35:49+01:00 DEPOSIT for 1000 CHF id 00000000",
            ])
        #expect(file.omitted == ["other 3", "other 4", "other 10", "other 11"])
    }

    @Test("a German export: a decimal comma, and groups of thousands")
    func scalableCapital() throws {
        let columns = try columns(
            """
            decimal: ","
            columns: {date: date, action: type, isin: isin, name: description, quantity: shares, price: price,
                      amount: amount, fees: [fee, tax], currency: currency, id: reference}
            actions: {BUY: Savings plan, DIVIDEND: Distribution, TAX: Taxes, WITHDRAWAL: Withdrawal, DEPOSIT: Deposit}
            """)
        let file = try sample("scalablecapital-export.csv", as: "depot.csv", columns: columns)
        #expect(file.entries.count == 27)
        #expect(file.summaries[2] == "2025-09-08 WITHDRAWAL for 5743.51 EUR id 6ZIYZYKQGUNM997DUTGZDU")
        #expect(
            file.summaries[3]
                == "2025-08-01 BUY IE00B1W57M07 3.505 at 21.395 for 74.989475 EUR id SCALT68r1eJqD4Q")
        #expect(file.summaries[13] == "2024-01-19 TAX IE00B5BMR087 for 13.01 EUR id WWEK 21704483")
        #expect(file.summaries[23] == "2024-01-02 DIVIDEND IE0005042456 for 35.9 EUR fees 6.63 id WWEK 20270739")
    }

    @Test("a titled table without actions: the sign says what was bought and sold")
    func signs() throws {
        let columns = try columns(
            """
            titleRows: 2
            dates: d MMM yyyy
            currency: USD
            columns: {date: When, symbol: What, quantity: Number, price: Each}
            """)
        let file = try read(
            "My trades\nof this year\nWhen,What,Number,Each\n3 Jan 2024,abc,10,\"$1,000.50\"\n14 feb 2024,ABC,-4,1100\n",
            as: "depot.csv", columns: columns)
        #expect(
            file.summaries == ["2024-01-03 BUY ABC 10 at 1000.5 USD", "2024-02-14 SELL ABC 4 at 1100 USD"])
    }

    @Test("a word that is not listed, a group that is none and a missing column are refused")
    func refusals() throws {
        let columns = try columns(
            "{decimal: \",\", currency: EUR, columns: {date: d, action: a, symbol: s, quantity: q, price: p}, actions: {BUY: kauf}}"
        )
        let text = "d;a;s;q;p\n2024-01-02;Kauf;A;1;1.234,5\n2024-01-02;Verkauf;A;1;1\n2024-01-02;KAUF;A;1;1.5\n"
        let failure = try refusal(text, as: "a.csv", columns: columns)
        #expect(failure.places == ["unknown_action 3:2", "malformed_table 4:5"])
        #expect(try refusal("d;a;s;q\n", as: "a.csv", columns: columns).code == .unknownColumns)
    }

    @Test("all mistakes of a row are reported in the order of its cells, also if its word is not listed")
    func cells() throws {
        let columns = try columns(
            """
            columns: {date: d, action: a, symbol: s, quantity: q, price: p, amount: t, fees: f, currency: c}
            actions: {BUY: kauf, DEPOSIT: zahlung, skip: storno, omit: tausch}
            """)
        let failure = try refusal(
            """
            c,f,t,p,q,s,a,d
            euros,a,b,c,d,A,Kauf,2024
            euros,a,b,c,d,A,Leihe,2024
            EUR,,,,,,Kauf,2024-01-02
            ,a,,,,,Zahlung,2024-01-02
            EUR,a,b,c,d,A,Storno,2024
            EUR,a,b,c,d,A,Tausch,2024
            """, as: "a.csv", columns: columns)
        #expect(
            failure.places == [
                "malformed_table 2:1", "malformed_table 2:2", "malformed_table 2:3", "malformed_table 2:4",
                "malformed_table 2:5", "date_unreadable 2:8",
                "malformed_table 3:1", "malformed_table 3:2", "malformed_table 3:3", "malformed_table 3:4",
                "malformed_table 3:5", "unknown_action 3:7", "date_unreadable 3:8",
                "malformed_table 4:4", "malformed_table 4:5", "malformed_table 4:6",
                "malformed_table 5:1", "malformed_table 5:2", "malformed_table 5:3",
            ])
    }

    @Test("all mistakes of a column file are listed with their lines")
    func diagnostics() throws {
        let failure = #expect(throws: Failure.self) {
            try columns(
                """
                separator: "|"
                dates: MM.yyyy
                timeZone: CET
                columns:
                  day: Datum
                  price: Kurs
                actions:
                  BUY: [Kauf, Storno]
                  skip: storno
                  OPENING: Anfang
                """)
        }
        #expect(failure?.all.compactMap(\.line) == [1, 1, 2, 3, 5, 5, 5, 9, 10])
        #expect(failure?.code == .malformedTable)
    }

    @Test(
        "a mistake is not listed again as what is missing because of it",
        arguments: [
            "actions: {Buy: X}", "actions: 7", "columns: 7", "colunms: {date: d}", "columns: {fee: f}",
            "{action: {BUY: X}, columns: {date: d, action: a, symbol: s, quantity: q, price: p, currency: c}}",
            "{actions: {Buy: X}, columns: {date: d, action: a, symbol: s, quantity: q, price: p, currency: c}}",
            "{currency: euro, columns: {date: d, symbol: s, quantity: q, price: p}}",
            "{curency: EUR, columns: {date: d, symbol: s, quantity: q, price: p}}",
            "{currency: EUR, columns: {dates: d, symbol: s, quantity: q, price: p}}",
            "{decimal: \",\", currency: EUR, columns: {date: d, symbol: s, qantity: q, price: p}}",
        ])
    func consequences(_ text: String) throws {
        let failure = #expect(throws: Failure.self) { try columns(text) }
        #expect(failure?.all.count == 1, "\(failure?.all.map(\.message) ?? [])")
    }

    @Test("an unknown table is refused without a column file")
    func unknown() throws {
        let failure = try refusal("Datum;Art;Stück\n2024-01-02;Kauf;1\n", as: "depot.csv")
        #expect(failure.places == ["unknown_columns 1:-"])
        #expect(failure.message.contains("describe them in depot.columns.yaml"))
        let columns = try columns("{currency: EUR, columns: {date: d, symbol: s, quantity: q, price: p}}")
        let other = try refusal("d,s,q,Kurs\n2024-01-02,A,1,1\n", as: "depot.csv", columns: columns)
        #expect(other.message.contains("all that depot.columns.yaml names"))
    }

    @Test(
        "patterns of dates",
        arguments: [
            ("yyyy-MM-dd", "2024-02-29", "2024-02-29"), ("M/d/yyyy H:mm", "2/9/2024 7:05", "2024-02-09T07:05:00Z"),
            ("yyyyMMddTHHmmss", "20240209T070509", "2024-02-09T07:05:09Z"),
            ("dd MMM yyyy", "09 Feb 2024", "2024-02-09"),
            ("yyyy-MM-dd", "2024-02-30", nil), ("yyyy-MM-dd", "2024-02-01x", nil), ("d.M.yyyy", "1.13.2024", nil),
            ("yyyy-MM-dd HH:mm", "2024-02-01 24:00", nil), ("dd MMM yyyy", "09 Mai 2024", nil),
        ] as [(String, String, String?)])
    func patterns(_ pattern: String, _ text: String, _ expected: String?) throws {
        let columns = try columns(
            "{currency: EUR, dates: \"\(pattern)\", columns: {date: d, symbol: s, quantity: q, price: p}}")
        let table = "d,s,q,p\n\(text),A,1,1\n"
        guard let expected else {
            #expect(try refusal(table, as: "a.csv", columns: columns).code == .dateUnreadable)
            return
        }
        #expect(try read(table, as: "a.csv", columns: columns).entries[0].time.description == expected)
    }

    @Test("the two rows of an exchange, transfers and mergers can be described")
    func moreActions() throws {
        let columns = try ColumnFile(
            Data(
                """
                columns: {date: D, action: A, symbol: S, quantity: Q, amount: M, currency: C, from: F}
                actions:
                  EXCHANGE: fx
                  SHORT: short
                  COVER: cover
                  TRANSFER_IN: in
                  MERGER: merged
                  RETURN_OF_CAPITAL: capital
                """.utf8), name: "x.columns.yaml")
        let header = "D,A,S,Q,M,C,F\n"
        let file = try read(
            header + """
                2025-01-02,fx,,,-100,EUR,
                2025-01-02,fx,,,110,USD,
                2025-01-03,short,AAA,-2,20,USD,
                2025-01-04,cover,AAA,2,-18,USD,
                2025-01-05,in,BBB,4,,USD,
                2025-01-06,in,BBB,4,40,USD,
                2025-01-07,merged,NEW,5,,USD,BBB
                2025-01-08,capital,NEW,,6,USD,
                """, as: "x.csv", columns: columns)
        #expect(
            file.summaries == [
                "2025-01-02 EXCHANGE for 100 EUR", "2025-01-02 EXCHANGE for -110 USD",
                "2025-01-03 SHORT AAA 2 for 20 USD", "2025-01-04 COVER AAA 2 for 18 USD",
                "2025-01-05 TRANSFER_IN BBB 4 USD",
                "2025-01-06 TRANSFER_IN BBB 4 for 40 USD", "2025-01-07 MERGER NEW 5 USD",
                "2025-01-08 RETURN_OF_CAPITAL NEW for 6 USD",
            ])
        for rows in ["2025-01-02,fx,,,100,EUR,\n2025-01-02,fx,,,110,USD,", "2025-01-07,merged,NEW,5,,USD,"] {
            #expect(try refusal(header + rows, as: "x.csv", columns: columns).code == .malformedTable)
        }
    }
}
