import LocalStore
import TradingDomain
import FailureModel
import FileCollections
import Foundation
import Pipeline
import SQLTestSupport
import TestSupport
import Testing
import Trading
import TradingAPI

@Suite("Trading accounts on the job runner", .onEveryEngine, .timeLimit(.minutes(30))) struct AccountKindTests {
    private static let trades = """
        date,action,symbol,quantity,price,fees,currency,id
        2025-01-02,DEPOSIT,,,10000,,USD,D1
        2025-01-03,BUY,AAPL,10,100,1,USD,T1
        2025-02-03,BUY,AAPL,10,120,1,USD,T2
        2025-03-03,SELL,AAPL,15,130,1,USD,T3

        """
    private static let prices = "date,symbol,close\n2025-06-30,AAPL,150\n"

    private func holdings(_ files: [String: Data]) throws -> PortfolioHoldingsResponse {
        try DateFormat.iso.decoder.decode(PortfolioHoldingsResponse.self, from: try #require(files["holdings.json"]))
    }

    @Test("an account of several files has holdings, gains and a statement")
    func account() async throws {
        try await AccountSystem.run { accounts in
            let document = try await accounts.add(["depot.trades.csv": Self.trades, "depot.prices.csv": Self.prices])
            try #require(document.state == .ready, "\(String(describing: document.failure))")
            #expect(document.facts["holdings"] == "1" && document.facts["asOf"] == "2025-06-30")
            let analysed = try await accounts.files(of: document)
            let held = try holdings(analysed)
            // 5 of the second lot are left: (10 × 120 + 1) / 10 × 5.
            #expect(held.holdings.map(\.cost) == [Amount(exactly: "600.5")])
            #expect(held.holdings.map(\.currentValue) == [750])
            // 10000 − 1001 − 1201 + 1949
            #expect(held.summary.availableCash == 9747 && held.summary.totalValue == 10497)
            let (filled, files) = try await accounts.statement(of: document)
            try #require(filled.state == .filled, "\(String(describing: filled.failure))")
            #expect(files["statement.pdf"]?.starts(with: Data("%PDF".utf8)) == true)
            #expect(files["holdings.json"] == analysed["holdings.json"])
            #expect(String(decoding: files["gains.csv"] ?? Data(), as: UTF8.self).contains("\"2025-03-03\",59,10"))
            let report = try JSONDecoder().decode(StatementReport.self, from: try #require(files["report.json"]))
            #expect(report.closingValue == 10497 && report.isTagged && report.unreadFiles == [])
        }
    }

    @Test("an account of several brokers, currencies and years agrees with beancount and with the broker")
    func realShape() async throws {
        try await AccountSystem.run { accounts in
            var files: [String: Data] = [:]
            for suffix in [
                "trades.csv", "lots.csv", "prices.csv", "rates.csv", "opinions.json", "account.yaml",
            ] {
                files["depot.\(suffix)"] = try TestData.data("accounts/depot.\(suffix)")
            }
            files["depot.ofx"] = try TestData.data("brokers/fidelity.ofx")
            files["depot.csv"] = try TestData.data("brokers/schwab-2023.csv")
            let document = try await accounts.add(files)
            let (filled, results) = try await accounts.statement(of: document)
            try #require(filled.state == .filled, "\(String(describing: filled.failure))")
            // What beancount 3.2 makes of `account export --beancount`: cash, lots and all gains.
            let held = try holdings(results)
            #expect(held.summary.availableCash == Amount(exactly: "1078422.77"))
            #expect(held.holdings.map(\.stock.symbol) == ["INTC", "TSLA", "SAP", "VTI"])
            #expect(held.holdings.map(\.cost) == ["2593.95", "657.95", "875.20", "265.51"].map { Amount(exactly: $0) })
            let analysed = try await accounts.files(of: document)
            let gains = try DateFormat.iso.decoder.decode(
                GainsResponse.self, from: try #require(analysed["gains.json"]))
            #expect(gains.gain == Amount(exactly: "33175.50"))
            let lots = try DateFormat.iso.decoder.decode(LotsResponse.self, from: try #require(analysed["lots.json"]))
            #expect(
                Set(lots.lots.map(\.cost))
                    == Set(
                        ["2571.45", "22.50", "657.95", "875.20", "265.51"].compactMap { Amount(exactly: $0) }))
            let report = try JSONDecoder().decode(StatementReport.self, from: try #require(results["report.json"]))
            #expect(report.openingValue == Amount(exactly: "42309.19") && report.pages == 5)
            // The broker states six positions and its cash.
            let reconciled = try JSONDecoder().decode(
                ReconciliationReport.self, from: try #require(analysed["reconcile.json"]))
            #expect(reconciled.comparedPositions == 6 && reconciled.comparedBalances == 1)
            #expect(reconciled.differences.isEmpty && !reconciled.isIncomplete)
        }
    }

    @Test("a file that comes again adds nothing, and a longer one adds its new trades only")
    func repetition() async throws {
        try await AccountSystem.run { accounts in
            let first = try await accounts.add(["depot.trades.csv": Self.trades])
            #expect(try await accounts.add(["depot.trades.csv": Self.trades]).id == first.id)
            let longer = Self.trades + "2025-04-01,BUY,AAPL,1,140,0,USD,T4\n"
            let second = try await accounts.add(["depot.trades.csv": longer])
            #expect(second.id != first.id && second.partCount == 2)
            #expect(second.facts["entries"] == "5" && first.facts["entries"] == "4")
            // The same trades under another name are another file, and still count once.
            let third = try await accounts.add(["depot.2.trades.csv": longer], to: "depot")
            #expect(third.partCount == 3 && third.facts["entries"] == "5")
        }
    }

    @Test("the file that was added last is in force, also if it was in the account before")
    func earlierContents() async throws {
        try await AccountSystem.run { accounts in
            func prices(_ close: Int) -> String { "date,symbol,close\n2025-06-30,AAPL,\(close)\n" }
            try await accounts.add(["depot.trades.csv": Self.trades])
            var states: [String] = []
            for close in [150, 160, 150, 150] {
                let document = try await accounts.add(["depot.prices.csv": prices(close)])
                let holdings = try holdings(try await accounts.files(of: document))
                #expect(holdings.holdings.map(\.stock.currentPrice) == [Amount(close)])
                states.append("\(document.id) \(document.partCount)")
            }
            // The last one changed nothing, and no file is there twice.
            #expect(states[3] == states[2] && states[2].hasSuffix(" 3"))
            // A broken file in between is replaced by the good one.
            try await accounts.add(["depot.account.yaml": "method: fifo\n"])
            #expect(try await accounts.add(["depot.account.yaml": "method: none\n"]).partCount == 5)
            let good = try await accounts.add(["depot.account.yaml": "method: fifo\n"])
            #expect(good.partCount == 4)
            let parts = try await accounts.system.collections.files(of: try accounts.key())
            #expect(parts.allSatisfy { $0.document?.failure == nil })
        }
    }

    @Test("a statement comes out again byte for byte after new files")
    func again() async throws {
        try await AccountSystem.run { accounts in
            let first = try await accounts.add(["depot.trades.csv": Self.trades, "depot.prices.csv": Self.prices])
            let before = try await accounts.statement(of: first).files
            try await accounts.add(["depot.trades.csv": Self.trades + "2025-07-01,SELL,AAPL,5,160,1,USD,T4\n"])
            let after = try await accounts.statement(of: first).files
            #expect(before["statement.pdf"] != nil && before == after)
            let newest = try #require(try await accounts.system.collections.newestAnalysed(try accounts.key()))
            #expect(try await accounts.statement(of: newest).files["statement.pdf"] != before["statement.pdf"])
        }
    }

    @Test("a damaged file fails alone, and the statement names it")
    func damaged() async throws {
        try await AccountSystem.run { accounts in
            let document = try await accounts.add([
                "depot.trades.csv": Self.trades, "depot.rates.csv": "date,from,to,rate\n2025-13-01,EUR,USD,x\n",
            ])
            #expect(document.state == .ready && document.facts["entries"] == "4")
            let parts = try await accounts.system.collections.files(of: try accounts.key())
            #expect(parts.map(\.document?.state) == [.failed, .ready])
            // All mistakes of the file at once.
            #expect(parts.first?.document?.failure?.failure.all.count == 2)
            let reconciled = try JSONDecoder().decode(
                ReconciliationReport.self,
                from: try #require(try await accounts.files(of: document)["reconcile.json"]))
            #expect(reconciled.unreadFiles.map { [$0.name, $0.code] } == [["depot.rates.csv", "date_unreadable"]])
            #expect(AccountKind.unreadFileCount(of: document) == 1)
            let report = try await accounts.statement(of: document).files["report.json"]
            #expect(String(decoding: report ?? Data(), as: UTF8.self).contains("depot.rates.csv"))
            // A corrected one takes its place.
            let corrected = try await accounts.add(["depot.rates.csv": "date,from,to,rate\n2025-01-01,EUR,USD,1.1\n"])
            #expect(corrected.partCount == 2)
            #expect(
                try await accounts.system.collections.files(of: try accounts.key()).map(\.document?.state)
                    == [.ready, .ready])
        }
    }

    @Test("the report of a statement names what was left out and passed over")
    func passedOver() async throws {
        try await AccountSystem.run { accounts in
            let document = try await accounts.add([
                "depot.csv": """
                Transactions of an account
                Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount,Memo
                01/02/2024,Buy,AAA,A INC,10,$100.00,$1.00,-$1001.00,x
                01/03/2024,Promotional Award,,,,,,$25.00,

                """
            ])
            #expect(document.facts["omissions"] == "1" && document.facts["passedOver"] == "2")
            let files = try await accounts.statement(of: document).files
            let report = try JSONDecoder().decode(StatementReport.self, from: try #require(files["report.json"]))
            #expect(report.isIncomplete && report.omissionCount == 1)
            #expect(report.omissions.map(\.line) == [4] && report.omissions.map(\.word) == ["Promotional Award"])
            #expect(report.passedOver.map(\.phrase) == ["1 line above the table (1)", "1 column without a use (Memo)"])
            #expect(
                report.passedOver.map(\.lines) == [[1], nil] && report.passedOver.map(\.columns) == [nil, ["Memo"]])
        }
    }

    @Test("the report of an account that an earlier version reconciled is read, with nothing passed over")
    func earlierReport() throws {
        let text = """
            {"is_incomplete":true,"compared_positions":1,"compared_balances":0,"differences":[],"duplicate_count":0,
            "duplicates":[],"omissions":[{"file":"a.csv","line":3,"reason":"Short sales are not supported."}],
            "unread_files":[]}
            """
        let report = try JSONDecoder().decode(ReconciliationReport.self, from: Data(text.utf8))
        #expect(report.passedOver.isEmpty && report.notes == nil && report.omissions.map(\.line) == [3])
    }

    @Test("what is said about a file has its own name, also if a file of another name had the same bytes")
    func sameBytes() async throws {
        try await AccountSystem.run { accounts in
            let table =
                "Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount,Memo\n"
                + "01/02/2024,Buy,AAA,A INC,10,$100.00,$1.00,-$1001.00,x\n"
            for name in ["one", "two"] {
                let document = try await accounts.add(["\(name).csv": table], to: name)
                let report = try JSONDecoder().decode(
                    ReconciliationReport.self,
                    from: try #require(try await accounts.files(of: document)["reconcile.json"]))
                #expect(report.passedOver.map(\.file) == ["\(name).csv"])
            }
            // What are settings of an account is no column file.
            let settings = "method: fifo\n"
            try await accounts.add(["a.account.yaml": settings], to: "a")
            try await accounts.add(["b.columns.yaml": settings], to: "b")
            let parts = try await accounts.system.collections.files(of: try accounts.key("b"))
            #expect(parts.map(\.document?.state) == [.failed])
        }
    }

    @Test(
        "UTF-16 is text, with and without a mark; bytes that are none are refused",
        arguments: ["csv", "ofx", "trades.csv"])
    func encodings(_ suffix: String) throws {
        let kind = AccountFileKind()
        let text = "date,action,symbol\n2024-01-02,BUY,AAA\n"
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16] {
            let data = try #require(text.data(using: encoding))
            #expect(try kind.mediaType(of: data, fileName: "a.\(suffix)").isEmpty == false)
        }
        for bytes in [[0x50, 0x4B, 3, 4, 0, 0, 8, 0], [0x61, 0, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67]] as [[UInt8]] {
            #expect(throws: Failure.self) { try kind.mediaType(of: Data(bytes), fileName: "a.\(suffix)") }
        }
    }

    @Test("an account of which all lines are left out names them")
    func onlyOmissions() async throws {
        try await AccountSystem.run { accounts in
            let document = try await accounts.add([
                "depot.csv": """
                Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount
                01/02/2024,Security Transfer,AAA,A INC,10,,,

                """
            ])
            let failures = document.failure?.failure.all ?? []
            #expect(failures.map(\.code) == [.inputEmpty, .inputEmpty])
            #expect(failures.first?.message.contains("1 line was left out") == true)
            #expect(failures.last?.location == .file("depot.csv", line: 2, column: nil))
        }
    }

    @Test("a mistake in the settings or the column file fails the account")
    func settings() async throws {
        try await AccountSystem.run { accounts in
            var document = try await accounts.add([
                "depot.trades.csv": Self.trades, "depot.account.yaml": "method: averge\n",
            ])
            #expect(document.failure?.code == .malformedTable && document.failure?.stage == "reconcile")
            #expect(document.failure?.failure.location == .file("depot.account.yaml", line: 1, column: 9))
            document = try await accounts.add(["depot.account.yaml": "method: average\n"])
            #expect(document.state == .ready && document.facts["unreadFiles"] == "0")
            document = try await accounts.add(["depot.columns.yaml": "separator: x\n"])
            #expect(document.failure?.code == .malformedTable)
        }
    }

    @Test("more shares sold than held fail the account, with file and line")
    func oversold() async throws {
        try await AccountSystem.run { accounts in
            let document = try await accounts.add([
                "depot.trades.csv":
                    "date,action,symbol,quantity,price,fees,currency\n2025-01-02,SELL,AAPL,1,100,0,USD\n"
            ])
            #expect(document.failure?.code == .oversold && document.failure?.stage == "reconcile")
            #expect(document.failure?.failure.location == .file("depot.trades.csv", line: 2, column: nil))
        }
    }

    @Test("a table without known columns is read again when its column file arrives")
    func columns() async throws {
        try await AccountSystem.run { accounts in
            let table = "Tag;Art;WKN;Anzahl;Kurs\n02.01.2025;Kauf;AAPL;2;100,50\n"
            let first = try await accounts.add(["depot.csv": table])
            let parts = try await accounts.system.collections.files(of: try accounts.key())
            #expect(parts.map(\.document?.failure?.code) == [.unknownColumns])
            #expect(first.failure?.code == .unknownColumns)
            let columns = """
                separator: ";"
                decimal: ","
                dates: dd.MM.yyyy
                currency: EUR
                columns: {date: Tag, action: Art, symbol: WKN, quantity: Anzahl, price: Kurs}
                actions: {BUY: Kauf}
                """
            let second = try await accounts.add(["depot.columns.yaml": columns])
            #expect(second.state == .ready && second.facts["entries"] == "1" && second.partCount == 2)
            // Together, in one step, they need no second reading.
            let both = try await accounts.add(["both.csv": table, "both.columns.yaml": columns], to: "both")
            #expect(both.facts["entries"] == "1")
            let documents = try await accounts.client.store.documents(DocumentQuery(in: .all))
            #expect(documents.filter { $0.fileName == "both.csv" }.count == 1)
        }
    }

    @Test("deleting an account removes its documents and their bytes")
    func deletion() async throws {
        try await AccountSystem.run { accounts in
            try await accounts.add(["depot.trades.csv": Self.trades])
            let other = try await accounts.add(["other.trades.csv": Self.trades], to: "other")
            let document = try await accounts.add(["depot.prices.csv": Self.prices])
            let ledger = try #require(
                try await accounts.client.store.artefacts(of: document.id, in: .all, fill: 0).first {
                    $0.stage == "analyse"
                })
            let trades = try #require(
                try await accounts.system.collections.files(of: try accounts.key()).first?.document?.content)
            try await accounts.system.collections.delete(try accounts.key())
            #expect(try !accounts.system.artefacts.contains(ledger.artefact.content))
            // Another account has the same file.
            #expect(try accounts.system.artefacts.contains(trades))
            #expect(try await accounts.client.store.document(other.id, in: .all).state == .ready)
            await #expect(throws: Failure.self) { try await accounts.system.collections.current(try accounts.key()) }
            #expect(try await accounts.system.collections.names(of: "account", owner: .local) == ["other"])
            try await accounts.system.collections.delete(try accounts.key("other"))
            #expect(try !accounts.system.artefacts.contains(trades))
            #expect(try await accounts.client.store.documents(DocumentQuery(in: .all)).isEmpty)
        }
    }

    @Test("an account given to another owner is gone from the first one's list")
    func giving() async throws {
        try await AccountSystem.run { accounts in
            let first = try await accounts.add(["depot.trades.csv": Self.trades, "depot.prices.csv": Self.prices])
            let before = try holdings(try await accounts.files(of: first))
            let given = try await accounts.system.collections.give(
                try accounts.key(), of: accounts.kind, to: "ada")
            _ = try await accounts.client.process(given.id, in: .all)
            let document = try await accounts.client.settled(given.id, in: .owner("ada"))
            #expect(try holdings(try await accounts.files(of: document)) == before)
            #expect(try await accounts.system.collections.names(of: "account", owner: .local) == [])
            #expect(try await accounts.system.collections.names(of: "account", owner: "ada") == ["depot"])
            try await accounts.add(["depot.trades.csv": Self.trades])
            await #expect {
                try await accounts.system.collections.give(try accounts.key(), of: accounts.kind, to: "ada")
            } throws: { ($0 as? Failure)?.code == .collectionExists }
        }
    }

    @Test("several callers at once lose no file")
    func concurrency() async throws {
        try await AccountSystem.run { accounts in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...12 {
                    group.addTask {
                        try await accounts.add([
                            "depot.\(number).trades.csv":
                                "date,action,symbol,quantity,price,fees,currency,id\n2025-01-02,BUY,A,1,\(number),0,USD,T\(number)\n"
                        ])
                    }
                }
                try await group.waitForAll()
            }
            let document = try await accounts.system.collections.current(try accounts.key())
            #expect(document.partCount == 12)
            #expect(try await accounts.client.settled(document.id, in: .all).facts["entries"] == "12")
        }
    }
}
