import ProcessTestSupport
import FormModel
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

/// The batch command as a user runs it, with interruptions and full disks.
@Suite("Batch command", .blocking) struct BatchCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func form() throws -> String {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        for (row, caption) in ["First name", "Last name"].enumerated() {
            page.text(caption, x: 60, y: 115 + Double(row) * 40)
            page.box(x: 130, y: 100 + Double(row) * 40, width: 220, height: 22)
        }
        builder.add(page)
        return try folder.write(builder.data(), "form.pdf").path
    }

    private func table(_ count: Int) throws -> String {
        let rows = (1...count).map { "First \($0),Last \($0 % 10)\n" }.joined()
        return try folder.write("First name,Last name\n" + rows, "people.csv").path
    }

    private func batch(
        _ arguments: [String], output: String = "out/{Last name}.pdf", input: Data = Data()
    ) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(
            ["batch", form(), "-o", folder.url.path + "/" + output] + arguments, input: input,
            environment: ["XDG_CACHE_HOME": folder.file("cache").path])
    }

    private func outputs(_ name: String = "out") throws -> [String: Data] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.file(name).path)) ?? []
        return Dictionary(
            uniqueKeysWithValues: try files.filter { $0.hasSuffix(".pdf") }.map {
                ($0, try Data(contentsOf: folder.file(name + "/" + $0)))
            })
    }

    @Test("a guessed column is shown, written as a mapping, and filled once the mapping is confirmed")
    func mapping() throws {
        let rows = try folder.write("Name first,Last name\nAda,Lovelace\n", "people.csv").path
        let refused = try batch(["--rows", rows])
        #expect(refused.status == 209)
        #expect(refused.errors.contains("(guess)") && refused.errors.contains("--write-map"))
        #expect(!refused.errors.contains("Ada"))
        #expect(try outputs().isEmpty)

        let map = folder.file("people.map.yaml").path
        func check(_ more: [String]) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(
                ["batch", form(), "--rows", rows, "--check"] + more,
                environment: ["XDG_CACHE_HOME": folder.file("cache").path])
        }
        let shown = String(decoding: try check([]).output, as: UTF8.self).split(separator: "\n")
        #expect(shown.count == 3 && shown[0].hasPrefix("COLUMN") && shown[1].contains("(guess)"))
        let written = try check(["--write-map", map])
        #expect(written.status == 209 && written.errors.contains("1 to confirm"), "\(written.errors)")
        #expect(String(decoding: written.output, as: UTF8.self).contains("(guess)"))
        #expect(try batch(["--rows", rows, "--map", map]).status == 209)
        let text = try String(contentsOfFile: map, encoding: .utf8)
        try text.replacing("confirmed: false", with: "confirmed: true").write(
            toFile: map, atomically: true, encoding: .utf8)
        let filled = try batch(["--rows", rows, "--map", map])
        #expect(filled.status == 0, "\(filled.errors)")
        #expect(try outputs().count == 1)
        let person = try folder.write("Name first\nAda\n", "person.csv").path
        func fill(_ more: [String]) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(
                ["fill", form(), "--values", person, "--exact", "-o", folder.file("one.pdf").path] + more)
        }
        #expect(try fill([]).status == 209)
        #expect(try fill(["--map", map]).status == 0)
        // Written again, it stays confirmed.
        let confirmed = try check(["--write-map", map])
        #expect(confirmed.status == 0 && confirmed.errors.contains("0 to confirm"), "\(confirmed.errors)")
        #expect(
            try batch(
                ["--rows", "-", "--map", map], output: "piped/{row}.pdf",
                input: Data("Name last,First name\nB,A\n".utf8)
            ).status == 209)
    }

    @Test("a heading of several fields is listed with them, and the chosen one is completed and used")
    func candidates() throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        for (row, caption) in ["Amount paid", "Amount due", "City"].enumerated() {
            page.text(caption, x: 60, y: 115 + Double(row) * 40)
            page.box(x: 130, y: 100 + Double(row) * 40, width: 220, height: 22)
        }
        builder.add(page)
        let form = try folder.write(builder.data(), "amounts.pdf").path
        let rows = try folder.write("Amount,City,Id\n12,Oslo,7\n", "amounts.csv").path
        let map = folder.file("amounts.map.yaml")
        func run(_ arguments: [String]) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(
                ["batch", form, "--rows", rows, "-o", folder.url.path + "/out/{Id}.pdf"] + arguments,
                environment: ["XDG_CACHE_HOME": folder.file("cache").path])
        }
        let check = ["--check", "--write-map", map.path]
        let written = try run(check)
        // The column that names the files needs no field.
        #expect(written.status == 209 && written.errors.contains("3 columns, 1 to confirm"), "\(written.errors)")
        // Each candidate has a line of the table, too.
        #expect(written.text.contains("to be chosen") && written.text.contains("Amount due"), "\(written.text)")
        let text = try String(contentsOf: map, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("  - {field:") }
        #expect(lines.count == 2 && lines[1].contains("label: \"Amount due\"") && lines[1].contains("page: 1"))
        let name = try #require(lines[1].split(separator: "\"").dropFirst().first)
        // A person names the field first and confirms it later.
        let chosen = text.replacing("column: \"Amount\"\n  field:", with: "column: \"Amount\"\n  field: \(name)")
        try chosen.write(to: map, atomically: true, encoding: .utf8)
        #expect(try run(check).status == 209)
        let kept = try String(contentsOf: map, encoding: .utf8)
        #expect(kept.contains("  field: \"\(name)\"\n  label: \"Amount due\"\n  page: 1\n") && !kept.contains("- {"))
        try kept.replacing("confirmed: false", with: "confirmed: true").write(
            to: map, atomically: true, encoding: .utf8)
        let confirmed = try run(check)
        #expect(confirmed.status == 0 && confirmed.errors.contains("0 to confirm"), "\(confirmed.errors)")
        #expect(try run(["--map", map.path]).status == 0)
        #expect(try Set(outputs().keys) == ["7.pdf"])
    }

    @Test("each row becomes a file, and the last line has the figures")
    func fills() throws {
        let outcome = try batch(["--rows", try table(12)])
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(#/formwright: wrote .+: 12 rows: 12 filled, \d+ a second\n/#))
        #expect(try outputs().keys.sorted().prefix(3) == ["Last 0.pdf", "Last 1-2.pdf", "Last 1.pdf"])
        #expect(try outputs().count == 12)
    }

    @Test("tables of spreadsheet programs are read, and notes say how and what was left out")
    func spreadsheets() throws {
        let text =
            "List, as of May\r\n\r\nFirst name;Last name;;\r\nJürgen;Müller;;\r\nEve;O’Brien;;\r\n;;;\r\nEnd of the list\r\n"
        let table = try folder.write(try #require(text.data(using: .windowsCP1252)), "people.csv").path
        let notes = [
            "formwright: note: people.csv: read as Windows-1252, since it is not UTF-8.",
            "formwright: note: people.csv: line 1 above the header was not read.",
            "formwright: note: people.csv: line 7 below the last row was not read.",
        ]
        for arguments in [
            ["--check"], ["-o", folder.url.path + "/out/{Last name}.pdf"], ["--merge", folder.file("all.pdf").path],
        ] {
            let outcome = try CommandLineTool.run(
                ["batch", form(), "--rows", table] + arguments,
                environment: ["XDG_CACHE_HOME": folder.file("cache").path])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").prefix(3).map(String.init) == notes)
            #expect(
                outcome.errors.contains(
                    arguments == ["--check"] ? "checked 2 rows: 2 can be filled" : "2 rows: 2 filled"))
        }
        #expect(try outputs().keys.sorted() == ["Müller.pdf", "O’Brien.pdf"])

        let one = try folder.write("sep=;\nFirst name;Last name\nAda;Lovelace\n", "one.csv").path
        let filled = try CommandLineTool.run(
            ["fill", form(), "--values", one, "-o", folder.file("one.pdf").path])
        #expect(filled.status == 0, "\(filled.errors)")
        let many = try CommandLineTool.run(["fill", form(), "--values", table, "-o", folder.file("many.pdf").path])
        #expect(many.status == 24 && many.errors.contains("several rows"))
    }

    @Test("a column that only names files can be ambiguous as a field, and a note says so")
    func ambiguousNaming() throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        for (row, caption) in ["First name", "Last name", "Last name"].enumerated() {
            page.text(caption, x: 60, y: 115 + Double(row) * 40)
            page.box(x: 130, y: 100 + Double(row) * 40, width: 220, height: 22)
        }
        builder.add(page)
        let form = try folder.write(builder.data(), "two.pdf").path
        let rows = try folder.write("First name,Last name\nAda,Lovelace\n", "people.csv").path
        let arguments = ["batch", form, "--rows", rows, "-o"]
        let outcome = try CommandLineTool.run(arguments + [folder.url.path + "/out/{Last name}.pdf"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("since several fields could be meant: \"Last name\""))
        #expect(try outputs().keys.sorted() == ["Lovelace.pdf"])
        // A column that names nothing must be meant for a field.
        #expect(try CommandLineTool.run(arguments + [folder.url.path + "/out/{row}.pdf"]).status != 0)
    }

    @Test("bad rows are reported by line, and by the exit status")
    func badRows() throws {
        let rows = try folder.write("First name,Last name\nAda,Lovelace\nonly\nGrace,Hopper\n", "people.csv").path
        let report = folder.file("report.jsonl")
        let outcome = try batch(["--rows", rows, "--report", report.path])
        #expect(outcome.status == 47)
        #expect(outcome.errors.contains("formwright: line 3: The row has 1 cell, but the header has 2.\n"))
        #expect(outcome.errors.contains("1 of 3 rows failed"))
        #expect(try outputs().count == 2)
        #expect(try String(contentsOf: report, encoding: .utf8).split(separator: "\n").count == 3)
    }

    @Test("a sheet of a workbook is filled, from a file or standard input, and failed rows are run again")
    func workbook() throws {
        let header = "<row>\(["First name", "Last name"].map { "<c t=\"str\"><v>\($0)</v></c>" }.joined())</row>"
        let rows =
            "<row><c t=\"str\"><v>Ada</v></c><c s=\"1\"><v>46115</v></c></row><row><c t=\"str\"><v>Eve</v></c><c t=\"e\"><v>#N/A</v></c></row>"
        let bytes = try WorkbookBuilder(
            sheets: [("Notes", "<row><c t=\"str\"><v>x</v></c></row>"), ("2026", header + rows)],
            formats: ["dd/mm/yyyy"]
        ).data()
        let table = try folder.write(bytes, "people.xlsx").path
        let outcome = try batch(["--rows", table, "--sheet", "2026", "--failed", folder.file("again.csv").path])
        let row = "<row><c t=\"str\"><v>Ada</v></c><c t=\"str\"><v>Lovelace</v></c></row>"
        let person = try folder.write(
            WorkbookBuilder(sheets: [("Notes", ""), ("Ada", header + row)]).data(), "person.xlsx"
        ).path
        func fill(_ sheet: [String]) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["fill", form(), "--values", person, "--check"] + sheet)
        }
        #expect(try fill(["--sheet", "Ada"]).text.contains("First name"))
        #expect(try fill([]).status != 0)
        #expect(outcome.status == 47)
        #expect(outcome.errors.contains("formwright: line 3: Cell B3 has the error #N/A instead of a value.\n"))
        #expect(outcome.errors.contains("again.csv, given to --rows"), "\(outcome.errors)")
        #expect(try outputs().keys.sorted() == ["03_04_2026.pdf"])
        let again = try String(contentsOf: folder.file("again.csv"), encoding: .utf8).replacing("#N/A", with: "Hopper")
        let corrected = try folder.write(again, "corrected.csv").path
        #expect(try batch(["--rows", corrected]).status == 0)
        #expect(try outputs().keys.sorted() == ["03_04_2026.pdf", "Hopper.pdf"])
        let piped = try batch(["--rows", "-", "--sheet", "2"], output: "piped/{row}.pdf", input: bytes)
        #expect(piped.status == 47 && piped.errors.contains("1 filled"), "\(piped.errors)")
        // A mapping keeps the sheet that it was made for.
        let map = folder.file("people.map.yaml").path
        let checked = try batch(["--rows", table, "--sheet", "2026", "--check", "--write-map", map])
        #expect(checked.errors.contains("2 columns, 0 to confirm"), "\(checked.errors)")
        #expect(try String(contentsOfFile: map, encoding: .utf8).contains("\nsheet: \"2026\"\n"))
        let mapped = try batch(["--rows", table, "--map", map], output: "mapped/{row}.pdf")
        #expect(mapped.status == 47 && mapped.errors.contains("1 filled"), "\(mapped.errors)")
        let wrong = try batch(["--rows", table, "--sheet", "People"], output: "no/{row}.pdf")
        #expect(wrong.status == 30 && wrong.errors.contains("has no sheet \"People\""), "\(wrong.errors)")
    }

    @Test("one row, one field and one page are not called several")
    func singular() throws {
        let row = try folder.write("First name,Last name\nAda,Lovelace\n", "one.csv").path
        #expect(try batch(["--rows", row]).errors.contains(": 1 row: 1 filled"))
        let bad = try folder.write("First name,Last name\nonly\n", "bad.csv").path
        #expect(try batch(["--rows", bad]).errors.contains("1 of 1 row failed"))
        #expect(try batch(["--rows", bad, "--check"]).errors.contains("1 of 1 row cannot be filled"))
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page(), widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (x)")])
        let form = try folder.write(builder.data(), "one.pdf").path
        #expect(try CommandLineTool.run(["inspect", form]).text.hasPrefix("one.pdf: 1 page, 1 field\n"))
    }

    @Test("--check reports every row that cannot be filled, and writes nothing")
    func check() throws {
        let form = try form()
        let rows = try folder.write("First name,Last name\nAda,Lovelace\nonly\n", "people.csv").path
        let environment = ["XDG_CACHE_HOME": folder.file("cache").path]
        func run(_ arguments: [String]) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["batch", form, "--rows"] + arguments, environment: environment)
        }
        let outcome = try run([rows, "--check"])
        #expect(outcome.status == 47 && outcome.errors.contains("line 3: "))
        #expect(outcome.errors.contains("1 of 2 rows cannot be filled"))
        #expect(outcome.errors.contains("checked 2 rows: 1 can be filled, 1 cannot, "))
        let checked = try run([try table(3), "--check"])
        #expect(checked.status == 0 && checked.errors.contains("checked 3 rows: 3 can be filled, "))
        #expect(checked.errors.contains("; nothing written"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(names) == ["cache", "form.pdf", "people.csv"])
        #expect(try run([rows]).status == 64)
    }

    @Test("--check without --output takes columns without a field as names of files, and says so")
    func checkedNames() throws {
        let rows = try folder.write("First name,Shoe size\nAda,38\n", "people.csv").path
        let form = try form()
        let note = #"note: Of use in the names given to --output only, since they match no single field: "Shoe size"."#
        let checked = try CommandLineTool.run(["batch", form, "--rows", rows, "--check"])
        #expect(checked.status == 0 && checked.errors.contains(note), "\(checked.errors)")
        let shoes = try folder.write("Shoe size\n38\n", "shoes.csv").path
        #expect(try CommandLineTool.run(["batch", form, "--rows", shoes, "--check"]).status == 31)
        // Names that are given decide which columns are in them.
        #expect(try batch(["--rows", rows, "--check"], output: "out/{Shoe size}.pdf").status == 0)
        #expect(try batch(["--rows", rows, "--check"], output: "out/{row}.pdf").status == 31)
    }

    @Test("--skip-unknown says which columns it leaves out")
    func skippedColumns() throws {
        let rows = try folder.write("First name,Shoe size\nAda,38\n", "people.csv").path
        let outcome = try batch(["--rows", rows, "--skip-unknown"], output: "out/{row}.pdf")
        let note = #"note: Left out, since they match no field of the form exactly: "Shoe size"."#
        #expect(outcome.status == 0 && outcome.errors.contains(note), "\(outcome.errors)")
    }

    @Test("--skip-unknown leaves out keys of JSON Lines that match no field")
    func skipUnknownKeys() throws {
        let rows = try folder.write(#"{"First name": "Ada", "Shoe size": 38}"# + "\n", "people.jsonl").path
        #expect(try batch(["--rows", rows, "--skip-unknown"], output: "out/{row}.pdf").status == 0)
        #expect(try batch(["--rows", rows], output: "all/{row}.pdf").status == 47)
    }

    @Test("a mistake in JSON Lines is reported with its line in the file, once")
    func badLines() throws {
        let lines = """
            {"First name": "Ada"}

            {"First name": "Eve",}
            {"First name": "Eve", "First name": "Ada"}

            """
        let rows = try folder.write(lines, "people.jsonl").path
        let outcome = try batch(["--rows", rows, "--check"])
        #expect(outcome.status == 47)
        #expect(outcome.errors.contains("formwright: line 3: The line is not valid JSON.\n"), "\(outcome.errors)")
        #expect(
            outcome.errors.contains("formwright: line 4: The key \"First name\" occurs twice in the line; keep one.\n"),
            "\(outcome.errors)")
        let one = try folder.write("\n{\"First name\": \"Eve\",}\n", "one.jsonl").path
        let filled = try CommandLineTool.run(["fill", form(), "--values", one, "-o", folder.file("one.pdf").path])
        #expect(filled.errors.hasPrefix("formwright: one.jsonl:2: The line is not valid JSON."), "\(filled.errors)")
    }

    @Test("--strict exits with the bad row's status")
    func strict() throws {
        let rows = try folder.write("First name,Last name\nonly\nGrace,Hopper\n", "people.csv").path
        let outcome = try batch(["--rows", rows, "--strict", "--jobs", "1"])
        #expect(outcome.status == 30)
        #expect(outcome.errors.contains("Line 2:"))
        #expect(try outputs().isEmpty)
    }

    @Test("rows can come from standard input")
    func standardInput() throws {
        let rows = Data("First name;Last name\r\nAda;Lovelace\r\n".utf8)
        #expect(try batch(["--rows", "-"], input: rows).status == 0)
        #expect(try outputs().keys.sorted() == ["Lovelace.pdf"])
    }

    @Test("the form is analysed once")
    func cached() throws {
        #expect(try batch(["--rows", try table(1)], output: "a/").status == 0)
        let entries = folder.file("cache/formwright/fields")
        let names = try FileManager.default.contentsOfDirectory(atPath: entries.path)
        #expect(names.count == 1)
        try Data().write(to: entries.appendingPathComponent(names[0]))
        #expect(try batch(["--rows", try table(1)], output: "b/").status == 0)
        #expect(try batch(["--rows", try table(1), "--no-cache"], output: "c/").status == 0)
        #expect(try outputs("a") == outputs("b") && outputs("b") == outputs("c"))
    }

    @Test(
        "an invalid command line and an invalid table are distinguished",
        arguments: [
            (["--rows", "nowhere.csv"], 10, "no file"), ([], 64, "rows"),
            (["--rows", "-", "--jobs", "0"], 64, "--jobs"),
            (["--rows", "-"], 12, "is empty"), (["--rows", "/"], 11, "cannot be read"),
        ])
    func wrong(_ arguments: [String], _ status: Int32, _ says: String) throws {
        let outcome = try batch(arguments)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(says))
        #expect(try outputs().isEmpty)
    }

    @Test("an invalid template or column is reported before anything is written")
    func wrongNames() throws {
        let rows = try table(1)
        #expect(try batch(["--rows", rows], output: "out/{row").status == 45)
        #expect(try batch(["--rows", rows], output: "out/{Surname}").status == 45)
        let unknown = try folder.write("Shoe size\n37\n", "shoes.csv").path
        #expect(
            try batch(["--rows", unknown]).status == 31 || batch(["--rows", unknown], output: "out/").status == 31)
        #expect(!folder.names.contains("out"))
    }

    @Test("a full disk ends the batch, and a later run resumes it", .timeLimit(.minutes(30)))
    func diskFull() throws {
        let rows = try table(3)
        // Limits files to 512 bytes, which is less than any filled form.
        let limited = try CommandLineTool.run(
            ["batch", form(), "--rows", rows, "-o", folder.url.path + "/out/"], limit: "-f 1",
            environment: ["XDG_CACHE_HOME": folder.file("cache").path])
        #expect(limited.status != 0)
        #expect(try outputs().isEmpty)
        #expect(try batch(["--rows", rows], output: "out/").status == 0)
        #expect(try outputs().count == 3)
    }

    @Test("--merge replaces a PDF with all records, and failed rows are reported")
    func merged() throws {
        let rows = try folder.write("First name,Last name\nAda,Lovelace\nonly\nGrace,Hopper\n", "people.csv").path
        let output = try folder.write("older", "all.pdf")
        let report = folder.file("report.jsonl")
        let outcome = try CommandLineTool.run(
            ["batch", form(), "--rows", rows, "--merge", output.path, "--report", report.path],
            environment: ["XDG_CACHE_HOME": folder.file("cache").path])
        #expect(outcome.status == 47)
        #expect(outcome.errors.contains("line 3:"))
        let pages = try RenderedPages(Data(contentsOf: output))
        #expect(try pages.count == 2 && pages.text(1).contains("Hopper"))
        #expect(try String(contentsOf: report, encoding: .utf8).split(separator: "\n").count == 3)
        #expect(
            folder.names == [
                ".formwright-failed.csv.sha256", "all.pdf", "cache", "failed.csv", "form.pdf", "people.csv",
                "report.jsonl",
            ])
        let both = try batch(["--rows", rows, "--merge", output.path])
        #expect(both.status == 64)
        let form = try form()
        let overwriting = try CommandLineTool.run(["batch", form, "--rows", rows, "--merge", form])
        #expect(overwriting.status == 52)
    }

    // MARK: Killed and interrupted

    /// Returns the number of output files, including those with temporary names.
    private func begun() -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("out").path)) ?? []
        return names.count { $0.hasSuffix(".pdf") || $0.hasSuffix(".part") }
    }

    /// Runs the batch and sends a signal when there are `count` output files; returns its status and standard error.
    private func interrupted(
        _ number: Int32, rows: String, output: String, afterFiles count: Int
    ) throws -> (status: Int32, errors: String) {
        let process = ChildProcess()
        process.executableURL = CommandLineTool.url
        process.arguments = ["batch", try form(), "--rows", rows, "-o", folder.url.path + "/" + output]
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_CACHE_HOME": folder.file("cache").path]) { $1 }
        let errors = Pipe()
        process.setStandardError(errors)
        try process.run()
        while process.isRunning, begun() < count { usleep(500) }
        kill(process.processIdentifier, number)
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus, text)
    }

    @Test("a batch that is killed and run again, any number of times, gives the same files", .timeLimit(.minutes(30)))
    func killed() throws {
        let count = 400
        let rows = try table(count)
        #expect(try batch(["--rows", rows], output: "whole/{Last name}.pdf").status == 0)
        let whole = try outputs("whole")
        #expect(whole.count == count)
        var generator = SystemRandomNumberGenerator()
        var files = 0
        var kills = 0
        // Until a run ends by itself: the last file of one that was killed may only have been begun.
        while true {
            let target = files + Int.random(in: 1...40, using: &generator)
            let status = try interrupted(
                SIGKILL, rows: rows, output: "out/{Last name}.pdf", afterFiles: target
            ).status
            for (name, bytes) in try outputs() { #expect(bytes == whole[name], "\(name) after \(kills) kills") }
            files = begun()
            if status == 0 { break }
            kills += 1
        }
        #expect(kills > 3)
        let last = try batch(["--rows", rows])
        #expect(last.status == 0)
        #expect(last.errors.contains("\(count) rows: 0 filled, \(count) filled before"))
        #expect(try outputs() == whole)
        let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.file("out").path)
        #expect(!hidden.contains { $0.hasSuffix(".part") })
    }

    @Test("Ctrl-C lets the rows in progress finish, and the message says how to resume", arguments: [SIGINT, SIGTERM])
    func interrupted(_ number: Int32) throws {
        let rows = try table(50_000)
        let (status, errors) = try interrupted(number, rows: rows, output: "out/{Last name}.pdf", afterFiles: 20)
        #expect(status == 130)
        #expect(errors.contains("run the command again to resume"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("out").path)
        #expect(!names.contains { $0.hasSuffix(".part") })
        #expect(try outputs().count < 50_000)
    }
}
