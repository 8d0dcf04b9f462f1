import FailureModel
import FormModel
import FormFilling
import FormImport
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Formatted text in fields", .blocking) struct FormattedTextTests {
    private func form() async throws -> Form {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 300, height: 100, "/FT /Tx /Ff 4096 /T (notes)"),
                .init(x: 60, y: 200, width: 300, height: 20, "/FT /Tx /T (name)"),
                .init(x: 60, y: 240, width: 300, height: 60, "/FT /Tx /Ff 4096 /T (short) /MaxLen 5"),
            ])
        return try await Form(data: builder.data(), fileName: "a.pdf")
    }

    private static let blocks = #"""
        {"blocks": [
          {"_type": "block", "style": "h2", "children": [{"_type": "span", "text": "Heading"}]},
          {"_type": "block", "markDefs": [{"_type": "link", "_key": "l", "href": "https://a.example"}], "children": [
            {"_type": "span", "text": "Some "}, {"_type": "span", "text": "bold", "marks": ["strong"]},
            {"_type": "span", "text": " and "}, {"_type": "span", "text": "linked", "marks": ["l", "em"]}]},
          {"_type": "block", "listItem": "bullet", "children": [{"_type": "span", "text": "first"}]},
          {"_type": "block", "listItem": "number", "level": 2, "children": [{"_type": "span", "text": "second"}]}
        ]}
        """#

    private func entries(_ value: String, for key: String = "notes", name: String = "v.json") throws -> [ValueEntry] {
        try ValuesFile(data: Data("{\"\(key)\": \(value)}".utf8), name: name, folder: nil).entries
    }

    @Test("a value with blocks is recognised in JSON and in YAML, with or without its source")
    func recognised() throws {
        var expected = FormattedText()
        expected.append("Heading", .bold)
        expected.append("\nSome ")
        expected.append("bold", .bold)
        expected.append(" and ")
        expected.append("linked", .italic)
        expected.append("\n• first\n  1. second")
        #expect(try entries(Self.blocks).map(\.value) == [.formatted(expected)])
        let sourced = try entries("{\"value\": \(Self.blocks), \"source\": \"ai\"}")
        #expect(sourced.map(\.value) == [.formatted(expected)] && sourced[0].source == .ai)
        let yaml = """
            notes:
              blocks:
                - _type: block
                  children: [{_type: span, text: "a", marks: [em]}]
            """
        let entry = try ValuesFile(data: Data(yaml.utf8), name: "v.yaml", folder: nil).entries[0]
        var text = FormattedText()
        text.append("a", .italic)
        #expect(entry.value == .formatted(text))
    }

    @Test("the text is drawn in order, with its fonts, within its field")
    func drawn() async throws {
        let form = try await form()
        let filled = try await form.fill(try entries(Self.blocks))
        let words = try RenderedPages(filled.data).words(0)
        #expect(
            words.map(\.text) == ["Heading", "Some", "bold", "and", "linked", "•", "first", "1.", "second"])
        let region = try #require(form.fields.first { $0.name == "notes" }).region
        #expect(words.allSatisfy { region.encloses($0.region) })
        let folder = try TemporaryFolder()
        let fonts = String(
            decoding: try Program.run("pdffonts", [try folder.write(filled.data, "a.pdf").path]), as: UTF8.self)
        #expect(fonts.contains("Bold") && fonts.contains("Italic"))
        #expect(filled.data.range(of: Data("a.example".utf8)) == nil)
    }

    @Test("lines under and through text are drawn")
    func lines() async throws {
        let form = try await form()
        func ink(_ emphasis: FormattedText.Emphasis) async throws -> Int {
            var text = FormattedText()
            text.append("nnnn", emphasis)
            let image = try RenderedPages(try await form.fill(["notes": .formatted(text)]).data).image(0)
            return image.pixels.filter { $0 < 128 }.count
        }
        let plain = try await ink([])
        #expect(try await ink(.underlined) > plain + 10)
        #expect(try await ink(.struckThrough) > plain)
    }

    @Test("text that does not fit is refused, shrunk or cut like any other")
    func overflow() async throws {
        let form = try await form()
        var text = FormattedText()
        for _ in 0..<400 { text.append("word ", .bold) }
        let entries = [ValueEntry(key: "notes", value: .formatted(text))]
        let failure = await #expect(throws: Failure.self) { try await form.fill(entries) }
        #expect(failure?.code == .valueOverflow)
        let cut = try await form.fill(entries, options: ComposeOptions(overflow: .truncate))
        #expect(cut.report.filled[0].warnings.first?.contains("of its 2000 characters") == true)
    }

    @Test("fields with one line, limits of length and mistakes in the document are refused")
    func refusals() async throws {
        let form = try await form()
        func code(_ entries: [ValueEntry]) async -> ErrorCode? {
            await #expect(throws: Failure.self) { try await form.fill(entries) }?.code
        }
        #expect(await code(try entries(Self.blocks, for: "name")) == .wrongType)
        #expect(await code(try entries(Self.blocks, for: "short")) == .valueTooLong)
        let failure = #expect(throws: Failure.self) {
            try entries(
                #"{"blocks": [{"_type": "block", "children": [{"_type": "span", "text": "a", "marks": ["x"]}]}]}"#)
        }
        #expect(failure?.code == .unsupportedMarkType)
        #expect(failure?.message == "The value for \"notes\" has a mark that fields do not take (block 0.0).")
        // Other lists and objects are no values, as before.
        #expect(await code(try entries(#"{"block": []}"#)) == .wrongType)
    }

    @Test("stretches that are not places of the text are refused when they are decoded")
    func decoding() throws {
        var text = FormattedText()
        text.append("é", .bold)
        #expect(try JSONDecoder().decode(FormattedText.self, from: try JSONEncoder().encode(text)) == text)
        for (start, end) in [(0, 1), (0, 9), (-1, 2), (2, 0)] {
            let json = #"{"text":"é","stretches":[{"start":\#(start),"end":\#(end),"emphasis":1}]}"#
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(FormattedText.self, from: Data(json.utf8))
            }
        }
    }

    @Test("a prefix and a converted text keep their emphasis")
    func conversions() {
        var text = FormattedText("ab")
        text.append("cd", .bold)
        text.append("ef")
        var prefix = FormattedText("ab")
        prefix.append("c", .bold)
        #expect(text.prefix("abc") == prefix)
        var doubled = FormattedText("abab")
        doubled.append("cdcd", .bold)
        doubled.append("efef")
        #expect(text.mapPieces { "\($0)\($0)" } == doubled)
    }
}
