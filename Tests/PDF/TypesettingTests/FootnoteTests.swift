import FormModel
import Foundation
import QPDF
import TestSupport
import Testing
import Typesetting

@Suite("Typesetting: footnotes") struct FootnoteTests {
    private let style = TinyPage.style
    private let plain = ParagraphStyle(spaceAfter: 0, orphans: 1, widows: 1)

    /// A word with a mark, and a note of some lines that are called n1a, n1b, and so on.
    private func runs(_ word: String, note number: Int, lines: Int = 1) -> [TextRun] {
        var mark = TextRun("*", TextStyle(families: style.families, size: 10, link: .destination("note-\(number)")))
        let texts = (0..<lines).map { "n\(number)" + String(UnicodeScalar(UInt8(97 + $0 % 26))) }
        mark.note = Footnote(
            [Paragraph(texts.joined(separator: "\n"), style, style: ParagraphStyle(spaceAfter: 0))],
            destination: "note-\(number)", origin: "mark-\(number)")
        return [TextRun(word, style), mark]
    }

    private func line(_ word: String, note number: Int, lines: Int = 1) -> FlowBlock {
        .paragraph(Paragraph(runs(word, note: number, lines: lines), style: plain))
    }

    private func line(_ word: String) -> FlowBlock { .paragraph(Paragraph(word, style, style: plain)) }

    private func pages(_ blocks: [FlowBlock], lines: Int) throws -> [[String]] {
        try SetDocument(blocks, template: TinyPage.holding(lines: lines)).words()
    }

    @Test("a note stands at the foot of the page of its mark, and the text above makes room")
    func foot() throws {
        let blocks = [line("a", note: 1), line("b"), line("c"), line("d"), line("e")]
        // Two of six lines are for the note and the space above it.
        #expect(try pages(blocks, lines: 6) == [["a*", "b", "c", "d", "n1a"], ["e"]])
        let template = TinyPage.holding(lines: 6)
        let words = try RenderedPages(SetDocument([line("a", note: 1)], template: template).pdf).words(0)
        let note = try #require(words.first { $0.text == "n1a" })
        #expect(note.region.bottom > template.size.height - 14)
    }

    @Test("a line goes to the next page with its note if there is no room for both")
    func together() throws {
        let blocks = [line("a"), line("b"), line("c"), line("d"), line("e", note: 1)]
        #expect(try pages(blocks, lines: 6) == [["a", "b", "c", "d"], ["e*", "n1a"]])
    }

    @Test("a note longer than half a page goes on at the foot of the next, and beyond the text")
    func long() throws {
        let set = try pages([line("a", note: 1, lines: 12), line("b"), line("c")], lines: 6)
        #expect(set.first?.first == "a*" && set.flatMap { $0 }.filter { $0.hasPrefix("n1") }.count == 12)
        let letters = set.flatMap { $0 }.filter { $0.hasPrefix("n1") }
        #expect(letters == letters.sorted() && set.count >= 3)
        // Notes that are longer than the rest of the text fill pages of their own.
        #expect(set.last?.allSatisfy { $0.hasPrefix("n1") } == true)
    }

    @Test("notes of rows, repeated heads and quotes stand outside the table and the box")
    func containers() throws {
        let cell = TableCell([Paragraph(runs("cell", note: 2), style: plain)])
        let head = TableCell([Paragraph(runs("head", note: 1), style: plain)])
        let rows = (1...6).map { FlowBlock.row(TableRow([TableCell("r\($0)", style)])) }
        let table = [FlowBlock.row(TableRow([cell]))] + rows
        let blocks =
            table.wrapped(in: .table(Table(columns: [TableColumn()], header: [TableRow([head])])))
            + [line("quoted", note: 3)].wrapped(in: .quote(BoxStyle(barColor: .black)))
        let document = try SetDocument(blocks, template: TinyPage.holding(lines: 10))
        let words = try document.words().flatMap { $0 }
        // The head is repeated, but its note is not.
        #expect(words.filter { $0 == "head*" }.count > 1)
        #expect(words.filter { $0.hasPrefix("n") } == ["n1a", "n2a", "n3a"])
        let structure = try document.structure()
        #expect(structure.matches(of: /Note/).count == 3)
        #expect(!structure.contains(/(TR|TBody|THead)\s+Note/))
    }

    @Test("marks and notes lead to each other, and notes have identifiers")
    func links() throws {
        var note = runs("a", note: 1)
        note[1].note?.paragraphs[0].runs.insert(
            TextRun("1", TextStyle(link: .destination("mark-1"))), at: 0)
        let document = try SetDocument(
            [.paragraph(Paragraph(note, style: plain))], info: DocumentInfo(title: "Notes", language: "en"))
        #expect(document.report.warnings.isEmpty)
        let root = try PDFFile(data: document.pdf).root
        let names = root["/Names"]["/Dests"]["/Names"].items.compactMap(\.text)
        #expect(names == ["mark-1", "note-1"])
        let annotations = root["/Pages"]["/Kids"].items[0]["/Annots"].items
        #expect(annotations.compactMap { $0["/Dest"].text } == ["note-1", "mark-1"])
        let identifiers = root["/StructTreeRoot"]["/IDTree"]["/Names"].items
        #expect(identifiers[0].text == "note-1" && identifiers[1]["/S"].name == "Note")
        #expect(identifiers[1]["/ID"].text == "note-1")
    }

    @Test("the mark of a note is no part of a heading in the outline")
    func heading() throws {
        let heading = FlowBlock.heading(Heading(level: 1, Paragraph(runs("Title", note: 1), style: plain)))
        #expect(try SetDocument([heading]).report.headings.map(\.text) == ["Title"])
    }

    @Test("as many notes as lines are all set, in order")
    func many() throws {
        let blocks = (1...200).map { line("w\($0)", note: $0, lines: $0 % 7) }
        let words = try pages(blocks, lines: 9).flatMap { $0 }
        #expect(words.filter { $0.hasPrefix("w") } == (1...200).map { "w\($0)*" })
        let notes = (1...200).flatMap { number in
            (0..<(number % 7)).map { "n\(number)" + String(UnicodeScalar(UInt8(97 + $0))) }
        }
        #expect(words.filter { $0.hasPrefix("n") } == notes)
    }
}
