import BrokerFiles
import FailureModel
import Foundation
import Testing
import Trading

@Suite("Ready formats of brokers") struct ReadyFormatTests {
    private func columns(_ text: String) throws -> ColumnFile {
        try ColumnFile(Data(text.utf8), name: "x.columns.yaml")
    }

    @Test("Parqet: either decimal sign, and taxes that came back")
    func parqet() throws {
        let header =
            #""datetime";"date";"time";"price";"shares";"amount";"tax";"fee";"realizedgains";"type";"broker";"assettype";"#
            + #""identifier";"wkn";"originalcurrency";"currency";"fxrate";"holding";"holdingname";"holdingnickname";"exchange";"#
            + "\"avgholdingperiod\"; \n"
        let file = try read(
            header + """
                "2024-08-02T07:00:00.001Z";"02.08.2024";"09:00:00";28,5;10;285;0;0;;"Buy";"b";"Security";"LU2000000001";"A";;"EUR";;;"Fund";;"";\u{20}
                "2024-07-15T07:00:00.000Z";"15.07.2024";"09:00:00";0.25;40;10;2.5;0;;"Dividend";"b";"Security";"US0000000001";"B";;"EUR";;;"Share";;;\u{20}
                "2024-05-15T22:39:00.000Z";"16.05.2024";"00:39:00";22,5;4;90;-12,64;1;-6,72;"Sell";;"Security";"IL0000000001";"C";;"EUR";;;"Sold";;;7253478
                "2024-05-01T10:00:00.000Z";"01.05.2024";"00:39:00";1;500;500;0;0;;"Deposit";"b";"Cash";;;;"EUR";;;;;;
                "2024-04-01T10:00:00.000Z";"01.04.2024";"00:39:00";1;1;1;0;0;;"Split";"b";"Security";"US0000000001";;;"EUR";;;;;;
                """, as: "x.csv")
        #expect(file.format == "parqet")
        #expect(
            file.summaries == [
                "2024-08-02T07:00:00Z BUY LU2000000001 10 at 28.5 for 285 EUR",
                "2024-07-15T07:00:00Z DIVIDEND US0000000001 for 10 EUR fees 2.5",
                "2024-05-15T22:39:00Z SELL IL0000000001 4 at 22.5 for 90 EUR fees 1",
                "2024-05-01T10:00:00Z DEPOSIT for 500 EUR",
                "2024-05-15T22:39:00Z FEE IL0000000001 for -12.64 EUR",
            ])
        #expect(file.omitted == ["unknown US0000000001 6"])
        #expect(file.omissions[0].word == "Split")
    }

    @Test("Freetrade, under both names of the total", arguments: ["Total Amount", "Total Amount in Account Currency"])
    func freetrade(_ total: String) throws {
        let header =
            "Title,Type,Timestamp,Account Currency,\(total),Buy / Sell,Ticker,ISIN,Price per Share in Account Currency,"
            + "Stamp Duty,Quantity,Venue,Order ID,Order Type,Instrument Currency,Total Shares Amount,Price per Share,FX Rate,"
            + "Base FX Rate,FX Fee (BPS),FX Fee Amount,Dividend Ex Date\n"
        let file = try read(
            header + """
                Withdrawal,WITHDRAWAL,2024-04-18T18:09:12.259Z,GBP,24.50,,,,,,,,,,,,,,,,,
                Top up,TOP_UP,2024-04-01T00:35:22.634Z,GBP,1000.00,,,,,,,,,,,,,,,,,
                Nvidia,DIVIDEND,2024-03-27T06:26:00.000Z,GBP,0.31,,NVDA,US67066G1040,,,11.5,,,,USD,,,,0.79,0,0.00,
                Trust,ORDER,2024-02-23T15:34:06.099Z,GBP,505.00,BUY,ATST,GB00B11V7W98,12.50,5.00,40.0,London Stock Exchange,A1,MARKET,GBP,500.00,12.5,,,0,,
                February Statement,MONTHLY_STATEMENT,2024-03-01T00:00:00.000Z,,,,,,,,,,,,,,,,,,,
                """, as: "x.csv")
        #expect(file.format == (total == "Total Amount" ? "freetrade" : "freetrade-2"))
        #expect(
            file.summaries == [
                "2024-04-18T18:09:12Z WITHDRAWAL for 24.5 GBP", "2024-04-01T00:35:22Z DEPOSIT for 1000 GBP",
                "2024-03-27T06:26:00Z DIVIDEND NVDA for 0.31 GBP",
                "2024-02-23T15:34:06Z BUY ATST 40 at 12.5 for 500 GBP fees 5 id A1",
            ])
        #expect(file.passedOver.columns.contains("Base FX Rate"))
    }

    @Test(
        "Fidelity: the core account is cash, and options are left out",
        arguments: [
            (
                "fidelity",
                "Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date"
            ),
            (
                "fidelity-2",
                "Run Date,Action,Symbol,Security Description,Security Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date"
            ),
        ])
    func fidelity(_ name: String, _ header: String) throws {
        let file = try read(
            """


            \(header)
            06/10/2026,YOU SOLD OPENING TRANSACTION PUT (XLU) UTILITIES JUL 10 26 $44.5 (100 SHS) (Cash), -XLU260710P44.5,PUT (XLU),Cash,0.85,-1,0.65,0.02,"",84.33,50084.33,06-11-2026
            06/03/2026,YOU BOUGHT MICROSOFT CORP (MSFT) (Cash), MSFT,MICROSOFT CORP,Cash,400,2,1.00,,,-801,49199,06/04/2026
            06/04/2026,DIVIDEND RECEIVED MICROSOFT CORP (MSFT) (Cash), MSFT,MICROSOFT CORP,Cash,,0.000,,,,1.66,49200.66,
            06/04/2026,REINVESTMENT MICROSOFT CORP (MSFT) (Cash), MSFT,MICROSOFT CORP,Cash,415,0.004,,,,-1.66,49199,
            06/05/2026,FOREIGN TAX PAID MICROSOFT CORP (MSFT) (Cash), MSFT,MICROSOFT CORP,Cash,,0.000,,,,-0.20,49198.80,
            06/05/2026,PURCHASE INTO CORE ACCOUNT FIDELITY GOVERNMENT MONEY MARKET (SPAXX) MORNING TRADE @ 1 (Cash), SPAXX,FIDELITY GOVERNMENT MONEY MARKET,Cash,1,500,,,,-500,48698.80,
            06/08/2026,YOU SOLD MICROSOFT CORP (MSFT) (Cash), MSFT,MICROSOFT CORP,Cash,420,-1,,0.01,,419.99,49118.79,06/09/2026
            06/01/2026,Electronic Funds Transfer Received (Cash), , No Description,Cash,,0,,,,50000,50000,
            05/31/2026,DIRECT DEBIT CITY WATER (Cash), , No Description,Cash,,0,,,,-30,0,
            ,,,,,,,,,,,,
            "The data and information in this spreadsheet is provided to you solely for your use, and is not",,,,,,,,,,,,
            Date downloaded 06/15/2026 3:04 pm
            """, as: "x.csv")
        #expect(file.format == name)
        #expect(
            file.summaries == [
                "2026-06-03 BUY MSFT 2 at 400 for 800 USD fees 1",
                "2026-06-04 DIVIDEND MSFT for 1.66 USD",
                "2026-06-04 BUY MSFT 0.004 at 415 for 1.66 USD",
                "2026-06-05 TAX MSFT for 0.2 USD",
                "2026-06-08 SELL MSFT 1 at 420 for 420 USD fees 0.01",
                "2026-06-01 DEPOSIT for 50000 USD", "2026-05-31 WITHDRAWAL for 30 USD",
            ])
        #expect(file.omissions.count == 1)
    }

    @Test("Fidelity: shares that are moved are no cash, and bills have prices in percent")
    func fidelityOmissions() throws {
        let file = try read(
            """
            Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date
            06/03/2026,TRANSFERRED FROM VS X12345 MICROSOFT CORP (MSFT) (Cash),MSFT,MICROSOFT CORP,Cash,400,10,,,,4000,0,
            06/03/2026,YOU BOUGHT UNITED STATES TREAS BILLS ZERO CPN (912797AB1) (Cash),912797AB1,UNITED STATES TREAS BILLS,Cash,99.5,10000,,,,-9950,0,06/04/2026
            06/03/2026,TRANSFERRED FROM VS X12345 (Cash), , No Description,Cash,,0,,,,500,500,
            """, as: "x.csv")
        #expect(file.summaries == ["2026-06-03 DEPOSIT for 500 USD"])
        #expect(file.omissions.map(\.reason) == [.transfer, .debt])
    }

    @Test("Fidelity in several currencies")
    func fidelityInternational() throws {
        let file = try read(
            """
            Run Date,Action,Symbol,Description,Type,Exchange Quantity,Exchange Currency,Currency,Price,Quantity,Exchange Rate,Commission,Fees,Accrued Interest,Amount,Cash Balance,Settlement Date
            06/03/2026,YOU BOUGHT MICROSOFT CORP (MSFT) (Margin),MSFT,MICROSOFT CORP,Margin,0,,USD,400,1,0,,,,-400,0,06/04/2026
            """, as: "x.csv")
        #expect(file.format == "fidelity-3")
        #expect(file.summaries == ["2026-06-03 BUY MSFT 1 at 400 for 400 USD"])
    }

    @Test("eToro: contracts for difference are left out")
    func eToro() throws {
        let file = try read(
            """
            Date,Type,Details,Amount,Units,Realized Equity Change,Realized Equity,Balance,Position ID,Asset type,NWA
            01/02/2024 05:50:54,Interest Payment,,0.08,-,0.08,"4,581.91",0.00,-,,0.00
            02/02/2024 00:10:33,Dividend,NKE/USD,0.17,-,0.17,"4,581.91",99.60,2272508626,Stocks,0.00
            03/02/2024 13:09:09,Withdraw Request,-,-100.11,-,-100.11,"4,581.91",0.00,-,,0.00
            09/02/2024 15:30:40,Position closed,OLED/USD,18.43,0.102626,7.37,"4,581.91",0.00,2355395242,Stocks,0.00
            09/02/2024 15:37:16,Open Position,AMD/USD,49.88,0.337209,0.00,"4,581.91",0.00,2596572937,Stocks,0.00
            18/02/2024 04:09:41,Open Position,NKE/USD," 200,00 ",65.359477," 0,00 "," 1 757,95 "," 1 157,95 ",624957573,CFD," 0,00 "
            """, as: "x.csv")
        #expect(
            file.summaries == [
                "2024-02-01T05:50:54Z INTEREST for 0.08 USD", "2024-02-02T00:10:33Z DIVIDEND NKE for 0.17 USD",
                "2024-02-03T13:09:09Z WITHDRAWAL for 100.11 USD",
                "2024-02-09T15:30:40Z SELL OLED 0.102626 for 18.43 USD",
                "2024-02-09T15:37:16Z BUY AMD 0.337209 for 49.88 USD",
            ])
        #expect(file.omitted == ["unknown NKE 7"])
    }

    @Test("XTB states no currency, which a column file adds; shares stand in the comment")
    func xtb() throws {
        let text = """
            ID;Type;Time;Comment;Symbol;Amount;;;;
            1;Stocks/ETF purchase;12.04.2024 13:01:45;OPEN BUY 34/42.5658 @ 11.7480;SPYL.DE;-399.43;;;;
            2;Ações/ETF vende;13.04.2024 20:56:07;CLOSE BUY 1 @ 122.34;GOOGL.US;111.25;;;;
            3;Deposit;11.04.2024 13:00:22;JP_MORGAN deposit;;500;;;;
            4;Withdrawal;18.09.2024 10:03:27;Withdrawal from 1;;-56.47;;;;
            5;Withholding tax;26.09.2024 11:00:23;FB.US USD WHT 15%;FB.US;-0.33;;;;
            6;Withholding tax;27.09.2024 11:00:23;FB.US USD WHT 15%;FB.US;0.37;;;;
            7;Dividend;26.09.2024 11:00:23;FB.US USD 0.5000/ SHR;FB.US;2.23;;;;
            8;Profit/Loss (FX/CFD);22.07.2022 01:35:43;Profit of position #6;GBPUSD;0.13;;;;
            """
        let failure = try refusal(text, as: "x.csv")
        #expect(failure.code == .malformedTable && failure.hint?.contains("extends: xtb") == true)
        let file = try read(text, as: "x.csv", columns: columns("extends: xtb\ncurrency: EUR"))
        #expect(
            file.summaries == [
                "2024-04-12T13:01:45Z BUY SPYL.DE 34 for 399.43 EUR id 1",
                "2024-04-13T20:56:07Z SELL GOOGL.US 1 for 111.25 EUR id 2",
                "2024-04-11T13:00:22Z DEPOSIT for 500 EUR id 3", "2024-09-18T10:03:27Z WITHDRAWAL for 56.47 EUR id 4",
                "2024-09-26T11:00:23Z TAX FB.US for 0.33 EUR id 5", "2024-09-27T11:00:23Z TAX FB.US for -0.37 EUR id 6",
                "2024-09-26T11:00:23Z DIVIDEND FB.US for 2.23 EUR id 7",
            ])
        #expect(file.omitted == ["unknown GBPUSD 9"])
    }

    @Test("Saxo")
    func saxo() throws {
        let file = try read(
            """
            Client ID,Trade Date,Value Date,Type,Instrument,Instrument ISIN,Instrument currency,Exchange Description,Instrument Symbol,Event,Amount,Order ID,Conversion Rate
            ,02-Apr-2025,02-Apr-2025,Corporate action,Fund,IE00B3RBWM25,EUR,Euronext Amsterdam,VWRL:xams,Dividend,1.83,,0.92139706
            ,02-Jan-2025,02-Jan-2025,Trade,Fund,IE00B3RBWM25,USD,London,VWRL:xlon,Sell 3 @ 139.74 USD,"419,22",,1
            ,01-Jan-2025,02-Jan-2025,Cash amount,,,USD,,,Custody Fee,"-3,91",,1
            ,30-Dec-2024,30-Dec-2024,Cash Transfer,,,USD,Unknown,,Deposit,500,,1
            ,16-jan-2024,20-jan-2024,Transactie,Fund,IE00B3RBWM25,EUR,Euronext Amsterdam,VWRL:xams,Koop 10 @ 110.01 EUR,-1100,,1
            """, as: "x.csv", columns: columns("extends: saxo\ncurrency: USD"))
        #expect(
            file.summaries == [
                "2025-04-02 DIVIDEND VWRL for 1.83 USD", "2025-01-02 SELL VWRL 3 for 419.22 USD",
                "2025-01-01 FEE for 3.91 USD", "2024-12-30 DEPOSIT for 500 USD", "2024-01-16 BUY VWRL 10 for 1100 USD",
            ])
    }

    @Test("Trade Republic: fees and taxes with a minus")
    func tradeRepublic() throws {
        let header =
            #""datetime","date","account_type","category","type","asset_class","name","symbol","shares","price","amount","fee","#
            + #""tax","currency","original_amount","original_currency","fx_rate","description","transaction_id","#
            + "\"counterparty_name\",\"counterparty_iban\",\"payment_reference\",\"mcc_code\"\n"
        let file = try read(
            header + """
                "2024-10-11T12:22:19Z","2024-10-11","DEFAULT","CASH","TRANSFER_INBOUND","","","","","","110.000000","","","EUR","","","","In","i1","","","",""
                "2024-10-16T09:15:04Z","2024-10-16","DEFAULT","TRADING","BUY","FUND","S&P 500","IE00B3WJKG14","3.0","30.10","-90.30","-1.00","","EUR","","","","Buy","i2","","","",""
                "2024-11-14T00:00:00Z","2024-11-14","DEFAULT","CASH","DIVIDEND","STOCK","Share","US92343V1044","64.75","","38.33","","-5.75","EUR","43.87","USD","0.873668","D","i3","","","",""
                "2024-11-20T00:00:00Z","2024-11-20","DEFAULT","TRADING","SELL","FUND","S&P 500","IE00B3WJKG14","-1.0","31","31.00","-1.00","-0.20","EUR","","","","S","i4","","","",""
                "2024-11-21T00:00:00Z","2024-11-21","DEFAULT","CASH","TAX_OPTIMIZATION","","","","","","","","0.40","EUR","","","","T","i5","","","",""
                "2024-11-22T00:00:00Z","2024-11-22","DEFAULT","CASH","CARD_TRANSACTION","","Cafe","","","","-4.00","","","EUR","","","","C","i6","","","",""
                "2024-11-23T00:00:00Z","2024-11-23","DEFAULT","DELIVERY","MIGRATION","FUND","S&P 500","IE00B3WJKG14","2","","","","","EUR","","","","M","i7","","","",""
                """, as: "x.csv")
        #expect(
            file.summaries == [
                "2024-10-11T12:22:19Z DEPOSIT for 110 EUR id i1",
                "2024-10-16T09:15:04Z BUY IE00B3WJKG14 3 at 30.1 for 90.3 EUR fees 1 id i2",
                "2024-11-14T00:00:00Z DIVIDEND US92343V1044 for 38.33 EUR fees 5.75 id i3",
                "2024-11-20T00:00:00Z SELL IE00B3WJKG14 1 at 31 for 31 EUR fees 1.2 id i4",
                "2024-11-21T00:00:00Z TAX for -0.4 EUR id i5", "2024-11-22T00:00:00Z WITHDRAWAL for 4 EUR id i6",
            ])
        #expect(file.omitted == ["unknown IE00B3WJKG14 8"])
    }

    @Test("Hargreaves Lansdown: the security is named in words")
    func hargreavesLansdown() throws {
        let file = try read(
            """
            HL Stocks & Shares ISA
            Client Name:,Mr Test Person

            Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£)
            "18/09/2026","22/09/2026","B123456","Ocado Group plc Ordinary 2p 1000 @ 298.805","298.805","1000","-3,000.00"
            "19/09/2026","22/09/2026","S123457","Ocado Group plc Ordinary 2p 400 @ 310","310","400","1,240.00"
            "20/09/2026","20/09/2026","ST DIV","Ocado Group plc Ordinary 2p Dividend Payment","n/a","n/a","12.50"
            "01/09/2026","01/09/2026","MANAGE FEE","Management fee","n/a","n/a","-3.75"
            "28/08/2026","28/08/2026","FPC","Faster payment receipt","n/a","n/a","4,000.00"
            """, as: "x.csv")
        let name = "OCADO GROUP PLC ORDINARY 2P"
        #expect(
            file.summaries == [
                "2026-09-18 BUY \(name) 1000 for 3000 GBP", "2026-09-19 SELL \(name) 400 for 1240 GBP",
                "2026-09-20 DIVIDEND \(name) for 12.5 GBP", "2026-09-01 FEE for 3.75 GBP",
                "2026-08-28 DEPOSIT for 4000 GBP",
            ])
    }

    @Test("DEGIRO in Dutch: exchanges, costs and the money moved to the own bank account")
    func degiro() throws {
        let file = try read(
            """
            Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id
            19-12-2022,18:33,19-12-2022,,,"Overboeking van uw geldrekening bij flatexDEGIRO Bank 26,45 EUR",,,,EUR,"1,35",
            19-12-2022,18:33,19-12-2022,FLATEX EURO BANKACCOUNT,NLFLATEXACNT,Degiro Cash Sweep Transfer,,EUR,"26,45",EUR,"27,80",
            17-12-2022,09:51,16-12-2022,,,iDEAL Deposit,,EUR,"127,80",EUR,"1,35",
            16-12-2022,09:05,15-12-2022,COCA-COLA COMPANY (THE,US1912161007,Dividend,,USD,"0,44",USD,"1,36",
            16-12-2022,09:05,15-12-2022,COCA-COLA COMPANY (THE,US1912161007,Dividendbelasting,,USD,"-0,07",USD,"0,92",
            15-12-2022,16:55,15-12-2022,VICI,US9256521090,Valuta Creditering,"1,0624",USD,"33,90",USD,"0,00",5925d76b-eb36-46e3-
            ,,,,,,,,,,,b017-a61a6d03c3e7
            15-12-2022,16:55,15-12-2022,VICI,US9256521090,Valuta Debitering,,EUR,"-31,91",EUR,"0,07",x
            15-12-2022,16:55,15-12-2022,VICI,US9256521090,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-1,00",EUR,"31,98",x
            15-12-2022,16:55,15-12-2022,VICI,US9256521090,"Koop 1 @ 33,9 USD",,USD,"-33,90",USD,"-33,90",x
            14-12-2022,02:30,14-12-2022,FBR LTD.,AU000000FBR4,"PRODUCTWIJZIGING : Verkoop 500 @ 0,039 EUR",,EUR,0,EUR,18.3,
            """, as: "x.csv")
        #expect(file.format == "degiro")
        #expect(
            file.summaries == [
                "2022-12-17 DEPOSIT for 127.8 EUR", "2022-12-16 DIVIDEND US1912161007 for 0.44 USD",
                "2022-12-16 TAX US1912161007 for 0.07 USD", "2022-12-15 EXCHANGE US9256521090 for -33.9 USD",
                "2022-12-15 EXCHANGE US9256521090 for 31.91 EUR", "2022-12-15 FEE US9256521090 for 1 EUR",
                "2022-12-15 BUY US9256521090 1 for 33.9 USD",
            ])
        #expect(file.omitted == ["unknown AU000000FBR4 12"])
        var journal = file
        journal.currency = CurrencyCode("EUR")
        journal.omissions = []
        journal.rates = [
            RateRow(from: .usd, to: try #require(CurrencyCode("EUR")), day: try #require(Day("2022-12-15")), rate: 1)
        ]
        let ledger = try Ledger(Journal(merging: [journal]))
        #expect(ledger.balances[.usd] == Amount(scaled: 37, places: 2))
    }

    @Test(
        "DEGIRO in other languages",
        arguments: [
            ("degiro-de", "Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID", "Kauf"),
            ("degiro-en", "Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id", "Buy"),
            ("degiro-fr", "Date,Heure,Date de,Produit,Code ISIN,Description,FX,Mouvements,,Solde,,ID Ordre", "Achat"),
            ("degiro-es", "Fecha,Hora,Fecha valor,Producto,ISIN,Descripción,Tipo,Variación,,Saldo,,ID Orden", "Compra"),
            ("degiro-it", "Data,Ora,Data Valore,Prodotto,ISIN,Descrizione,FX,Variazioni,,Saldo,,ID Ordine", "Acquisto"),
            ("degiro-pt", "Data,Hora,Data Valor,Produto,ISIN,Descrição,T.,Mudança,,Saldo,,ID da Ordem", "Compra"),
        ])
    func degiroLanguages(_ name: String, _ header: String, _ word: String) throws {
        let row =
            "20-11-2024,09:01,20-11-2024,SMI,CH0019852802,\"\(word) 1,060 SMI ETF@106.02 CHF (CH0019852802)\",,CHF,"
        let file = try read("\(header)\n\(row)\"-112381.20\",CHF,\"7,939.80\",o1\n", as: "x.csv")
        #expect(file.format == name)
        // The amount shows that the comma groups digits.
        #expect(file.summaries == ["2024-11-20 BUY CH0019852802 1060 for 112381.2 CHF"])
    }

    @Test("a table that is nearly one of a known format names what is missing, and DEGIRO's other export is named")
    func likeness() throws {
        let header = "Datum,Uhrzeit,Valutadatum,Produkt,ISIN,Beschreibung,FX,Änderung,,Saldo,,Order-ID\n"
        let row = "20-11-2024,09:01,20-11-2024,SMI,CH0019852802,x,,CHF,1,CHF,1,o1\n"
        let renamed = try refusal("Konto\n" + header.replacing("Order-ID", with: "Auftrag") + row, as: "depot.csv")
        #expect(renamed.code == .unknownColumns && renamed.places == ["unknown_columns 2:-"])
        #expect(renamed.message.contains("nearly those of the format degiro-de, but “Order-ID” is missing"))
        #expect(renamed.hint?.contains("depot.columns.yaml") == true)
        let transactions = try refusal(
            "Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Total,,Order ID\n",
            as: "depot.csv")
        #expect(transactions.message.contains("DEGIRO’s table of transactions"))
        #expect(transactions.hint?.contains("account statement") == true)
        // Four common names make no likeness.
        let other = try refusal("Date,Description,ISIN,Product,Amount,Currency\n1,2,3,4,5,6\n", as: "depot.csv")
        #expect(other.message.contains("not those of a known table") && other.hint == nil)
    }

    @Test("Fidelity: an export of all accounts is refused, and one of a single account is read")
    func fidelityAccounts() throws {
        let header =
            "Run Date,Account,Account Number,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),"
            + "Accrued Interest ($),Amount ($),Settlement Date\n"
        let row = "06/04/2026,Joint,Z12345678,DIRECT DEPOSIT (Cash), , No Description,Cash,,0,,,,5,\n"
        let one = try read(header + row + row.replacing("06/04", with: "06/05"), as: "x.csv")
        #expect(one.entries.count == 2 && one.accountNumberEnding == "5678")
        let failure = try refusal(header + row + row.replacing("Z1", with: "Z2"), as: "x.csv")
        #expect(failure.places == ["malformed_table 3:3"] && failure.message.contains("export each account alone"))
        let described = try columns(
            "currency: EUR\naccount: Depot\ncolumns: {date: Tag, amount: Betrag}\n")
        let table = "Tag,Betrag,Depot\n2025-01-02,5,A1\n"
        #expect(throws: Failure.self) { try read(table + "2025-01-02,5,A2\n", as: "x.csv", columns: described) }
    }

    @Test("words and columns can be added to a ready format, or changed by extending it")
    func additions() throws {
        let header = "ID;Type;Time;Comment;Symbol;Amount;Extra\n"
        let row = "8;Profit/Loss (FX/CFD);22.07.2022 01:35:43;Profit of position #6;GBPUSD;0.13;0.01\n"
        let file = try read(
            header + row, as: "x.csv",
            columns: columns(
                """
                extends: xtb
                currency: EUR
                columns: {fees: Extra}
                costs: plus
                actions: {INTEREST: "profit/loss (fx/cfd) {*}"}
                """))
        #expect(file.summaries == ["2022-07-22T01:35:43Z INTEREST GBPUSD for 0.14 EUR fees 0.01 id 8"])
        let degiro = "Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id\n"
        let added = try read(
            degiro + "20-11-2024,09:01,20-11-2024,,,Gift,,EUR,5.00,EUR,5.00,\n", as: "x.csv",
            columns: columns("actions: {DEPOSIT: gift}"))
        #expect(added.summaries == ["2024-11-20 DEPOSIT for 5 EUR"])
    }

    @Test("mistakes in what extends a format are reported")
    func mistakes() throws {
        for text in [
            "extends: nothing", "extends: schwab\ncolumns: {date: Day}", "extends: xtb\ndecimal: both",
            "extends: xtb\nactions: {BUY: \"{what}\"}", "extends: xtb\nactions: {BUY: \"{symbol}{quantity}\"}",
        ] {
            #expect(throws: Failure.self, "\(text)") { try columns(text) }
        }
        #expect(throws: Never.self) { try columns("extends: schwab\nactions: {FEE: Odd Lot Fee}") }
    }

    @Test("a table that lacks one of a format's columns is not that format")
    func recognition() throws {
        #expect(try refusal("Date,Type,Amount,Currency\n2024-01-02,Buy,1,EUR\n", as: "x.csv").code == .unknownColumns)
        #expect(
            try refusal("Timestamp,Type,Buy / Sell,Ticker,ISIN,Quantity,Total Amount,Account Currency\n", as: "x.csv")
                .code
                == .unknownColumns)
    }

    @Test("public samples are read")
    func samples() throws {
        let freetrade = try sample("freetrade-export.csv", as: "x.csv")
        #expect(freetrade.entries.count == 9)
        #expect(freetrade.omissions.isEmpty)
        #expect(freetrade.cash == Amount(scaled: -943_570, places: 2))
        let eToro = try sample("etoro-export.csv", as: "x.csv")
        #expect(eToro.entries.count == 21)
        #expect(eToro.omissions.map(\.line) == [23, 24, 25, 26])
    }
}
