import FormModel
import Foundation
import Poppler
import TestSupport
import Testing

@Suite("Poppler") struct PopplerPageTests {
    @Test("words come with a region for each character")
    func words() throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Two words", x: 100, y: 200, size: 20)
        builder.add(page)
        let words = try PopplerDocument(data: builder.data()).page(0).words()
        #expect(words.map(\.text) == ["Two", "words"])
        for word in words {
            #expect(word.characters.count == word.text.count)
            #expect(word.characters.allSatisfy { word.region.encloses($0) })
            #expect(word.fontSize == 20)
            #expect(word.region.top > 180 && word.region.bottom < 210)
        }
    }

    @Test("a user unit multiplies sizes, regions and the image")
    func userUnit() throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page(width: 300, height: 150)
        page.userUnit = 3
        page.text("Word", x: 30, y: 60)
        builder.add(page)
        let read = try PopplerDocument(data: builder.data()).page(0, userUnit: 3)
        #expect(read.size == PageSize(width: 300, height: 150))
        #expect(abs(try #require(read.words().first).region.left - 30) < 1)
        let image = try read.render(scale: 1)
        #expect(image.width == 300 && image.height == 150)
    }

    @Test("a missing page, garbage and a missing password are distinguished")
    func errors() throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page())
        let document = try PopplerDocument(data: builder.data())
        #expect { try document.page(1) } throws: { ($0 as? PopplerError)?.code == .noSuchPage }
        #expect { try PopplerDocument(data: Data("garbage".utf8)) } throws: { ($0 as? PopplerError)?.code == .damaged }
        let folder = try TemporaryFolder()
        let locked = try Program.encrypted(builder.data(), user: "secret", owner: "owner", in: folder)
        #expect { try PopplerDocument(data: locked) } throws: { ($0 as? PopplerError)?.code == .encrypted }
    }
}
