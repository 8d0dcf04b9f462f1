import FailureModel
import FormModel
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Held values") struct ExistingValuesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func states(_ on: String) -> String { "/AP << /N << /\(on) 3 0 R /Off 3 0 R >> >>" }

    /// A form with a field of each kind.
    private func form() -> Data {
        var builder = PDFBuilder()
        let radio = builder.add("<< /FT /Btn /Ff 32768 /T (status) /V /2 >>")
        let parent = "/Parent \(radio) 0 R"
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: 60, y: 80, width: 200, height: 20,
                    "/FT /Tx /T (form.name) /TU (Name) /V <FEFF00C5007300650020D83DDE00>"),
                .init(
                    x: 60, y: 110, width: 200, height: 60, "/FT /Tx /Ff 4096 /T (notes) /TU (Notes) /V (one\\rtwo <&>)"),
                .init(
                    x: 60, y: 180, width: 12, height: 12,
                    "/FT /Btn /T (agree) /TU (Agree) \(states("Yes")) /AS /Yes /V /Yes"),
                .init(
                    x: 60, y: 200, width: 12, height: 12, "/FT /Btn /T (other) /TU (Other) \(states("Yes")) /AS /Off"),
                .init(x: 60, y: 220, width: 12, height: 12, "\(parent) \(states("1")) /AS /Off"),
                .init(x: 90, y: 220, width: 12, height: 12, "\(parent) \(states("2")) /AS /2"),
                .init(
                    x: 60, y: 240, width: 99, height: 20,
                    "/FT /Ch /Ff 131072 /T (state) /TU (State) /Opt [[(oh) (Ohio)] [(ia) (Iowa)]] /V (ia)"),
                .init(
                    x: 60, y: 270, width: 99, height: 40, "/FT /Ch /T (many) /TU (Many) /Opt [(a) (b) (c)] /V [(a) (c)]"
                ),
                .init(x: 60, y: 320, width: 99, height: 20, "/FT /Tx /T (empty) /TU (Empty)"),
                .init(x: 60, y: 350, width: 99, height: 20, "/FT /Tx /Ff 1 /T (fixed) /TU (Fixed) /V (F-1)"),
                .init(x: 60, y: 380, width: 99, height: 20, "/FT /Sig /T (sign) /TU (Sign)"),
            ])
        return builder.data()
    }

    private let expected: [ExistingValues.Entry] = [
        .init(name: "form.name", value: .text("Åse 😀")), .init(name: "notes", value: .text("one\ntwo <&>")),
        .init(name: "agree", value: .box(isOn: true, on: "Yes")), .init(name: "status", value: .state("2")),
    ]

    @Test("every kind of field is read, and empty ones only on request")
    func reading() async throws {
        let url = try folder.write(form(), "form.pdf")
        let values = try await ExistingValues(contentsOf: url)
        #expect(Array(values.fields.prefix(4)) == expected)
        #expect(values.fields.map(\.name) == ["form.name", "notes", "agree", "status", "state", "many", "fixed"])
        let all = try await ExistingValues(contentsOf: url, includingEmpty: true)
        #expect(Set(all.fields.map(\.name)).subtracting(values.fields.map(\.name)) == ["other", "empty"])
    }

    @Test("what was exported can be given back to the form, in every format", arguments: ExistingValues.Format.allCases)
    func roundTrip(_ format: ExistingValues.Format) async throws {
        let data = form()
        var values = try await ExistingValues(contentsOf: try folder.write(data, "form.pdf"), includingEmpty: true)
        // A list with several choices at once can be exported, but not filled.
        values.fields.removeAll { $0.name == "many" }
        let file = values.data(as: format)
        let entries = try ValuesFile(data: file, name: "values", folder: nil).entries
        #expect(entries.map(\.key).sorted() == values.fields.map(\.name).sorted())
        let filled = try await Form(data: data, fileName: "form.pdf").fill(entries)
        let before = try RenderedPages(data)
        let after = try RenderedPages(filled.data)
        func text(_ region: Region) throws -> String { try after.text(within: region, page: 0, besides: before) }
        #expect(try text(Region(x: 60, y: 80, width: 200, height: 20)).hasPrefix("Åse"))
        #expect(try after.words(0).map(\.text).contains("<&>"))
        #expect(try text(Region(x: 60, y: 240, width: 99, height: 20)) == "Iowa")
        #expect(filled.report.filled.map(\.name).contains("status"))
    }

    @Test("fields without a name have the names by which they are filled", arguments: ExistingValues.Format.allCases)
    func nameless(_ format: ExistingValues.Format) async throws {
        func form(_ values: [String]) -> Data {
            var builder = PDFBuilder()
            builder.add(
                PDFBuilder.Page(),
                widgets: [
                    .init(x: 60, y: 140, width: 200, height: 20, "/FT /Tx \(values[0])"),
                    .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (p1f1) /V (named)"),
                    .init(x: 60, y: 110, width: 12, height: 12, "/FT /Btn \(states("Yes")) \(values[1])"),
                    .init(x: 60, y: 170, width: 12, height: 12, "/FT /Btn /Ff 32768 \(states("2")) \(values[2])"),
                ])
            return builder.data()
        }
        let url = try folder.write(form(["/V (held)", "/AS /Yes", "/AS /2"]), "form.pdf")
        let values = try await ExistingValues(contentsOf: url)
        let names = try await Form(contentsOf: url).fields.map(\.name)
        #expect(names == ["p1f1", "p1f2", "p1f3", "p1f4"])
        #expect(
            Set(values.fields) == [
                .init(name: names[0], value: .text("named")), .init(name: names[1], value: .box(isOn: true, on: "Yes")),
                .init(name: names[2], value: .text("held")), .init(name: names[3], value: .box(isOn: true, on: "2")),
            ])
        let entries = try ValuesFile(data: values.data(as: format), name: "values", folder: nil).entries
        let filled = try await Form(data: form(["", "/AS /Off", "/AS /Off"]), fileName: "blank.pdf").fill(
            entries, options: ComposeOptions(keepsFields: true))
        let again = try await ExistingValues(contentsOf: try folder.write(filled.data, "filled.pdf"))
        #expect(Set(again.fields) == Set(values.fields))
    }

    @Test("a number where a form has text is its text")
    func numbers() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (whole) /V 42"),
                .init(x: 60, y: 110, width: 200, height: 20, "/FT /Tx /T (part) /V -2.50"),
                .init(x: 60, y: 140, width: 99, height: 20, "/FT /Ch /Ff 131072 /T (one) /Opt [(41) (42)] /V 42"),
                .init(x: 60, y: 170, width: 99, height: 40, "/FT /Ch /T (many) /Opt [(1) (2) (3)] /V [1 3]"),
            ])
        let url = try folder.write(builder.data(), "form.pdf")
        func choice(_ text: String) -> ExistingValues.Choice { .init(export: text, shown: text) }
        #expect(
            try await ExistingValues(contentsOf: url).fields.map(\.value) == [
                .text("42"), .text("-2.50"), .choices([choice("42")]), .choices([choice("1"), choice("3")]),
            ])
        #expect(try await Form(contentsOf: url).fields.prefix(2).map(\.defaultValue) == ["42", "-2.50"])
    }

    @Test("a document without AcroForm fields has no values to export")
    func flat() async throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page())
        let url = try folder.write(builder.data(), "flat.pdf")
        await #expect { try await ExistingValues(contentsOf: url) } throws: { ($0 as? Failure)?.code == .noFields }
    }

    @Test("an export value names its choice even if it is another one's label")
    func exportValues() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(
                    x: 60, y: 80, width: 99, height: 20,
                    "/FT /Ch /Ff 131072 /T (c) /TU (Class) /Opt [[(1) (2)] [(2) (1)]]")
            ])
        let form = try await Form(data: builder.data(), fileName: "form.pdf")
        let filled = try await form.fill(["c": "1"])
        #expect(try RenderedPages(filled.data).text(0) == "2")
    }
}
