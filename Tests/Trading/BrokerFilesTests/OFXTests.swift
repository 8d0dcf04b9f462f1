import BrokerFiles
import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

@Suite("OFX") struct OFXTests {
    @Test("a statement in SGML: trades, payments, positions, cash and names")
    func fidelity() throws {
        let file = try sample("fidelity.ofx", as: "depot.qfx")
        #expect(file.format == "ofx")
        #expect(file.currency == .usd)
        #expect(file.accountNumberEnding == "7890")
        #expect(file.coverage == Day("2012-07-10")!...Day("2012-09-08")!)
        #expect(
            file.summaries == [
                "2012-07-20 BUY INTC 100 at 25.635 for 2563.5 USD fees 7.95 id 0123456789020201120120720",
                "2012-07-27 BUY SDRL 128 at 39.3909 for 5042.04 USD fees 7.95 id 0123456789020901120120727",
                "2012-07-27 BUY HI 115 at 17.25 for 1983.75 USD fees 7.95 id 0123456789020901220120727",
                "2012-07-31 BUY CLCT 69 at 14.4699 for 998.42 USD fees 7.95 id 0123456789021301120120731",
                "2012-07-31 BUY XIN 386 at 2.5887 for 999.24 USD fees 7.95 id 0123456789021301620120731",
                "2012-08-20 BUY XIN 4.909 at 2.9474 for 14.47 USD id 0123456789023501220120820",
                "2012-08-31 BUY CLCT 1.573 at 14.257 for 22.43 USD id 0123456789024401120120831",
                "2012-09-01 BUY INTC 0.911 at 24.7055 for 22.5 USD id 0123456789024801120120901",
                "2012-07-31 DIVIDEND SPY for 5.53 USD id 0123456789021301520120731",
                "2012-08-20 DIVIDEND XIN for 15.44 USD id 0123456789023501320120820",
                "2012-08-31 DIVIDEND CLCT for 22.43 USD id 0123456789024401220120831",
                "2012-09-01 DIVIDEND INTC for 22.5 USD id 0123456789024801220120901",
                "2012-07-27 SELL SPY 8 at 137.16 for 1097.25 USD fees 7.95 id 0123456789020901320120727",
                "2012-08-01 SELL SPY 0.035 at 137.142857143 for 4.8 USD id 0123456789021401420120801",
                "2012-07-31 DEPOSIT for 0.24 USD id 0123456789021301320120731",
                "2012-08-20 WITHDRAWAL for 0.97 USD id 0123456789023501120120820",
                "2012-08-31 DEPOSIT for 0.16 USD id 0123456789024401420120831",
            ])
        // The statement is in one line.
        #expect(file.entries.map(\.line) == Array(repeating: 11, count: 17))
        #expect(file.positions.map(\.line) == Array(repeating: 11, count: 6))
        #expect(file.balances.map(\.line) == [11])
        #expect(
            file.positions.map {
                "\(file.securities[Int($0.security)].label) \($0.quantity) \($0.price ?? 0) \($0.day)"
            }
                == [
                    "SDRL 128 40.87 2012-09-08", "CLCT 70.573 14.32 2012-09-08", "HI 115 18.93 2012-09-08",
                    "INTC 100.911 24.19 2012-09-08", "RHT 50 59.15 2012-09-08", "XIN 390.909 2.82 2012-09-08",
                ])
        #expect(file.balances.map(\.amount) == [try number("18073.98")])
        #expect(file.securities.first { $0.symbol == "INTC" }?.cusip == "458140100")
    }

    @Test("a statement in XML, as the specification shows it")
    func specification() throws {
        let file = try sample("specification.ofx", as: "depot.ofx")
        #expect(
            file.summaries == [
                "2005-08-25 BUY ACME 100 at 50 for 5000 USD fees 25 id 23321",
                "2005-08-25 DEPOSIT for 1000 USD id 12345",
            ])
        #expect(file.positions.map(\.quantity) == [200])
        #expect(file.entries.map(\.line) == [38, 58])
        #expect(file.positions.map(\.line) == [72])
        #expect(file.omitted == ["derivative LUAXX 87"])
        #expect(file.balances == [CashBalance(currency: .usd, amount: 200, day: Day("2005-08-27")!, line: 103)])
        #expect(file.securities.first { $0.symbol == "HACK" }?.name == "Hackson Unlimited, Inc.")
    }

    @Test("a trade has the broker's own day, also where it is another in UTC")
    func brokersDay() throws {
        let file = try sample("investment_medium.ofx", as: "depot.ofx")
        #expect(file.currency == CurrencyCode("CAD"))
        #expect(file.entries.map { $0.time.description } == Array(repeating: "2009-12-15T20:20:00-04:00", count: 3))
        // The amounts are in the currency that the file names, with its rate.
        #expect(file.entries.map(\.currency) == [.usd, .usd, .usd])
        #expect(file.entries[0].rate == (try number("1.06")))
    }

    @Test(
        "public samples are read",
        arguments: [
            ("vanguard.ofx", 1, 2, 0), ("vanguard401k.ofx", 5, 1, 0), ("investment_401k.ofx", 3, 3, 0),
            ("tiaacref.ofx", 0, 6, 0), ("td_ameritrade.ofx", 0, 1, 1),
        ])
    func samples(_ name: String, _ entries: Int, _ positions: Int, _ omissions: Int) throws {
        let file = try sample(name, as: "depot.ofx")
        #expect(file.entries.count == entries)
        #expect(file.positions.count == positions)
        #expect(file.omissions.count == omissions)
        #expect(file.entries.allSatisfy { [.buy, .sell, .transferIn, .transferOut].contains($0.action) })
    }

    // MARK: Transactions

    static let security = "<SECID><UNIQUEID>037833100<UNIQUEIDTYPE>CUSIP</SECID>"

    func statement(_ transactions: String, header: String = "OFXHEADER:100\nENCODING:UTF-8\n\n") -> String {
        """
        \(header)<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20240102<LANGUAGE>ENG</SONRS>
        </SIGNONMSGSRSV1><INVSTMTMSGSRSV1><INVSTMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><INVSTMTRS>
        <DTASOF>20240131<CURDEF>EUR<INVACCTFROM><BROKERID>b<ACCTID>123456</INVACCTFROM>
        <INVTRANLIST><DTSTART>20240101<DTEND>20240131
        \(transactions)
        </INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1></OFX>

        """
    }

    func transaction(_ id: String, date: String = "20240103") -> String {
        "<INVTRAN><FITID>\(id)<DTTRADE>\(date)</INVTRAN>\(Self.security)"
    }

    func sold(_ id: String, units: String = "-1", type: String = "SELL") -> String {
        "<SELLSTOCK><INVSELL>\(transaction(id))<UNITS>\(units)<UNITPRICE>10<TOTAL>10<SUBACCTSEC>CASH<SUBACCTFUND>CASH"
            + "</INVSELL><SELLTYPE>\(type)</SELLSTOCK>"
    }

    func bank(_ type: String, _ amount: String, _ id: String) -> String {
        "<INVBANKTRAN><STMTTRN><TRNTYPE>\(type)<DTPOSTED>20240105<TRNAMT>\(amount)<FITID>\(id)<NAME>n</STMTTRN>"
            + "<SUBACCTFUND>CASH</INVBANKTRAN>"
    }

    @Test("each kind of transaction is read or left out, in the order of the file")
    func kinds() throws {
        let file = try read(
            statement(
                """
                <SPLIT>\(transaction("1"))<SUBACCTSEC>CASH<OLDUNITS>20<NEWUNITS>30<NUMERATOR>3<DENOMINATOR>2</SPLIT>
                <REINVEST>\(transaction("2"))<INCOMETYPE>DIV<TOTAL>-30.00<SUBACCTSEC>CASH<UNITS>0.25<UNITPRICE>119.50
                <COMMISSION>0.125</REINVEST>
                <INCOME>\(transaction("3"))<INCOMETYPE>DIV<TOTAL>25.50<SUBACCTSEC>CASH<SUBACCTFUND>CASH<WITHHOLDING>4.5</INCOME>
                <INCOME>\(transaction("4"))<INCOMETYPE>INTEREST<TOTAL>1<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INCOME>
                <INVEXPENSE>\(transaction("5"))<TOTAL>-2.50<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INVEXPENSE>
                <MARGININTEREST><INVTRAN><FITID>6<DTTRADE>20240104</INVTRAN><TOTAL>-7<SUBACCTFUND>CASH</MARGININTEREST>
                \(bank("INT", "0.50", "7"))\(bank("SRVCHG", "-3", "8"))\(bank("XFER", "-100", "9"))\(bank("DEP", "50", "10"))
                <JRNLFUND><INVTRAN><FITID>11<DTTRADE>20240104</INVTRAN><SUBACCTTO>CASH<SUBACCTFROM>MARGIN<TOTAL>5</JRNLFUND>
                \(sold("12", type: "SELLSHORT"))\(sold("13", units: "-1.50"))
                <TRANSFER>\(transaction("14"))<SUBACCTSEC>CASH<UNITS>5<TFERACTION>IN<POSTYPE>LONG</TRANSFER>
                <RETOFCAP>\(transaction("15"))<TOTAL>5<SUBACCTSEC>CASH<SUBACCTFUND>CASH</RETOFCAP>
                """), as: "a.ofx")
        #expect(
            file.summaries == [
                "2024-01-03 SPLIT 037833100 3 at 2 EUR id 1",
                "2024-01-03 REINVEST 037833100 0.25 at 119.5 for 29.875 EUR fees 0.125 id 2",
                "2024-01-03 DIVIDEND 037833100 for 30 EUR fees 4.5 id 3",
                "2024-01-03 INTEREST 037833100 for 1 EUR id 4", "2024-01-03 FEE 037833100 for 2.5 EUR id 5",
                "2024-01-04 INTEREST for -7 EUR id 6", "2024-01-05 INTEREST for 0.5 EUR id 7",
                "2024-01-05 FEE for 3 EUR id 8", "2024-01-05 WITHDRAWAL for 100 EUR id 9",
                "2024-01-05 DEPOSIT for 50 EUR id 10", "2024-01-03 SHORT 037833100 1 at 10 for 10 EUR id 12",
                "2024-01-03 SELL 037833100 1.5 at 10 for 10 EUR id 13",
                "2024-01-03 TRANSFER_IN 037833100 5 EUR id 14",
                "2024-01-03 RETURN_OF_CAPITAL 037833100 for 5 EUR id 15",
            ])
        #expect(file.omitted.isEmpty)
        #expect(file.entries.map(\.line) == [8, 9, 11, 12, 13, 14, 15, 15, 15, 15, 17, 17, 18, 19])
    }

    @Test("a line is that of the element, whatever comments, sections, kinds and identifiers come before it")
    func lines() throws {
        let text = statement(
            """
            <!-- <SELLSTOCK>
            </SELLSTOCK> -->
            \(bank("DEP", "1", "1").replacingOccurrences(of: "<NAME>n", with: "<NAME><![CDATA[<SELLSTOCK>\n]]>"))
            \(sold("1"))<INTU.X>
            <SELLSTOCK></SELLSTOCK></INTU.X>

            \(sold("1", units: "-2"))\(bank("DEP", "2", "1"))
            \(sold("2", type: "SELLSHORT"))
            """)
        let file = try read(text, as: "a.ofx")
        #expect(
            file.entries.map { "\($0.action.rawValue) \($0.line)" } == [
                "DEPOSIT 10", "SELL 12", "SELL 15", "DEPOSIT 15", "SHORT 16",
            ])
        let windows = try read(text.replacingOccurrences(of: "\n", with: "\r\n"), as: "a.ofx")
        #expect(windows.entries.map(\.line) == file.entries.map(\.line))
    }

    @Test("the entries of a file in one line are in the order of their days, also if it begins with the newest")
    func newestFirst() throws {
        let newest = sold("2", units: "-2").replacingOccurrences(of: "20240103", with: "20240104")
        let oneLine = try read(statement(newest + sold("1") + sold("0", units: "-3")), as: "a.ofx")
        #expect(oneLine.entries.map(\.id) == ["0", "1", "2"])
        // Where each has its line, the line says in what order they are.
        let lines = try read(statement([newest, sold("1"), sold("0")].joined(separator: "\n")), as: "a.ofx")
        #expect(lines.entries.map(\.id) == ["2", "1", "0"])
        #expect(lines.entries.map(\.line) == [8, 9, 10])
    }

    @Test("a correction replaces or removes an earlier transaction")
    func corrections() throws {
        let corrected = sold("2", units: "-3").replacingOccurrences(
            of: "<FITID>2", with: "<FITID>2<CORRECTFITID>1<CORRECTACTION>REPLACE")
        let removed = bank("DEP", "9", "4").replacingOccurrences(
            of: "<FITID>4", with: "<FITID>4<CORRECTFITID>3<CORRECTACTION>DELETE")
        let file = try read(statement(sold("1") + corrected + bank("DEP", "9", "3") + removed), as: "a.ofx")
        #expect(file.entries.map(\.quantity) == [3])
        let other = try read(statement(removed), as: "a.ofx")
        #expect(other.entries.isEmpty)
        #expect(other.omitted == ["other 8"])
    }

    /// The amounts of the deposits, what is left out and what is passed over when files are put together.
    private func merged(_ transactions: [String]) throws -> [String] {
        let files = try transactions.enumerated().map { try read(statement($1), as: "a.\($0).ofx") }
        let journal = try Journal(merging: files)
        return journal.entries.map { "\($0.amount ?? 0)" } + journal.omittedPlaces
            + journal.files.flatMap { file in file.passedOver.phrases.map { "\(file.name): \($0)" } }
    }

    private func correction(_ id: String, of earlier: String, _ action: String, _ amount: String = "500") -> String {
        bank("DEP", amount, id).replacingOccurrences(
            of: "<FITID>\(id)<", with: "<FITID>\(id)<CORRECTFITID>\(earlier)<CORRECTACTION>\(action)<")
    }

    @Test("a correction also takes back a transaction of another file, whichever comes first")
    func correctionsAcrossFiles() throws {
        let first = bank("DEP", "300", "77")
        let cancelled = "1 line taking each other back (8)"
        let replaced = correction("12", of: "77", "REPLACE")
        #expect(try merged([first, replaced]) == ["500", "a.0.ofx: \(cancelled)"])
        #expect(try merged([replaced, first]) == ["500", "a.1.ofx: \(cancelled)"])
        // Without the original there is nothing to take back.
        #expect(try merged([replaced]) == ["500"])
        // A later file has both.
        #expect(
            try merged([first, "\(first)\n\(replaced)"]) == [
                "500", "a.0.ofx: \(cancelled)", "a.1.ofx: \(cancelled)",
            ])
        // One after the other.
        #expect(try merged([first, replaced, correction("13", of: "12", "REPLACE", "600")]).first == "600")
        // The correction has the same identifier, in two files.
        let same = correction("77", of: "77", "REPLACE")
        #expect(try merged([first, same, same]) == ["500", "a.0.ofx: \(cancelled)"])
        let deleted = correction("12", of: "77", "DELETE")
        #expect(try merged([first, deleted]) == ["a.0.ofx: \(cancelled)", "a.1.ofx: \(cancelled)"])
        #expect(try merged([bank("DEP", "1", "5"), deleted]) == ["1", "other a.1.ofx:8"])
    }

    @Test(
        "two corrections of one transaction, and two transactions that correct each other, make an account incomplete")
    func contradictingCorrections() throws {
        let first = bank("DEP", "300", "77")
        let two = [first, correction("12", of: "77", "REPLACE"), correction("13", of: "77", "REPLACE", "600")]
        let lines = try merged([two.joined(separator: "\n")])
        #expect(
            lines.contains("500") && !lines.contains("600") && lines.contains { $0.hasPrefix("other ") }, "\(lines)")
        let cycle = [correction("12", of: "13", "REPLACE"), correction("13", of: "12", "REPLACE", "600")]
        #expect(try merged([cycle.joined(separator: "\n")]).contains { $0.hasPrefix("other ") })
        // A chain is none, in either order.
        let chain = [correction("13", of: "12", "REPLACE", "600"), correction("12", of: "77", "REPLACE"), first]
        for order in [chain, chain.reversed()] {
            let lines = try merged([order.joined(separator: "\n")])
            #expect(lines.first == "600" && !lines.contains { $0.hasPrefix("other ") }, "\(lines)")
        }
    }

    @Test("an unknown element is not said to be a matter for a column file")
    func unknownElement() throws {
        let unknown = "\(sold("1"))\n<BUYCOIN><INVTRAN><FITID>2</INVTRAN></BUYCOIN>"
        let journal = try Journal(merging: [try read(statement(unknown), as: "a.ofx")])
        #expect(journal.omissions.map(journal.reason) == ["The element is not known."])
    }

    @Test("a name in UTF-8 that was cut within a character keeps its others")
    func cutNames() throws {
        let text = statement(bank("DEP", "9", "1").replacingOccurrences(of: "<NAME>n", with: "<NAME>Köln Müller S@"))
        func notes(_ encoding: String.Encoding, _ last: UInt8) throws -> [String?] {
            let data = Data(try #require(text.data(using: encoding)).map { $0 == UInt8(ascii: "@") ? last : $0 })
            return try AccountFileReader().read(data, name: "a.ofx").entries.map(\.notes)
        }
        #expect(try notes(.utf8, 0xC3) == ["Köln Müller S\u{FFFD}"])
        #expect(try notes(.windowsCP1252, 0xFC) == ["Köln Müller Sü"])
    }

    @Test("OFX in UTF-16 is refused for what it is, with and without a mark")
    func utf16() throws {
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
            let data = try #require(statement(sold("1")).data(using: encoding))
            let failure = #expect(throws: Failure.self) { try AccountFileReader().read(data, name: "a.ofx") }
            #expect(failure?.message.contains("UTF-16") == true)
        }
    }

    @Test("what moves nothing, what is corrected, and what is about another account is passed over by line")
    func passedOver() throws {
        let bankStatement =
            "<BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><STMTTRN><TRNTYPE>DEP<DTPOSTED>20240105<TRNAMT>9"
            + "<FITID>9</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>"
        let journal =
            "<JRNLFUND><INVTRAN><FITID>2<DTTRADE>20240104</INVTRAN><SUBACCTTO>CASH<SUBACCTFROM>MARGIN<TOTAL>5</JRNLFUND>"
        let removed = bank("DEP", "9", "4").replacingOccurrences(
            of: "<FITID>4", with: "<FITID>4<CORRECTFITID>3<CORRECTACTION>DELETE")
        let text = statement([sold("1"), journal, bank("DEP", "9", "3"), removed].joined(separator: "\n"))
        let file = try read(
            text.replacingOccurrences(of: "<INVSTMTMSGSRSV1>", with: bankStatement + "<INVSTMTMSGSRSV1>"), as: "a.ofx")
        #expect(file.entries.map(\.id) == ["1"])
        #expect(
            file.passedOverPhrases == [
                "1 line about another account (5)", "1 line moving neither shares nor cash (9)",
                "2 lines taking each other back (10-11)",
            ])
        let unknown = try read(statement("\(sold("1"))\n<BUYCOIN><INVTRAN><FITID>2</INVTRAN></BUYCOIN>"), as: "a.ofx")
        #expect(unknown.omitted == ["unknown 9"] && unknown.omissions[0].word == "BUYCOIN")
    }

    @Test("charges that came back are no costs, and those with a minus are where the total says so")
    func charges() throws {
        func sale(_ commission: String, _ total: String) throws -> [String] {
            let text = sold("1").replacingOccurrences(
                of: "<TOTAL>10", with: "<COMMISSION>\(commission)<TOTAL>\(total)")
            return try read(statement(text), as: "a.ofx").summaries
        }
        #expect(try sale("2", "8") == ["2024-01-03 SELL 037833100 1 at 10 for 10 EUR fees 2 id 1"])
        #expect(try sale("-2", "8") == ["2024-01-03 SELL 037833100 1 at 10 for 10 EUR fees 2 id 1"])
        #expect(
            try sale("-2", "12") == [
                "2024-01-03 SELL 037833100 1 at 10 for 10 EUR id 1", "2024-01-03 FEE 037833100 for -2 EUR id 1",
            ])
    }

    @Test("a purchase of negative units takes one back, and charges that stayed are a fee")
    func reversals() throws {
        func bought(_ id: String, _ units: String, _ total: String) -> String {
            "<BUYSTOCK><INVBUY>\(transaction(id))<UNITS>\(units)<UNITPRICE>100<COMMISSION>1.5<TOTAL>\(total)"
                + "<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INVBUY><BUYTYPE>BUY</BUYSTOCK>"
        }
        let whole = try read(statement("\(bought("1", "10", "-1001.5"))\n\(bought("2", "-10", "1001.5"))"), as: "a.ofx")
        #expect(whole.entries.isEmpty && whole.passedOverPhrases == ["2 lines taking each other back (8-9)"])
        // 1,001.50 was paid and 998.50 came back.
        let part = try read(statement(bought("1", "10", "-1001.5") + bought("2", "-10", "998.5")), as: "a.ofx")
        #expect(part.summaries == ["2024-01-03 FEE 037833100 for 3 EUR id 1"])
        let alone = try read(statement(bought("1", "-10", "1001.5")), as: "a.ofx")
        #expect(alone.entries.isEmpty && alone.omitted == ["other 037833100 8"])
    }

    @Test("cash for fractions of shares is booked with the split")
    func fractions() throws {
        let split =
            "<SPLIT>\(transaction("1"))<SUBACCTSEC>CASH<OLDUNITS>15<NEWUNITS>7<NUMERATOR>1<DENOMINATOR>2<FRACCASH>7.5</SPLIT>"
        #expect(
            try read(statement(split), as: "a.ofx").summaries == [
                "2024-01-03 SPLIT 037833100 1 at 2 EUR id 1", "2024-01-03 SELL 037833100 0.5 for 7.5 EUR id 1",
            ])
        // Without the shares before and after the split, what was paid for is not known.
        let short = split.replacingOccurrences(of: "<OLDUNITS>15<NEWUNITS>7", with: "")
        #expect(
            try read(statement(short), as: "a.ofx").summaries.last == "2024-01-03 DIVIDEND 037833100 for 7.5 EUR id 1")
    }

    @Test("shares after a split are those of the statement, in a file with the newest entries first, too")
    func newUnits() throws {
        func trade(_ name: String, _ id: String, _ date: String, _ units: String, _ total: String) -> String {
            "<\(name)STOCK><INV\(name)>\(transaction(id, date: date))<UNITS>\(units)<UNITPRICE>2<TOTAL>\(total)"
                + "<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INV\(name)><\(name)TYPE>\(name)</\(name)STOCK>"
        }
        let transactions = [
            trade("SELL", "3", "20240122", "-4", "8"),
            "<SPLIT>\(transaction("2", date: "20240116"))<SUBACCTSEC>CASH<OLDUNITS>105<NEWUNITS>10<NUMERATOR>1"
                + "<DENOMINATOR>10<FRACCASH>6.20</SPLIT>",
            trade("BUY", "1", "20240103", "105", "-210"),
        ]
        for transactions in [transactions, transactions.reversed()] {
            for separator in ["", "\n"] {
                let file = try read(statement(transactions.joined(separator: separator)), as: "a.ofx")
                let ledger = try Ledger(Journal(merging: [file]))
                #expect(ledger.lots.map(\.quantity) == [6])
            }
        }
    }

    @Test("a trade whose total contradicts units times price is left out")
    func contradictions() throws {
        let file = try read(
            statement(
                sold("1") + sold("2").replacingOccurrences(of: "<TOTAL>10", with: "<TOTAL>100")
                    + sold("3").replacingOccurrences(of: "<TOTAL>10", with: "<TOTAL>8")), as: "a.ofx")
        #expect(file.entries.map(\.id) == ["1", "3"])
        #expect(file.omitted == ["figures 037833100 8"])
        #expect(file.notes?.first?.contains("(line 8)") == true)
    }

    @Test("a total of 0 beside units and a price is a mistake")
    func totals() throws {
        for total in ["<TOTAL>0", ""] {
            let text = sold("1").replacingOccurrences(of: "<TOTAL>10", with: total)
            #expect(try refusal(statement(text), as: "a.ofx").places == ["malformed_table 8:1"])
        }
    }

    @Test("a bill is left out with its redemption, which OFX books as a sale of something else")
    func bill() throws {
        let bought =
            "<BUYDEBT><INVBUY>\(transaction("1"))<UNITS>10000<UNITPRICE>98.5<TOTAL>-9850<SUBACCTSEC>CASH<SUBACCTFUND>CASH"
            + "</INVBUY></BUYDEBT>"
        let redeemed =
            "<SELLOTHER><INVSELL>\(transaction("2", date: "20240120"))<UNITS>-10000<UNITPRICE>1<TOTAL>10000"
            + "<SUBACCTSEC>CASH<SUBACCTFUND>CASH</INVSELL></SELLOTHER>"
        let file = try read(statement([bought, redeemed, bank("DEP", "50", "3")].joined(separator: "\n")), as: "a.ofx")
        #expect(file.omitted == ["debt 037833100 8"])
        let journal = try Journal(merging: [file])
        #expect(journal.omissions.map { "\($0.reason) \($0.line)" } == ["debt 8", "related 9"])
        #expect(try Ledger(journal).availableCash == 50)
    }

    @Test("text is that of the declared characters, and markup in it is text")
    func characters() throws {
        let names = "Größe &amp; &lt;b&gt; &#8364; AT&T &bomb; 漢字"
        let file = try read(
            statement(bank("DEP", "1", "1").replacingOccurrences(of: "<NAME>n", with: "<NAME>\(names)")), as: "a.ofx")
        #expect(file.entries[0].notes == "Größe & <b> € AT&T &bomb; 漢字")
        var bytes = Data(statement(bank("DEP", "1", "1"), header: "ENCODING:USASCII\nCHARSET:1252\n\n").utf8)
        let place = try #require(bytes.range(of: Data("<NAME>n".utf8)))
        bytes.replaceSubrange(place, with: Data("<NAME>M".utf8) + [0xFC] + Data("ller ".utf8) + [0x80])
        #expect(try AccountFileReader().read(bytes, name: "a.ofx").entries[0].notes == "Müller €")
    }

    @Test("empty elements, vendors' elements, comments and sections do not matter")
    func tolerated() throws {
        let extra = "<!-- <INVSTMTRS> --><INTU.X><FITID>x</INTU.X><INTU.Y>1<MEMO></MEMO><?p ?>"
        let text = statement("\(extra)\(sold("1"))").replacingOccurrences(
            of: "<BROKERID>b", with: "<BROKERID><![CDATA[b & c]]>")
        #expect(try read(text, as: "a.ofx").entries.count == 1)
        let empty = statement(bank("DEP", "1", "1").replacingOccurrences(of: "<NAME>n", with: "<NAME><MEMO/>"))
        #expect(try read(empty, as: "a.ofx").entries.count == 1)
    }

    // MARK: Refusals

    @Test("malformed numbers and dates are listed by line and column")
    func diagnostics() throws {
        let numbers = [
            "abc", "", "1e400", "NaN", "1.2.3", "0x10", "123456789012345678901", String(repeating: "9", count: 40),
        ]
        for number in numbers where !number.isEmpty {
            let failure = try refusal(statement(sold("1", units: number)), as: "a.ofx")
            #expect(failure.all.map(\.code) == [.malformedTable], "\(number)")
            #expect(failure.line == 8)
        }
        for date in ["99991231", "20240230", "2024", "20240102250000", "1.2.2024"] {
            let text = statement(sold("1")).replacingOccurrences(of: "<DTTRADE>20240103", with: "<DTTRADE>\(date)")
            #expect(try refusal(text, as: "a.ofx").places == ["date_unreadable 8:38"], "\(date)")
        }
        let two = statement(sold("1", units: "x") + "\n" + sold("2", units: "y"))
        #expect(try refusal(two, as: "a.ofx").all.compactMap(\.line) == [8, 9])
    }

    @Test("an identifier of a security that is too long is a mistake")
    func securityLength() throws {
        func sale(_ count: Int) -> String {
            statement(
                sold("1").replacingOccurrences(of: "037833100", with: String(repeating: "7", count: count)))
        }
        #expect(try read(sale(32), as: "a.ofx").entries.count == 1)
        let failure = try refusal(sale(33), as: "a.ofx")
        #expect(failure.code == .malformedTable && failure.message.contains("UNIQUEID") && failure.line == 8)
    }

    @Test("a missing security, units, date or ratio is a mistake")
    func missing() throws {
        for (text, without) in [
            (sold("1"), Self.security), (sold("1"), "<UNITS>-1"), (sold("1"), "<DTTRADE>20240103"),
            (bank("DEP", "1", "1"), "<TRNAMT>1"),
            ("<SPLIT>\(transaction("1"))<SUBACCTSEC>CASH<DENOMINATOR>2</SPLIT>", "nothing"),
        ] {
            let failure = try refusal(statement(text.replacingOccurrences(of: without, with: "")), as: "a.ofx")
            #expect([.malformedTable, .dateUnreadable].contains(failure.code), "\(without)")
            #expect(failure.line == 8)
        }
    }

    @Test("a balance that no day is stated for is passed over by line")
    func undatedBalance() throws {
        let balance = "<INVBAL><AVAILCASH>5.00<MARGINBALANCE>0<SHORTBALANCE>0</INVBAL>"
        let text = statement(bank("CREDIT", "5.00", "1"))
            .replacingOccurrences(of: "</INVTRANLIST>", with: "</INVTRANLIST>\n\(balance)")
        let dated = try read(text, as: "a.ofx")
        #expect(dated.balances.map(\.amount) == [5] && dated.passedOver.isEmpty)
        let undated = try read(
            text.replacingOccurrences(of: "<DTASOF>20240131", with: "")
                .replacingOccurrences(of: "<DTSTART>20240101<DTEND>20240131", with: ""), as: "a.ofx")
        #expect(undated.entries.count == 1 && undated.balances.isEmpty)
        #expect(undated.passedOverPhrases == ["1 line stating a balance without a date (10)"])
    }

    @Test("a position has the line of its element, and is a mistake without a security, units or a date")
    func positions() throws {
        let position =
            "<POSSTOCK><INVPOS>\(Self.security)<HELDINACCT>CASH<POSTYPE>LONG<UNITS>1<UNITPRICE>10<MKTVAL>10"
            + "<DTPRICEASOF>20240131</INVPOS></POSSTOCK>"
        let text = statement("").replacingOccurrences(
            of: "</INVTRANLIST>", with: "</INVTRANLIST>\n<INVPOSLIST>\n\(position)\n\(position)</INVPOSLIST>")
        #expect(try read(text, as: "a.ofx").positions.map(\.line) == [11, 12])
        let undated = text.replacingOccurrences(of: "<DTASOF>20240131", with: "")
            .replacingOccurrences(of: "<DTPRICEASOF>20240131", with: "")
        #expect(try refusal(undated, as: "a.ofx").places == ["date_unreadable 11:1", "date_unreadable 12:1"])
        let empty = undated.replacingOccurrences(of: "<UNITS>1", with: "")
        #expect(
            try refusal(empty, as: "a.ofx").places == [
                "malformed_table 11:1", "date_unreadable 11:1", "malformed_table 12:1", "date_unreadable 12:1",
            ])
        let unnamed = text.replacingOccurrences(
            of: "\n<POSSTOCK><INVPOS>\(Self.security)", with: "\n<POSSTOCK><INVPOS>")
        #expect(try refusal(unnamed, as: "a.ofx").places == ["malformed_table 11:1", "malformed_table 12:1"])
    }

    @Test("a file that ends early is refused, wherever it ends")
    func truncated() throws {
        let text = statement(sold("1") + bank("DEP", "1", "2"))
        let end = try #require(text.range(of: "</OFX>")).lowerBound
        let bytes = Data(text[..<end].utf8)
        for length in stride(from: 0, through: bytes.count, by: 7) {
            #expect(throws: Failure.self) { try AccountFileReader().read(bytes.prefix(length), name: "a.ofx") }
        }
    }

    @Test(
        "declarations, markup that is none and missing ends are refused",
        arguments: [
            "<!DOCTYPE OFX [<!ENTITY a \"aaaa\">]>", "<!ENTITY a SYSTEM \"/etc/passwd\">", "<BUYSTOCK>", "</BUYSTOCK>",
            "<SECID>", "< a>", "<a b=\"c\">", "<a", "<a>1</a>text", "<!-- x", "<MEMO><![CDATA[x", "<\u{0}>",
        ])
    func markup(_ text: String) throws {
        #expect(try refusal(statement(text), as: "a.ofx").code == .malformedTable)
    }

    @Test("nesting, length of texts and number of transactions have limits")
    func limits() throws {
        let deep = (0..<40).map { "<A\($0)>" }.joined() + (0..<40).reversed().map { "</A\($0)>" }.joined()
        #expect(try refusal(statement(deep), as: "a.ofx").code == .malformedTable)
        let long = bank("DEP", "1", String(repeating: "x", count: 1 << 20))
        #expect(try refusal(statement(long), as: "a.ofx").code == .malformedTable)
        #expect(
            try refusal(statement(bank("DEP", "1", String(repeating: "x", count: 300))), as: "a.ofx").code
                == .malformedTable)
        var limits = AccountFileLimits()
        limits.transactions = 2
        let three = (1...3).map { bank("DEP", "1", "\($0)") }.joined()
        #expect(try refusal(statement(three), as: "a.ofx", limits: limits).code == .tooManyRows)
        limits.documentSize = 100
        #expect(try refusal(statement(""), as: "a.ofx", limits: limits).code == .inputTooLarge)
    }

    @Test("a file without an investment statement, or with two, is refused")
    func statements() throws {
        #expect(try refusal("<OFX></OFX>", as: "a.ofx").code == .malformedTable)
        #expect(try refusal("", as: "a.ofx").code == .inputEmpty)
        #expect(try refusal("OFXHEADER:100\n\nno content", as: "a.ofx").code == .malformedTable)
        let one = statement("")
        let inner = try #require(one.firstMatch(of: /<INVSTMTTRNRS>[\s\S]*<\/INVSTMTTRNRS>/)?.output)
        let two = one.replacingOccurrences(of: inner, with: inner + inner)
        #expect(try refusal(two, as: "a.ofx").message.contains("2 accounts"))
    }

    @Test(
        "files that crashed another reader are refused",
        arguments: [
            "<OFC>\n<SIGNONMSGSRSV1<OFC>NRS>\n<STATUS>\n</SIGNONMSGSRSV1>\n<CREDITCARDMSGSRSV1>\n<CCSTMTRS>\n<STMTTRN>",
            "<OFX>\n<SIGNONMSGSRSV1>\n<STATUSCODE>0<OFX\n<<USEDE0\n</SIGNONMSGSRSV1>\n</STATUS>\n<STMTTRN>",
            "<OFX>\n<CREDITCARDMSGSRSV1>\n<CCSTMTTRNRS>\n<CCSTMTRS>\n<CCACCTINFO>\n<ACCTID>\n</CCSTMTRS>\n</CCSTMTTRNRS>\n</CREDITCARDMSGSRSV1>\n</OFX>\n",
        ])
    func crashes(_ text: String) throws {
        #expect(try refusal(text, as: "a.ofx").code == .malformedTable)
    }

    @Test("several threads can read at the same time")
    func threads() async throws {
        let text = statement((1...50).map { bank("DEP", "\($0)", "\($0)") }.joined())
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try read(text, as: "a.ofx").entries.count } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 50, count: 8))
    }
}

extension Journal {
    /// The lines that are left out, as `reason file:line`.
    fileprivate var omittedPlaces: [String] {
        omissions.map { "\($0.reason.rawValue) \(files[Int($0.file)].name):\($0.line)" }
    }
}
