import FormModel
import Foundation
import QPDF
import TestSupport
import Testing
import Typesetting

@Suite("Typesetting: pictures within text") struct InlinePictureTests {
    private let template = PageTemplate(size: PageSize(width: 220, height: 220), margins: Insets(10), foot: nil)
    private let style = TinyPage.style
    /// The width of a character of the style, in points.
    private let advance = 6.02

    private func picture(width: Int = 96, height: Int = 48) throws -> PictureFile {
        let image = GrayImage(width: width, height: height, pixels: [UInt8](repeating: 40, count: width * height))
        return PictureFile(try Pictures.file(image, .png))
    }

    private func run(_ file: PictureFile, height: Double? = nil, _ text: String? = "a cat", link: LinkTarget? = nil)
        -> TextRun
    {
        var style = style
        style.link = link
        return TextRun(InlinePicture(file, height: height), alternativeText: text, style)
    }

    private func document(_ runs: [TextRun], direction: Direction? = nil) throws -> SetDocument {
        let style = ParagraphStyle(direction: direction)
        return try SetDocument([.paragraph(Paragraph(runs, style: style))], template: template)
    }

    private func ink(_ document: SetDocument) throws -> Region {
        let blank = try SetDocument([], template: template)
        return try #require(
            difference(try RenderedPages(document.pdf).image(0), try RenderedPages(blank.pdf).image(0)))
    }

    @Test("a picture has the height that is wanted, and is never wider than a line")
    func size() throws {
        #expect(try ink(document([run(try picture(), height: 20)])) == Region(x: 10, y: 10, width: 40, height: 20))
        let wide = try picture(width: 960, height: 96)
        #expect(try ink(document([run(wide, height: 100)])) == Region(x: 10, y: 10, width: 200, height: 20))
    }

    @Test("without a height, a picture stands on the baseline and makes the line no higher")
    func line() throws {
        let text = TextRun("x\nbelow", style)
        let with = try RenderedPages(document([run(try picture()), text]).pdf).words(0)
        let without = try RenderedPages(document([text]).pdf).words(0)
        #expect(with.map(\.region.y) == without.map(\.region.y))
        // DejaVu Sans Mono reaches 0.93 em above its baseline.
        let alone = try ink(document([run(try picture(), height: nil)]))
        #expect(abs(alone.height - 9.3) < 1 && abs(alone.bottom - 19.3) < 1)
    }

    @Test("a picture stands between the words beside it, in the order of the text")
    func order() throws {
        let document = try document([
            TextRun("left ", style), run(try picture(), height: 20), TextRun(" right", style),
        ])
        #expect(try document.words() == [["left", "right"]])
        let words = try RenderedPages(document.pdf).words(0).sorted { $0.region.x < $1.region.x }
        #expect(abs(words[1].region.left - words[0].region.right - 40 - 2 * advance) < 1)
        // The text is as high as its line, on whose baseline the picture stands.
        #expect(words.allSatisfy { $0.region.y > 15 })
    }

    @Test("a picture is wrapped like a word")
    func wrapping() throws {
        let words = TextRun("aaaa bbbb cccc dddd ", style)
        let document = try document([words, run(try picture(), height: 50), TextRun(" after", style)])
        let found = try RenderedPages(document.pdf).words(0)
        let (first, last) = (try #require(found.first), try #require(found.last))
        #expect(last.text == "after" && last.region.y > first.region.y + 30)
        #expect(abs(last.region.left - 10 - 100 - advance) < 1)
    }

    @Test("in right-to-left text, a picture stands left of the text before it")
    func rightToLeft() throws {
        let hebrew = TextStyle(families: "Noto Sans Hebrew, DejaVu Sans", size: 10)
        let ink = try ink(document([TextRun("אב ", hebrew), run(try picture(), height: 20)]))
        #expect(ink.right > 205 && ink.left < 170)
    }

    @Test("a picture is a figure with its alternative text within the paragraph")
    func structure() throws {
        let document = try document([
            TextRun("left ", style), run(try picture()), TextRun(" right", style),
        ])
        let lines = try document.structure().split(separator: "\n").map(String.init).filter { !$0.contains("/BBox") }
        #expect(
            lines == [
                "Document", "  P (block)", "    \"left \"", "    Figure:", "       /Placement /Inline", "      \"\"",
                "    \" right\"",
            ])
        let paragraph = try PDFFile(data: document.pdf).root["/StructTreeRoot"]["/K"]["/K"].items[0]
        let figure = try #require(paragraph["/K"].items.first { $0["/S"].name == "Figure" })
        #expect(figure["/Alt"].text == "a cat")
    }

    @Test("a picture without an alternative text is drawn, and screen readers skip it")
    func decoration() throws {
        let document = try document([run(try picture(), height: 20, nil)])
        #expect(try !document.structure().contains("Figure"))
        #expect(try ink(document).height == 20)
    }

    @Test("a picture can be a link")
    func link() throws {
        let document = try document([run(try picture(), height: 20, link: .address("https://a.example"))])
        let links = try PDFFile(data: document.pdf).root["/Pages"]["/Kids"].items[0]["/Annots"].items
        let place = try #require(links.first)["/Rect"].items.compactMap(\.number)
        #expect(zip(place, [10, 190, 50, 210]).allSatisfy { abs($0 - $1) < 0.1 })
        #expect(try document.structure().contains("Link"))
    }

    @Test("a picture that cannot be read becomes its alternative text in brackets, with a warning")
    func unreadable() throws {
        let damaged = PictureFile(try picture().bytes.prefix(60))
        let document = try document([TextRun("see ", style), run(damaged), TextRun(" here", style)])
        #expect(try document.words() == [["see", "[a", "cat]", "here"]])
        #expect(document.report.warnings.map(\.kind) == [.unreadablePicture(alternativeText: "a cat")])
    }

    @Test("a picture in the head of a table is repeated on each page")
    func tableHead() throws {
        let head = TableRow([TableCell([Paragraph([run(try picture(), height: 30)])])])
        let rows = (0..<20).map { FlowBlock.row(TableRow([TableCell("row \($0)", style)])) }
        let table = Table(columns: [TableColumn()], header: [head])
        let document = try SetDocument([.begin(.table(table))] + rows + [.end], template: template)
        let pages = try RenderedPages(document.pdf)
        #expect(pages.count > 1)
        // The middle of the picture, which has 40 of 255.
        for page in 0..<pages.count {
            let image = try pages.image(page)
            #expect(image[2 * 40, 2 * 28] < 60)
        }
    }
}
