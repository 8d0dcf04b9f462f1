import FormModel
import Formwright
import FormFilling
import FormImport
import Foundation
import Testing
import TestSupport

@Suite("Printed words stay readable") struct PrintedWordTests {
    /// Fills a field on a page with printed text; returns what was reported, and the places of the value and of the text.
    private func fill(
        _ value: String, _ region: Region, fontSize: Double? = nil, _ printed: (inout PDFBuilder.Page) -> Void
    ) async throws -> (report: FillReport.Entry, value: Region, printed: [Region]) {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        printed(&page)
        builder.add(page)
        let data = builder.data()
        let document = try Importer().document(data, fileName: "a.pdf")
        let before = try RenderedPages(data).words(0).map(\.region)
        let inked = before.map { $0.insetBy(dx: 0, dy: $0.height / 5) }
        let field = Field(
            id: UUID(), name: "a", page: 0, region: region, type: .text, label: "a", confidence: 1, evidence: .box,
            printedWords: inked, fontSize: fontSize)
        let description = FormDescription(
            document: .init(fileName: "a.pdf", mimeType: "application/pdf", sha256: document.sha256, pageCount: 1),
            pages: [.init(width: 612, height: 792)], fields: [field])
        let filled = try await Form(document, known: description).fill(["a": .text(value)])
        let letters = try RenderedPages(filled.data).words(0).flatMap(\.characters)
        let old = try RenderedPages(data).words(0).flatMap(\.characters)
        let new = letters.filter { letter in !old.contains { $0.intersectionOverUnion(letter) > 0.95 } }
        let place = try #require(new.reduce(nil) { $0?.union($1) ?? $1 } as Region?)
        return (filled.report.filled[0], place, before)
    }

    private let box = Region(x: 100, y: 100, width: 120, height: 20)

    @Test("a value is placed beside a currency sign and the cents that are printed in its field")
    func beside() async throws {
        let filled = try await fill("350", box) { page in
            page.text("$", x: 103, y: 113)
            page.text(".00", x: 200, y: 113)
        }
        #expect(filled.printed.allSatisfy { $0.horizontalOverlap(filled.value) <= 0.5 })
        #expect(filled.value.left < 120 && filled.report.overlaps == nil)
        #expect(filled.report.fontSize == 11)
    }

    @Test("a value is placed below a caption in a high field")
    func below() async throws {
        let high = Region(x: 100, y: 100, width: 120, height: 34)
        let filled = try await fill("Ada Lovelace, Marylebone", high, fontSize: 9) { page in
            page.text("Your name and town of birth", x: 102, y: 118, size: 8)
        }
        #expect(filled.report.overlaps == nil && filled.report.warnings.isEmpty)
        #expect(filled.value.midY > 120)
    }

    @Test("a value that needs it is made smaller")
    func smaller() async throws {
        let filled = try await fill("Ada Augusta Lovelace", box) { $0.text("certified", x: 170, y: 113) }
        #expect(filled.value.right < 171 && filled.report.overlaps == nil)
        #expect(filled.report.fontSize ?? 11 < 11)
    }

    @Test("a value without room is drawn and reported")
    func noRoom() async throws {
        let low = Region(x: 100, y: 100, width: 120, height: 12)
        let filled = try await fill("Ada Augusta Lovelace", low) { page in
            page.text("do not write in this space", x: 102, y: 109)
        }
        #expect(filled.report.overlaps == true)
        #expect(filled.report.warnings == ["The value covers printed words."])
    }

    @Test("the detector notes the words in a field, but not the blank that it consists of")
    func detection() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Sample form for tests", x: 60, y: 50, size: 16)
        page.text("Your full name", x: 60, y: 113)
        page.text("______________________________", x: 140, y: 113)
        page.text("I declare that this is true, and I know that I am liable.", x: 130, y: 275)
        page.text("Signature of applicant:", x: 60, y: 298)
        page.rule(x: 180, y: 300, width: 220)
        builder.add(page)
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let name = try #require(form["Your full name"])
        #expect(name.printedWords == nil)
        let signature = try #require(form.fields.first { $0.type == .signature })
        let word = try #require(signature.printedWords?.first)
        #expect(word.bottom < 278 && word.top > 264)
        let filled = try await form.fill([signature.name: "Ada"])
        #expect(filled.report.filled[0].overlaps == nil)
    }

    /// Fills a widget over printed text; returns what was reported, and the places of the letters by character.
    private func fillWidget(
        _ value: String, _ box: Region, _ entries: String = "", _ printed: (inout PDFBuilder.Page) -> Void
    ) async throws -> (report: FillReport.Entry, letters: [(Character, Region)]) {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        printed(&page)
        builder.add(
            page,
            widgets: [.init(x: box.x, y: box.y, width: box.width, height: box.height, "/FT /Tx /T (a) \(entries)")])
        let filled = try await Form(data: builder.data(), fileName: "a.pdf").fill(["a": .text(value)])
        let letters = try RenderedPages(filled.data).words(0).flatMap { Array(zip($0.text, $0.characters)) }
        return (filled.report.filled[0], letters)
    }

    @Test("a value in an AcroForm widget keeps clear of words that are printed in it")
    func widget() async throws {
        let (report, letters) = try await fillWidget("350", box) { $0.text("USD", x: 102, y: 113) }
        let printed = letters.filter { "USD".contains($0.0) }.map(\.1.right).max() ?? 0
        let digits = letters.filter { "350".contains($0.0) }.map(\.1)
        #expect(printed > 110 && digits.count == 3 && digits.allSatisfy { $0.left >= printed })
        #expect(report.overlaps == nil)
    }

    @Test("a value in a turned widget keeps clear of words that are printed at its beginning")
    func turnedWidget() async throws {
        let tall = Region(x: 100, y: 100, width: 20, height: 120)
        let (report, letters) = try await fillWidget("350", tall, "/MK << /R 90 >>") { page in
            page.text("USD", x: 100, y: 219, size: 9)
        }
        let top = letters.filter { "USD".contains($0.0) }.map(\.1.top).min() ?? 0
        let digits = letters.filter { "350".contains($0.0) }.map(\.1)
        #expect(top > 200 && digits.count == 3 && digits.allSatisfy { $0.bottom <= top + 2.5 })
        #expect(report.overlaps == nil)
    }

    @Test("a value stands where words are hidden by the widget's background, or are the value that it held")
    func hiddenWords() async throws {
        let (_, letters) = try await fillWidget("350", box, "/MK << /BG [ 1 ] >>") { $0.text("USD", x: 102, y: 113) }
        #expect(letters.filter { "350".contains($0.0) }.allSatisfy { $0.1.left < 125 })
        let (_, others) = try await fillWidget("350", box, "/V (1234)") { $0.text("1,234", x: 102, y: 113) }
        #expect(others.filter { "50".contains($0.0) }.allSatisfy { $0.1.left < 125 })
    }

    @Test("a currency sign in a detected box stays readable")
    func detectedBox() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Sample form for tests", x: 60, y: 50, size: 16)
        for row in 0..<3 {
            let y = 100 + Double(row) * 30
            page.text("Monthly income \(row)", x: 60, y: y + 14)
            page.box(x: 200, y: y, width: 90, height: 20)
            page.text("$", x: 204, y: y + 14)
        }
        builder.add(page)
        let data = builder.data()
        let form = try await Form(data: data, fileName: "a.pdf")
        let filled = try await form.fill(["Monthly income 1": "1234567890123"])
        let letters = try RenderedPages(filled.data).words(0).flatMap { zip($0.text, $0.characters) }
        let signs = letters.filter { $0.0 == "$" }.map(\.1)
        let digits = letters.filter { $0.0.isNumber && $0.1.left > 195 }.map(\.1)
        #expect(signs.count == 3 && digits.count == 13)
        #expect(
            !digits.contains { digit in
                signs.contains { digit.horizontalOverlap($0) > 0.5 && digit.verticalOverlap($0) > 0 }
            })
    }
}
