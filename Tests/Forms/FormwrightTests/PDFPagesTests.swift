import FailureModel
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Pages of results") struct PDFPagesTests {
    private func document() -> Data {
        var builder = PDFBuilder()
        for word in ["one", "two", "three"] {
            var page = PDFBuilder.Page(width: 200, height: 100)
            page.text(word, x: 20, y: 40)
            builder.add(page)
        }
        return builder.data()
    }

    @Test("some pages are a PDF of their own, and each is a picture")
    func some() async throws {
        let pages = try await PDFPages(document(), PageSelection("1,3"))
        #expect(pages.numbers == [1, 3])
        let rendered = try RenderedPages(try await pages.pdf())
        #expect(try (0..<rendered.count).map { try rendered.text($0) } == ["one", "three"])
        // The header of a PNG has its width and height.
        let picture = try await pages.png(at: 1, resolution: 72)
        #expect(picture.dropFirst(16).prefix(8).elementsEqual([0, 0, 0, 200, 0, 0, 0, 100]))
        #expect(try await PDFPages(document()).pdf() == document())
    }

    @Test("a page that the document does not have is refused")
    func unknown() async {
        await #expect { try await PDFPages(document(), PageSelection("4")) } throws: {
            ($0 as? Failure)?.code == .pageUnknown
        }
    }
}
