import Cairo
import FormModel
import Foundation
import TestSupport
import Testing

@Suite("Cairo") struct CairoTests {
    private let size = PageSize(width: 200, height: 100)

    private func drawn(_ body: (DrawingContext) throws -> Void) throws -> Data {
        let surface = try PDFSurface(size: size)
        try body(surface.context)
        surface.endPage(next: nil)
        return try surface.finish()
    }

    @Test("the origin is the top-left corner and y runs down")
    func origin() throws {
        let data = try drawn { $0.fill(Region(x: 20, y: 10, width: 30, height: 5)) }
        let blank = try drawn { _ in }
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(blank).image(0)))
        #expect(ink == Region(x: 20, y: 10, width: 30, height: 5))
    }

    @Test("pages may differ in size")
    func pages() throws {
        let surface = try PDFSurface(size: size)
        surface.endPage(next: PageSize(width: 50, height: 300))
        surface.endPage(next: nil)
        let pages = try RenderedPages(try surface.finish())
        #expect(pages.count == 2)
        #expect(try pages.image(1).height == 600)
    }

    @Test("the same drawing gives the same bytes")
    func deterministic() throws {
        func page() throws -> Data {
            try drawn { $0.draw(TextLayout("Grüße", families: "sans-serif", size: 12), x: 10, y: 10) }
        }
        #expect(try page() == page())
    }

    @Test("text breaks into lines at a width and reports its extent")
    func wrapping() {
        let text = "several words that do not fit on one line"
        let free = TextLayout(text, families: "sans-serif", size: 10)
        let bound = TextLayout(text, families: "sans-serif", size: 10, width: 80)
        #expect(free.lineCount == 1 && bound.lineCount > 2)
        #expect(bound.extent.width <= 80 && bound.extent.height > 2 * free.extent.height)
    }

    @Test("a character without a glyph is named")
    func missingGlyph() {
        #expect(TextLayout("fine", families: "sans-serif", size: 10).missingGlyph == nil)
        #expect(TextLayout("a\u{E123}b", families: "sans-serif", size: 10).missingGlyph == "\u{E123}")
    }

    @Test("right-to-left text is known as such")
    func direction() {
        #expect(TextLayout("שלום", families: "sans-serif", size: 10).isRightToLeft)
        #expect(!TextLayout("peace", families: "sans-serif", size: 10).isRightToLeft)
    }

    @Test("a truncated PNG is refused")
    func damagedPNG() throws {
        let png = try Pictures.file(GrayImage(width: 50, height: 50, pixels: Array(repeating: 9, count: 2_500)), .png)
        #expect(try Picture(png: png).width == 50)
        #expect(throws: CairoError.self) { try Picture(png: png.prefix(60)) }
    }

    @Test("an abandoned surface writes nothing into the next one, though its context is still alive")
    func givenUp() throws {
        let square = Region(x: 20, y: 10, width: 30, height: 5)
        let expected = try drawn { $0.fill(square) }
        for _ in 0..<20 {
            var context: DrawingContext? = try PDFSurface(size: size).context
            context?.fill(Region(x: 0, y: 0, width: 10, height: 10))
            #expect(
                try drawn {
                    $0.fill(square)
                    // cairo's surface ends with its last user, when the memory of its output may already be in use
                    // again.
                    context = nil
                } == expected)
        }
    }
}
