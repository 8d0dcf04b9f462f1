import FormModel
import Formwright
import FormFilling
import FormImport
import Foundation
import Testing
import TestSupport

@Suite("Columns of amounts") struct AmountColumnTests {
    /// A form of captions with boxes in a column, and its fields with types as a detector could give them.
    private func form(_ types: [FieldType], width: (Int) -> Double = { _ in 72 }) throws -> Form {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        var fields: [Field] = []
        for (row, type) in types.enumerated() {
            let y = 100 + Double(row) * 20
            page.text("Line \(row)", x: 60, y: y + 12)
            let right = 480 + Double(row % 2)
            let region = Region(x: right - width(row), y: y, width: width(row), height: 14)
            page.box(x: region.x, y: y, width: region.width, height: 14)
            fields.append(
                Field(
                    id: UUID(), name: "f\(row)", page: 0, region: region, type: type, label: "Line \(row)",
                    confidence: 0.9, evidence: .cell, alignment: type == .number ? .right : nil))
        }
        builder.add(page)
        let document = try Importer().document(builder.data(), fileName: "a.pdf")
        let description = FormDescription(
            document: .init(
                fileName: "a.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: 612, height: 792)], fields: fields)
        return try Form(document, known: description)
    }

    /// The left and right edges of the values of rows.
    private func edges(_ form: Form, _ values: [String]) async throws -> [(left: Double, right: Double)] {
        let entries = values.enumerated().map { ValueEntry(key: "f\($0)", value: .text($1)) }
        // Poppler can join a caption and a value that is far from it.
        let letters = try RenderedPages(try await form.fill(entries).data).words(0)
            .flatMap { zip($0.text, $0.characters) }.filter { $0.1.left > 300 }
        return values.indices.map { row in
            let inRow = letters.filter { abs($0.1.midY - Double(107 + 20 * row)) < 8 }.sorted { $0.1.left < $1.1.left }
            #expect(String(inRow.map(\.0)) == values[row])
            return (inRow.first?.1.left ?? 0, inRow.last?.1.right ?? 0)
        }
    }

    @Test("digits stand under each other where the right edges of a column differ a little")
    func oneEdge() async throws {
        let edges = try await edges(form([.number, .number, .number]), ["1,250.00", "75.25", "350.00"])
        #expect(edges.allSatisfy { abs($0.right - edges[0].right) < 0.2 })
        #expect(edges[0].right > 470 && edges[0].right < 480)
    }

    @Test("where at least half of equal fields are amounts, the others are drawn like them")
    func majority() async throws {
        let edges = try await edges(form([.number, .text, .number, .text]), ["1,250.00", "none", "350.00", "75.25"])
        #expect(edges.allSatisfy { abs($0.right - edges[0].right) < 0.5 })
    }

    @Test("where fewer are, only values that are amounts are drawn like them")
    func minority() async throws {
        let form = try form([.number, .number, .text, .text, .text, .text])
        let edges = try await edges(form, ["1,250.00", "350.00", "(75.25)", "Smith", "804-555-0142", "$5"])
        for row in [0, 1, 2, 5] { #expect(abs(edges[row].right - edges[0].right) < 0.5, "row \(row)") }
        for row in [3, 4] { #expect(edges[row].left < 413, "row \(row)") }
    }

    @Test("fields of another width, and columns with one amount only, are no columns of amounts")
    func others() async throws {
        let wide = try await edges(form([.number, .number, .text]) { $0 == 2 ? 160 : 72 }, ["1.00", "2.00", "3.00"])
        #expect(wide[2].left < 325)
        let single = try await edges(form([.number, .text, .text]), ["1.00", "2.00", "3.00"])
        #expect(single[1].left < 413)
    }
}
