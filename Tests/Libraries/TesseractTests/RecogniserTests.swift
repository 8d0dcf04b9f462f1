import FormModel
import Foundation
import Tesseract
import TestSupport
import Testing

@Suite("Tesseract") struct RecogniserTests {
    private func page(_ text: String) throws -> GrayImage {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page(width: 300, height: 100)
        page.text(text, x: 30, y: 50, size: 14)
        builder.add(page)
        return try RenderedPages(builder.data(), scale: 200.0 / 72).image(0)
    }

    @Test("words are read with their places in pixels")
    func words() throws {
        let words = try Recogniser().words(in: try page("Date of birth"), resolution: 200)
        #expect(words.map(\.text) == ["Date", "of", "birth"])
        let scale = 200.0 / 72
        #expect(abs(words[0].region.left - 30 * scale) < 6)
        #expect(words.allSatisfy { $0.characters.count == $0.text.count && $0.confidence > 0.6 })
    }

    @Test("only the requested area is read")
    func area() throws {
        let image = try page("left               right")
        let half = Region(x: 0, y: 0, width: Double(image.width) / 3, height: Double(image.height))
        #expect(try Recogniser().words(in: image, resolution: 200, area: half).map(\.text) == ["left"])
    }

    @Test("a blank page has no words")
    func blank() throws {
        let white = GrayImage(width: 400, height: 300, pixels: Array(repeating: 255, count: 120_000))
        #expect(try Recogniser().words(in: white, resolution: 200).isEmpty)
    }

    @Test("a language that is not installed is an error")
    func language() {
        #expect { try Recogniser(language: "tlh") } throws: { ($0 as? RecogniserError)?.code == .languageMissing }
    }

    @Test("the pool gives each caller its own recogniser and keeps it")
    func pool() throws {
        let pool = RecogniserPool()
        defer { pool.end() }
        let first = try pool.withRecogniser { ObjectIdentifier($0) }
        let second = try pool.withRecogniser { outer in
            try pool.withRecogniser { inner in #expect(inner !== outer) }
            return ObjectIdentifier(outer)
        }
        #expect(first == second)
    }

    @Test("images keep their pixels in every lossless format", arguments: [Pictures.Format.png, .tiff])
    func lossless(_ format: Pictures.Format) throws {
        let pixels = (0..<2_400).map { UInt8(truncatingIfNeeded: $0 * 5) }
        let image = GrayImage(width: 60, height: 40, pixels: pixels)
        let file = try #require(ImageFile(data: try Pictures.file(image, format, resolution: 300)))
        let bitmap = try file.bitmap(ofPage: 0)
        #expect(try bitmap.gray() == image)
        #expect(bitmap.resolution == 300)
        let header = try file.header(ofPage: 0)
        #expect(header.width == 60 && header.height == 40)
    }

    @Test("a page that a TIFF does not have is an error")
    func missingPage() throws {
        let image = GrayImage(width: 60, height: 40, pixels: Array(repeating: 0, count: 2_400))
        let file = try #require(ImageFile(data: try Pictures.file(image, .tiff)))
        #expect(try file.pageCount() == 1)
        #expect(throws: BitmapError.self) { try file.header(ofPage: 3) }
    }
}
