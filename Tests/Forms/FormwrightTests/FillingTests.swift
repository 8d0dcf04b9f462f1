import FailureModel
import Files
import FormModel
import Formwright
import FormFilling
import Foundation
import TestTraits
import Testing
import TestSupport

@Suite("Filling", .blocking) struct FillingTests {
    /// A flat form of captions with boxes, one of them tall.
    private func flatForm() -> Data {
        var builder = PDFBuilder()
        builder.catalogueEntries = "/Outlines << /Type /Outlines /Count 0 >> /Lang (en-GB)"
        var page = PDFBuilder.Page()
        page.text("Sample form for tests", x: 60, y: 50, size: 16)
        for (row, caption) in ["First name", "Last name", "Town"].enumerated() {
            page.text(caption, x: 60, y: 115 + Double(row) * 40)
            page.box(x: 130, y: 100 + Double(row) * 40, width: 220, height: 22)
        }
        builder.add(page)
        return builder.data()
    }

    @Test("the same form and values give the same bytes")
    func deterministic() async throws {
        let values: [String: FieldValue] = ["First name": "Ada", "Last name": "Lovelace", "Town": "Marylebone"]
        let first = try await Form(data: flatForm(), fileName: "a.pdf").fill(values).data
        let second = try await Form(data: flatForm(), fileName: "a.pdf").fill(values).data
        #expect(first == second)
        let picture = try Pictures.file(
            GrayImage(width: 400, height: 300, pixels: Array(repeating: 255, count: 120_000)), .png, resolution: 100)
        let third = try await Form(data: picture, fileName: "a.png").fill([ValueEntry]()).data
        let fourth = try await Form(data: picture, fileName: "a.png").fill([ValueEntry]()).data
        #expect(third == fourth)
        #expect(third.range(of: Data("CreationDate".utf8)) == nil)
    }

    @Test("the page keeps its content, as text and as ink")
    func originalIsUntouched() async throws {
        let data = flatForm()
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["Town": "Marylebone"]).data
        #expect(try RenderedPages(filled).text(0).contains("Sample form for tests"))
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(filled).image(0)))
        #expect(ink.top > 178 && ink.bottom < 204)
        #expect(filled.range(of: Data("/Outlines".utf8)) != nil)
        #expect(filled.range(of: Data("(en-GB)".utf8)) != nil)
    }

    @Test(
        "every script is drawn and can be extracted",
        arguments: [
            ("Latin", "Zürich Łódź Ñandú Ðøgß"), ("Vietnamese", "Nguyễn Thị Hằng"), ("Greek", "Αθήνα ώρα"),
            ("Cyrillic", "Київ Ёлка"), ("Arabic", "مرحبا"), ("Hebrew", "שלום"), ("Devanagari", "नमस्ते"),
            ("Thai", "สวัสดี"), ("Chinese", "漢字简体"), ("Japanese", "ひらがなカタカナ"), ("Korean", "안녕하세요"),
        ])
    func scripts(_ name: String, _ text: String) async throws {
        let data = flatForm()
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["Town": .text(text)]).data
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(filled).image(0)))
        #expect(ink.width > 15, "\(name)")
        #expect(Region(x: 130, y: 180, width: 220, height: 22).encloses(ink))
        // Poppler returns right-to-left words in visual order, so the letters are compared regardless of order.
        func letters(_ text: String) -> [Unicode.Scalar] {
            text.decomposedStringWithCompatibilityMapping.unicodeScalars
                .filter { !$0.properties.isWhitespace && $0.properties.generalCategory != .format }.sorted()
        }
        let read = try RenderedPages(filled).words(0).filter { $0.region.midY > 180 && $0.region.left > 125 }
        #expect(letters(read.map(\.text).joined()) == letters(text), "\(name)")
    }

    @Test("right-to-left text is aligned to the right")
    func rightToLeft() async throws {
        let data = flatForm()
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["Town": "שלום"]).data
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(filled).image(0)))
        #expect(ink.right > 340)
    }

    @Test("lines of right-to-left text begin at the right, also where the form aligns to the right", arguments: [0, 2])
    func rightToLeftLines(alignment: Int) async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [.init(x: 60, y: 100, width: 400, height: 100, "/FT /Tx /Ff 4096 /T (notes) /Q \(alignment)")])
        let data = builder.data()
        let filled = try await Form(data: data, fileName: "a.pdf").fill(["notes": "שלום\nבית"]).data
        let ink = try #require(difference(try RenderedPages(data).image(0), try RenderedPages(filled).image(0)))
        #expect(ink.right > 450 && ink.left > 400)
    }

    @Test("long text shrinks until it fits")
    func shrinks() async throws {
        let form = try await Form(data: flatForm(), fileName: "a.pdf")
        let short = try await form.fill(["Town": "Ely"]).report.filled[0].fontSize ?? 0
        let long = try await form.fill(["Town": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"])
        let size = try #require(long.report.filled[0].fontSize)
        #expect(size < short && size >= 7)
        let word = try #require(try RenderedPages(long.data).words(0).first { $0.text.hasPrefix("Llan") })
        #expect(word.region.right <= 350)
    }

    @Test("overflowing text is an error that names the key, truncated or shrunk further, depending on the option")
    func overflow() async throws {
        let form = try await Form(data: flatForm(), fileName: "a.pdf")
        let text = FieldValue.text((1...60).map { "word\($0)" }.joined(separator: " "))
        await #expect { try await form.fill(["Town": text]) } throws: { ($0 as? Failure)?.code == .valueOverflow }
        await #expect { try await form.fill(["p1:Town": text]) } throws: {
            ($0 as? Failure)?.message.contains("the key \"p1:Town\"") == true
        }
        var options = ComposeOptions()
        options.overflow = .truncate
        let cut = try await form.fill(["Town": text], options: options)
        #expect(try RenderedPages(cut.data).text(0).contains("word1 "))
        #expect(try !RenderedPages(cut.data).text(0).contains("word60"))
        #expect(cut.report.filled[0].warnings.count == 1)
        options.overflow = .shrink
        let shorter = FieldValue.text((1...22).map { "word\($0)" }.joined(separator: " "))
        let shrunk = try await form.fill(["Town": shorter], options: options)
        #expect(try RenderedPages(shrunk.data).text(0).contains("word22"))
        #expect(try #require(shrunk.report.filled[0].fontSize) >= 5)
    }

    /// Fills the form on this thread, and returns the processor time that it took.
    private func fill(
        _ form: Form, _ values: [String: FieldValue], _ overflow: ComposeOptions.Overflow = .error
    ) throws -> (report: FillReport, pdf: Data) {
        var options = ComposeOptions()
        options.overflow = overflow
        let bound = try Binder(fields: form.fields).bind(values.map { ValueEntry(key: $0.key, value: $0.value) })
        let (pdf, report) = try Composer(options: options)
            .compose(bound, onto: form.document, description: form.description)
        return (report, pdf)
    }

    @Test(
        "a value that is far too long is refused or truncated, whatever it consists of",
        arguments: [("x", 12_000), ("x", 400_000), ("word ", 50_000), ("漢", 80_000)])
    func farTooLong(unit: String, count: Int) async throws {
        let text = FieldValue.text(String(repeating: unit, count: count))
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 60, width: 120, height: 20, "/FT /Tx /T (line) /TU (Line)"),
                .init(x: 60, y: 100, width: 120, height: 300, "/FT /Tx /Ff 4096 /T (notes) /TU (Notes)"),
                .init(x: 60, y: 420, width: 120, height: 20, "/FT /Tx /DA (/Helv 30000 Tf) /T (huge) /TU (Huge)"),
            ])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        for key in ["Line", "Notes", "Huge"] {
            let error = #expect(throws: Failure.self) { try fill(form, [key: text]) }
            #expect(error?.code == .valueOverflow)
            for overflow in [ComposeOptions.Overflow.truncate, .shrink] {
                let filled = try fill(form, [key: text], overflow)
                #expect(filled.report.filled[0].warnings.count == 1)
            }
        }
    }

    @Test("a long word in a large field is wrapped")
    func longWord() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [.init(x: 20, y: 20, width: 570, height: 750, "/FT /Tx /Ff 4096 /T (n) /TU (Notes)")])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        let filled = try fill(form, ["Notes": .text(String(repeating: "x", count: 9_000))])
        #expect(filled.report.filled[0].warnings.isEmpty)
        #expect(try RenderedPages(filled.pdf).text(0).count { $0 == "x" } == 9_000)
    }

    @Test("shrinking draws every letter, or reports how many it has cut")
    func shrinking() async throws {
        var builder = PDFBuilder()
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: 60, y: 60, width: 60, height: 14, "/FT /Tx /T (small) /TU (Small)"),
                .init(x: 60, y: 100, width: 20, height: 8, "/FT /Tx /T (tiny) /TU (Tiny)"),
            ])
        let form = try await Form(data: builder.data(), fileName: "a.pdf")
        var options = ComposeOptions()
        options.overflow = .shrink
        func text(_ count: Int) -> FieldValue { .text(String(repeating: "x", count: count)) }
        func drawn(_ filled: FilledForm) throws -> Int { try RenderedPages(filled.data).text(0).count { $0 == "x" } }
        let small = try await form.fill(["Small": text(30)], options: options)
        #expect(try drawn(small) == 30)
        #expect(
            small.report.filled[0].warnings
                == ["The value of \"Small\" was shrunk to 5 points, which is hard to read."])
        let tiny = try await form.fill(["Tiny": text(300)], options: options)
        let left = try drawn(tiny)
        #expect((1..<300).contains(left))
        #expect(
            tiny.report.filled[0].warnings
                == ["The value was cut to fit: only the first \(left) of its 300 characters are drawn."])
    }

    @Test("the signature field takes a typed signature or a picture of one")
    func signatures() async throws {
        var builder = PDFBuilder()
        let box = Region(x: 100, y: 100, width: 200, height: 40)
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                .init(x: box.x, y: box.y, width: box.width, height: box.height, "/FT /Sig /T (s) /TU (Signature)")
            ])
        let data = builder.data()
        let form = try await Form(data: data, fileName: "a.pdf")
        var stroke = GrayImage(width: 100, height: 40, pixels: Array(repeating: 255, count: 4_000))
        for x in 10..<90 { stroke[x, 20] = 0 }
        let png = try Pictures.file(stroke, .png)
        for value in [FieldValue.text("Ada Lovelace"), .picture(png)] {
            let filled = try await form.fill(["Signature": value])
            let ink = try #require(
                difference(try RenderedPages(data).image(0), try RenderedPages(filled.data).image(0)))
            #expect(box.encloses(ink) && ink.width > 50)
        }
    }

    @Test("an encrypted form stays encrypted with its password")
    func encrypted() async throws {
        let folder = try TemporaryFolder()
        let data = try Program.encrypted(flatForm(), user: "secret", owner: "owner", in: folder)
        let filled = try await Form(data: data, fileName: "a.pdf", password: "secret").fill(["Town": "Ely"]).data
        await #expect { try await Form(data: filled, fileName: "b.pdf") } throws: {
            ($0 as? Failure)?.code == .encrypted
        }
        #expect(try RenderedPages(filled, password: "secret").text(0).contains("Ely"))
    }

    @Test("stages run one by one in a work folder give the same result as filling directly")
    func workFolder() async throws {
        let folder = try TemporaryFolder()
        let work = WorkFolder(folder.file("work"))
        try work.importDocument(flatForm(), fileName: "a.pdf")
        try await work.rasterise()
        let description = try await work.detect()
        let entries = [ValueEntry(key: "Town", value: "Ely"), ValueEntry(key: "Last name", value: "Lovelace")]
        try work.bind(GivenValues(entries))
        let output = try work.compose()
        let form = try await Form(data: flatForm(), fileName: "a.pdf")
        #expect(form.description == description)
        #expect(try Data(contentsOf: output) == (try await form.fill(entries).data))
    }

    @Test("known fields replace the analysis and give the same result")
    func knownFields() async throws {
        let form = try await Form(data: flatForm(), fileName: "a.pdf")
        let json = try JSONText.encode(form.description)
        let known = try Form(form.document, known: JSONDecoder().decode(FormDescription.self, from: json))
        let a = try await form.fill(["Town": "Ely"]).data
        let b = try await known.fill(["Town": "Ely"]).data
        #expect(a == b)
    }

    @Test("OCR reads pages without a text layer only")
    func mixedSources() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Town", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 22)
        builder.add(page)
        // The words of this page are curves, so only OCR finds them.
        let scan = try Pictures.file(
            try RenderedPages(flatForm(), scale: 200.0 / 72).image(0), .png, resolution: 200)
        let folder = try TemporaryFolder()
        let scanned = try folder.write(try await Form(data: scan, fileName: "s.png").fill([ValueEntry]()).data, "s.pdf")
        let born = try folder.write(builder.data(), "b.pdf")
        try Program.run("qpdf", ["--empty", "--pages", born.path, scanned.path, "--", folder.file("both.pdf").path])
        let form = try await Form(contentsOf: folder.file("both.pdf"))
        let filled = try await form.fill(["p1:Town": "Ely", "p2:Town": "Bath"])
        #expect(try RenderedPages(filled.data).text(0).contains("Ely"))
        #expect(try RenderedPages(filled.data).words(1).contains { $0.text == "Bath" })
    }
}
