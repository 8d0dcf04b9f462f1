import BrokerFiles
import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

@Suite("Flex statements in XML") struct FlexTests {
    private func statement(_ sections: String, _ more: String = "") -> String {
        """
        <?xml version="1.0"?>
        <!-- <Trade> is no element here -->
        <FlexQueryResponse queryName="all" type="AF">
        <FlexStatements count="1">
        <FlexStatement accountId="U7654321" fromDate="20240101" toDate="20241231" period="LastYear">
        <AccountInformation accountId="U7654321" currency="EUR" name="" />
        \(sections)
        </FlexStatement>
        \(more)</FlexStatements>
        </FlexQueryResponse>

        """
    }

    private func stock(_ symbol: String, _ currency: String = "USD", rate: String = "0.9") -> String {
        "accountId=\"U7654321\" currency=\"\(currency)\" fxRateToBase=\"\(rate)\" assetCategory=\"STK\" symbol=\"\(symbol)\" "
            + "isin=\"US0000000\(symbol.padding(toLength: 3, withPad: "0", startingAt: 0))\""
    }

    @Test("a whole year agrees with the broker's own positions and cash")
    func year() throws {
        let file = try AccountFileReader().read(TestData.data("accounts/flex.xml"), name: "depot.xml")
        #expect(file.format == "ibkr")
        #expect(file.currency == CurrencyCode("EUR"))
        #expect(file.accountNumberEnding == "4321")
        #expect(file.omissions.isEmpty)
        #expect(try file.writtenAndRead() == file)
        let journal = try Journal(merging: [file])
        let result = try Reconciliation(journal)
        #expect(result.positionCount == 3)
        #expect(result.balanceCount == 2)
        #expect(result.differences.isEmpty)
        let ledger = try Ledger(journal)
        #expect(ledger.totals.dividends == Amount(scaled: 2_250, places: 2))
        #expect(ledger.totals.taxes == Amount(scaled: 338, places: 2))
        #expect(ledger.gains.contains { ($0.currencyGain ?? 0) != 0 })
        #expect(try PeriodSummary(ledger).rounding.magnitude <= Amount(scaled: 5, places: 2))
    }

    @Test("executions count, and not the orders, lots and totals that repeat them; without executions orders do")
    func levels() throws {
        let order = "<Order \(stock("AAA")) tradeDate=\"20240105\" buySell=\"BUY\" quantity=\"3\" tradePrice=\"10\" />"
        let bare = order.replacing("<Order", with: "<Trade")
        func trade(_ level: String, _ quantity: Int) -> String {
            bare.replacing("quantity=\"3\"", with: "quantity=\"\(quantity)\" levelOfDetail=\"\(level)\"")
        }
        let lot = bare.replacing("<Trade", with: "<Lot")
        let both = try read(
            statement(
                "<Trades>\n\(trade("ORDER", 3))\n\(trade("EXECUTION", 1))\n\(trade("EXECUTION", 2))\n"
                    + "\(trade("CLOSED_LOT", 3))\n\(order)\n\(lot)\n</Trades>"), as: "a.xml")
        #expect(both.entries.map(\.quantity) == [1, 2])
        #expect(both.entries.map(\.line) == [9, 10])
        #expect(both.passedOverPhrases == ["3 lines repeating other lines (8, 11-12)"])
        for orders in [order, trade("ORDER", 3)] {
            #expect(try read(statement("<Trades>\n\(orders)\n</Trades>"), as: "a.xml").entries.map(\.quantity) == [3])
        }
    }

    @Test("rows with an unknown level of detail are left out and listed, and others that repeat are not")
    func unknownLevels() throws {
        let trade = "tradeDate=\"20240105\" buySell=\"BUY\" quantity=\"3\" tradePrice=\"10\""
        let cash = "currency=\"EUR\" type=\"Deposits/Withdrawals\" amount=\"5\" dateTime=\"20240105\""
        let file = try read(
            statement(
                """
                <Trades>
                <Trade \(stock("AAA")) \(trade) levelOfDetail="EXECUTION" />
                <Trade \(stock("AAA")) \(trade) levelOfDetail="ALLOCATION" />
                <Trade \(stock("AAA")) \(trade) levelOfDetail="Symbol Summary" />
                </Trades>
                <CashTransactions>
                <CashTransaction \(cash) levelOfDetail="DETAIL" />
                <CashTransaction \(cash) levelOfDetail="SUMMARY" />
                <CashTransaction \(cash) levelOfDetail="OTHER" />
                </CashTransactions>
                <CorporateActions>
                <CorporateAction \(stock("AAA")) dateTime="20240301" quantity="2" type="SD" levelOfDetail="OTHER" />
                </CorporateActions>
                """), as: "a.xml")
        #expect(file.summaries == ["2024-01-05 BUY AAA 3 at 10 USD", "2024-01-05 DEPOSIT for 5 EUR"])
        #expect(file.omitted == ["level AAA 9", "level 15", "level AAA 18"])
        #expect(file.passedOverPhrases == ["2 lines repeating other lines (10, 14)"])
        #expect(try Journal(merging: [file]).isIncomplete)
    }

    @Test("trades whose price, value and proceeds contradict each other are left out and listed")
    func contradictions() throws {
        func trade(_ figures: String) -> String {
            "<Trade \(stock("AAA")) tradeDate=\"20240105\" buySell=\"BUY\" \(figures) />\n"
        }
        let file = try read(
            statement(
                "<Trades>\n"
                    + trade("quantity=\"5\" tradePrice=\"0\" tradeMoney=\"\" proceeds=\"-701\"")
                    + trade("quantity=\"5\" tradePrice=\"140.2\" tradeMoney=\"701\" proceeds=\"-710\"")
                    + trade("quantity=\"5\" tradePrice=\"140.2\" tradeMoney=\"7010\" proceeds=\"-701\"")
                    + trade("quantity=\"5\" tradePrice=\"140.2\" tradeMoney=\"0\" proceeds=\"-701\"")
                    + trade("quantity=\"3\" tradePrice=\"0.3333\" proceeds=\"-1\"")
                    + trade("quantity=\"3\" tradePrice=\"33333.33\" tradeMoney=\"100001\"")
                    + trade("quantity=\"2\" tradePrice=\"3\" multiplier=\"10\" proceeds=\"-60\"")
                    + trade("quantity=\"1\" tradePrice=\"0\" proceeds=\"0\"")
                    + "</Trades>"), as: "a.xml")
        #expect(file.omitted == [8, 9, 10, 11].map { "figures AAA \($0)" })
        #expect(
            file.summaries == [
                "2024-01-05 BUY AAA 3 at 0.3333 USD", "2024-01-05 BUY AAA 3 at 33333.33 USD",
                "2024-01-05 BUY AAA 2 at 3 for 60 USD", "2024-01-05 BUY AAA 1 at 0 USD",
            ])
    }

    @Test("an exchange for nothing is left out and listed", arguments: ["tradePrice", "tradeMoney", "proceeds"])
    func exchangeForNothing(_ column: String) throws {
        let file = try read(
            statement(
                """
                <Trades>
                <Trade currency="USD" assetCategory="CASH" symbol="EUR.USD" tradeDate="20240105" quantity="-3000" buySell="SELL" \(column)="0" />
                </Trades>
                """), as: "a.xml")
        #expect(file.entries.isEmpty)
        #expect(file.omitted == ["figures 8"])
        #expect(try Journal(merging: [file]).isIncomplete)
    }

    @Test("elements that share a line are told apart")
    func oneLine() throws {
        let text = statement(
            """
            <Trades><Trade \(stock("AAA")) tradeDate="20240105" tradeTime="093000" buySell="BUY" quantity="3" \
            tradePrice="10" tradeID="1" /><Trade \(stock("AAA")) tradeDate="20240106" buySell="BUY" quantity="2" \
            tradePrice="11" tradeID="2" /><Trade \(stock("AAA")) tradeDate="20240107" buySell="BUY (Ca.)" \
            quantity="-2" tradePrice="11" tradeID="2" /></Trades>
            """)
        let file = try read(text, as: "a.xml")
        #expect(file.summaries == ["2024-01-05T09:30:00Z BUY AAA 3 at 10 USD id 1"])
        #expect(file.passedOver.lines.map(\.count) == [2])
        #expect(file.notes?.count == 1)
    }

    @Test("splits, mergers, spin-offs and cancellations are booked, and others named")
    func corporateActions() throws {
        func action(_ symbol: String, _ type: String, _ text: String, _ quantity: String, _ more: String = "") -> String
        {
            "<CorporateAction \(stock(symbol)) description=\"\(text)\" dateTime=\"20240301;202500\" quantity=\"\(quantity)\" "
                + "type=\"\(type)\" \(more) />\n"
        }
        let file = try read(
            statement(
                "<CorporateActions>\n"
                    + action("AAA", "FS", "AAA(US1) SPLIT 4 FOR 1 (AAA, A INC, US1)", "30")
                    + action("BBB", "RS", "BBB(US2) SPLIT 1 FOR 10 (BBB, B INC, US2)", "-90", "proceeds=\"1.5\"")
                    + action("OLD", "RS", "OLD(US3) SPLIT 1 FOR 5 (OLD, O INC, US3)", "-50")
                    + action("NEW", "RS", "OLD(US3) SPLIT 1 FOR 5 (NEW, N INC, US4)", "10")
                    + action(
                        "CCC", "TC", "CCC(US5) MERGED FOR USD 12 PER SHARE (CCC, C INC, US5)", "-7", "proceeds=\"84\"")
                    + action("DDD", "TC", "DDD(US6) MERGED WITH EEE 1 FOR 2 (DDD, D INC, US6)", "-8", "actionID=\"9\"")
                    + action("EEE", "TC", "DDD(US6) MERGED WITH EEE 1 FOR 2 (EEE, E INC, US7)", "4", "actionID=\"9\"")
                    + action("KID", "SO", "AAA(US1) SPINOFF 1 FOR 3 (KID, K INC, US8)", "10", "value=\"120\"")
                    + action("AAA", "SD", "AAA(US1) STOCK DIVIDEND (AAA, A INC, US1)", "2")
                    + action("ZZZ", "DW", "ZZZ(US9) DELISTED (ZZZ, Z INC, US9)", "-5")
                    + action("FFF", "IC", "FFF(USA) CUSIP CHANGE TO (FFF, F INC, USA)", "-5", "code=\"\"")
                    + action("FFF", "IC", "FFF(USA) CUSIP CHANGE TO (FFF, F INC, USA)", "5", "code=\"Ca\"")
                    + action("GGG", "SR", "GGG(USB) SUBSCRIBES (GGG, G INC, USB)", "-5")
                    + action("HHH", "PV", "HHH(USC) PROXY VOTE (HHH, H INC, USC)", "0")
                    + "</CorporateActions>"), as: "a.xml")
        let time = "2024-03-01T20:25:00Z"
        #expect(
            file.summaries == [
                "\(time) SPLIT AAA 4 at 1 USD", "\(time) SPLIT BBB 1 at 10 USD", "\(time) DIVIDEND BBB for 1.5 USD",
                "\(time) MERGER NEW 10 at 50 USD", "\(time) SELL CCC 7 for 84 USD", "\(time) MERGER EEE 4 at 8 USD",
                "\(time) SPIN_OFF KID 10 for 120 USD", "\(time) ADDED_SHARES AAA 2 USD", "\(time) SELL ZZZ 5 for 0 USD",
            ])
        #expect(file.entries.compactMap(\.origin).map { file.securities[Int($0)].label } == ["OLD", "DDD"])
        #expect(file.omitted == ["reorganisation GGG 20"])
        #expect(
            file.passedOverPhrases == [
                "2 lines taking each other back (18-19)", "1 line moving neither shares nor cash (21)",
            ])
    }

    @Test("a reverse split under a new ISIN is a split, with cash for fractions as a dividend")
    func renamingSplit() throws {
        func action(_ symbol: String, _ isin: String, _ quantity: String, _ more: String = "") -> String {
            "<CorporateAction currency=\"EUR\" assetCategory=\"STK\" symbol=\"\(symbol)\" isin=\"\(isin)\" "
                + "description=\"OLD(US0000000002) SPLIT 1 FOR 10 (\(symbol), O INC, \(isin))\" "
                + "dateTime=\"20240301;202500\" quantity=\"\(quantity)\" type=\"RS\" \(more) />\n"
        }
        let trade =
            "<Trade currency=\"EUR\" assetCategory=\"STK\" symbol=\"OLD\" isin=\"US0000000002\" tradeDate=\"20240105\" "
            + "buySell=\"BUY\" quantity=\"105\" tradePrice=\"10\" />\n"
        let file = try read(
            statement(
                "<Trades>\n\(trade)</Trades>\n<CorporateActions>\n"
                    + action("OLD.OLD", "US0000000002", "-105")
                    + action("OLD", "US0000000010", "10", "proceeds=\"50\"") + "</CorporateActions>"), as: "a.xml")
        let journal = try Journal(merging: [file])
        #expect(journal.entries.map(\.action) == [.buy, .split, .dividend])
        #expect(journal.securities.map(\.isin) == ["US0000000010"])
        let ledger = try Ledger(journal)
        #expect(ledger.lots.map(\.quantity) == [10] && ledger.lots.map(\.cost) == [1050])
        #expect(ledger.totals.dividends == 50)
    }

    @Test("transfers of cash and shares are booked; what the shares cost is not stated")
    func transfers() throws {
        let file = try read(
            statement(
                """
                <Transfers>
                <Transfer \(stock("AAA")) date="20240105" type="ACATS" direction="IN" quantity="5" cashTransfer="0" positionAmount="50" />
                <Transfer \(stock("AAA")) date="20240106" type="INTERNAL" direction="OUT" quantity="-2" positionAmount="-30" />
                <Transfer accountId="U7654321" currency="EUR" fxRateToBase="1" assetCategory="CASH" date="20240107" direction="IN" cashTransfer="100" />
                <Transfer accountId="U7654321" currency="EUR" fxRateToBase="1" assetCategory="CASH" date="20240108" direction="OUT" cashTransfer="-40" />
                </Transfers>
                """), as: "a.xml")
        #expect(
            file.summaries == [
                "2024-01-05 TRANSFER_IN AAA 5 USD", "2024-01-06 TRANSFER_OUT AAA 2 for 30 USD",
                "2024-01-07 DEPOSIT for 100 EUR", "2024-01-08 WITHDRAWAL for 40 EUR",
            ])
    }

    @Test("options and bonds are left out; sections that are not used are named")
    func unsupported() throws {
        let file = try read(
            statement(
                """
                <Trades>
                <Trade currency="USD" assetCategory="OPT" symbol="AAA C" tradeDate="20240105" quantity="1" tradePrice="2" />
                </Trades>
                <OpenPositions>
                <OpenPosition currency="USD" assetCategory="OPT" symbol="AAA C" position="1" markPrice="2" />
                <OpenPosition \(stock("AAA")) position="3" markPrice="2" levelOfDetail="LOT" />
                </OpenPositions>
                <ChangeInNAV><ChangeInNAVItem x="1" /></ChangeInNAV>
                <ConversionRates>
                <ConversionRate reportDate="20240105" fromCurrency="USD" toCurrency="EUR" rate="0.9" />
                <ConversionRate reportDate="20240105" fromCurrency="RUB" toCurrency="EUR" rate="-1" />
                </ConversionRates>
                """), as: "a.xml")
        #expect(file.omitted == ["derivative AAA C 8", "derivative AAA C 11"])
        #expect(file.positions.isEmpty)
        #expect(file.notes == ["Sections of a.xml that are not used: ChangeInNAV."])
    }

    @Test("what is no statement, is damaged or has several accounts is refused for what it is")
    func refusals() throws {
        for (text, word) in [
            ("<FlexStatementResponse><Status>Warn</Status></FlexStatementResponse>", "without the statement"),
            ("<html></html>", "not a Flex statement"), (String(statement("").dropLast(30)), "not well-formed"),
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><FlexQueryResponse/>", "document type"),
            (statement("", "<FlexStatement accountId=\"U2\"></FlexStatement>"), "several accounts"),
        ] {
            #expect(try refusal(text, as: "a.xml").message.contains(word), "\(word)")
        }
    }

    @Test("damaged figures are listed by line, and a section without a column names it")
    func mistakes() throws {
        let failure = try refusal(
            statement(
                """
                <Trades>
                <Trade \(stock("AAA")) tradeDate="5 January" buySell="BUY" quantity="x" tradePrice="10" />
                </Trades>
                <CashTransactions>
                <CashTransaction currency="EUR" amount="5" dateTime="20240105" />
                </CashTransactions>
                <CorporateActions>
                <CorporateAction currency="EUR" type="FS" quantity="?" dateTime="20240105" />
                </CorporateActions>
                """), as: "a.xml")
        let lines = failure.all.map { failure -> Int? in
            guard case .file(_, let line, _) = failure.location else { return nil }
            return line
        }
        #expect(lines == [8, 8, 11, 14])
        #expect(failure.all[2].message.contains("Type"))
    }

    @Test("a column file adds words")
    func words() throws {
        let text = statement(
            """
            <CashTransactions>
            <CashTransaction currency="EUR" type="Bonus" amount="5" dateTime="20240105" />
            </CashTransactions>
            """)
        #expect(try refusal(text, as: "a.xml").code == .unknownAction)
        let columns = try ColumnFile(Data("actions: {DEPOSIT: bonus}".utf8), name: "a.columns.yaml")
        #expect(try read(text, as: "a.xml", columns: columns).summaries == ["2024-01-05 DEPOSIT for 5 EUR"])
    }
}
