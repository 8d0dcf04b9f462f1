import FormModel
import Foundation
import QPDF
import TestSupport
import Testing

@Suite("QPDF") struct PDFFileTests {
    private func pdf(_ configure: (inout PDFBuilder.Page) -> Void = { _ in }) -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        configure(&page)
        builder.add(page)
        return builder.data()
    }

    @Test("the geometry of a page is its crop box, turned and scaled")
    func geometry() throws {
        let data = pdf {
            $0.rotation = 90
            $0.origin = (10, 20)
            $0.margin = 5
            $0.userUnit = 2
            ($0.width, $0.height) = (400, 300)
        }
        let geometry = try PDFFile(data: data).geometry(ofPage: 0)
        #expect(geometry.rotation == 90 && geometry.userUnit == 2)
        #expect(geometry.left == 10 && geometry.bottom == 20)
        #expect(geometry.right - geometry.left == 150 && geometry.top - geometry.bottom == 200)
        #expect(geometry.size == PageSize(width: 400, height: 300))
    }

    @Test("a senseless box falls back on US Letter")
    func senselessBox() throws {
        let text = String(decoding: pdf(), as: UTF8.self)
            .replacing(/\/(Media|Crop)Box \[[^\]]*\]/, with: "/MediaBox [0 0 0 0]")
        #expect(try PDFFile(data: Data(text.utf8)).geometry(ofPage: 0).size == PageSize(width: 612, height: 792))
    }

    @Test("a damaged cross-reference table is rebuilt")
    func repair() throws {
        let text = String(decoding: pdf(), as: UTF8.self).replacing(/startxref\n\d+/, with: "startxref\n7")
        let file = try PDFFile(data: Data(text.utf8))
        #expect(file.wasRepaired)
        #expect(try file.pageCount() == 1)
        #expect(try !PDFFile(data: pdf()).wasRepaired)
    }

    @Test("garbage is damaged")
    func garbage() {
        #expect { try PDFFile(data: Data("%PDF-1.7 nothing more".utf8)) } throws: {
            ($0 as? QPDFError)?.code == .damaged
        }
    }

    @Test("a loop in the page tree ends in an error")
    func loop() throws {
        let text = String(decoding: pdf(), as: UTF8.self).replacing(/\/Kids \[\d+ 0 R\]/, with: "/Kids [2 0 R]")
        #expect(throws: QPDFError.self) {
            let file = try PDFFile(data: Data(text.utf8))
            _ = try file.geometry(ofPage: 0)
        }
    }

    @Test("a page keeps its own content when another is stamped on it, again and again")
    func stampTwice() throws {
        let base = pdf { $0.text("base", x: 100, y: 100) }
        let file = try PDFFile(data: base)
        for word in ["one", "two"] {
            let overlay = try PDFFile(data: pdf { $0.text(word, x: 100, y: word == "one" ? 200 : 300) })
            try file.stamp(page: 0, of: overlay, onPage: 0)
        }
        let words = try RenderedPages(try file.written()).words(0)
        #expect(words.map(\.text) == ["base", "one", "two"])
        #expect(words.allSatisfy { abs($0.region.left - 100) < 1 })
    }

    @Test("a page without content can be stamped, and a page that is not there cannot")
    func stampEmpty() throws {
        let text = String(decoding: pdf(), as: UTF8.self).replacing(/\/Contents \d+ 0 R/, with: "")
        let file = try PDFFile(data: Data(text.utf8))
        let overlay = try PDFFile(data: pdf { $0.text("over", x: 100, y: 100) })
        try file.stamp(page: 0, of: overlay, onPage: 0)
        #expect(try RenderedPages(try file.written()).text(0) == "over")
        #expect(throws: QPDFError.self) { try file.stamp(page: 0, of: overlay, onPage: 5) }
        #expect(throws: QPDFError.self) { try file.stamp(page: 5, of: overlay, onPage: 0) }
    }

    @Test("widgets that are removed leave the page and the form's tree")
    func removal() throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: ["a", "b", "c"].map { .init(x: 10, y: 10, width: 50, height: 20, "/FT /Tx /T (\($0))") })
        let file = try PDFFile(data: builder.data())
        try file.removeWidgets([0: [0, 2]])
        let left = try PDFFile(data: try file.written())
        #expect(try left.widgets(onPage: 0).map(\.name) == ["b"])
        try left.removeWidgets([0: [0]])
        #expect(try left.written().range(of: Data("/AcroForm".utf8)) == nil)
    }
}
