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

    @Test("the geometry of a page is its crop box, rotated and scaled")
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

    @Test("an invalid box falls back on US Letter")
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

    @Test("a page keeps its own content when others are stamped on it repeatedly")
    func stampTwice() throws {
        let base = pdf { $0.text("base", x: 100, y: 100) }
        let file = try PDFFile(data: base)
        for word in ["one", "two"] {
            let overlay = try PDFFile(data: pdf { $0.text(word, x: 100, y: word == "one" ? 200 : 300) })
            try file.stamp(overlay, on: [OverlayPage(page: 0)])
        }
        let words = try RenderedPages(try file.written()).words(0)
        #expect(words.map(\.text) == ["base", "one", "two"])
        #expect(words.allSatisfy { abs($0.region.left - 100) < 1 })
    }

    @Test("a page without content can be stamped, a missing page cannot")
    func stampEmpty() throws {
        let text = String(decoding: pdf(), as: UTF8.self).replacing(/\/Contents \d+ 0 R/, with: "")
        let file = try PDFFile(data: Data(text.utf8))
        let overlay = try PDFFile(data: pdf { $0.text("over", x: 100, y: 100) })
        try file.stamp(overlay, on: [OverlayPage(page: 0)])
        #expect(try RenderedPages(try file.written()).text(0) == "over")
        #expect(throws: QPDFError.self) { try file.stamp(overlay, on: [OverlayPage(page: 5)]) }
        #expect(throws: QPDFError.self) { try file.stamp(overlay, on: [OverlayPage(page: 0), OverlayPage(page: 0)]) }
    }

    @Test("removed widgets disappear from the page and the form's tree")
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

    @Test("the form stays as long as there are widgets, listed among its fields or not")
    func unlistedFields() throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: ["a", "b"].map { .init(x: 10, y: 10, width: 50, height: 20, "/FT /Tx /T (\($0)) /V (held)") })
        let data = Data(
            String(decoding: builder.data(), as: UTF8.self)
                .replacing(/\/Fields \[[^\]]*\]/) {
                    "/Fields " + String(repeating: " ", count: $0.0.count - 15) + "/potato"
                }
                .utf8)
        let file = try PDFFile(data: data)
        #expect(!file.wasRepaired)
        try file.removeWidgets([0: [0]])
        let written = try file.written()
        #expect(written.range(of: Data("/AcroForm".utf8)) != nil)
        let left = try PDFFile(data: written)
        #expect(try left.widgets(onPage: 0).map(\.value) == ["held"])
        try left.removeWidgets([0: [0]])
        #expect(try left.written().range(of: Data("/AcroForm".utf8)) == nil)
    }

    /// Fields each of which lists the next one twice; the last of them is a widget.
    private func graph(of levels: Int) -> Data {
        var builder = PDFBuilder()
        let first = 4
        for level in 0..<levels {
            let next = level == levels - 1 ? first + levels + 1 : first + level + 1
            let parent = level > 0 ? "/Parent \(first + level - 1) 0 R" : ""
            builder.add("<< /T (n) \(parent) /Kids [\(next) 0 R \(next) 0 R] >>")
        }
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 10, y: 10, width: 50, height: 20, "/FT /Tx /T (a) /Parent \(first + levels - 1) 0 R")
            ])
        // The builder lists the widget; the root of the graph replaces it.
        let text = String(decoding: builder.data(), as: UTF8.self)
        return Data(
            text.replacing(/\/Fields \[[^\]]*\]/) {
                "/Fields " + "[\(first) 0 R" + String(repeating: " ", count: $0.0.count - 8 - "[\(first) 0 R]".count)
                    + "]"
            }.utf8)
    }

    @Test("fields that list each other many times become a tree", .timeLimit(.minutes(30)))
    func fieldGraph() throws {
        let file = try PDFFile(data: graph(of: 25))
        #expect(!file.wasRepaired)
        #expect(try file.untangleFields())
        #expect(try !file.untangleFields())
        let written = try PDFFile(data: try file.written())
        #expect(try !written.untangleFields())
        #expect(try written.widgets(onPage: 0).count == 1)
    }

    @Test("a widget is removed from a graph of fields", .timeLimit(.minutes(30)))
    func removalFromGraph() throws {
        let file = try PDFFile(data: graph(of: 25))
        try file.removeWidgets([0: [0]])
        #expect(try file.written().range(of: Data("/AcroForm".utf8)) == nil)
    }

    @Test("a few fields listed twice, and many listed directly, stay as they are")
    func harmlessTrees() throws {
        #expect(try !PDFFile(data: graph(of: 2)).untangleFields())
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page())
        let fields = (0..<200).map { "<< /FT /Tx /T (f\($0)) >>" }.joined(separator: " ")
        builder.catalogueEntries = "/AcroForm << /Fields [\(fields)] >>"
        #expect(try !PDFFile(data: builder.data()).untangleFields())
    }
}
