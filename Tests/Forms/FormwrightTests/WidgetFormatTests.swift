import FailureModel
import Files
import FormModel
import Formwright
import FormFilling
import Foundation
import Testing
import TestSupport

@Suite("Formats of widgets") struct WidgetFormatTests {
    /// A form with one widget under another, each with the scripts of Acrobat's events.
    private func form(_ widgets: [(name: String, scripts: String)]) -> Data {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: widgets.enumerated().map { row, widget in
                .init(
                    x: 60, y: 60 + Double(row) * 30, width: 200, height: 20,
                    "/FT /Tx /T (\(widget.name)) /AA << \(widget.scripts) >>")
            })
        return builder.data()
    }

    private func script(_ event: String, _ text: String) -> String {
        let escaped = text.replacing("(", with: "\\(").replacing(")", with: "\\)")
        return "/\(event) << /S /JavaScript /JS (\(escaped)) >>"
    }

    /// A text string in UTF-16, in hexadecimal digits.
    private func utf16(_ text: String) -> [UInt8] {
        Array(([0xFEFF] + Array(text.utf16)).map { String(format: "%04X", $0) }.joined().utf8)
    }

    @Test("dates, numbers and telephone numbers are written as the widget's script says")
    func formats() async throws {
        let data = form([
            ("date", script("F", "AFDate_FormatEx(\"mmmm d, yyyy\");")),
            ("short", script("F", "AFDate_Format(2);")),
            ("amount", script("F", "AFNumber_Format(2, 2, 0, 0, \" \\\\u20ac\", false);")),
            ("share", script("F", "AFPercent_Format(1, 0)")),
            ("phone", script("F", "if (event.value) AFSpecial_Format(2);")),
        ])
        let form = try await Form(data: data, fileName: "a.pdf")
        #expect(form.fields.map(\.type) == [.date, .date, .number, .number, .text])
        let filled = try await form.fill([
            "date": "2026-02-03", "short": "2026-02-03", "amount": "-1234.5", "share": "0.125", "phone": "8045550142",
        ])
        let text = try RenderedPages(filled.data).text(0)
        for value in ["February 3, 2026", "02/03/26", "-1.234,50 €", "12.5%", "(804) 555-0142"] {
            #expect(text.contains(value), "\(text)")
        }
    }

    @Test("formats survive the description as JSON")
    func json() async throws {
        let data = form([
            ("a", script("F", "AFNumber_Format(2, 0, 2, 0, \"$\", true);")),
            ("t", script("C", "AFSimple_Calculate(\"SUM\", new Array (\"a\", \"b\"));")),
        ])
        let form = try await Form(data: data, fileName: "a.pdf")
        let json = try JSONText.encode(form.description)
        #expect(try JSONDecoder().decode(FormDescription.self, from: json) == form.description)
        #expect(form.fields[0].format?.currency == "$" && form.fields[0].format?.hasBrackets == true)
        #expect(form.fields[1].calculation == FieldCalculation(function: .sum, fields: ["a", "b"]))
    }

    @Test(
        "totals are computed as the form says, also into a field that is not to be typed in, and marked in the report")
    func totals() async throws {
        let sum = script("C", "AFSimple_Calculate(\"SUM\", new Array(\"a\", \"b\"));")
        let money = script("F", "AFNumber_Format(2, 0, 0, 0, \"\", true);")
        let data = form([("a", money), ("b", money), ("t", sum + money + " >> /Ff 1 /X <<")])
        let form = try await Form(data: data, fileName: "a.pdf")
        let filled = try await form.fill(["a": "1000", "b": "234.5"])
        #expect(try RenderedPages(filled.data).text(0).contains("1,234.50"))
        #expect(filled.report.filled.map(\.match) == [.name, .name, .calculated])
        let given = try await Form(
            data: self.form([("a", money), ("b", money), ("t", sum + money)]), fileName: "a.pdf"
        )
        .fill(["a": "1000", "t": "7"])
        #expect(try RenderedPages(given.data).text(0).contains("7.00"))
    }

    @Test("scripts in streams are read like those in strings, encoded or not")
    func scriptsInStreams() async throws {
        var builder = PDFBuilder()
        func stream(_ bytes: [UInt8], _ entries: String = "") -> String {
            let number = builder.add(
                "<< /Length \(bytes.count) \(entries) >>\nstream\n\(String(decoding: bytes, as: UTF8.self))\nendstream")
            return "<< /S /JavaScript /JS \(number) 0 R >>"
        }
        let sum = stream(utf16("AFSimple_Calculate(\"SUM\", new Array(\"a\", \"ö\"));"), "/Filter /ASCIIHexDecode")
        let money = stream(Array("AFNumber_Format(2, 2, 0, 0, \" \\u20ac\", false);".utf8))
        builder.add(
            PDFBuilder.Page(),
            widgets: [("(a)", ""), ("<FEFF00F6>", ""), ("(t)", "/AA << /C \(sum) /F \(money) >>")].enumerated().map {
                .init(x: 60, y: 60 + 30 * Double($0), width: 200, height: 20, "/FT /Tx /T \($1.0) \($1.1)")
            })
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let filled = try await form.fill(["a": "1000", "ö": "234.5"])
        #expect(try RenderedPages(filled.data).text(0).contains("1.234,50 €"))
        #expect(filled.report.uncalculated == nil)
    }

    @Test("fields that the form's own scripts would have calculated are named, by every way of filling")
    func uncalculated() async throws {
        func product(_ a: String, _ b: String) -> String {
            script("C", "event.value = getField(\"\(a)\").value * this.getField( \"\(b)\" ).value;")
        }
        let data = form([
            ("base", ""), ("percent", ""), ("share", product("base", "percent")), ("total", product("base", "share")),
            ("sum", script("C", "AFSimple_Calculate(\"SUM\", new Array(\"base\", \"total\"));")), ("note", ""),
            ("comment", script("C", "// nothing; /* here */")),
        ])
        let form = try await Form(data: data, fileName: "a.pdf")
        let outdated = ["share", "total", "sum"]
        for options in [
            ComposeOptions(), ComposeOptions(keepsFields: true), ComposeOptions(isIncremental: true),
            ComposeOptions(keepsFields: true, isIncremental: true),
        ] {
            let filled = try await form.fill(["percent": "20"], options: options)
            #expect(filled.report.uncalculated == outdated)
        }
        #expect(try await form.fill(["note": "x"]).report.uncalculated == nil)
        // The sum is computed, but from a total that is not.
        #expect(try await form.fill(["base": "5"]).report.uncalculated == outdated)
        #expect(try await form.fill(["base": "5", "share": "1"]).report.uncalculated == ["total", "sum"])
        #expect(try await form.fill(["base": "5", "share": "1", "total": "5"]).report.uncalculated == nil)
        let folder = try TemporaryFolder()
        let files = try NameTemplate(folder.file("out").path + "/{row}.pdf")
        for destination in [Batch.Destination.merged(folder.file("all.pdf")), .files(files)] {
            let rows = try RowsFile(data: Data("percent\n20\n".utf8), name: "rows.csv", folder: nil).rows()
            let results = Results()
            _ = try await Batch(form: form, destination: destination).run(rows, handler: results.handler)
            guard case .filled(_, let warnings) = try #require(results.all.first).outcome else {
                Issue.record("the row was not filled")
                continue
            }
            #expect(warnings.count == 1 && warnings[0].contains("\"share\", \"total\", \"sum\""))
        }
    }

    @Test("a script whose operands cannot be told may depend on any field")
    func unknownOperands() async throws {
        for text in [
            "calculate();", "event.value = getField(\"n\" + event.target.name).value",
            "event.value = getField(\"z\").value",
        ] {
            let form = try await Form(
                data: form([("note", ""), ("t", script("C", text))]), fileName: "a.pdf")
            #expect(try await form.fill(["note": "x"]).report.uncalculated == ["t"], "\(text)")
        }
    }

    @Test("scripts that cannot be read are no formats")
    func strangeScripts() async throws {
        let scripts = [
            "AFDate_FormatEx(", "AFDate_FormatEx(pattern)", "AFNumber_Format(2, 0", "AFSpecial_Format(9)",
            "AFSimple_Calculate(\"SUM\", [\"a\"", "AFDate_FormatEx(\"\")",
        ]
        let data = form(scripts.enumerated().map { ("f\($0)", script("F", $1) + script("C", $1)) })
        let form = try await Form(data: data, fileName: "a.pdf")
        #expect(form.fields.allSatisfy { $0.calculation == nil })
        let filled = try await form.fill(["f0": "2026-02-03", "f1": "2026-02-03", "f2": "5", "f5": "2026-02-03"])
        #expect(try RenderedPages(filled.data).words(0).filter { $0.text == "2026-02-03" }.count == 3)
    }
}
