import FormModel
import Foundation
import PDFSyntax
import QPDF
import TestSupport
import Testing
import Typesetting

@Suite("Typesetting: structure for screen readers") struct PageStructureTests {
    private let text = TinyPage.style

    private func lines(_ structure: String) -> [String] { structure.split(separator: "\n").map(String.init) }

    @Test("headings, paragraphs, lists, quotes, code, tables and figures are elements in reading order")
    func elements() throws {
        let drawing = Drawing(
            size: PageSize(width: 20, height: 20),
            commands: [.fill([.rectangle(Region(x: 0, y: 0, width: 20, height: 20))], .black)])
        let document = try SetDocument(
            [
                .heading(Heading(level: 2, Paragraph("Title", text))),
                .paragraph(Paragraph("Text", text)),
                .begin(.list(ListStyle(numbering: .decimal))),
                .begin(.item(ListMarker("1.", text))), .paragraph(Paragraph("outer", text)),
                .begin(.list(ListStyle())), .begin(.item(ListMarker("•", text))),
                .paragraph(Paragraph("inner", text)), .end, .end, .end, .end,
                .begin(.quote(BoxStyle(barColor: .black))), .paragraph(Paragraph("quoted", text)), .end,
                .code(CodeBlock("let x = 1")),
                .begin(.table(Table(columns: [TableColumn()], header: [TableRow([TableCell("head", text)])]))),
                .row(TableRow([TableCell("cell", text)])),
                .row(TableRow([TableCell([Paragraph("one", text), Paragraph("two", text)], isRowHeader: true)])), .end,
                .figure(Figure(.drawing(drawing), alternativeText: "A square")),
                .figure(Figure(.drawing(drawing), alternativeText: nil)),
            ], info: DocumentInfo(title: "Tags", language: "en-GB"))
        #expect(
            lines(try document.structure()).filter { !$0.contains("/BBox") } == [
                "Document", "  H1 (block)", "    \"Title\"", "  P (block)", "    \"Text\"", "  L (block):",
                "     /ListNumbering /Decimal", "    LI (block)", "      Lbl (block)", "        \"1.\"",
                "      LBody (block)", "        P (block)", "          \"outer\"", "        L (block):",
                "           /ListNumbering /Disc", "          LI (block)", "            Lbl (block)",
                "              \"•\"", "            LBody (block)", "              P (block)",
                "                \"inner\"", "  BlockQuote", "    P (block)", "      \"quoted\"", "  Code (inline):",
                "     /Placement /Block", "    \"let x = 1\"", "  Table (block)", "    THead", "      TR",
                "        TH:", "           /Scope /Column", "          \"head\"", "    TBody", "      TR",
                "        TD", "          \"cell\"", "      TR", "        TH:", "           /Scope /Row",
                "          P (block)", "            \"one\"", "          P (block)", "            \"two\"",
                "  Figure:", "     /Placement /Block", "    \"\"",
            ])
        let kids = try PDFFile(data: document.pdf).root["/StructTreeRoot"]["/K"]["/K"].items
        #expect(kids.last?["/Alt"].text == "A square")
    }

    @Test("a paragraph that continues on the next page stays one element")
    func overPages() throws {
        let document = try SetDocument(
            [.paragraph(TinyPage.paragraph("a", lines: 6))], template: TinyPage.holding(lines: 4))
        #expect(document.report.pageCount == 2)
        #expect(lines(try document.structure()) == ["Document", "  P (block)", "    \"a1a2a3a4\"", "    \"a5a6\""])
    }

    @Test("a link and text in another language are elements within their paragraph, beside its text")
    func inline() throws {
        var link = text
        link.link = .address("https://example.org/")
        var german = text
        german.language = "de"
        let runs = [
            TextRun("before ", text), TextRun("link", link), TextRun(" between ", text), TextRun("Wort", german),
            TextRun(" after", text),
        ]
        let document = try SetDocument([.paragraph(Paragraph(runs))], info: DocumentInfo(language: "en"))
        let structure = lines(try document.structure())
        #expect(structure.count == 10)
        #expect(
            structure.filter { !$0.contains("Object") } == [
                "Document", "  P (block)", "    \"before \"", "    Link (inline)", "      \"link\"",
                "    \" between \"",
                "    Span (inline)", "      \"Wort\"", "    \" after\"",
            ])
        let file = try PDFFile(data: document.pdf)
        let kids = file.root["/StructTreeRoot"]["/K"]["/K"].items[0]["/K"].items
        #expect(kids[3]["/Lang"].text == "de")
        #expect(file.root["/Lang"].text == "en")
        #expect(file.root["/MarkInfo"]["/Marked"].isTrue)
    }

    @Test("a link's annotation says the whole text of the link, on each of its lines")
    func linkContents() throws {
        var link = text
        link.link = .address("https://example.org/")
        let words = "a link (é) that continues on the next line of the page"
        let document = try SetDocument(
            [.paragraph(Paragraph([TextRun("See ", text), TextRun(words, link), TextRun(".", text)]))],
            template: PageTemplate(size: PageSize(width: 150, height: 300), margins: Insets(10), foot: nil))
        let annotations = try PDFFile(data: document.pdf).root["/Pages"]["/Kids"].items[0]["/Annots"].items
        #expect(annotations.count > 1)
        #expect(annotations.allSatisfy { $0["/Contents"].text == words })
    }

    @Test("a figure's box is where it is on the page, with its bleed")
    func figureBox() throws {
        let drawing = Drawing(size: PageSize(width: 40, height: 20), commands: [])
        let document = try SetDocument(
            [.figure(Figure(.drawing(drawing), alternativeText: "Nothing"))],
            template: PageTemplate(size: PageSize(width: 100, height: 100), margins: Insets(10), bleed: 5, foot: nil))
        let figure = try PDFFile(data: document.pdf).root["/StructTreeRoot"]["/K"]["/K"].items[0]
        #expect(figure["/A"]["/BBox"].items.map(\.number) == [15, 75, 55, 95])
    }

    @Test("all content is marked, as an element's or as an artifact")
    func marked() throws {
        let document = try SetDocument(
            (1...30).map { .row(TableRow([TableCell("row \($0)")])) }.wrapped(
                in: .table(Table(columns: [TableColumn()], header: [TableRow([TableCell("head")])]))),
            template: PageTemplate(
                size: PageSize(width: 200, height: 300), head: RunningLine(center: [.text("running")])))
        let file = try PDFFile(data: document.pdf)
        let pages = file.root["/Pages"]["/Kids"].items
        #expect(pages.count == document.report.pageCount && pages.count > 1)
        for page in pages {
            #expect(try Self.unmarkedOperators(in: page) == [])
        }
    }

    /// The painting operators of a page outside marked content.
    private static func unmarkedOperators(in page: PDFObject) throws -> [String] {
        let content = try page["/Contents"].items.reduce(Data()) { try $0 + $1.streamContent().data }
        return content.withUnsafeBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            var tokens = PDFTokens(bytes, 0..<bytes.count)
            var depth = 0
            var found: [String] = []
            while let token = tokens.next() {
                guard token.kind == .word else { continue }
                let word = tokens.text(token.range)
                if word == "BDC" || word == "BMC" { depth += 1 }
                if word == "EMC" { depth -= 1 }
                let paints = ["Tj", "TJ", "f", "f*", "S", "s", "B", "Do", "sh"].contains(word)
                if paints, depth == 0 { found.append(word) }
            }
            return found
        }
    }

    @Test("running lines and repeated heads are on the page but not in the structure")
    func artifacts() throws {
        let document = try SetDocument(
            [.paragraph(Paragraph("content"))],
            template: PageTemplate(head: RunningLine(center: [.text("running")])))
        #expect(try document.words() == [["running", "content", "1/1"]])
        #expect(lines(try document.structure()) == ["Document", "  P (block)", "    \"content\""])
    }

    @Test("a document that is not tagged has no structure, and looks the same")
    func untagged() throws {
        let blocks: [FlowBlock] = [
            .heading(Heading(level: 1, Paragraph("Title"))), .paragraph(Paragraph("Text")),
            .code(CodeBlock("code")),
        ]
        let plain = try SetDocument(blocks, options: TypesettingOptions(isTagged: false))
        let tagged = try SetDocument(blocks)
        let file = try PDFFile(data: plain.pdf)
        #expect(file.root["/StructTreeRoot"].isNull && file.root["/MarkInfo"].isNull)
        #expect(
            try difference(RenderedPages(plain.pdf).image(0), RenderedPages(tagged.pdf).image(0)) == nil)
    }
}

extension [FlowBlock] {
    func wrapped(in container: Container) -> [FlowBlock] { [.begin(container)] + self + [.end] }
}
