import FailureModel
import FormModel
import Foundation
import Poppler
import PortableText
import PortableTextPDF
import TestSupport
import TestTraits
import Testing

@Suite("PDF of Portable Text", .blocking, .timeLimit(.minutes(30))) struct PDFTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The text of a PDF in the order in which it is drawn, without the numbers of pages and with white space collapsed.
    private func text(_ pdf: Data) throws -> String {
        let file = try folder.write(pdf, "\(UUID()).pdf")
        let text = String(decoding: try Program.run("pdftotext", ["-raw", file.path, "-"]), as: UTF8.self)
        return text.replacing(#/\n[0-9]+ / [0-9]+\n\f/#, with: "\n").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    private func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static let document = #"""
        [{"_type":"block","_key":"intro","style":"h1","children":[{"_type":"span","text":"Introduction"}]},
         {"_type":"block","markDefs":[{"_type":"link","_key":"l","href":"https://example.org/a?b=c"},
            {"_type":"link","_key":"i","href":"#end"},{"_type":"link","_key":"j","href":"javascript:x"}],
          "children":[{"_type":"span","text":"Plain, "},{"_type":"span","text":"bold","marks":["strong"]},
            {"_type":"span","text":", a "},{"_type":"span","text":"link","marks":["l","em"]},
            {"_type":"span","text":",\nthe "},{"_type":"span","text":"end","marks":["i"]},
            {"_type":"span","text":" and "},{"_type":"span","text":"nothing","marks":["j"]}]},
         {"_type":"block","listItem":"bullet","children":[{"_type":"span","text":"One"}]},
         {"_type":"block","listItem":"number","level":2,"children":[{"_type":"span","text":"Two"}]},
         {"_type":"block","listItem":"number","level":2,"children":[{"_type":"span","text":"Three"}]},
         {"_type":"block","style":"blockquote","children":[{"_type":"span","text":"A quote"}]},
         {"_type":"code","code":"let x = 1\nprint(x)\n"},
         {"_type":"table","rows":[{"cells":["Name","Age"]},{"cells":["Ada","36"]}]},
         {"_type":"image","src":"https://example.org/cat.png","alt":"A cat","caption":"Our cat"},
         {"_type":"embed","url":"https://example.org/film","title":"A film"},
         {"_type":"block","_key":"end","style":"h2","children":[{"_type":"span","text":"The end"}]}]
        """#

    @Test("the text of the PDF is the plain text, in order")
    func order() throws {
        let document = try read(Self.document).document
        let (pdf, report) = try PDFRenderer().render(document)
        #expect(try text(pdf) == collapsed(document.plainText))
        #expect(report.pageCount == 1)
        #expect(
            report.tableOfContents == [
                HeadingItem(id: "intro", text: "Introduction", level: 1, page: 1),
                HeadingItem(id: "end", text: "The end", level: 2, page: 1),
            ])
        // A link was refused, and the picture was not fetched.
        #expect(report.problems.map(\.indexPath) == [[1], [8]])
    }

    @Test("the same document gives the same bytes")
    func determinism() throws {
        let document = try read(Self.document).document
        #expect(try PDFRenderer().render(document).pdf == PDFRenderer().render(document).pdf)
    }

    @Test("links are live, except those that are refused")
    func links() throws {
        let pdf = try PDFRenderer().render(try read(Self.document).document).pdf
        let plain = folder.file("plain.pdf")
        let file = try folder.write(pdf, "a.pdf")
        try Program.run("qpdf", ["--qdf", "--object-streams=disable", file.path, plain.path])
        let objects = String(decoding: try Data(contentsOf: plain), as: UTF8.self)
        #expect(objects.contains("https://example.org/a?b=c"))
        #expect(objects.contains("https://example.org/film"))
        #expect(!objects.contains("javascript"))
        // The fourth is that to the picture.
        #expect(objects.ranges(of: "/Subtype /Link").count == 4)
        try Program.run("qpdf", ["--check", file.path])
    }

    @Test("list items are set as deep as their level says")
    func listLevels() throws {
        let items = [("first", "bullet", 3), ("second", "bullet", 1), ("third", "bullet", 2), ("what", "number", 4)]
        let blocks = items.map { text, style, level in
            #"{"_type":"block","listItem":"\#(style)","level":\#(level),"children":[{"_type":"span","text":"\#(text)"}]}"#
        }
        let pdf = try PDFRenderer().render(try read("[\(blocks.joined(separator: ","))]").document).pdf
        let words = try RenderedPages(pdf).words(0)
        let x = try items.map { item in try #require(words.first { $0.text == item.0 }).region }
        #expect(x[0].left > x[2].left + 10 && x[2].left > x[1].left + 10 && x[3].left > x[0].left + 10)
        // One below the other, without empty lines.
        for (above, below) in zip(x, x.dropFirst()) { #expect(below.top - above.top < 25) }
    }

    @Test("a table of contents has the pages on which the headings are")
    func contents() throws {
        var blocks: [PortableTextBlock] = []
        for chapter in 1...30 {
            blocks.append(
                PortableTextBlock(
                    key: "c\(chapter)", style: "h1",
                    children: [.span(PortableTextSpan(key: "s", text: "Chapter number \(chapter)."))]))
            for paragraph in 0..<12 {
                let text = String(repeating: "Lorem ipsum dolor sit amet. ", count: 8)
                blocks.append(
                    PortableTextBlock(
                        key: "p\(chapter)-\(paragraph)", children: [.span(PortableTextSpan(key: "s", text: text))]))
            }
        }
        let document = PortableTextDocument(blocks: blocks)
        let (pdf, report) = try PDFRenderer(hasTableOfContents: true).render(document)
        let pages = try RenderedPages(pdf)
        #expect(pages.count == report.pageCount)
        for item in report.tableOfContents {
            let page = try #require(item.page)
            #expect(try pages.text(page - 1).contains(item.text), "\(item)")
            // The contents name it as well.
            #expect(try pages.text(0).contains(item.text), "\(item)")
        }
        let without = try PDFRenderer().render(document).report
        #expect(without.tableOfContents[29].page.map { $0 + 1 } == report.tableOfContents[29].page)
    }

    @Test("every word appears once and in order", arguments: 0..<12)
    func words(seed: Int) throws {
        var documents = RandomDocuments(seed: seed)
        let document = documents.document(blocks: 30)
        var drawn = try text(try PDFRenderer().render(document).pdf).randomWords
        // The head of a table is repeated on its next pages.
        var seen: Set<String> = []
        drawn = drawn.filter { seen.insert($0).inserted }
        #expect(drawn == documents.words)
    }

    @Test("each line of a right-to-left document has the words of the plain text, and is at the right")
    func rightToLeft() throws {
        let document = try read(
            #"[{"_type":"block","children":[{"_type":"span","text":"שלום עולם"}]},{"_type":"block","listItem":"bullet","children":[{"_type":"span","text":"סעיף ראשון"}]},{"_type":"block","children":[{"_type":"span","text":"نص عربي قصير like these 12,345"}]}]"#
        ).document
        let pdf = try PDFRenderer(language: "he", direction: .rightToLeft).render(document).pdf
        let file = try folder.write(pdf, "r.pdf")
        let text = String(decoding: try Program.run("pdftotext", [file.path, "-"]), as: UTF8.self)
        func words(_ text: String) -> [Set<String>] {
            // Poppler adds marks of direction.
            let unmarked = String(text.unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) })
            return unmarked.split(separator: "\n").map { Set($0.split(separator: " ").map(String.init)) }
        }
        #expect(words(text).prefix(3) == words(document.plainText)[...])
        let image = try RenderedPages(pdf).image(0)
        let left = (0..<200).contains { y in (0..<image.width / 2).contains { image[$0, y] < 128 } }
        #expect(!left, "A line begins at the left.")
    }

    @Test("styles change the page, fonts and colours")
    func styles() throws {
        var sheet = PortableTextStyleSheet(page: .init(size: .a5, margins: .init(start: 100)))
        sheet["normal"] = PortableTextStyle(font: .init(size: 20))
        let document = try read(#"{"_type":"block","children":[{"_type":"span","text":"Large"}]}"#).document
        let page = try RenderedPages(PDFRenderer(styles: sheet).render(document).pdf)
        #expect(abs(try page.image(0).width - 839) <= 1)
        let word = try #require(try page.words(0).first { $0.text == "Large" })
        #expect(abs(word.region.left - 100) < 2)
        #expect(word.region.height > 18)
    }

    @Test("a font that is not installed is reported, unless the list has one that is")
    func missingFont() throws {
        var sheet = PortableTextStyleSheet()
        sheet["h1"] = PortableTextStyle(font: .init(family: "No Such Font"))
        sheet["h2"] = PortableTextStyle(font: .init(family: "No Such Font, noto sans"))
        sheet["normal"] = PortableTextStyle(font: .init(family: "serif"))
        let report = try PDFRenderer(styles: sheet).render(PortableTextDocument(blocks: [])).report
        #expect(
            report.problems.map(\.message) == [
                "The font \"No Such Font\" is not installed; another one takes its place."
            ])
    }

    @Test("a picture in a cell of a table is drawn, with its alternative text")
    func pictureInCell() throws {
        let image = GrayImage(width: 40, height: 40, pixels: [UInt8](repeating: 0, count: 1_600))
        let url = "data:image/png;base64,\(try Pictures.file(image, .png).base64EncodedString())"
        let document = try read(
            #"[{"_type":"table","rows":[{"cells":["a",{"_type":"image","alt":"Black","src":"\#(url)"}]}]}]"#
        ).document
        let pdf = try PDFRenderer().render(document).pdf
        let page = try RenderedPages(pdf, scale: 1).image(0)
        #expect(page.pixels.count { $0 < 50 } > 700)
        #expect(pdf.range(of: Data("/Alt (Black)".utf8)) != nil)
    }

    @Test("pictures of the document are embedded")
    func pictures() throws {
        let source = "data:image/png;base64,\(PictureTests.png)"
        let block = PortableTextBlock(type: "image", key: "i", fields: ["src": .text(source), "alt": "Dot"])
        let (pdf, report) = try PDFRenderer().render(PortableTextDocument(blocks: [block]))
        #expect(report.problems.isEmpty)
        let list = String(
            decoding: try Program.run("pdfimages", ["-list", try folder.write(pdf, "p.pdf").path]), as: UTF8.self)
        // Two lines are the head of the list.
        #expect(!list.split(separator: "\n").dropFirst(2).isEmpty)
    }

    @Test("of damaged pictures each is drawn or named, and the rest of the document is typeset")
    func damagedPictures() throws {
        var damage = FileDamage(seed: 28)
        let image = GrayImage(width: 64, height: 64, pixels: (0..<4_096).map { UInt8(truncatingIfNeeded: $0 * 7) })
        let files = [try Pictures.file(image, .png), try Pictures.file(image, .jpeg)]
        let blocks = (0..<40).flatMap { index in
            let data = damage.damaged(files[index % 2]).base64EncodedString()
            let source = "data:image/\(index % 2 == 0 ? "png" : "jpeg");base64,\(data)"
            return [
                PortableTextBlock(
                    type: "image", key: "i\(index)", fields: ["src": .text(source), "alt": .text("alt\(index)")]),
                PortableTextBlock(
                    key: "t\(index)", children: [.span(PortableTextSpan(key: "s", text: "text\(index)"))]),
            ]
        }
        let document = PortableTextDocument(blocks: blocks)
        let (pdf, report) = try PDFRenderer().render(document)
        let words = try text(pdf).split(separator: " ").map(String.init)
        #expect(words.filter { $0.hasPrefix("text") } == (0..<40).map { "text\($0)" })
        // What stands in the place of a picture is its alternative text.
        let lost = words.count { $0.hasPrefix("alt") }
        #expect(lost > 0 && report.problems.count == lost)
        #expect(report.problems.allSatisfy { $0.reason == .rendering })
    }

    @Test("a picture within text continues the paragraph, with its caption; without it, its alternative text does")
    func inlinePictures() throws {
        let text = { (source: String) in
            #"""
            [{"_type":"block","children":[{"_type":"span","text":"See "},
              {"_type":"image","src":"\#(source)","alt":"a cat","caption":"our cat"},{"_type":"span","text":" here."}]}]
            """#
        }
        let (pdf, report) = try PDFRenderer().render(
            try read(text("data:image/png;base64,\(PictureTests.png)")).document)
        #expect(report.problems.isEmpty)
        #expect(try self.text(pdf) == "See our cat here.")
        let structure = String(
            decoding: try Program.run("pdfinfo", ["-struct", try folder.write(pdf, "p.pdf").path]), as: UTF8.self)
        let kinds = structure.split(separator: "\n").compactMap { $0.split(separator: " ").first?.prefix { $0 != ":" } }
            .filter { !$0.hasPrefix("/") }
        #expect(kinds == ["Document", "P", "Figure"])
        let (other, problems) = try PDFRenderer().render(try read(text("https://a.example/cat.png")).document)
        #expect(try self.text(other) == "See [a cat] our cat here.")
        #expect(problems.problems.map(\.indexPath) == [[0, 1]])
    }

    @Test("a custom mark changes the style, a custom block becomes blocks")
    func customRenderers() throws {
        var renderers = TextRenderers()
        renderers.marks["loud"] = { _, _ in PortableTextTextStyle(size: 30) }
        renderers.blocks["map"] = { _, _ in
            [PortableTextBlock(key: "m", children: [.span(PortableTextSpan(key: "s", text: "Map"))])]
        }
        let document = try read(
            #"[{"_type":"map"},{"_type":"block","children":[{"_type":"span","text":"Loud","marks":["loud"]},{"_type":"span","text":" calm"}]}]"#,
            vocabulary: renderers.vocabulary
        ).document
        let words = try RenderedPages(PDFRenderer(renderers: renderers).render(document).pdf).words(0)
        #expect(words.prefix(3).map(\.text) == ["Map", "Loud", "calm"])
        #expect(words[1].region.height > 2 * words[0].region.height)
    }

    @Test("GIF and WebP pictures are shown in a PDF, and JPEGs in CMYK become RGB in one for archives")
    func convertedPictures() throws {
        let frame = ",\0\0\0\0\u{1}\0\u{1}\0\0\u{2}\u{2}D\u{1}\0"
        let gif = Data("GIF89a\u{1}\0\u{1}\0\0\0\0!\u{1}\u{2}hi\0\(frame)\(frame);".utf8)
        let webp = try ColourPicture(width: 40, height: 30) { x, y in UInt32(x * y) << 8 | 255 }.file(.webp)
        let pictures: [(Data, type: String, isArchival: Bool)] = [
            (gif, "gif", false), (webp, "webp", false), (Pictures.adobeInks, "jpeg", true),
        ]
        for (data, type, isArchival) in pictures {
            let source = "data:image/\(type);base64,\(data.base64EncodedString())"
            let block = PortableTextBlock(type: "image", key: "i", fields: ["src": .text(source), "alt": .text("Cat")])
            let document = PortableTextDocument(blocks: [block])
            let (pdf, report) = try PDFRenderer(isArchival: isArchival).render(document)
            #expect(report.problems.isEmpty, "\(type): \(report.problems)")
            let file = try folder.write(pdf, "\(UUID()).pdf")
            let listed = String(decoding: try Program.run("pdfimages", ["-list", file.path]), as: UTF8.self)
                .split(separator: "\n").dropFirst(2).map { $0.split(separator: " ").map(String.init) }
            #expect(listed.map { $0[2] } == ["image"], "\(type)")
            #expect(!listed.contains { $0[5] == "cmyk" }, "\(type)")
        }
    }
}
