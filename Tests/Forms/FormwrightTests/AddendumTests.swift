import FailureModel
import FormImport
import FormModel
import Formwright
import FormFilling
import Foundation
import TestSupport
import Testing

@Suite("Values on added pages") struct AddendumTests {
    private let story = (1...400).map { "word\($0)" }.joined(separator: " ")

    /// A form with a small field for a story and one for a name, each a widget of an AcroForm or printed.
    private func form(title: String? = "Claim for damages", isFlat: Bool = false) async throws -> Form {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("What happened", x: 60, y: 95)
        page.text("Name", x: 60, y: 195)
        if isFlat {
            page.box(x: 60, y: 100, width: 200, height: 30)
            page.box(x: 60, y: 200, width: 200, height: 20)
            builder.add(page)
        } else {
            builder.add(
                page,
                widgets: [
                    .init(x: 60, y: 100, width: 200, height: 30, "/FT /Tx /Ff 4096 /T (story) /TU (What happened)"),
                    .init(x: 60, y: 200, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                ])
        }
        if let title { builder.info = "/Title (\(title))" }
        return try await Form(data: builder.data(), fileName: "claim.pdf")
    }

    private func texts(_ data: Data) throws -> [String] {
        let pages = try RenderedPages(data)
        return try (0..<pages.count).map { page in try pages.words(page).map(\.text).joined(separator: " ") }
    }

    @Test("a value that does not fit is on an added page, and its field refers to it", arguments: [false, true])
    func added(isFlat: Bool) async throws {
        let form = try await form(isFlat: isFlat)
        let filled = try await form.fill(
            ["What happened": .text(story), "Name": "Ada"], options: ComposeOptions(overflow: .addendum))
        let texts = try texts(filled.data)
        #expect(texts.count == 2)
        #expect(texts[0].contains("see addendum 1") && texts[0].contains("Ada") && !texts[0].contains("word1 "))
        #expect(texts[1].hasPrefix("Claim for damages Addendum 1: What happened, page 1 word1 word2"))
        #expect(texts[1].contains(story))
        let entry = try #require(filled.report.filled.first { $0.addendum != nil })
        #expect(entry.addendum == 1 && entry.warnings.count == 1 && filled.report.filled.count == 2)
    }

    @Test("a long value runs over as many pages as it needs, and nothing is added where all values fit")
    func pages() async throws {
        let form = try await form(title: nil)
        let long = (1...20).map { "\($0). \(story)" }.joined(separator: "\n")
        let options = ComposeOptions(overflow: .addendum)
        let texts = try texts(try await form.fill(["story": .text(long)], options: options).data)
        #expect(texts.count > 5 && texts[1].hasPrefix("claim.pdf Addendum 1"))
        #expect(texts.dropFirst().joined(separator: " ").contains("20. word1 word2"))
        #expect(try self.texts(try await form.fill(["story": "short"], options: options).data).count == 1)
    }

    @Test("values that stay in fields, and those appended to a document, get added pages too")
    func otherOutputs() async throws {
        let form = try await form()
        for options in [
            ComposeOptions(overflow: .addendum, keepsFields: true),
            ComposeOptions(overflow: .addendum, isIncremental: true),
        ] {
            let filled = try await form.fill(["story": .text(story)], options: options)
            let texts = try texts(filled.data)
            #expect(texts.count == 2 && texts[1].contains(story))
            if options.keepsFields {
                let again = try await Form(Importer().document(filled.data, fileName: "claim.pdf"))
                #expect(again["story"]?.defaultValue == "see addendum 1")
            } else {
                #expect(texts[0].contains("see addendum 1"))
            }
        }
    }

    @Test("records with and without added pages do not change each other")
    func records() async throws {
        let form = try await form()
        let options = ComposeOptions(overflow: .addendum)
        let short = try await form.fill(["story": "short"], options: options).data
        let first = try await form.fill(["story": .text(story)], options: options).data
        #expect(try await form.fill(["story": "short"], options: options).data == short)
        #expect(try await form.fill(["story": .text(story)], options: options).data == first)
    }

    @Test("a character that no font has is an error also behind what a field could hold")
    func missingGlyph() async throws {
        let form = try await form()
        await #expect(throws: Failure.self) {
            try await form.fill(
                ["story": .text(story + " \u{10FFFE}")], options: ComposeOptions(overflow: .addendum))
        }
    }
}
