import BrokerFiles
import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

/// Files that the specification does not allow, and what is read of those that it allows.
extension OFXTests {
    private static let before = "</INVTRANLIST>"

    /// A statement with text after its transactions.
    private func statement(_ transactions: String = "", after text: String, securities: String = "") -> String {
        statement(transactions)
            .replacingOccurrences(of: Self.before, with: "\(Self.before)\n\(text)")
            .replacingOccurrences(of: "</OFX>", with: "\(securities)</OFX>")
    }

    private func position(_ elements: String, kind: String = "POSSTOCK") -> String {
        "<INVPOSLIST><\(kind)><INVPOS>\(Self.security)<POSTYPE>LONG\(elements)</INVPOS></\(kind)></INVPOSLIST>"
    }

    private func described(_ elements: String) -> String {
        "<SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO>\(elements)</SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1>"
    }

    private func sold(with elements: String, instead of: String = "<UNITS>-1") -> String {
        sold("1").replacingOccurrences(of: of, with: elements)
    }

    private func messages(_ text: String) throws -> [String] { try refusal(text, as: "a.ofx").all.map(\.message) }

    // MARK: Amounts

    @Test(
        "an amount that is missing is an error, not 0",
        arguments: [
            ("<TOTAL>10", "", "The total of the transaction is 0 or missing, but units times price is not 0."),
            ("<UNITPRICE>10<TOTAL>10", "<UNITPRICE>0", "The transaction has no amount."),
            ("<UNITPRICE>10<TOTAL>10", "", "The transaction has no price."),
            ("<UNITS>-1", "", "The transaction has no units."),
        ])
    func missingAmount(_ element: String, _ other: String, _ message: String) throws {
        #expect(try messages(statement(sold(with: other, instead: element))) == [message])
    }

    @Test("a price that is missing is unknown, not 0")
    func missingPrice() throws {
        let sale = try read(statement(sold(with: "", instead: "<UNITPRICE>10")), as: "a.ofx")
        #expect(sale.summaries == ["2024-01-03 SELL 037833100 1 for 10 EUR id 1"])
        let held = try read(statement(after: position("<UNITS>3")), as: "a.ofx")
        #expect(held.positions.map(\.quantity) == [3] && held.positions.map(\.price) == [nil])
    }

    @Test("a transfer without units makes the account incomplete, and one of 0 units moves nothing")
    func transferWithoutUnits() throws {
        func transfer(_ units: String) throws -> EntryFile {
            try read(statement("<TRANSFER>\(transaction("1"))<SUBACCTSEC>CASH\(units)</TRANSFER>"), as: "a.ofx")
        }
        #expect(try transfer("").omitted == ["transfer 037833100 8"])
        #expect(try transfer("<UNITS>0").omitted.isEmpty)
    }

    @Test("half of a ratio is none")
    func halfRatio() throws {
        for half in ["<NUMERATOR>3", "<DENOMINATOR>2"] {
            let split = "<SPLIT>\(transaction("1"))<SUBACCTSEC>CASH<OLDUNITS>20<NEWUNITS>30\(half)</SPLIT>"
            #expect(try messages(statement(split)) == ["The split has no ratio of new shares to old ones."])
        }
    }

    // MARK: Balances

    @Test("a balance without an amount is an error, not 0")
    func missingBalance() throws {
        let failure = try refusal(statement(after: "<INVBAL><MARGINBALANCE>3</INVBAL>"), as: "a.ofx")
        #expect(failure.all.map(\.message) == ["The balance has no amount (AVAILCASH)."] && failure.line == 10)
    }

    @Test("the cash of a retirement account comes from INV401KBAL if that states it")
    func retirementBalance() throws {
        func cash(_ text: String) throws -> [Amount] {
            try read(statement(after: text), as: "a.ofx").balances.map(\.amount)
        }
        let own = "<INVBAL><AVAILCASH>5.5</INVBAL>"
        #expect(try cash("\(own)<INV401KBAL><CASHBAL>7<TOTAL>9</INV401KBAL>") == [7])
        #expect(try cash("\(own)<INV401KBAL><TOTAL>9</INV401KBAL>") == [try number("5.5")])
        #expect(try cash("<INV401KBAL><TOTAL>9</INV401KBAL>").isEmpty)
    }

    @Test("the balance of a bank account in the same file is none of the statement", arguments: [true, false])
    func bankBalance(_ isFirst: Bool) throws {
        let bank =
            "<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>2</BANKACCTFROM><AVAILBAL><BALAMT>88"
            + "<DTASOF>20240101</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1>"
        let tag = isFirst ? "<INVSTMTMSGSRSV1>" : "</INVSTMTMSGSRSV1>"
        for (own, amounts) in [("<INVBAL><AVAILCASH>4</INVBAL>", [Amount(4)]), ("", [])] {
            let text = statement(after: own).replacingOccurrences(of: tag, with: isFirst ? bank + tag : tag + bank)
            let file = try read(text, as: "a.ofx")
            #expect(file.balances.map(\.amount) == amounts)
            #expect(file.currency == CurrencyCode("EUR") && file.accountNumberEnding == "3456")
        }
    }

    // MARK: Statement

    @Test("a statement names its account and its currency, in any order")
    func statementHead() throws {
        let account = "<INVACCTFROM><BROKERID>b<ACCTID>123456</INVACCTFROM>"
        let without = statement(sold("1")).replacingOccurrences(of: account, with: "")
        #expect(try messages(without) == ["The statement does not name its account (INVACCTFROM)."])
        let late = without.replacingOccurrences(of: Self.before, with: Self.before + account)
        #expect(try read(late, as: "a.ofx").accountNumberEnding == "3456")
        let free = statement(sold("1")).replacingOccurrences(of: "<CURDEF>EUR", with: "")
        #expect(try messages(free) == ["The statement does not name its currency (CURDEF)."])
    }

    @Test("the other account of a transfer is not that of the statement")
    func otherAccount() throws {
        let transfer =
            "<TRANSFER>\(transaction("1"))<UNITS>5<INVACCTFROM><BROKERID>z<ACCTID>9999</INVACCTFROM></TRANSFER>"
        #expect(try read(statement(transfer), as: "a.ofx").accountNumberEnding == "3456")
    }

    @Test("an element that occurs twice with different texts is an error at its second place")
    func repeated() throws {
        let failure = try refusal(statement(sold(with: "<UNITS>-1<UNITS>-2")), as: "a.ofx")
        #expect(failure.all.map(\.message) == ["The element UNITS occurs twice in SELLSTOCK, with different texts."])
        #expect(failure.line == 8)
        #expect(try read(statement(sold(with: "<UNITS>-1<UNITS>-1")), as: "a.ofx").entries.count == 1)
        for (text, element) in [
            (statement(sold(with: "<UNITS>-1<CURRENCY><FITID>9</CURRENCY>")), "FITID in SELLSTOCK"),
            (statement(sold(with: "<UNITS>-1<DTTRADE>20240104")), "DTTRADE in SELLSTOCK"),
            (statement(after: position("<UNITS>3<UNIQUEID>x")), "UNIQUEID in POSSTOCK"),
            (statement(after: "<CURDEF>USD"), "CURDEF in INVSTMTRS"),
        ] {
            let parts = element.replacingOccurrences(of: " in ", with: " occurs twice in ")
            #expect(try messages(text) == ["The element \(parts), with different texts."])
        }
    }

    @Test("a transaction or position outside of its list, or within another, is an error")
    func misplaced() throws {
        let nested = sold(with: "<UNITS>-1\(sold("2"))")
        for text in [statement(after: sold("1")), statement(nested)] {
            #expect(try messages(text) == ["The element SELLSTOCK is not in a list of transactions or positions."])
        }
        let text = try messages(statement("<SELLSTOCK>x</SELLSTOCK>\(sold("1"))"))
        #expect(text == ["The element SELLSTOCK has text instead of elements."])
    }

    // MARK: Currencies

    @Test(
        "a currency that cannot be told is an error",
        arguments: [
            (
                "<CURRENCY><CURRATE>1<CURSYM>USDX</CURRENCY>",
                "The element CURSYM is not a currency code of three letters."
            ),
            ("<CURRENCY><CURRATE>1</CURRENCY>", "The element CURSYM is not a currency code of three letters."),
            ("<CURSYM>USD", "The element CURSYM is outside of CURRENCY and ORIGCURRENCY."),
            (
                "<CURRENCY><CURRATE>1<CURSYM>USD</CURRENCY><ORIGCURRENCY><CURRATE>2<CURSYM>CHF</ORIGCURRENCY>",
                "has both CURRENCY and ORIGCURRENCY."
            ),
        ])
    func currency(_ element: String, _ message: String) throws {
        for text in [
            statement(sold(with: "<UNITS>-1\(element)")), statement(after: position("<UNITS>3<UNITPRICE>1\(element)")),
        ] {
            let messages = try messages(text)
            #expect(messages.count == 1 && messages[0].hasSuffix(message), "\(messages)")
        }
    }

    @Test("amounts beside ORIGCURRENCY are in the currency of the statement")
    func originalCurrency() throws {
        let element = "<UNITS>-1<ORIGCURRENCY><CURRATE>2<CURSYM>CHF</ORIGCURRENCY>"
        #expect(try read(statement(sold(with: element)), as: "a.ofx").entries.map(\.currency) == [CurrencyCode("EUR")])
    }

    // MARK: Texts and securities

    @Test("texts are never cut", arguments: ["n", "ü", "漢", "😀"])
    func longTexts(_ character: String) throws {
        let text = String(repeating: character, count: 1_000)
        let ticker = String(repeating: "T", count: 60)
        let payment = bank("DEP", "1", "1").replacingOccurrences(of: "<NAME>n", with: "<NAME>\(text)<MEMO>\(text)m")
        let info = described("\(Self.security)<SECNAME>\(text)<TICKER>\(ticker)")
        let file = try read(statement(payment, after: "", securities: info), as: "a.ofx")
        #expect(file.entries.map(\.notes) == ["\(text): \(text)m"])
        #expect(file.securities.map(\.name) == [text] && file.securities.map(\.symbol) == [ticker])
    }

    @Test("identifiers that are too long are errors", arguments: ["TICKER", "CORRECTFITID"])
    func longIdentifiers(_ name: String) throws {
        let element = "<\(name)>\(String(repeating: "a", count: 256))"
        let text =
            name == "TICKER"
            ? statement(after: "", securities: described("\(Self.security)\(element)"))
            : statement(bank("DEP", "1", "1").replacingOccurrences(of: "<NAME>n", with: element))
        #expect(try messages(text) == ["The element \(name) has more than 255 bytes."])
    }

    @Test("a security without an identifier goes by its ticker, and is an error without one")
    func unidentified() throws {
        let known = try read(statement(after: "", securities: described("<SECNAME>A<TICKER>a")), as: "a.ofx")
        #expect(known.securities == [Security(symbol: "A", name: "A")])
        let text = statement(after: "", securities: described("<SECNAME>A"))
        #expect(try messages(text) == ["The security has no identifier."])
    }

    @Test("securities are described outside of their list as well, and options beside their underlying security")
    func descriptions() throws {
        let info = "<STOCKINFO><SECINFO>\(Self.security)<SECNAME>A<TICKER>a</SECINFO></STOCKINFO>"
        #expect(try read(statement(sold("1"), after: info), as: "a.ofx").securities.map(\.symbol) == ["A"])
        let option =
            "<OPTINFO><SECINFO><SECID><UNIQUEID>opt<UNIQUEIDTYPE>OTHER</SECID><SECNAME>O</SECINFO>\(Self.security)</OPTINFO>"
        #expect(try read(statement(after: option), as: "a.ofx").securities == [Security(symbol: "OPT", name: "O")])
    }
}
