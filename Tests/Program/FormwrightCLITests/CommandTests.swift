import ProcessTestSupport
import FormModel
import FormFilling
import Foundation
import TestSupport
import TestTraits
import Testing

/// The commands as a user runs them.
@Suite("Commands", .blocking) struct CommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func form() throws -> URL {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                .init(
                    x: 60, y: 120, width: 12, height: 12, "/FT /Btn /T (ok) /TU (Agree) /AP << /N << /Yes 3 0 R >> >>"),
            ])
        return try folder.write(builder.data(), "form.pdf")
    }

    @Test("inspect prints a table for people")
    func inspectTable() throws {
        let outcome = try CommandLineTool.run(["inspect", try form().path])
        #expect(outcome.status == 0)
        #expect(outcome.text.hasPrefix("form.pdf: 1 page, 2 fields\n"))
        #expect(outcome.text.contains(#/ok +1 +checkbox +100% +Agree/#))
    }

    @Test("a template of inspect, filled in, fills the form")
    func template() throws {
        let form = try form().path
        let values = folder.file("values.yaml")
        #expect(try CommandLineTool.run(["inspect", form, "--template", values.path]).status == 0)
        let text = try String(contentsOf: values, encoding: .utf8)
        #expect(text.contains("# text\n\"Name\":\n") && text.contains("# yes or no\n\"Agree\":\n"))
        let filled = text.replacing("\"Name\":", with: "\"Name\": Ada").replacing("\"Agree\":", with: "\"Agree\": yes")
        _ = try folder.write(filled, "values.yaml")
        let report = folder.file("report.json")
        let outcome = try CommandLineTool.run([
            "fill", form, "--values", values.path, "-o", folder.file("a.pdf").path, "--report", report.path,
        ])
        #expect(outcome.status == 0 && outcome.errors.contains("a.pdf: 2 values, no field left empty, smallest text "))
        let filling = try JSONDecoder().decode(FillReport.self, from: try Data(contentsOf: report))
        #expect(filling.filled.map(\.name) == ["name", "ok"] && filling.untouched.isEmpty)
        // What a person has written is not overwritten.
        let again = try CommandLineTool.run(["inspect", form, "--template", values.path])
        #expect(again.status == 53)
        #expect(try String(contentsOf: values, encoding: .utf8) == filled)
    }

    @Test("fill --check tells where each value goes and what is wrong, and writes nothing")
    func check() throws {
        let form = try form().path
        let good = try CommandLineTool.run(["fill", form, "--set", "#1=Ada", "--set", "Agree=yes", "--check"])
        #expect(good.status == 0)
        #expect(good.text.contains(#/#1 +name +1 +name +Name/#) && good.text.contains(#/Agree +label +1 +ok +Agree/#))
        #expect(!good.text.contains("Ada") && good.text.split(separator: "\n").count == 3)
        let bad = try CommandLineTool.run(["fill", form, "--set", "Town=Ely", "--set", "Agree=perhaps", "--check"])
        #expect(bad.status != 0 && bad.errors.contains("Town") && bad.errors.contains("Agree"))
        // What is right is shown beside what is wrong.
        let mixed = try CommandLineTool.run(["fill", form, "--set", "Name=Ada", "--set", "Town=Ely", "--check"])
        #expect(mixed.status != 0 && mixed.text.contains(#/Name +label +1 +name/#))
        #expect(mixed.text.contains(#/Town +unknown_field/#))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["form.pdf"])
        #expect(try CommandLineTool.run(["fill", form, "--set", "Name=Ada"]).status == 64)
        #expect(try CommandLineTool.run(["fill", form, "--set", "Name=Ada", "--check", "-o", "a.pdf"]).status == 64)
    }

    @Test("fill --skip-unknown leaves out keys that the form does not have, and says so")
    func skipUnknown() throws {
        let form = try form().path
        let output = folder.file("a.pdf").path
        let arguments = ["fill", form, "--set", "Name=Ada", "--set", "Town=Ely", "-o", output]
        #expect(try CommandLineTool.run(arguments).status != 0)
        let outcome = try CommandLineTool.run(arguments + ["--skip-unknown"])
        #expect(
            outcome.status == 0 && outcome.errors.contains("Left out, since they are no field of the form: \"Town\"."))
        #expect(!outcome.errors.contains("Ely"))
        // A mistake in a value is still one.
        #expect(try CommandLineTool.run(arguments + ["--set", "Agree=perhaps", "--skip-unknown"]).status != 0)
    }

    @Test("--set takes precedence over the file, under whatever key it names the field")
    func overriding() throws {
        let values = try folder.write("Name: Ada\nAgree: yes\n", "values.yaml").path
        let report = folder.file("report.json").path
        for key in ["Name", "name", "#1"] {
            let outcome = try CommandLineTool.run([
                "fill", try form().path, "--values", values, "--set", "\(key)=Grace", "-o", folder.file("a.pdf").path,
                "--report", report,
            ])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let filled = try RenderedPages(try Data(contentsOf: folder.file("a.pdf"))).text(0)
            #expect(filled.contains("Grace") && !filled.contains("Ada"))
        }
    }

    @Test("a profile can stand beside the values, and one named on the command line takes precedence")
    func profileBesideValues() throws {
        let values = try folder.write("Agree: yes\nprofile: {given-name: Ada, family-name: Byron}\n", "values.yaml")
            .path
        let arguments = ["fill", try form().path, "--values", values, "-o", folder.file("a.pdf").path]
        #expect(try CommandLineTool.run(arguments).status == 0)
        #expect(try RenderedPages(try Data(contentsOf: folder.file("a.pdf"))).text(0).contains("Ada Byron"))
        let other = try folder.write("name: Grace Hopper\n", "grace.yaml").path
        #expect(try CommandLineTool.run(arguments + ["--profile", other]).status == 0)
        #expect(try RenderedPages(try Data(contentsOf: folder.file("a.pdf"))).text(0).contains("Grace Hopper"))
    }

    @Test("types of files that are not written, and fonts that are not installed, are refused by name")
    func refusedNames() throws {
        let form = try form().path
        let arguments = ["fill", form, "--set", "Name=Ada"]
        for name in ["a.jpg", "a.JPEG", "a.docx", "a.json"] {
            let outcome = try CommandLineTool.run(arguments + ["-o", folder.file(name).path])
            #expect(outcome.status == 64 && outcome.errors.contains("PDF (.pdf) or as pictures (.png)"), "\(name)")
        }
        #expect(try CommandLineTool.run(["flatten", form, "-o", folder.file("a.tiff").path]).status == 64)
        #expect(try CommandLineTool.run(["fillable", form, "-o", folder.file("a.png").path]).status == 64)
        let output = folder.file("a.pdf").path
        #expect(
            try CommandLineTool.run(arguments + ["-o", output, "--report", folder.file("r.png").path]).status == 64)
        let font = try CommandLineTool.run(arguments + ["-o", output, "--font", "Noto Sans, Nosuch"])
        #expect(font.status == 64 && font.errors.contains("\"Nosuch\" is not installed"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["form.pdf"])
        #expect(try CommandLineTool.run(arguments + ["-o", output, "--font", "Noto Sans, serif"]).status == 0)
    }

    @Test("a report is not overwritten by the pictures of pages")
    func reportBesidePictures() throws {
        let (picture, report) = (folder.file("p.json.png").path, folder.file("p.json").path)
        let outcome = try CommandLineTool.run([
            "fill", try form().path, "--set", "Name=Ada", "-o", folder.file("{page}.png").path, "--report", picture,
        ])
        #expect(outcome.status == 64)
        #expect(
            try CommandLineTool.run([
                "fill", try form().path, "--set", "Name=Ada", "-o", picture, "--report", report,
            ]).status == 0)
    }

    @Test("many keys that begin the labels of their fields are named in one note")
    func begunNotes() throws {
        var builder = PDFBuilder()
        let letters = ["a", "b", "c", "d", "e"]
        builder.add(
            PDFBuilder.Page(),
            widgets: letters.enumerated().map { row, letter in
                .init(
                    x: 60, y: 60 + 30 * Double(row), width: 200, height: 20,
                    "/FT /Tx /T (f\(row)) /TU (Part \(letter) of many things)")
            })
        let form = try folder.write(builder.data(), "many.pdf").path
        let values = letters.flatMap { ["--set", "Part \($0) of=x"] }
        let outcome = try CommandLineTool.run(["fill", form, "-o", folder.file("a.pdf").path, "--exact"] + values)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let notes = outcome.errors.split(separator: "\n").filter { $0.contains("note:") }
        #expect(notes.count == 1 && letters.allSatisfy { notes[0].contains("\"Part \($0) of\"") }, "\(outcome.errors)")
    }

    @Test("every guessed key is named with its field")
    func guessNotes() throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: (0..<12).map { row in
                .init(
                    x: 60, y: 60 + 30 * Double(row), width: 200, height: 20,
                    "/FT /Tx /T (f\(row)) /TU (Field \(Character(Unicode.Scalar(UInt8(97 + row)))) of many things)")
            })
        let form = try folder.write(builder.data(), "many.pdf").path
        let values = (0..<12).flatMap { ["--set", "many things \(Character(Unicode.Scalar(UInt8(97 + $0))))=x"] }
        let outcome = try CommandLineTool.run(["fill", form, "-o", folder.file("a.pdf").path] + values)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let notes = outcome.errors.split(separator: "\n")
        #expect(notes.count == 13 && notes[12].contains("\"many things l\" went into \"Field l of many things\""))
        // The table says it already.
        let check = try CommandLineTool.run(["fill", form, "--check"] + values)
        #expect(check.status == 0 && check.errors.isEmpty)
    }

    @Test("a profile fills what is about its person, and the report tells the source")
    func profile() throws {
        let profile = try folder.write("given-name: Ada\nfamily-name: Byron\n", "ada.yaml").path
        let report = folder.file("report.json").path
        let arguments = ["fill", try form().path, "--profile", profile, "--check", "--report", report]
        let outcome = try CommandLineTool.run(arguments)
        #expect(outcome.status == 0 && outcome.text.contains(#/name +profile +1 +name +Name/#))
        #expect(!outcome.text.contains("Byron"))
        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("\"autofill\""))
        let given = try CommandLineTool.run(arguments + ["--set", "Name=Grace"])
        #expect(given.text.contains(#/Name +label +1 +name +Name/#))
        let wrong = try folder.write("given-nam: Ada\n", "wrong.yaml").path
        let refused = try CommandLineTool.run(["fill", try form().path, "--profile", wrong, "--check"])
        #expect(refused.status == 30 && refused.errors.contains("\"given-name\""))
    }

    @Test("fill --interactive asks on a terminal, keeps private answers, and goes on where it was left")
    func interactive() throws {
        let form = try form().path
        let answers = folder.file("answers.json").path
        let output = folder.file("filled.pdf").path
        let arguments = ["fill", form, "--interactive", "--answers", answers, "-o", output]
        let refused = try CommandLineTool.run(arguments)
        #expect(refused.status == 64 && refused.errors.contains("needs a terminal"))

        let first = try onTerminal(arguments, typed: "Ada\n:q\n")
        #expect(first.contains("1/2 Name") && first.contains("2/2 Agree") && first.contains("to go on"))
        #expect(try ValuesFile(contentsOf: URL(fileURLWithPath: answers)).entries.map(\.value) == [.text("Ada")])
        let attributes = try FileManager.default.attributesOfItem(atPath: answers)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(!FileManager.default.fileExists(atPath: output))

        let second = try onTerminal(arguments, typed: "perhaps\nyes\n")
        #expect(!second.contains("1/2 Name") && second.contains("is a check box"))
        #expect(FileManager.default.fileExists(atPath: output))
    }

    /// Runs the program on a pseudo-terminal, and returns what it shows.
    private func onTerminal(_ arguments: [String], typed: String) throws -> String {
        let process = ChildProcess()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
        let words = ([CommandLineTool.url.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
        process.arguments = ["-qec", words, "/dev/null"]
        process.setStandardInput(input)
        process.setStandardOutput(output)
        process.setStandardError(output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
        let shown = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: shown, as: UTF8.self)
    }

    @Test("text of a form cannot control the terminal, in the table or in notes")
    func escapedText() throws {
        // ESC and the 8-bit CSI in the name, a right-to-left override in the label, in UTF-16.
        let name = "FEFF" + "001B005B00330031006D" + "009B"
        let label = "FEFF" + "202E" + "00450076"
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [.init(x: 60, y: 80, width: 60, height: 12, "/FT /Tx /T <\(name)> /TU <\(label)>")])
        let form = try folder.write(builder.data(), "form.pdf").path
        let table = try CommandLineTool.run(["inspect", form])
        #expect(table.status == 0)
        let noted = try CommandLineTool.run([
            "fill", form, "--set", "\u{1B}[31m\u{9B}=\(String(repeating: "long ", count: 40))", "--overflow",
            "truncate", "-o",
            folder.file("filled.pdf").path,
        ])
        #expect(noted.status == 0)
        for text in [table.text, noted.errors] {
            #expect(text.contains(#"\u{1B}[31m\u{009B}"#), "\(text.debugDescription)")
            #expect(text.contains(#"\u{202E}Ev"#), "\(text.debugDescription)")
            #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\u{202E}"].contains($0) })
        }
    }

    @Test("a file's name cannot control the terminal in an error")
    func escapedErrors() throws {
        let outcome = try CommandLineTool.run(["inspect", "/nowhere/\u{1B}[2J\u{202E}\nformwright: all is well"])
        #expect(outcome.status == 10)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains(#"\u{1B}[2J\u{202E}\n"#))
    }

    @Test("the output of inspect --json can be read by the scorer and by fill --fields")
    func inspectJSON() throws {
        let outcome = try CommandLineTool.run(["inspect", try form().path, "--json"])
        let object = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        let page = try #require((object["pages"] as? [[String: Any]])?.first)
        #expect(page["width"] as? Double == 612 && page["height"] as? Double == 792)
        let field = try #require((object["fields"] as? [[String: Any]])?.first)
        #expect(field["page"] as? Int == 0 && field["x"] as? Double == 60 && field["y"] as? Double == 80)
        #expect(field["width"] as? Double == 200 && field["height"] as? Double == 20)
        #expect(field["type"] as? String == "text" && field["label"] as? String == "Name")
        #expect(field["confidence"] as? Double == 1 && field["number"] as? Int == 1)
        #expect(UUID(uuidString: field["id"] as? String ?? "") != nil)
    }

    @Test("a preview is drawn as PDF and as PNG", arguments: ["pdf", "png"])
    func preview(_ suffix: String) throws {
        let output = folder.file("fields.\(suffix)")
        let outcome = try CommandLineTool.run(["inspect", try form().path, "--preview", output.path])
        #expect(outcome.status == 0)
        let data = try Data(contentsOf: output)
        #expect(data.starts(with: suffix == "pdf" ? Data("%PDF".utf8) : Data([0x89, 0x50, 0x4E, 0x47])))
    }

    @Test("a preview of several pages has a picture for each")
    func previewPages() throws {
        var builder = PDFBuilder()
        for _ in 0..<2 { builder.add(PDFBuilder.Page(width: 100, height: 100)) }
        let url = try folder.write(builder.data(), "two.pdf")
        _ = try CommandLineTool.run(["inspect", url.path, "--preview", folder.file("p.png").path])
        #expect(folder.names == ["p-1.png", "p-2.png", "two.pdf"])
    }

    @Test("fill takes values from a file, from the command line and from standard input")
    func fillSources() throws {
        let form = try form()
        let yaml = try folder.write("Name: Ada\nAgree: yes\n", "values.yaml")
        let ways: [([String], String)] = [
            (["--values", yaml.path], ""), (["--set", "Name=Ada", "--set", "Agree=yes"], ""),
            (["--values", "-"], #"{"Name": "Ada", "Agree": true}"#),
        ]
        var outputs: [Data] = []
        for (arguments, input) in ways {
            let output = folder.file("out.pdf")
            let outcome = try CommandLineTool.run(
                ["fill", form.path, "-o", output.path] + arguments, input: Data(input.utf8))
            #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1)
            outputs.append(try Data(contentsOf: output))
        }
        #expect(Set(outputs).count == 1)
        #expect(try RenderedPages(outputs[0]).text(0) == "Ada")
    }

    @Test("the form comes from standard input and the result goes to standard output")
    func streams() throws {
        let data = try Data(contentsOf: try form())
        let outcome = try CommandLineTool.run(["fill", "-", "--set", "name=Ada", "-o", "-"], input: data)
        #expect(outcome.status == 0)
        #expect(try RenderedPages(outcome.output).text(0) == "Ada")
    }

    @Test("the report says what was written into which field, without values")
    func report() throws {
        let report = folder.file("report.json")
        let outcome = try CommandLineTool.run([
            "fill", try form().path, "--set", "name=Lovelace", "-o", folder.file("out.pdf").path, "--report",
            report.path,
        ])
        #expect(outcome.status == 0)
        let text = try String(contentsOf: report, encoding: .utf8)
        #expect(!text.contains("Lovelace"))
        let decoded = try JSONDecoder().decode(FillReport.self, from: Data(text.utf8))
        #expect(decoded.filled.map(\.name) == ["name"] && decoded.filled[0].match == .name)
        #expect(decoded.filled[0].fontSize == 11)
        #expect(decoded.untouched == ["ok"])
    }

    @Test("stages write their results to the work folder")
    func stages() throws {
        let work = folder.file("work").path
        let form = try form().path
        for arguments in [["rasterise", form], ["detect"], ["bind", "--set", "Name=Ada"], ["compose"]] {
            let outcome = try CommandLineTool.run(["stage"] + arguments + ["--work", work])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: work).sorted()
        #expect(
            names == ["bound.json", "document.json", "fields.json", "filled.pdf", "pages", "report.json", "source"])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: work + "/pages").sorted() == ["0001.json", "0001.png"])
        #expect(try RenderedPages(Data(contentsOf: URL(fileURLWithPath: work + "/filled.pdf"))).text(0) == "Ada")
    }

    @Test("a password opens an encrypted form")
    func password() throws {
        let locked = try Program.encrypted(Data(contentsOf: try form()), user: "secret", owner: "owner", in: folder)
        let url = try folder.write(locked, "locked.pdf")
        let outcome = try CommandLineTool.run(["inspect", url.path, "--password", "secret"])
        #expect(outcome.status == 0 && outcome.text.contains("2 fields"))
    }

    @Test("a password can come from a file, from standard input or from the environment")
    func otherPasswords() throws {
        let locked = try Program.encrypted(Data(contentsOf: try form()), user: "secret", owner: "owner", in: folder)
        let form = try folder.write(locked, "locked.pdf").path
        let file = try folder.write("secret\n", "password.txt").path
        let output = folder.file("out.pdf").path
        #expect(try CommandLineTool.run(["inspect", form, "--password-file", file]).status == 0)
        #expect(try CommandLineTool.run(["inspect", form], environment: ["FORMWRIGHT_PASSWORD": "secret"]).status == 0)
        let piped = try CommandLineTool.run(
            ["fill", form, "--password-file", "-", "--set", "Name=Ada", "-o", output], input: Data("secret\r\n".utf8))
        #expect(piped.status == 0, "\(piped.errors)")
        let wrong = try CommandLineTool.run(
            ["inspect", form, "--password-file", try folder.write("secret\n\n", "two.txt").path],
            environment: ["FORMWRIGHT_PASSWORD": "secret"])
        #expect(wrong.status == 17)
        #expect(!wrong.errors.contains("secret"))
        for command in [["inspect"], ["fill", "--set", "Name=Ada", "-o", output]] {
            let both = try CommandLineTool.run(command + [form, "--password", "secret", "--password-file", file])
            #expect(both.status == 64)
        }
        let twice = try CommandLineTool.run(
            ["fill", form, "--password-file", "-", "--values", "-", "-o", output], input: Data("secret".utf8))
        #expect(twice.status == 64)
    }

    @Test("outputs made from private files are private", arguments: ["form", "values", "fields", "none"])
    func permissions(_ inPrivate: String) throws {
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.posixPermissions] as? Int
        }
        func hide(_ url: URL) throws {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
        }
        let mask = umask(0o022)
        defer { umask(mask) }
        let form = try form()
        let values = try folder.write("Name: Ada\n", "values.yaml")
        let rows = try folder.write("Name\nAda\n", "rows.csv")
        let fields = try folder.write(try CommandLineTool.run(["inspect", form.path, "--json"]).output, "fields.json")
        switch inPrivate {
        case "form": try hide(form)
        case "values":
            try hide(values)
            try hide(rows)
        case "fields": try hide(fields)
        default: break
        }
        let arguments = [
            ["fill", form.path, "--fields", fields.path, "--values", values.path]
                + ["-o", folder.file("out.pdf").path, "--report", folder.file("report.json").path],
            ["batch", form.path, "--fields", fields.path, "--rows", rows.path]
                + ["-o", folder.file("batch/{row}.pdf").path, "--report", folder.file("report.jsonl").path],
            ["batch", form.path, "--fields", fields.path, "--rows", rows.path, "--merge", folder.file("all.pdf").path],
            ["inspect", form.path, "--preview", folder.file("preview.pdf").path],
            ["stage", "import", form.path, "--work", folder.file("work").path],
            ["stage", "rasterise", "--work", folder.file("work").path],
            ["stage", "detect", "--work", folder.file("work").path],
            ["stage", "bind", "--work", folder.file("work").path, "--values", values.path],
            ["stage", "compose", "--work", folder.file("work").path],
        ]
        for arguments in arguments {
            let outcome = try CommandLineTool.run(arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        for name in ["out.pdf", "report.json", "batch/1.pdf", "report.jsonl", "all.pdf"] {
            #expect(try mode(name) == (inPrivate == "none" ? 0o644 : 0o600), "\(name)")
        }
        for name in ["preview.pdf", "work/fields.json"] {
            #expect(try mode(name) == (inPrivate == "form" ? 0o600 : 0o644), "\(name)")
        }
        for name in ["work/bound.json", "work/filled.pdf", "work/report.json"] {
            #expect(try mode(name) == (["form", "values"].contains(inPrivate) ? 0o600 : 0o644), "\(name)")
        }
    }

    @Test("messages about a key of a megabyte, a repeated key and a truncated value are short")
    func briefMessages() throws {
        let form = try form().path
        let output = folder.file("out.pdf").path
        let key = String(repeating: "private ", count: 1 << 17)
        for values in ["{\"\(key)\": 1}", "\"\(key)\": 1\n", "{\"Name\": \"Ada\", \"Name\": \"Grace\"}"] {
            let outcome = try CommandLineTool.run(
                ["fill", form, "--values", "-", "-o", output], input: Data(values.utf8))
            #expect(outcome.status != 0 && outcome.errors.utf8.count < 500)
        }
        let cut = try CommandLineTool.run(
            ["fill", form, "--set", "Name=" + String(repeating: "W", count: 20_000), "-o", output]
                + ["--overflow", "shrink"])
        #expect(
            cut.status == 0
                && cut.errors.contains(#/"Name" \(name\): The value was cut.*first \d+ of its 20000 characters/#))
    }

    @Test("no progress is printed if standard error is not a terminal")
    func quiet() throws {
        let outcome = try CommandLineTool.run(["inspect", TestData.url("forms/va-10182.pdf").path])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }

    @Test(
        "every command has help with examples",
        arguments: [
            "inspect", "fill", "stage", "batch", "watch", "serve", "worker", "status", "documents add",
            "documents list",
            "documents show", "documents fields", "documents values", "documents compose", "documents delete",
            "jobs list", "jobs show", "jobs retry", "jobs cancel", "jobs purge",
        ])
    func help(_ command: String) throws {
        let outcome = try CommandLineTool.run(command.split(separator: " ").map(String.init) + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("EXAMPLES") && outcome.text.contains("formwright \(command) "))
    }
}
