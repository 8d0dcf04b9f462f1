import Foundation
import PDFAssembly
import QPDF
import TestSupport
import Testing

@Suite("Stencil") struct StencilTests {
    @Test("an overlay added by a stencil looks like a stamped one", arguments: [0, 90, 180, 270])
    func likeStamped(rotation: Int) throws {
        let base = Fixture.document(pages: 2, rotation: rotation)
        let overlay = Fixture.overlay(["first", "second"])
        let pages = [OverlayPage(page: 0), OverlayPage(page: 1)]
        let stencil = try #require(try Stencil(of: PDFFile(data: base), pages: pages, mark: "digest"))
        let file = try PDFFile(data: base)
        let parsed = try PDFFile(data: overlay)
        try file.stamp(parsed, on: pages)
        let stamped = try RenderedPages(try file.written())
        let filled = try RenderedPages(try #require(stencil.stamped(overlay)))
        for (page, word) in ["first", "second"].enumerated() {
            #expect(try filled.text(page).contains(word))
            #expect(difference(try stamped.image(page), try filled.image(page)) == nil)
        }
    }

    @Test("a stencil can be reused, and gives the same bytes for the same overlay")
    func again() throws {
        let stencil = try #require(
            try Stencil(of: PDFFile(data: Fixture.document(pages: 1)), pages: [OverlayPage(page: 0)], mark: "digest"))
        for word in ["one", "two", "one"] {
            let filled = try #require(stencil.stamped(Fixture.overlay([word])))
            #expect(try RenderedPages(filled).text(0) == "base \(word)")
            #expect(stencil.stamped(Fixture.overlay([word])) == filled)
            // Valid for another reader too, without repairs.
            #expect(try !PDFFile(data: filled).wasRepaired)
        }
    }

    @Test("an overlay with another number of pages, or one that is not a PDF, is refused")
    func refused() throws {
        let stencil = try #require(
            try Stencil(of: PDFFile(data: Fixture.document(pages: 1)), pages: [OverlayPage(page: 0)], mark: "digest"))
        #expect(stencil.stamped(Fixture.overlay(["one", "two"])) == nil)
        #expect(stencil.stamped(Data("%PDF-1.4 and nothing more".utf8)) == nil)
        #expect(stencil.stamped(Data()) == nil)
        #expect(stencil.stamped(Fixture.overlay(["one"]).prefix(400)) == nil)
    }

    @Test("an encrypted document has no stencil, and cannot be merged")
    func encrypted() throws {
        let folder = try TemporaryFolder()
        let locked = try Program.encrypted(Fixture.document(pages: 1), user: "", owner: "owner", in: folder)
        #expect(try Stencil(of: PDFFile(data: locked), pages: [OverlayPage(page: 0)], mark: "digest") == nil)
        #expect { try MergedPDF(of: PDFFile(data: locked)) } throws: { ($0 as? QPDFError)?.code == .unsupported }
    }
}

/// Documents and overlays with known words.
enum Fixture {
    /// Pages displayed at 400 x 300 points, each with the word "base".
    static func document(pages: Int, rotation: Int = 0, widgets: [PDFBuilder.Widget] = []) -> Data {
        var builder = PDFBuilder()
        for number in 0..<pages {
            var page = PDFBuilder.Page(width: 400, height: 300)
            page.rotation = rotation
            page.origin = (20, 30)
            page.margin = 5
            page.text("base", x: 50, y: 60)
            builder.add(page, widgets: number == 0 ? widgets : [])
        }
        return builder.data()
    }

    static func overlay(_ words: [String]) -> Data {
        var builder = PDFBuilder()
        for word in words {
            var page = PDFBuilder.Page(width: 400, height: 300)
            page.text(word, x: 150, y: 160)
            builder.add(page)
        }
        return builder.data()
    }
}
