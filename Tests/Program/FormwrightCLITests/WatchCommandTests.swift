import ProcessTestSupport
import FormModel
import Foundation
import TestSupport
import TestTraits
import Testing

/// The watch command as a user runs it.
@Suite("Command: watch", .blocking, .timeLimit(.minutes(30))) struct WatchCommandTests {
    private let folder: TemporaryFolder
    private let form = TestData.url("forms/irs-8888.pdf").path

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
    }

    private var inbox: String { folder.url.path + "/inbox" }

    private func run(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(arguments, environment: ["FORMWRIGHT_STORE": folder.url.path + "/store"])
    }

    private func drop(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: inbox + "/" + name))
    }

    private func dropForm(as name: String) throws {
        try FileManager.default.copyItem(atPath: form, toPath: inbox + "/" + name)
    }

    private func report(_ name: String) throws -> String {
        try String(contentsOfFile: folder.url.path + "/failed/" + name, encoding: .utf8)
    }

    @Test("a folder is processed once, and the exit status says that something failed")
    func watchOnce() throws {
        let inbox = folder.url.path + "/inbox"
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: form, toPath: inbox + "/w9.pdf")
        try Data(#"{"p1f1": "Ada Lovelace"}"#.utf8).write(to: URL(fileURLWithPath: inbox + "/w9.values.json"))
        try Data("no form".utf8).write(to: URL(fileURLWithPath: inbox + "/bad.pdf"))
        let metrics = folder.url.path + "/watch.prom"
        let outcome = try run(
            "watch", inbox, "--once", "--settle", "0", "--log-format", "json", "--metrics-file", metrics)
        #expect(outcome.status == 47, "\(outcome.errors)")
        let counted = try String(contentsOfFile: metrics, encoding: .utf8).split(separator: "\n")
        #expect(counted.contains(#"watch_drops_total{ending="done",process="watch"} 1"#))
        #expect(counted.contains(#"watch_drops_total{ending="failed",process="watch"} 1"#))
        #expect(
            counted.contains(#"pipeline_attempts_total{ending="done",kind="form",process="watch",stage="compose"} 1"#))
        let filled = try Data(contentsOf: URL(fileURLWithPath: folder.url.path + "/outbox/w9.filled.pdf"))
        #expect(try RenderedPages(filled).text(0).contains("Ada Lovelace"))
        let report = try String(contentsOfFile: folder.url.path + "/failed/bad.error.json", encoding: .utf8)
        #expect(report.contains("unsupported_type"))
        for line in outcome.errors.split(separator: "\n").dropLast() {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        #expect(!outcome.errors.contains("Ada"))
    }

    @Test("inputs with a guessed key are not used until the mapping that comes back is confirmed in the inbox")
    func mapping() throws {
        try dropForm(as: "w9.pdf")
        try drop("w9.csv", "Social security numbers\n123-45-6789\n")
        let refused = try run("watch", inbox, "--once", "--settle", "0")
        #expect(refused.status == 47)
        #expect(try report("w9.error.json").contains("mapping_needed"))
        let mapping = try report("w9.map.yaml")
        #expect(mapping.contains("confirmed: false") && mapping.contains("value: \"123-45-6789\""))
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/outbox/w9.0001.filled.pdf"))
        #expect(!refused.errors.contains("123-45"))

        // A single record is decided like a table, by its values.
        try drop("w9.values.yaml", "Social security numbers: 123-45-6789\n")
        #expect(try run("watch", inbox, "--once", "--settle", "0").status == 47)
        #expect(try report("w9-2.error.json").contains("mapping_needed"))

        // As it came back, the mapping is not confirmed.
        try drop("w9.map.yaml", mapping)
        try drop("w9.csv", "Social security numbers\n123-45-6789\n")
        #expect(try run("watch", inbox, "--once", "--settle", "0").status == 47)
        try drop("w9.map.yaml", mapping.replacing("confirmed: false", with: "confirmed: true"))
        try drop("w9.csv", "Social security numbers\n123-45-6789\n")
        let done = try run("watch", inbox, "--once", "--settle", "0")
        #expect(done.status == 0, "\(done.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.url.path + "/outbox/w9.0001.filled.pdf"))
        #expect(FileManager.default.fileExists(atPath: inbox + "/w9.map.yaml"))
        // What was wrong with the table is over; the single record still has its report.
        #expect(throws: (any Error).self) { try report("w9.error.json") }
        #expect(throws: (any Error).self) { try report("w9.map.yaml") }
        #expect(try report("w9-2.error.json").contains("w9.values.yaml"))
    }

    @Test(
        "results are as private as the most private of all that they are made of",
        arguments: ["original", "values", "rows", "profile", "standing", "none"])
    func permissions(_ inPrivate: String) throws {
        let mask = umask(0o022)
        defer { umask(mask) }
        func hide(_ path: String) throws {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        func modes(in folder: String) throws -> [String: Int] {
            let path = self.folder.url.path + "/" + folder
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
                    return (name, try #require(attributes[.posixPermissions] as? Int))
                })
        }
        let profile = try folder.write("given-name: Ada\nfamily-name: Lovelace\n", "ada.yaml").path
        let standing = folder.file("standing.pdf").path
        try FileManager.default.copyItem(atPath: form, toPath: standing)
        try dropForm(as: "w9.pdf")
        try drop("w9.values.json", #"{"p1f1": "Ada"}"#)
        try dropForm(as: "many.pdf")
        try drop("many.csv", "p1f1,No such field\nAda,\nGrace,x\n")
        try drop("alone.values.json", #"{"p1f1": "Ada"}"#)
        switch inPrivate {
        case "original": for name in ["w9.pdf", "many.pdf"] { try hide("\(inbox)/\(name)") }
        case "values": for name in ["w9.values.json", "alone.values.json"] { try hide("\(inbox)/\(name)") }
        case "rows": try hide(inbox + "/many.csv")
        case "profile": try hide(profile)
        case "standing": try hide(standing)
        default: break
        }
        let outcome = try run(
            "watch", inbox, "--once", "--settle", "0", "--standing", standing, "--profile", profile)
        #expect([0, 47].contains(outcome.status), "\(outcome.errors)")
        let results = try modes(in: "outbox").merging(modes(in: "failed")) { $1 }
        func expect(_ prefix: String, _ privately: [String]) {
            let found = results.filter { $0.key.hasPrefix(prefix) && !$0.key.hasSuffix(".csv") }
            #expect(!found.isEmpty, "\(results)")
            for (name, mode) in found {
                #expect(mode == (privately.contains(inPrivate) ? 0o600 : 0o644), "\(name)")
            }
        }
        expect("w9.filled", ["original", "values", "profile"])
        expect("many.", ["original", "rows", "profile"])
        expect("alone.filled", ["values", "profile", "standing"])
    }

    @Test("an original that was dropped in private keeps the results of later values private")
    func laterValues() throws {
        let mask = umask(0o022)
        defer { umask(mask) }
        try dropForm(as: "w9.pdf")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: inbox + "/w9.pdf")
        #expect(try run("watch", inbox, "--once", "--settle", "0").status == 0)
        try drop("w9.values.json", #"{"p1f1": "Ada"}"#)
        #expect(try run("watch", inbox, "--once", "--settle", "0").status == 0)
        for name in ["w9.fields.json", "w9.preview.pdf", "w9.filled.pdf"] {
            let path = folder.url.path + "/outbox/" + name
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
    }

    @Test("a broker's files become a statement of the owner whom they name, and a later one replaces it")
    func account() throws {
        try Data("Analytical Engine 1837".utf8).write(to: URL(fileURLWithPath: folder.url.path + "/password"))
        #expect(try run("users", "add", "ada", "--password-file", folder.url.path + "/password").status == 0)
        let trades = "date,action,symbol,quantity,price,fees,currency\n2025-01-02,DEPOSIT,,,10000,,USD\n"
        try drop("depot.trades.csv", trades + "2025-01-03,BUY,AAPL,10,100,1,USD\n")
        try drop("depot.account.yaml", "title: Depot of Ada\nowner: ada\n")
        try drop("depot.rates.csv", "date,from,to,rate\n2025-13-01,EUR,USD,1.1\n2025-01-01,EUR,USD,none\n")
        let first = try run("watch", inbox, "--kind", "account", "--once", "--settle", "0.3")
        #expect(first.status == 47, "\(first.errors)")
        let outbox = folder.url.path + "/outbox"
        let names = ["gains.csv", "holdings.csv", "holdings.json", "report.json", "statement.pdf"].map { "depot.\($0)" }
        #expect(try FileManager.default.contentsOfDirectory(atPath: outbox).sorted() == names)
        let failed = try report("depot.error.json")
        #expect(
            failed.contains("date_unreadable") && failed.contains("\"line\" : 2") && failed.contains("\"line\" : 3"))
        func holdings() throws -> String { try String(contentsOfFile: outbox + "/depot.holdings.csv", encoding: .utf8) }
        #expect(try holdings().contains("AAPL") && !holdings().contains("MSFT"))

        try drop("depot.trades.csv", trades + "2025-01-03,BUY,AAPL,10,100,1,USD\n2025-01-04,BUY,MSFT,1,300,1,USD\n")
        let second = try run("watch", inbox, "--kind", "account", "--once", "--settle", "0.3")
        #expect(second.status == 0, "\(second.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: outbox).sorted() == names)
        #expect(try holdings().contains("MSFT"))
        #expect(!(first.errors + second.errors).contains("AAPL"))
        let list = try run("account", "list", "--owner", "ada").output
        #expect(String(decoding: list, as: UTF8.self).contains("depot"))
        let statement = try RenderedPages(try Data(contentsOf: URL(fileURLWithPath: outbox + "/depot.statement.pdf")))
        #expect(try statement.text(0).contains("Depot of Ada"))
    }

    @Test("a folder's profile fills every form, and values and their own profile take precedence")
    func profile() throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 60, width: 200, height: 20, "/FT /Tx /T (name) /TU (Your name)"),
                .init(x: 60, y: 90, width: 200, height: 20, "/FT /Tx /T (mail) /TU (E-mail)"),
            ])
        for name in ["alone.pdf", "own.pdf", "other.pdf"] {
            try builder.data().write(to: URL(fileURLWithPath: inbox + "/" + name))
        }
        try drop("own.values.yaml", "E-mail: office@example.org\n")
        try drop("other.values.json", #"{"profile": {"name": "Grace Hopper"}}"#)
        let profile = try folder.write("name: Ada Byron\nemail: ada@example.org\n", "ada.yaml").path
        #expect(try run("watch", inbox, "--once", "--settle", "0", "--profile", profile + ".missing").status == 10)
        let outcome = try run("watch", inbox, "--once", "--settle", "0", "--profile", profile)
        #expect(outcome.status == 0, "\(outcome.errors)")
        func text(_ name: String) throws -> String {
            let url = URL(fileURLWithPath: folder.url.path + "/outbox/\(name).filled.pdf")
            return try RenderedPages(try Data(contentsOf: url)).text(0)
        }
        #expect(try text("alone") == "Ada Byron ada@example.org")
        #expect(try text("own") == "Ada Byron office@example.org")
        #expect(try text("other") == "Grace Hopper")
        #expect(!outcome.errors.contains("Byron"))
    }

    @Test("settings add pictures, values and fillable forms to the results, and select pages")
    func results() throws {
        let settings = try folder.write(
            "forms: {editable: true, pages: 1, pictures: 72, export: xfdf, fillable: true}\n", "pipeline.yaml"
        ).path
        var builder = PDFBuilder()
        for number in 1...2 {
            builder.add(
                PDFBuilder.Page(width: 200, height: 200),
                widgets: [
                    .init(
                        x: 20, y: 60, width: 150, height: 20,
                        "/FT /Tx /T (f\(number)) /TU (Field \(number)) /V (v\(number))")
                ])
        }
        for name in ["a.pdf", "b.pdf"] { try builder.data().write(to: URL(fileURLWithPath: inbox + "/" + name)) }
        try drop("a.values.json", #"{"f1": "Ada"}"#)
        var flat = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Last name", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 22)
        flat.add(page)
        try flat.data().write(to: URL(fileURLWithPath: inbox + "/c.pdf"))
        let outcome = try run("watch", inbox, "--once", "--settle", "0", "--config", settings)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let outbox = folder.url.path + "/outbox"
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: outbox).sorted() == [
                "a.filled.1.png", "a.filled.pdf", "a.filled.xfdf", "a.report.json", "b.fields.json", "b.held.xfdf",
                "b.preview.pdf", "c.fields.json", "c.fillable.pdf", "c.preview.pdf",
            ])
        let values = try String(contentsOfFile: outbox + "/a.filled.xfdf", encoding: .utf8)
        #expect(values.contains("Ada") && values.contains("v2"))
        #expect(try RenderedPages(try Data(contentsOf: URL(fileURLWithPath: outbox + "/a.filled.pdf"))).count == 1)

        for wrong in ["pages: 3-1", "flatten: true, editable: true", "pictures: 5", "export: doc"] {
            let file = try folder.write("forms: {\(wrong)}\n", "wrong.yaml").path
            #expect(try run("watch", inbox, "--once", "--config", file).status == 48, "\(wrong)")
        }
    }

    @Test("the values of a filled form in the outbox are without secret ones, and the report names their fields")
    func withheld() throws {
        let settings = try folder.write("forms: {editable: true, export: json}\n", "pipeline.yaml").path
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 20, y: 60, width: 150, height: 20, "/FT /Tx /Ff 8192 /T (pin) /V (s3cret)"),
                .init(x: 20, y: 90, width: 150, height: 20, "/FT /Tx /T (town)"),
            ])
        try builder.data().write(to: URL(fileURLWithPath: inbox + "/a.pdf"))
        try drop("a.values.json", #"{"town": "Ely"}"#)
        let outcome = try run("watch", inbox, "--once", "--settle", "0", "--config", settings)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let outbox = folder.url.path + "/outbox"
        let values = try String(contentsOfFile: outbox + "/a.filled.json", encoding: .utf8)
        #expect(values.contains("Ely") && !values.contains("pin"))
        let report = try String(contentsOfFile: outbox + "/a.report.json", encoding: .utf8)
        #expect(report.contains(#"not to be exported: \"pin\"."#) && !report.contains("s3cret"))
    }

    @Test("a sentence in the log has no full stop before what it is about")
    func sentences() throws {
        try dropForm(as: "w9.pdf")
        try Data("p1f1\r\nJ\u{FC}rgen\r\n".unicodeScalars.map { UInt8($0.value) })
            .write(to: URL(fileURLWithPath: inbox + "/w9.csv"))
        let outcome = try run("watch", inbox, "--once", "--settle", "0")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("read as Windows-1252, since it is not UTF-8: drop="))
    }

    @Test("values for no field are left out where pipeline.yaml says so, and the report lists their keys")
    func skipUnknown() throws {
        let settings = try folder.write("forms:\n  skipUnknown: true\n", "pipeline.yaml").path
        try dropForm(as: "w9.pdf")
        try drop("w9.values.json", #"{"p1f1": "Ada", "Favourite colour of the dog": "blue"}"#)
        let outcome = try run("watch", inbox, "--once", "--settle", "0", "--config", settings)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try String(contentsOfFile: folder.url.path + "/outbox/w9.report.json", encoding: .utf8)
        #expect(report.contains("\"Favourite colour of the dog\"") && !report.contains("blue"))
    }

    @Test("a user whom nobody added owns nothing")
    func unknownOwner() throws {
        try drop("depot.account.yaml", "owner: eve\n")
        #expect(try run("watch", inbox, "--kind", "account", "--once", "--settle", "0").status == 47)
        #expect(try report("depot.error.json").contains("user_unknown"))
    }

    @Test("failed rows are reported by the exit status, and the others are filled")
    func someRows() throws {
        try dropForm(as: "w9.pdf")
        try drop("w9.values.csv", "p1f1\nAda\n\"Grace\nx,y,z\n")
        let outcome = try run("watch", inbox, "--once", "--settle", "0")
        #expect(outcome.status == 47, "\(outcome.errors)")
        #expect(outcome.errors.contains("done, except for records that failed"))
        #expect(FileManager.default.fileExists(atPath: folder.url.path + "/outbox/w9.0001.filled.pdf"))
        #expect(try report("w9.0002.error.json").contains("malformed_values"))
    }

    @Test("a workbook is a table of values")
    func workbook() throws {
        try dropForm(as: "w9.pdf")
        try WorkbookBuilder(texts: [["p1f1"], ["Ada"], ["Grace"]]).data().write(
            to: URL(fileURLWithPath: inbox + "/w9.values.xlsx"))
        let outcome = try run("watch", inbox, "--once", "--settle", "0")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.url.path + "/outbox/w9.0002.filled.pdf"))

        // The mapping beside a workbook can name its sheet.
        func rows(_ texts: [String]) -> String {
            texts.map { "<row><c t=\"str\"><v>\($0)</v></c></row>" }.joined()
        }
        try dropForm(as: "two.pdf")
        try WorkbookBuilder(sheets: [("Notes", rows(["x"])), ("2026", rows(["p1f1", "Ada"]))]).data().write(
            to: URL(fileURLWithPath: inbox + "/two.values.xlsx"))
        let inspected = try CommandLineTool.run(["inspect", form, "--json"]).output
        let digest = try JSONDecoder().decode(FormDescription.self, from: inspected).document.sha256
        try drop("two.map.yaml", "form: \"\(digest)\"\nsheet: 2026\ncolumns: []\n")
        let second = try run("watch", inbox, "--once", "--settle", "0")
        #expect(second.status == 0, "\(second.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.url.path + "/outbox/two.0001.filled.pdf"))
    }

    @Test("the log says how a table was read")
    func tableNotes() throws {
        try dropForm(as: "w9.pdf")
        try Data("p1f1\nM\u{FC}ller\n".unicodeScalars.map { UInt8($0.value) }).write(
            to: URL(fileURLWithPath: inbox + "/w9.values.csv"))
        let outcome = try run("watch", inbox, "--once", "--settle", "0")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("w9.values.csv: read as Windows-1252, since it is not UTF-8"))
    }

    @Test(
        "files without values are refused", arguments: ["values.json", "values.yaml", "values.csv", "values.jsonl"])
    func emptyValues(suffix: String) throws {
        try dropForm(as: "w9.pdf")
        try drop("w9." + suffix, suffix == "values.csv" ? "p1f1\n" : "")
        #expect(try run("watch", inbox, "--once", "--settle", "0").status == 47)
        #expect(try report("w9.error.json").contains("input_empty"))
    }

    @Test("dropped values cannot use this machine's pictures")
    func pictures() throws {
        let picture = folder.url.path + "/signature.png"
        try Data([0x89, 0x50, 0x4E, 0x47]).write(to: URL(fileURLWithPath: picture))
        try dropForm(as: "w9.pdf")
        try drop("w9.values.json", #"{"p1f1": {"image": "\#(picture)"}}"#)
        #expect(try run("watch", inbox, "--once", "--settle", "0").status == 47)
        let told = try report("w9.error.json")
        #expect(told.contains("bad_signature_image") && told.contains("not allowed here"))
    }

    @Test(
        "folders and forms that cannot be used are refused at the start",
        arguments: [
            (["--out", "file"], 50), (["--form", "missing.pdf"], 10), (["--form", "file"], 14),
        ])
    func refusals(arguments: [String], status: Int) throws {
        try Data("no folder, no form".utf8).write(to: URL(fileURLWithPath: folder.url.path + "/file"))
        try dropForm(as: "w9.pdf")
        let path = folder.url.path + "/" + arguments[1]
        let outcome = try run("watch", inbox, arguments[0], path, "--once")
        #expect(Int(outcome.status) == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(arguments[1]))
        #expect(FileManager.default.fileExists(atPath: inbox + "/w9.pdf"))
    }

    @Test("a file cannot be watched")
    func fileAsInbox() throws {
        let outcome = try run("watch", form, "--once")
        #expect(outcome.status == 50)
        #expect(outcome.errors.contains("not a directory"))
    }

    @Test("names of files cannot control the terminal from a log", arguments: ["text", "json"])
    func escapedLog(format: String) throws {
        let name = "a\u{1B}[2J\u{85}\u{9B}\u{202E}\u{2066}\u{2028}b.pdf"
        try drop(name, "no form")
        let outcome = try run("watch", inbox, "--once", "--settle", "0", "--log-format", format)
        #expect(outcome.status == 47)
        #expect(!outcome.errors.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        #expect(!outcome.errors.unicodeScalars.contains { "\u{202E}\u{2066}\u{2028}".unicodeScalars.contains($0) })
        guard format == "json" else {
            #expect(outcome.errors.contains(#"\u{1B}[2J"#) && outcome.errors.contains(#"\u{202E}\u{2066}"#))
            return
        }
        let lines = try outcome.errors.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
            try JSONDecoder().decode([String: String].self, from: Data($0.utf8))
        }
        #expect(lines.contains { $0["files"] == name })
    }

    @Test("a store in the inbox is refused at the start")
    func storeInInbox() throws {
        try dropForm(as: "w9.pdf")
        let given = try run("watch", inbox, "--once", "--store", inbox + "/store")
        #expect(given.status == 64 && given.errors.contains("is in the inbox"), "\(given.errors)")
        let settings = folder.url.path + "/pipeline.yaml"
        try Data("watch:\n  - inbox: inbox\nstore: inbox/store\n".utf8).write(to: URL(fileURLWithPath: settings))
        // An empty variable counts as unset, so the file applies.
        let declared = try CommandLineTool.run(
            ["watch", "--once", "--config", settings], environment: ["FORMWRIGHT_STORE": ""])
        #expect(declared.status == 48 && declared.errors.contains("pipeline.yaml:3:8: The store"), "\(declared.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == ["w9.pdf"])
    }

    /// Starts a watcher, which runs until it is terminated, with its standard error in a file.
    private func started(_ arguments: String...) throws -> (ChildProcess, log: URL) {
        let log = folder.url.appendingPathComponent("log")
        try Data().write(to: log)
        let process = ChildProcess()
        process.executableURL = CommandLineTool.url
        process.arguments = ["watch", inbox, "--settle", "0"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["FORMWRIGHT_STORE": folder.url.path + "/store"]) { $1 }
        process.setStandardError(try FileHandle(forWritingTo: log))
        try process.run()
        return (process, log)
    }

    private func until(_ what: String, _ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(1800)
        while try !condition() {
            try #require(ContinuousClock.now < deadline, "never: \(what)")
            Thread.sleep(forTimeInterval: 0.05)
        }
    }

    private func count(_ folder: String) -> Int {
        ((try? FileManager.default.contentsOfDirectory(atPath: self.folder.url.path + "/" + folder)) ?? []).count
    }

    @Test("a watcher whose store is deleted exits with one error, and the next one resumes its drops")
    func storeDeleted() throws {
        let (process, log) = try started()
        defer { process.terminate() }
        try until("watching") { try String(contentsOf: log, encoding: .utf8).contains("watching") }
        try FileManager.default.removeItem(atPath: folder.url.path + "/store")
        // Values wait for their form, so that both are claimed together.
        try drop("w9.values.json", #"{"p1f1": "Ada Lovelace"}"#)
        try dropForm(as: "w9.pdf")
        try until("ended") { !process.isRunning }
        #expect(process.terminationStatus == 56)
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.last?.hasPrefix("formwright: The store cannot be used: ") == true, "\(lines)")
        // The housekeeper may fail first, with other words.
        #expect(lines.last?.contains("was deleted or replaced") == true, "\(lines)")
        #expect(lines.count { $0.contains("was deleted or replaced") } == 1, "\(lines)")
        #expect(try run("watch", inbox, "--once", "--settle", "0").status == 0)
        #expect(count("outbox") == 2 && count("archive") == 2 && count("failed") == 0)
    }

    @Test("pages keep what they print where the length of their content is wrong", arguments: [-3, 3])
    func wrongLengths(_ error: Int) throws {
        var builder = PDFBuilder()
        builder.lengthError = error
        for number in 1...2 {
            var page = PDFBuilder.Page()
            page.text("Printed \(number)", x: 60, y: 40)
            builder.add(page, widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name\(number))")])
        }
        try builder.data().write(to: URL(fileURLWithPath: inbox + "/form.pdf"))
        try drop("form.values.json", #"{"name1": "Ada", "name2": "Grace"}"#)
        let outcome = try run("watch", inbox, "--once", "--settle", "0")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let pages = try RenderedPages(Data(contentsOf: folder.file("outbox/form.filled.pdf")))
        #expect(try pages.text(0) == "Printed 1 Ada" && pages.text(1) == "Printed 2 Grace")
    }

    @Test("a photo without fields comes with the reason")
    func emptyPhoto() throws {
        let dark = GrayImage(width: 800, height: 1000, pixels: Array(repeating: 20, count: 800_000))
        try Pictures.file(dark, .png).write(to: URL(fileURLWithPath: inbox + "/dark.png"))
        let outcome = try run("watch", inbox, "--once", "--settle", "0")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let fields = try String(contentsOf: folder.file("outbox/dark.fields.json"), encoding: .utf8)
        #expect(fields.contains("No field was found on page 1: the picture is too dark."), "\(fields)")
    }

    @Test("a watcher frees the memory of finished drops")
    func memory() throws {
        let (process, _) = try started("--log-level", "critical")
        defer { process.terminate() }
        func drop(_ numbers: ClosedRange<Int>) throws -> Int {
            for number in numbers { try self.drop("n\(number).pdf", "no form") }
            try until("\(numbers) failed") { count("failed") == 2 * numbers.upperBound && count("inbox") == 1 }
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let match = try #require(try #/RssAnon:\s+(\d+) kB/#.firstMatch(in: status))
            return try #require(Int(match.1))
        }
        let before = try drop(1...200)
        let growth = try drop(201...1000) - before
        // It is 3 kB per drop, 5 on a busy machine, and a fifth of that for further drops; without freeing it was 20 kB.
        #expect(growth < 10 * 800, "\(growth) kB for 800 drops")
    }
}
