import FormFilling
import FormReading
import Formwright
import Foundation
import TestSupport
import Testing

/// Values that went to added pages, read back.
struct AddendumReadingTests {
    private static let long = (1...60).map { "word\($0) of the value;" }.joined(separator: " ")

    /// The sample form, whose field "county" takes lines.
    private func form() throws -> Form {
        let form = try AnswerSample().form()
        var description = form.description
        for index in description.fields.indices where description.fields[index].name == "county" {
            description.fields[index].type = .multiline
        }
        return try Form(form.document, known: description)
    }

    /// A copy whose values are on its pages only.
    private func copy(_ form: Form, _ values: [String: String]) async throws -> Data {
        let filled = try await form.fill(
            values.mapValues { .text($0) }, options: ComposeOptions(overflow: .addendum))
        let folder = try TemporaryFolder()
        let (whole, pages) = (try folder.write(filled.data, "whole.pdf"), folder.file("pages.pdf"))
        try Program.run("qpdf", ["--empty", "--pages", whole.path, "--", pages.path])
        return try Data(contentsOf: pages)
    }

    private func texts(_ answer: Answer, _ reader: AnswerReader) -> [String: String] {
        Dictionary(zip(reader.columns.map(\.name), answer.cells.map(\.text))) { first, _ in first }
            .filter { !["", "no"].contains($0.value) }
    }

    @Test("a value on an added page is that of the field that refers to it, also across lines and pages")
    func addedPage() async throws {
        let form = try form()
        let reader = try await form.answerReader()
        let lines = "First line\nsecond\n\nfourth \(Self.long)\nAddendum 3: no heading, page 1\nend"
        let pages = (1...90).map { "\($0). \(Self.long)" }.joined(separator: "\n")
        for county in [lines, pages] {
            let values = ["name": "Ada", "town": Self.long, "county": county]
            let copy = try await copy(form, values)
            let answer = try await reader.read(copy, named: "ada.pdf")
            #expect(answer.source == .pages)
            #expect(texts(answer, reader) == values)
            #expect(answer.cells.allSatisfy { !$0.isDoubtful })
            #expect(answer.pages == Array(0..<(try RenderedPages(copy).count)) && answer.otherPages.isEmpty)
        }
    }

    @Test("a field that refers to a page that is not there is doubtful")
    func missingPage() async throws {
        let form = try form()
        let reader = try await form.answerReader()
        let page = try RenderedPages(await copy(form, ["town": Self.long]), scale: 200.0 / 72).image(0)
        let scan = try await reader.read(Pictures.file(page, .png, resolution: 200), named: "scan.png")
        let cell = try #require(zip(reader.columns, scan.cells).first { $0.0.name == "town" }?.1)
        #expect(cell.reason == .addendum && cell.isDoubtful && cell.text == "see addendum 1")
        let typed = try await reader.read(AnswerSample(values: ["town": "see addendum 4"]).pdf, named: "typed.pdf")
        #expect(typed.cells.contains { $0.reason == .addendum && $0.isDoubtful })
    }

    @Test("an added page that was scanned is recognised, and its value is doubtful")
    func scan() async throws {
        let form = try form()
        let reader = try await form.answerReader()
        let pages = try RenderedPages(await copy(form, ["town": Self.long]), scale: 200.0 / 72)
        let images = try (0..<pages.count).map { try pages.image($0) }
        let scan = try Pictures.tiff(images, resolution: 200, in: try TemporaryFolder())
        let answer = try await reader.read(scan, named: "scan.tiff")
        let cell = try #require(zip(reader.columns, answer.cells).first { $0.0.name == "town" }?.1)
        #expect(cell.reason == .recognised && cell.isDoubtful)
        #expect(cell.text.hasPrefix("word1 of the value; word2 of the value;") && cell.text.contains("word60"))
        #expect(answer.pages == [0, 1] && answer.otherPages.isEmpty)
    }

    @Test("each copy in a pile has its added page")
    func pile() async throws {
        let form = try form()
        let reader = try await form.answerReader()
        let folder = try TemporaryFolder()
        let values = [
            ["town": "One \(Self.long)", "name": "Ada"], ["county": "Two \(Self.long)"], ["town": "Ashford"],
        ]
        var paths: [String] = []
        for (number, value) in values.enumerated() {
            paths.append(try folder.write(await copy(form, value), "\(number).pdf").path)
        }
        let pile = folder.file("pile.pdf")
        try Program.run("qpdf", ["--empty", "--pages"] + paths + ["--", pile.path])
        let answers = try await reader.answers(contentsOf: pile)
        #expect(answers.map { texts($0, reader) } == values)
        #expect(answers.map(\.pages) == [[0, 1], [2, 3], [4]])
        #expect(answers.allSatisfy { $0.otherPages.isEmpty })
    }

    @Test(
        "an AcroForm field that refers to an added page has its value, in a copy as it was filled and in a changed one")
    func editable() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name)"),
                .init(x: 60, y: 120, width: 90, height: 20, "/FT /Tx /T (town)"),
            ])
        let form = try await Form(data: builder.data(), fileName: "blank.pdf")
        let reader = try await form.answerReader()
        let options = ComposeOptions(overflow: .addendum, keepsFields: true)
        let filled = try await form.fill(["name": "Ada", "town": .text(Self.long)], options: options).data
        let values = try ExistingValues(
            filled, named: "a.pdf", password: nil, includingEmpty: false, limits: Limits())
        #expect(values.fields.contains { $0.value == .text(Self.long) })
        let folder = try TemporaryFolder()
        let changed = folder.file("changed.pdf")
        try Program.run("qpdf", [try folder.write(filled, "a.pdf").path, changed.path])
        for (copy, source) in [(filled, Answer.Source.record), (try Data(contentsOf: changed), .fields)] {
            let answer = try await reader.read(copy, named: "a.pdf")
            #expect(answer.source == source)
            #expect(answer.cells.map(\.text) == ["Ada", Self.long])
            #expect(answer.cells.allSatisfy { !$0.isDoubtful })
        }
    }

    @Test("added pages that are not all there, or those of another copy, leave the values in doubt")
    func mixedPages() async throws {
        let form = try form()
        let reader = try await form.answerReader()
        let folder = try TemporaryFolder()
        let pages = (1...90).map { "\($0). \(Self.long)" }.joined(separator: "\n")
        let ada = try folder.write(await copy(form, ["town": Self.long, "county": pages]), "ada.pdf")
        let eve = try folder.write(await copy(form, ["town": "Eve \(Self.long)"]), "eve.pdf")
        let count = try RenderedPages(try Data(contentsOf: ada)).count
        #expect(count > 3)
        for parts in [
            [(ada, "1-\(count - 1)")], [(ada, "1,3-\(count)")], [(ada, "1,2,2,3-\(count)")],
            [(ada, "1,3,2,4-\(count)")], [(ada, "1-\(count)"), (eve, "2")], [(ada, "1"), (eve, "2")],
        ] {
            let mixed = folder.file("mixed.pdf")
            try Program.run(
                "qpdf", ["--empty", "--pages"] + parts.flatMap { [$0.0.path, $0.1] } + ["--", mixed.path])
            let answer = try await reader.read(contentsOf: mixed)
            let cells = zip(reader.columns, answer.cells).filter { ["town", "county"].contains($0.0.name) }.map(\.1)
            #expect(cells.count == 2 && cells.allSatisfy { $0.isDoubtful }, "\(parts.map(\.1))")
        }
    }

    @Test("a field in which somebody typed a reference has no value of another field")
    func typedReference() async throws {
        let form = try form()
        let reader = try await form.answerReader()
        let answer = try await reader.read(
            copy(form, ["name": "see addendum 1", "town": Self.long]), named: "copy.pdf")
        let cells = Dictionary(zip(reader.columns.map(\.name), answer.cells)) { first, _ in first }
        #expect(cells["name"]?.text == "see addendum 1" && cells["name"]?.isDoubtful == true)
        #expect(cells["town"]?.text == Self.long)
    }

    @Test("a heading is the words of its field, also with the number of a page in them")
    func heading() async throws {
        var description = try form().description
        for index in description.fields.indices where description.fields[index].name == "county" {
            description.fields[index].label =
                "All counties in which you have lived in the last ten years, as described in the notes on page 4 and "
                + "page 5 and page 6 of the leaflet"
        }
        let form = try Form(form().document, known: description)
        let reader = try await form.answerReader()
        let values = ["town": Self.long, "county": "Kent \(Self.long)"]
        let answer = try await reader.read(copy(form, values), named: "copy.pdf")
        #expect(texts(answer, reader) == values && answer.cells.allSatisfy { !$0.isDoubtful })
    }
}
