import FailureModel
import Files
import FormModel
import Formwright
import Forms
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
