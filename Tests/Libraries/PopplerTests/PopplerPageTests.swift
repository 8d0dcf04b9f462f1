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

    @Test("words far from each other are separate, in one line and from line to line")
    func distantWords() throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        for (row, captions) in [("Name", "Born"), ("Street", "Town"), ("Phone", "Email")].enumerated() {
            let y = 218 + 34 * Double(row)
            page.text(captions.0, x: 63, y: y, size: 9)
            page.text(captions.1, x: 315, y: y, size: 9)
            // Poppler reads the small print beside the captions as a separate column.
            page.text("required", x: 407, y: y, size: 7)
        }
        builder.add(page)
        let words = try PopplerDocument(data: builder.data()).page(0).words()
        #expect(
            words.map(\.text).sorted() == [
                "Born", "Email", "Name", "Phone", "Street", "Town", "required", "required", "required",
            ])
        #expect(words.allSatisfy { $0.region.height < 14 && $0.region.width < 50 })
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

    @Test(
        "a thin mark in colour is as dark as its darkest channel",
        arguments: [("1 0.6 0.5", 128), ("0.7 0.85 1", 179), ("0.6 0.9 0.6", 153), ("1 0.7 0.2", 51), ("0 0 0", 0)])
    func colouredMark(colour: String, level: Int) throws {
        var page = PDFBuilder.Page(width: 200, height: 100)
        page.content += "\(colour) RG 2 w 20 50 m 180 50 l S\n"
        let image = try image(of: page, scale: 2)
        #expect(abs(Int(image[200, 100]) - level) <= 1)
    }

    @Test("coloured ground has the gray level of its luma, and gray marks on it keep theirs")
    func colouredGround() throws {
        var page = PDFBuilder.Page(width: 200, height: 100)
        page.content += "1 1 0.5 rg 20 20 160 60 re f 0.5 G 2 w 40 50 m 160 50 l S\n"
        let image = try image(of: page, scale: 2)
        #expect(abs(Int(image[100, 60]) - 240) <= 1)
        #expect(abs(Int(image[100, 100]) - 128) <= 1)
        // The corner of the ground, which is white on two sides.
        #expect(abs(Int(image[42, 42]) - 240) <= 1)
    }

    private func image(of page: PDFBuilder.Page, scale: Double) throws -> GrayImage {
        var builder = PDFBuilder()
        builder.add(page)
        return try PopplerDocument(data: builder.data()).page(0).render(scale: scale)
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
