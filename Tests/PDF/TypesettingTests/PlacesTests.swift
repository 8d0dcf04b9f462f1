import FormModel
import Foundation
import QPDF
import TestSupport
import Testing
import Typesetting

@Suite("Typesetting: links, outline and pages") struct PlacesTests {
    private func link(_ text: String, _ target: LinkTarget) -> TextRun {
        TextRun(text, TextStyle(families: "DejaVu Sans Mono", size: 10, link: target))
    }

    private func pages(_ file: PDFFile) -> [PDFObject] { file.root["/Pages"]["/Kids"].items }

    @Test("a link covers its text on each line and opens its address")
    func addresses() throws {
        let document = try SetDocument(
            [.paragraph(Paragraph([link("one two three", .address("https://example.org/ä?b=(c)"))]))],
            template: TinyPage.holding(lines: 4, width: 60))
        let file = try PDFFile(data: document.pdf)
        let links = pages(file)[0]["/Annots"].items
        #expect(links.count == 2)
        #expect(links.allSatisfy { $0["/A"]["/URI"].text == "https://example.org/%C3%A4?b=(c)" })
        let words = try RenderedPages(document.pdf).words(0)
        let height = 20 + 4.5 * TinyPage.lineHeight
        for (word, link) in zip([words[0], words[2]], links) {
            let rect = link["/Rect"].items.compactMap(\.number)
            let place = Region(left: rect[0], top: height - rect[3], right: rect[2], bottom: height - rect[1])
            #expect(place.encloses(word.region, tolerance: 2))
        }
    }

    @Test("a link opens a place that comes later, and one without a place is reported and left out")
    func destinations() throws {
        let document = try SetDocument(
            [
                .paragraph(Paragraph([link("later", .destination("there")), link(" dead", .destination("nowhere"))])),
                .pageBreak,
                .heading(Heading(level: 1, Paragraph("There", destination: "there"))),
                .paragraph(Paragraph("again", destination: "there")),
            ])
        let file = try PDFFile(data: document.pdf)
        let links = pages(file)[0]["/Annots"].items
        #expect(links.map { $0["/Dest"].text } == ["there"])
        let names = file.root["/Names"]["/Dests"]["/Names"].items
        #expect(names.count == 2 && names[0].text == "there")
        #expect(names[1].items[0].identity == pages(file)[1].identity)
        #expect(
            document.report.warnings == [
                TypesettingWarning(kind: .repeatedDestination("there"), page: 1),
                TypesettingWarning(kind: .unknownDestination("nowhere"), page: 0),
            ])
    }

    @Test("headings make an outline, nested by level, and are reported with their pages")
    func outline() throws {
        func heading(_ level: Int, _ text: String) -> FlowBlock { .heading(Heading(level: level, Paragraph(text))) }
        let document = try SetDocument([
            heading(1, "A"), heading(3, "A.1"), heading(2, "A.2"), .pageBreak, heading(1, "Ä\nB"), heading(2, "B.1"),
            .heading(Heading(level: 2, Paragraph("hidden"), isInOutline: false)),
        ])
        let root = try PDFFile(data: document.pdf).root["/Outlines"]
        func titles(_ item: PDFObject) -> [String] {
            var found: [String] = []
            var kid = item["/First"]
            while !kid.isNull {
                found.append(kid["/Title"].text ?? "")
                found += titles(kid).map { "  " + $0 }
                kid = kid["/Next"]
            }
            return found
        }
        #expect(titles(root) == ["A", "  A.1", "  A.2", "Ä B", "  B.1"])
        #expect(document.report.headings.map(\.page) == [0, 0, 0, 1, 1, 1])
        #expect(document.report.headings[3] == PlacedHeading(level: 1, text: "Ä\nB", destination: nil, page: 1))
    }

    @Test("each page has its number and the number of all pages")
    func numbers() throws {
        let document = try SetDocument([
            .paragraph(Paragraph("a")), .pageBreak, .paragraph(Paragraph("b")), .pageBreak,
            .paragraph(Paragraph("c")),
        ])
        #expect(try document.words() == [["a", "1/3"], ["b", "2/3"], ["c", "3/3"]])
    }

    @Test("sections differ in size, bleed and running lines")
    func sections() throws {
        let cover = PageTemplate(
            size: PageSize(width: 300, height: 200), margins: Insets(20), bleed: 9, foot: nil)
        let document = try SetDocument(
            [.paragraph(Paragraph("cover")), .section(PageTemplate()), .paragraph(Paragraph("text"))],
            template: cover)
        let kids = pages(try PDFFile(data: document.pdf))
        #expect(kids[0]["/MediaBox"].items.map(\.number) == [0, 0, 318, 218])
        #expect(kids[0]["/TrimBox"].items.map(\.number) == [9, 9, 309, 209])
        #expect(kids[1]["/MediaBox"].items.map(\.number) == [0, 0, 595.28, 841.89])
        #expect(kids[1]["/TrimBox"].isNull)
        #expect(try document.words() == [["cover"], ["text", "2/2"]])
    }

    @Test("a running head that is too long is shortened, and one without room is left out")
    func runningHead() throws {
        let long = RunningLine(start: [.text(String(repeating: "word ", count: 60))])
        let document = try SetDocument([], template: PageTemplate(head: long, foot: nil))
        let words = try document.words()[0]
        #expect(words.count < 40 && words.last?.hasSuffix("…") == true)
        let region = try RenderedPages(document.pdf).words(0).map(\.region).reduce(nil as Region?) {
            $0?.union($1) ?? $1
        }
        #expect(try #require(region).right <= 595.28 - 68)

        func head(margin: Double) throws -> Region? {
            let line = RunningLine(start: [.text("head")])
            let template = PageTemplate(margins: Insets(margin), head: line, foot: nil)
            return try RenderedPages(SetDocument([], template: template).pdf).words(0).first?.region
        }
        #expect(try head(margin: 4) == nil)
        #expect(try #require(try head(margin: 20)).bottom <= 20)
        #expect(try #require(try head(margin: 72)).top >= 34)
    }

    @Test("a table of contents shows the pages that were measured, and its entries are links")
    func contents() throws {
        let body: [FlowBlock] = [
            .heading(Heading(level: 1, Paragraph("First", destination: "first"))), .pageBreak,
            .heading(Heading(level: 1, Paragraph("Second", destination: "second"))),
        ]
        let measured = try Typesetter().measure(body)
        let entries = measured.headings.map {
            FlowBlock.contentsEntry(ContentsEntry([TextRun($0.text)], page: $0.page + 1, destination: $0.destination))
        }
        let document = try SetDocument(entries.wrapped(in: .contents) + [.pageBreak] + body)
        let words = try document.words()[0].filter { $0.contains { $0 != "." } }
        #expect(words == ["First", "2", "Second", "3", "1/3"])
        #expect(document.report.headings.map(\.page) == [1, 2])
        #expect(document.report.warnings.isEmpty)
        let structure = try document.structure()
        #expect(
            structure.hasPrefix(
                "Document\n  TOC\n    TOCI\n      Reference (inline)\n        Link (inline)\n          \"First\"\n"))
    }

    @Test("title, author and language are in the file")
    func information() throws {
        let document = try SetDocument(
            [],
            info: DocumentInfo(
                title: "Títle", author: "A. Uthor & Co.\u{1}", subject: "s", keywords: "k", language: "es"))
        let file = try PDFFile(data: document.pdf)
        let info = file.trailer["/Info"]
        #expect(info["/Title"].text == "Títle" && info["/Author"].text == "A. Uthor & Co.\u{1}")
        #expect(info["/CreationDate"].isNull)
        #expect(file.root["/ViewerPreferences"]["/DisplayDocTitle"].isTrue)
        let metadata = String(decoding: try file.root["/Metadata"].streamContent().data, as: UTF8.self)
        for property in [
            #"<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Títle</rdf:li></rdf:Alt></dc:title>"#,
            "<dc:creator><rdf:Seq><rdf:li>A. Uthor &amp; Co.\u{FFFD}</rdf:li></rdf:Seq></dc:creator>",
            "<dc:language><rdf:Bag><rdf:li>es</rdf:li></rdf:Bag></dc:language>", "<pdf:Keywords>k</pdf:Keywords>",
        ] { #expect(metadata.contains(property)) }
    }
}
