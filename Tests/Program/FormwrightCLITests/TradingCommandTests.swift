import FormModel
import Foundation
import Poppler
import TestSupport
import TestTraits
import Testing

/// Trading accounts on the command line.
@Suite("Commands: account", .blocking, .timeLimit(.minutes(30))) struct TradingCommandTests {
    private let folder: TemporaryFolder
    private var environment: [String: String] { ["FORMWRIGHT_STORE": folder.url.path + "/store"] }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            date,action,symbol,quantity,price,fees,currency,id
            2025-01-02,DEPOSIT,,,10000,,USD,D1
            2025-01-03,BUY,AAPL,10,100,1,USD,T1
            2025-03-03,SELL,AAPL,4,130,1,USD,T2

            """, "depot.trades.csv")
        try folder.write("date,symbol,close\n2025-06-30,AAPL,150\n", "depot.prices.csv")
    }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(arguments, environment: environment)
    }

    private func path(_ name: String) -> String { folder.file(name).path }

    private func addDepot(_ options: String...) throws {
        let arguments = ["account", "add", path("depot.trades.csv"), path("depot.prices.csv")] + options
        let outcome = try CommandLineTool.run(arguments, environment: environment)
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "depot  ready, files: 2, entries: 3, holdings: 1, as of 2025-06-30\n")
    }

    @Test("files become an account with a statement of any period, which only its user can read")
    func statement() throws {
        try addDepot()
        let outcome = try run(
            "account", "statement", "depot", "--from", "2025-01-01", "--to", "2025-12-31", "-o", path("2025.pdf"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let pdf = try Data(contentsOf: folder.file("2025.pdf"))
        let words = try PopplerDocument(data: pdf).page(0).words().map(\.text)
        // 10000 − 1001 + 519 of cash, and 6 shares of 150.
        #expect(words.contains("10,418.00") && words.contains("2025-12-31"), "\(words)")
        let mode = try FileManager.default.attributesOfItem(atPath: path("2025.pdf"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let again = try run("account", "statement", "depot", "--from", "2025-01-01", "--to", "2025-12-31", "-o", "-")
        #expect(again.output == pdf)
        let wrong = try run("account", "statement", "depot", "--from", "2025-02-01", "--to", "2025-01-01", "-o", "-")
        #expect(wrong.status == 64)
        // The newest file ends the period that is not said to end.
        let late = try run("account", "statement", "depot", "--from", "2026-01-01", "-o", path("late.pdf"))
        #expect(late.status == 12 && late.errors.contains("after its end on 2025-06-30"), "\(late.errors)")
        #expect(!FileManager.default.fileExists(atPath: path("late.pdf")))
    }

    @Test("holdings and gains are written as tables")
    func tables() throws {
        try addDepot()
        let holdings = try run("account", "export", "depot", "--holdings").text.split(separator: "\r\n")
        #expect(holdings.count == 2 && holdings[0].hasPrefix("symbol,name,") && holdings[1].hasPrefix("\"AAPL\","))
        #expect(try run("account", "export", "depot", "--gains", "-o", path("gains.csv")).status == 0)
        let gains = try String(contentsOf: folder.file("gains.csv"), encoding: .utf8).split(separator: "\r\n")
        // Four of the ten shares: 519 less 400.40.
        #expect(gains.count == 2 && gains[1].contains("118.60"), "\(gains)")
        #expect(try run("account", "export", "depot").status == 64)
        #expect(try run("account", "export", "depot", "--gains", "--holdings").status == 64)
    }

    @Test("files go to whoever has an account of that name, unless another owner is named")
    func owners() throws {
        try addDepot("--owner", "ada")
        try FileManager.default.createDirectory(atPath: path("new"), withIntermediateDirectories: true)
        try folder.write("date,symbol,close\n2025-07-31,AAPL,151\n", "new/depot.prices.csv")
        let added = try run("account", "add", path("new/depot.prices.csv"))
        #expect(added.text == "depot  ready, files: 3, entries: 3, holdings: 1, as of 2025-07-31\n", "\(added.errors)")
        #expect(try run("account", "add", path("depot.trades.csv"), "--owner", "bob").status == 0)
        let unclear = try run("account", "add", path("depot.trades.csv"))
        #expect(unclear.status == 64 && unclear.errors.contains("ada, bob"))
    }

    @Test("statements that are made at the same time are each of their own period")
    func sameTime() async throws {
        try addDepot()
        let environment = environment
        let first = (1...4).map { "2025-01-0\($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for day in first {
                let output = path("\(day).pdf")
                group.addTask {
                    let outcome = try CommandLineTool.run(
                        ["account", "statement", "depot", "--from", day, "-o", output], environment: environment)
                    #expect(outcome.status == 0, "\(outcome.errors)")
                }
            }
            try await group.waitForAll()
        }
        for day in first {
            let pdf = try PopplerDocument(data: try Data(contentsOf: folder.file("\(day).pdf")))
            let words = try pdf.page(0).words().map(\.text)
            #expect(first.filter { words.contains($0) }.contains(day), "\(day): \(words.prefix(40))")
        }
    }

    @Test("names of accounts that look alike are one")
    func normalisedNames() throws {
        try folder.write("date,symbol,close\n2025-06-30,AAPL,150\n", "Mu\u{308}ller.prices.csv")
        try folder.write("date,symbol,close\n2025-07-30,AAPL,151\n", "M\u{fc}ller.prices.csv")
        #expect(try run("account", "add", path("Mu\u{308}ller.prices.csv")).status == 0)
        let outcome = try run("account", "add", path("M\u{fc}ller.prices.csv"))
        #expect(outcome.text.contains("files: 2"), "\(outcome.text) \(outcome.errors)")
        #expect(try run("account", "show", "Mu\u{308}ller").status == 0)
    }

    @Test("an id with other figures is named, and a file that is no text stops no other")
    func sameID() throws {
        try addDepot()
        try folder.write(
            "date,action,symbol,quantity,price,fees,currency,id\n2025-01-03,BUY,AAPL,10,101,1,USD,T1\n",
            "other.trades.csv")
        try folder.write("\0\0\0", "binary.trades.csv")
        let added = try run(
            "account", "add", path("binary.trades.csv"), path("other.trades.csv"), "--to", "depot")
        #expect(added.status == 14 && added.text.contains("files: 3"), "\(added.errors)")
        let checked = try run("account", "check", "depot").text
        #expect(checked.contains("Does not count: other.trades.csv:2, which has other figures than depot.trades.csv:3"))
    }

    @Test("an account without anything to state says why")
    func nothing() throws {
        try folder.write("date,symbol,close\n2025-13-01,A,1\n", "broken.prices.csv")
        #expect(try run("account", "add", path("broken.prices.csv")).status != 0)
        let statement = try run("account", "statement", "broken", "-o", path("broken.pdf"))
        #expect(statement.status == 68 && statement.errors.contains("broken.prices.csv:2:"), "\(statement.errors)")
        let check = try run("account", "check", "broken")
        #expect(check.status == 68 && check.errors == statement.errors, "\(check.errors)")
    }

    @Test("a statement of days that the files do not reach says so, in the PDF as well")
    func uncoveredDays() throws {
        try addDepot()
        let notes = [
            "The account’s files begin on 2025-01-02; the statement begins on 2024-07-01.",
            "The account’s files reach up to 2025-06-30; the statement ends on 2025-12-31.",
        ]
        let outcome = try run(
            "account", "statement", "depot", "--from", "2024-07-01", "--to", "2025-12-31", "-o", path("long.pdf"))
        #expect(outcome.status == 0)
        #expect(outcome.errors == notes.map { "formwright: note: \($0)\n" }.joined())
        let words = try PopplerDocument(data: try Data(contentsOf: folder.file("long.pdf"))).page(0).words()
        let text = words.map(\.text).joined(separator: " ")
        #expect(notes.allSatisfy { text.contains($0) }, "\(text)")
        let covered = try run(
            "account", "statement", "depot", "--from", "2025-01-02", "--to", "2025-06-30", "-o", path("b.pdf"))
        #expect(covered.status == 0 && covered.errors.isEmpty, "\(covered.errors)")
        // A statement changes nothing about the account.
        #expect(try run("account", "show", "depot").text.hasPrefix("depot  ready, "))
        #expect(try run("account", "list").text.contains(/depot +ready +2/))
    }

    @Test("a statement with a password opens with it only")
    func password() throws {
        try addDepot()
        try folder.write("open sesame\n", "secret")
        let outcome = try run("account", "statement", "depot", "-o", path("a.pdf"), "--password-file", path("secret"))
        #expect(outcome.status == 0, "\(outcome.errors)")
        let pdf = try Data(contentsOf: folder.file("a.pdf"))
        #expect(throws: (any Error).self) { try PopplerDocument(data: pdf) }
        #expect(try PopplerDocument(data: pdf, password: "open sesame").pageCount > 0)
    }

    @Test("the mistakes of a refused file are all printed, and the others count")
    func mistakes() throws {
        try folder.write("date,from,to,rate\n2025-01-01,EUR,USD,x\n2025-01-02,EUR,USD,-1\n", "depot.rates.csv")
        let outcome = try run("account", "add", path("depot.trades.csv"), path("depot.rates.csv"))
        #expect(outcome.status == 89)
        #expect(outcome.errors.contains("depot.rates.csv:2:") && outcome.errors.contains("depot.rates.csv:3:"))
        #expect(outcome.text.contains("entries: 3"))
        let shown = try run("account", "show", "depot").text
        #expect(shown.contains("depot.rates.csv:2:") && shown.contains(/depot.rates.csv +failed/))
    }

    @Test("check says where the broker's figures differ, and by how much")
    func check() throws {
        try addDepot()
        #expect(try run("account", "check", "depot").status == 0)
        try folder.write(TestData.data("brokers/investment_medium.ofx"), "fund.ofx")
        #expect(try run("account", "add", path("fund.ofx")).status == 0)
        let outcome = try run("account", "check", "fund")
        #expect(outcome.status == 79)
        #expect(outcome.text.contains(/cash CAD +2009-12-15 +1 +-4\.19 +5\.19 +fund\.ofx:85/), "\(outcome.text)")
        let checked = try run("account", "check", "fund", "--json")
        #expect(checked.status == 79)
        let json = try JSONSerialization.jsonObject(with: checked.output)
        #expect(((json as? [String: Any])?["differences"] as? [Any])?.count == 1)
    }

    @Test("a mistake in the settings of an account stops it until it is corrected")
    func settings() throws {
        try addDepot()
        try folder.write("method: averge\n", "depot.account.yaml")
        let added = try run("account", "add", path("depot.account.yaml"))
        #expect(added.status == 89 && added.errors.matches(of: /depot\.account\.yaml:1:/).count == 1, "\(added.errors)")
        for command in [
            ["check"], ["check", "--json"], ["export", "--gains"], ["statement", "-o", path("wrong.pdf")],
        ] {
            let outcome = try CommandLineTool.run(
                ["account", command[0], "depot"] + command.dropFirst(), environment: environment)
            #expect(outcome.status == 89 && outcome.errors.contains("“method” must be one of"), "\(command)")
        }
        #expect(!FileManager.default.fileExists(atPath: path("wrong.pdf")))
        try folder.write("method: average\n", "depot.account.yaml")
        #expect(try run("account", "add", path("depot.account.yaml")).status == 0)
        #expect(try run("account", "check", "depot").status == 0)
    }

    @Test("lines and columns that are passed over or left out are named by each command and in the JSON")
    func passedOver() throws {
        try folder.write(
            """
            Transactions of an account
            Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount,Memo
            01/02/2024,Buy,AAA,A INC,10,$100.00,$1.00,-$1001.00,x
            01/03/2024,Promotional Award,,,,,,$25.00,
            Transactions Total,,,,,,,-$976.00,
            """, "schwab.csv")
        let lines = [
            "Left out: schwab.csv:4: The word for what happened is not known; a column file can say what it means. "
                + "(Promotional Award)",
            "Passed over: schwab.csv: 1 line above the table (1)",
            "Passed over: schwab.csv: 1 line below the table (5)",
            "Passed over: schwab.csv: 1 column without a use (Memo)",
        ]
        let added = try run("account", "add", path("schwab.csv"))
        #expect(added.text.contains("incomplete, since lines were left out: 1, passed over: 3"), "\(added.text)")
        let (shown, checked) = (try run("account", "show", "schwab"), try run("account", "check", "schwab"))
        let (exported, stated) = (
            try run("account", "export", "schwab", "--gains"),
            try run("account", "statement", "schwab", "-o", path("schwab.pdf"))
        )
        for line in lines {
            #expect(added.text.contains(line) && shown.text.contains(line) && checked.text.contains(line), "\(line)")
            #expect(exported.errors.contains(line) && stated.errors.contains(line), "\(line)")
        }
        let json = try run("account", "check", "schwab", "--json").text
        for text in [
            #""reason":"title","count":1,"lines":[1]"#, #""columns":["Memo"]"#, #""word":"Promotional Award""#,
        ] {
            #expect(json.contains(text), "\(json)")
        }
        let pages = try PopplerDocument(data: try Data(contentsOf: folder.file("schwab.pdf")))
        let words = try (0..<pages.pageCount).flatMap { try pages.page($0).words().map(\.text) }
        #expect(words.contains("Promotional") && words.contains("(Memo)"), "\(words.suffix(80))")
        // A column file that adds the word books the line.
        try folder.write("actions: {DEPOSIT: Promotional Award}\n", "schwab.columns.yaml")
        let mapped = try run("account", "add", path("schwab.columns.yaml"))
        #expect(mapped.text.contains("entries: 2,") && !mapped.text.contains("incomplete"), "\(mapped.text)")
    }

    @Test("a table in another encoding than UTF-8 is read, and said by each command and in the JSON")
    func encodings() throws {
        let rows = "date,symbol,name,quantity,price,currency\r\n2025-01-02,SAP,Gesch\u{E4}ft,1,200,EUR\r\n"
        try #require(rows.data(using: .windowsCP1252)).write(to: folder.file("depot.lots.csv"))
        let added = try run("account", "add", path("depot.lots.csv"))
        let note = "depot.lots.csv: read as Windows-1252, since it is not UTF-8."
        #expect(added.status == 0 && added.text.contains(note), "\(added.text) \(added.errors)")
        let holdings = try run("account", "export", "depot", "--holdings")
        #expect(holdings.text.contains("Gesch\u{E4}ft") && holdings.errors.contains(note), "\(holdings.errors)")
        let check = try run("account", "check", "depot", "--json")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(check.text.utf8)) as? [String: Any])
        #expect(report["notes"] as? [String] == [note])
        try folder.write("encoding: latin\n", "other.columns.yaml")
        let refused = try run("account", "add", path("other.columns.yaml"))
        #expect(refused.status != 0 && refused.errors.contains("“encoding” must be"), "\(refused.errors)")
    }

    @Test("positions that nobody bought name the file that is missing")
    func lots() throws {
        try folder.write(TestData.data("brokers/td_ameritrade.ofx"), "td.ofx")
        let outcome = try run("account", "add", path("td.ofx"))
        let remedy = "no file says that it was bought. List what was held before the first trade in td.lots.csv.\n"
        #expect(outcome.status == 66 && outcome.errors.contains(remedy), "\(outcome.errors)")
    }

    @Test("a check has the status of a file that could not be read, and compares the others")
    func unread() throws {
        try folder.write(TestData.data("brokers/investment_medium.ofx"), "fund.ofx")
        try folder.write("date,from,to,rate\n2025-01-01,EUR,USD,x\n", "fund.rates.csv")
        #expect(try run("account", "add", path("fund.ofx"), path("fund.rates.csv")).status == 89)
        let check = try run("account", "check", "fund")
        #expect(check.status == 89, "\(check.errors)")
        #expect(check.text.contains("Not read: fund.rates.csv (malformed_table)"), "\(check.text)")
        #expect(check.text.contains(/cash CAD +2009-12-15/), "\(check.text)")
        #expect(check.errors.contains("fund.rates.csv:2:") && check.errors.contains("differ from the ledger's: 1"))
        #expect(try run("account", "check", "fund", "--json").status == 89)
        #expect(try run("account", "remove", "fund", "fund.rates.csv").status == 0)
        #expect(try run("account", "check", "fund").status == 79)
    }

    @Test("the last file of an account can be removed, and the account stays until it is deleted")
    func lastFile() throws {
        try folder.write("date,symbol,close\n2025-06-30,AAPL,150\n", "lone.prices.csv")
        #expect(try run("account", "add", path("lone.prices.csv")).status == 0)
        let removed = try run("account", "remove", "lone", "lone.prices.csv")
        #expect(removed.status == 0 && removed.text == "lone  files: 0\n", "\(removed.text) \(removed.errors)")
        #expect(removed.errors.contains("formwright account delete lone"))
        #expect(try run("account", "add", path("lone.prices.csv")).text.contains("files: 1"))
        // What cannot be computed without a file is an error, but the file is gone.
        let header = "date,action,symbol,quantity,price,fees,currency\n"
        try folder.write(header + "2025-01-02,BUY,X,1,1,0,USD\n", "b.trades.csv")
        try folder.write(header + "2025-01-03,SELL,X,1,1,0,USD\n", "s.trades.csv")
        #expect(try run("account", "add", path("b.trades.csv"), path("s.trades.csv"), "--to", "lone").status == 0)
        let purchase = try run("account", "remove", "lone", "b.trades.csv")
        #expect(purchase.status == 65 && purchase.errors.contains("note: Removed from lone: b.trades.csv."))
        #expect(try !run("account", "show", "lone").text.contains("b.trades.csv  "))
    }

    @Test("a check names the currency that was derived, old rates and different account numbers")
    func notes() throws {
        try folder.write(
            "date,action,symbol,quantity,price,fees,currency\n2025-01-02,DEPOSIT,,,1,,EUR\n", "two.trades.csv")
        try folder.write(
            "date,action,symbol,quantity,price,fees,currency\n2025-02-02,DEPOSIT,,,1,,USD\n2025-02-03,DEPOSIT,,,1,,USD\n",
            "more.trades.csv")
        try folder.write("date,from,to,rate\n2024-12-01,EUR,USD,1.1\n", "two.rates.csv")
        #expect(try run("account", "add", path("two.trades.csv"), path("two.rates.csv")).status == 0)
        let added = try run("account", "add", path("more.trades.csv"), "--to", "two")
        for words in [
            "taken to be USD, that of most rows (2 of 3)", "Since more.trades.csv was added",
            "1 row in EUR is converted to USD at a rate that is 32 days older (two.trades.csv:2).",
        ] {
            #expect(added.text.contains(words), "\(added.text) \(added.errors)")
            #expect(try run("account", "check", "two").text.contains(words))
        }
    }

    @Test("a check with nothing to compare says so, and succeeds")
    func nothingToCompare() throws {
        try addDepot()
        let check = try run("account", "check", "depot")
        let first = "No file states the broker's own positions or cash, so there is nothing to compare with.\n"
        #expect(check.status == 0 && check.text.hasPrefix(first), "\(check.text)")
    }

    @Test("an account is listed, given to a user and deleted")
    func life() throws {
        try addDepot()
        try folder.write("correct horse battery\n", "password")
        #expect(try run("account", "transfer", "depot", "--to", "ada").status == 113)
        #expect(try run("users", "add", "ada", "--password-file", path("password")).status == 0)
        #expect(try run("account", "transfer", "depot", "--to", "ada").text == "depot  transferred to ada\n")
        #expect(try run("account", "list").text.contains(/depot +ada +/))
        #expect(try run("account", "list", "--owner", "eve").text.split(separator: "\n").count == 1)
        let earlier = try run("account", "give", "depot", "--to", "eve")
        #expect(earlier.status == 113)
        #expect(earlier.errors.hasPrefix("formwright: 'account give' is now called 'account transfer'.\n"))
        // It is found without its owner as long as there is only one of that name.
        #expect(try run("account", "statement", "depot", "-o", path("a.pdf")).status == 0)
        try addDepot("--owner", "")
        #expect(try run("account", "show", "depot").status == 64)
        #expect(try run("account", "delete", "depot", "--owner", "ada").text == "depot  deleted\n")
        #expect(try run("account", "delete", "depot").status == 0)
        #expect(try run("account", "delete", "depot").status == 109)
    }

    @Test("logs, metrics and reports have no amount, name, account number or note")
    func privacy() throws {
        func text(_ name: String) throws -> String { try String(contentsOf: folder.file(name), encoding: .utf8) }
        try FileManager.default.createDirectory(
            atPath: folder.url.path + "/inbox", withIntermediateDirectories: true)
        try folder.write(
            """
            date,action,symbol,quantity,price,fees,currency,id,name,notes
            2025-01-02,DEPOSIT,,,73219.57,,USD,D1,,from Zebulon
            2025-01-03,BUY,QZX,31799.5,8139.271,471.77,USD,T1,Quartermaine Holdings,bought for Zebulon

            """, "inbox/private.trades.csv")
        try folder.write(TestData.data("brokers/fidelity.ofx"), "inbox/broken.ofx")
        try folder.write("title: Zebulon's depot\nowner: nobody\n", "inbox/other.account.yaml")
        try folder.write(
            "date,action,symbol,quantity,price,fees,currency\n2025-01-02,SELL,QZX,31799.5,8139.271,471.77,USD\n2025-13-01,BUY,QZX,x,73219.57,,USD\n",
            "inbox/wrong.trades.csv")
        let outcome = try run(
            "watch", folder.url.path + "/inbox", "--kind", "account", "--once", "--settle", "0.2", "--log-level",
            "trace",
            "--log-format", "json", "--metrics-file", path("metrics"))
        #expect(outcome.status == 47)
        var written = ["log": outcome.errors + outcome.text, "metrics": try text("metrics")]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/failed")
        where name.hasSuffix(".error.json") {
            written[name] = try text("failed/\(name)")
        }
        #expect(written.count >= 5)
        let secrets = [
            "73219.57", "8139.271", "471.77", "31799.5", "Zebulon", "Quartermaine", "bought for", "01234567890",
            "2563.5", "18073.98",
        ]
        for (name, text) in written {
            for secret in secrets { #expect(!text.contains(secret), "\(secret) in \(name)") }
        }
        // What they may have, so that the test has looked at the right run.
        #expect(outcome.errors.contains("wrong.trades.csv"))
        let exists = FileManager.default.fileExists(atPath: folder.url.path + "/outbox/private.statement.pdf")
        #expect(exists, "\(outcome.errors)")
    }

    @Test("a file that should not be there can be removed")
    func removal() throws {
        try addDepot()
        try folder.write(
            "date,action,symbol,quantity,price,fees,currency\n2025-01-02,SELL,X,1,1,0,USD\n", "wrong.trades.csv")
        let added = try run("account", "add", path("wrong.trades.csv"), "--to", "depot")
        #expect(added.status == 65 && added.text == "depot  failed, files: 3\n")
        let note =
            "formwright: note: Added to depot: wrong.trades.csv. The account cannot be computed until its errors are corrected.\n"
        #expect(
            added.errors == note + "formwright: wrong.trades.csv:2: More shares of X are sold than are held. "
                + "Add the missing purchases, or list what was held before the first trade in depot.lots.csv.\n")
        let removed = try run("account", "remove", "depot", "wrong.trades.csv")
        #expect(removed.text == "depot  ready, files: 2, entries: 3, holdings: 1, as of 2025-06-30\n")
        #expect(try run("account", "remove", "depot", "wrong.trades.csv").status == 10)
    }

    @Test("beancount gets the entries")
    func export() throws {
        try addDepot()
        let outcome = try run("account", "export", "depot", "--beancount")
        #expect(outcome.status == 0 && outcome.text.contains("* \"SELL\""))
        #expect(try run("account", "export", "depot").status == 64)
    }
}
