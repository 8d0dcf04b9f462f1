import FormModel
import Foundation
import PDFAssembly
import QPDF
import TestSupport
import Testing

@Suite("Merged PDF") struct MergedPDFTests {
    private func merged(_ document: Data, _ groups: [[(words: [String], widgets: [Int: Set<Int>])]]) throws -> Data {
        let merged = try MergedPDF(of: PDFFile(data: document))
        var data = merged.start
        var titles: [String] = []
        for group in groups {
            let words = group.flatMap(\.words)
            let records = group.map { MergedPDF.Record(pages: Array($0.words.indices), widgets: $0.widgets) }
            data += try merged.append(records, overlay: words.isEmpty ? nil : Fixture.overlay(words))
            titles += group.map { $0.words.first ?? "empty" }
        }
        return data + Data(merged.end(titles: titles))
    }

    @Test("records follow each other, group by group, each with the document's pages and its own overlay")
    func records() throws {
        let data = try merged(
            Fixture.document(pages: 2),
            [[(["one", "uno"], [:]), (["two"], [:])], [([], [:])], [(["three", "tres"], [:])]])
        #expect(try !PDFFile(data: data).wasRepaired)
        let pages = try RenderedPages(data)
        let expected = ["base one", "base uno", "base two", "base", "base", "base", "base three", "base tres"]
        #expect(try (0..<pages.count).map { try pages.text($0) } == expected)
    }

    @Test("the outline names the records, and the document is stored once for any number of them")
    func outlineAndSize() throws {
        let document = Fixture.document(pages: 1)
        let few = try merged(document, [[(["Ada"], [:])]])
        let many = try merged(document, (0..<200).map { _ in [(["Ada"], [:])] })
        // "Ada" in UTF-16, as text strings are written.
        #expect(few.range(of: Data("<FEFF004100640061>".utf8)) != nil)
        #expect(try PDFFile(data: many).pageCount() == 200)
        #expect((many.count - few.count) / 199 < 2_500)
    }

    @Test("a filled widget's appearance is left out for the record that fills it, and stays for the others")
    func widgets() throws {
        let appearance = "0 0 1 rg 0 0 100 20 re f"
        var builder = PDFBuilder()
        let look = builder.add(
            "<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Length \(appearance.utf8.count) >>\nstream\n"
                + "\(appearance)\nendstream")
        builder.add(
            PDFBuilder.Page(width: 400, height: 300),
            widgets: [.init(x: 100, y: 200, width: 100, height: 20, "/FT /Tx /T (a) /AP << /N \(look) 0 R >>")])
        let data = try merged(builder.data(), [[(["filled"], [0: [0]]), (["left"], [:])]])
        let pages = try RenderedPages(data, scale: 1)
        #expect(try pages.image(0)[150, 210] > 200)
        #expect(try pages.image(1)[150, 210] < 60)
        #expect(try PDFFile(data: data).widgets(onPage: 1).isEmpty)
    }
}
