import FormFilling
import FormImport
import FormModel
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Values stand between printed separators") struct SeparatedValueTests {
    private static let gaps = [(100.0, 113.0), (118, 131), (136, 162)]

    /// Fills a blank with two slashes; returns what was reported and the words in it.
    private func fill(
        _ value: String, type: FieldType = .date, gaps: [(Double, Double)] = Self.gaps
    ) async throws -> (report: FillReport.Entry, words: [(text: String, place: Region)]) {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page())
        let document = try Importer().document(builder.data(), fileName: "a.pdf")
        let field = Field(
            id: UUID(), name: "a", page: 0, region: Region(left: 100, top: 100, right: gaps[2].1, bottom: 114),
            type: type,
            label: "a", confidence: 1, evidence: .rule, baseline: 112,
            printedWords: zip(gaps, gaps.dropFirst()).map {
                Region(left: $0.1, top: 100, right: $1.0, bottom: 114)
            })
        let description = FormDescription(
            document: .init(fileName: "a.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: 612, height: 792)], fields: [field])
        let filled = try await Form(document, known: description).fill(["a": .text(value)])
        let words = try RenderedPages(filled.data).words(0).map { (text: $0.text, place: $0.region) }
        return (filled.report.filled[0], words.sorted { $0.place.left < $1.place.left })
    }

    @Test("each part of a date is in its gap, and all are equally large")
    func date() async throws {
        let filled = try await fill("2026-03-01")
        #expect(filled.words.map(\.text) == ["03", "01", "2026"])
        for (word, gap) in zip(filled.words, Self.gaps) {
            #expect(word.place.left >= gap.0 - 0.5 && word.place.right <= gap.1 + 0.5, "\(word)")
        }
        #expect(filled.report.overlaps == nil && filled.report.fontSize == 10)
    }

    @Test("the digits of a number are divided like its parts", arguments: ["555-12-3456", "555123456"])
    func number(_ text: String) async throws {
        let filled = try await fill(text, type: .text, gaps: [(100, 122), (127, 143), (148, 178)])
        #expect(filled.words.map(\.text) == ["555", "12", "3456"])
    }

    @Test("words are not divided at a sign that the blank prints")
    func words() async throws {
        let filled = try await fill("Ada May Lee", type: .text, gaps: [(100, 180), (185, 265), (270, 350)])
        #expect(filled.words.map(\.text) == ["Ada", "May", "Lee"])
        let last = try #require(filled.words.last)
        #expect(last.place.right < 180)
    }

    @Test("a text with other parts is written whole, and said to cover print if it does")
    func whole() async throws {
        let short = try await fill("n/a")
        #expect(short.words.map(\.text).joined() == "n/a")
        let long = try await fill("about 1931")
        #expect(long.report.overlaps == true)
    }
}
