import FailureModel
import FormModel
import Formwright
import FormFilling
import FormImport
import Foundation
import Testing
import TestSupport

@Suite("Signatures") struct SignatureTests {
    private let line = 300.0

    /// A form with a line for a signature, and what is printed above it.
    private func form(_ printed: (inout PDFBuilder.Page) -> Void = { _ in }) throws -> (form: Form, data: Data) {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("I declare that all of this is true.", x: 60, y: 100)
        page.rule(x: 100, y: line, width: 220)
        page.text("Signature", x: 100, y: line + 12, size: 8)
        printed(&page)
        builder.add(page)
        let data = builder.data()
        let document = try Importer().document(data, fileName: "a.pdf")
        let field = Field(
            id: UUID(), name: "s", page: 0, region: Region(x: 100, y: line - 14, width: 220, height: 14),
            type: .signature,
            label: "Signature", confidence: 0.9, evidence: .rule, baseline: line - 2,
            printedWords: try RenderedPages(data).words(0).map(\.region).filter {
                $0.bottom < line && $0.top > line - 40
            })
        let description = FormDescription(
            document: .init(fileName: "a.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: 612, height: 792)], fields: [field])
        return (try Form(document, known: description), data)
    }

    private func ink(_ form: (form: Form, data: Data), _ value: FieldValue) async throws -> Region {
        let filled = try await form.form.fill(["s": value])
        return try #require(difference(try RenderedPages(form.data).image(0), try RenderedPages(filled.data).image(0)))
    }

    /// A scrawl from corner to corner on white paper.
    private func picture(_ format: Pictures.Format) throws -> Data {
        var image = GrayImage(width: 300, height: 100, pixels: Array(repeating: 255, count: 30_000))
        for x in 0..<300 { for y in 0..<100 where abs(y - x / 3) < 3 { image[x, y] = 0 } }
        return try Pictures.file(image, format)
    }

    @Test("a signature takes two and a half lines above its rule")
    func room() async throws {
        for value in [FieldValue.picture(try picture(.png)), .picture(try picture(.jpeg))] {
            let ink = try await ink(form(), value)
            #expect(ink.height > 33 && ink.height < 40 && ink.bottom <= line + 1)
        }
        let typed = try await ink(form(), "Ada Lovelace")
        #expect(typed.height > 12 && typed.left >= 99)
    }

    @Test("it keeps clear of what is printed above the line")
    func printedAbove() async throws {
        let form = try form { $0.text("Signed before the clerk:", x: 110, y: line - 20) }
        let ink = try await ink(form, .picture(picture(.png)))
        #expect(ink.top >= line - 19)
    }

    @Test(
        "a photo is in the middle of its box, as large as fits, in a widget or a printed box", arguments: [false, true])
    func photo(isWidget: Bool) async throws {
        let box = Region(x: 100, y: 200, width: 90, height: 120)
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        if !isWidget { page.box(x: box.x, y: box.y, width: box.width, height: box.height) }
        page.text("Photo", x: 130, y: 260)
        builder.add(
            page,
            widgets: isWidget
                ? [.init(x: box.x, y: box.y, width: box.width, height: box.height, "/FT /Tx /Ff 4096 /T (photo)")] : [])
        let document = try Importer().document(builder.data(), fileName: "a.pdf")
        let known = Field(
            id: UUID(), name: "photo", page: 0, region: box, type: .multiline, label: "Photo", confidence: 1,
            evidence: .box)
        let description = FormDescription(
            document: .init(fileName: "a.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: 612, height: 792)], fields: [known])
        let form = try Form(document, known: description)
        var gray = GrayImage(width: 100, height: 50, pixels: Array(repeating: 90, count: 5_000))
        for x in 0..<100 { gray[x, 0] = 0 }
        let filled = try await form.fill(["photo": .picture(try Pictures.file(gray, .jpeg))])
        let ink = try #require(
            difference(try RenderedPages(document.pdf).image(0), try RenderedPages(filled.data).image(0)))
        #expect(abs(ink.width - 88) < 2 && abs(ink.height - 44) < 2)
        #expect(abs(ink.midX - box.midX) < 1.5 && abs(ink.midY - box.midY) < 1.5)
    }

    @Test("a field that is too small for a photo refuses it")
    func noPhoto() throws {
        let field = Field(
            id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 200, height: 20), type: .text,
            label: "Name", confidence: 1, evidence: .box)
        #expect(throws: Failure.self) {
            try Binder(fields: [field]).bind([ValueEntry(key: "a", value: .picture(Data([1])))])
        }
    }

    @Test("the white paper of a picture does not cover the line", arguments: [Pictures.Format.png, .jpeg])
    func transparent(_ format: Pictures.Format) async throws {
        let form = try form { $0.rule(x: 150, y: line - 20, width: 20) }
        let filled = try await form.form.fill(["s": .picture(try picture(format))])
        let (before, after) = (try RenderedPages(form.data).image(0), try RenderedPages(filled.data).image(0))
        let scale = RenderedPages.defaultScale
        #expect(before[Int(160 * scale), Int((line - 20) * scale)] < 128)
        #expect(after[Int(160 * scale), Int((line - 20) * scale)] < 128)
    }

    @Test("what is neither PNG nor JPEG is refused")
    func refusal() async throws {
        let form = try form().form
        for data in [Data("GIF89a".utf8), try picture(.jpeg).prefix(200)] {
            await #expect { try await form.fill(["s": .picture(Data(data))]) } throws: {
                ($0 as? Failure)?.code == .badSignatureImage
            }
        }
    }
}
