import FormModel
import Foundation
import TestSupport
import Testing
import Typesetting

@Suite("Typesetting: tables") struct TypesetTableTests {
    private static let style = TableStyle(cellPadding: Insets(), rules: .none, spaceBefore: 0, spaceAfter: 0)

    private func cell(_ text: String) -> TableCell { TableCell(text, TinyPage.style) }

    private func table(
        columns: Int, header: [TableRow] = [], style: TableStyle = style, rows: [TableRow]
    ) -> [FlowBlock] {
        let columns = [TableColumn](repeating: TableColumn(), count: columns)
        return [.begin(.table(Table(columns: columns, header: header, style: style)))] + rows.map { .row($0) } + [.end]
    }

    private func pages(_ lines: Int, _ blocks: [FlowBlock]) throws -> [String] {
        try SetDocument(blocks, template: TinyPage.holding(lines: lines)).words().map { $0.joined(separator: " ") }
    }

    @Test("narrow cells keep the distance between their edges and their text")
    func narrowCells() throws {
        let columns = [TableColumn(.points(30)), TableColumn(.points(100))]
        let style = TableStyle(cellPadding: Insets(5), rules: .none, spaceBefore: 0, spaceAfter: 0)
        let document = try SetDocument(
            [
                .begin(.table(Table(columns: columns, style: style))), .row(TableRow([cell("12"), cell("text")])), .end,
            ], template: PageTemplate(size: PageSize(width: 150, height: 100), margins: Insets(10), foot: nil))
        let word = try #require(try RenderedPages(document.pdf).words(0).first { $0.text == "12" })
        #expect(abs(word.region.left - 15) < 1)
    }

    @Test("the header is repeated on each page and structured once")
    func header() throws {
        let header = TableRow([cell("H"), cell("I")])
        let document = try SetDocument(
            table(columns: 2, header: [header], rows: (1...5).map { TableRow([cell("a\($0)"), cell("b\($0)")]) }),
            template: TinyPage.holding(lines: 3))
        #expect(
            try document.words().map { $0.joined(separator: " ") }
                == ["H I a1 b1 a2 b2", "H I a3 b3 a4 b4", "H I a5 b5"])
        let structure = try document.structure()
        #expect(structure.components(separatedBy: "\"H\"").count == 2)
        #expect(structure.components(separatedBy: "TR\n").count == 7)
    }

    @Test("the header stays on the page of the first row")
    func headerStays() throws {
        let blocks =
            [.paragraph(TinyPage.paragraph("x", lines: 2))]
            + table(columns: 1, header: [TableRow([cell("H")])], rows: [TableRow([cell("a")])])
        #expect(try pages(3, blocks) == ["x1 x2", "H a"])
    }

    @Test("what follows a table that ends with its page has no header above it")
    func afterTheTable() throws {
        let blocks =
            table(columns: 1, header: [TableRow([cell("H")])], rows: [TableRow([cell("a")]), TableRow([cell("b")])])
            + [.paragraph(TinyPage.paragraph("x", lines: 1))]
        #expect(try pages(3, blocks) == ["H a b", "x1"])
    }

    @Test("a row that does not fit moves whole to the next page")
    func wholeRows() throws {
        let rows = [TableRow([cell("a")]), TableRow([cell("b1\nb2\nb3")])]
        #expect(try pages(3, table(columns: 1, rows: rows)) == ["a", "b1 b2 b3"])
    }

    @Test("a row taller than a page is split between lines, beneath the header")
    func tallRow() throws {
        let header = TableRow([cell("H"), cell("I")])
        let rows = [TableRow([cell("a1\na2\na3\na4\na5"), cell("b1\nb2")]), TableRow([cell("c"), cell("d")])]
        #expect(
            try pages(3, table(columns: 2, header: [header], rows: rows))
                == ["H I a1 b1 a2 b2", "H I a3 a4", "H I a5 c d"])
    }

    @Test("a header taller than half a page is not repeated")
    func tallHeader() throws {
        let header = TableRow([cell("H1\nH2")])
        let rows = (1...3).map { TableRow([cell("a\($0)")]) }
        #expect(try pages(3, table(columns: 1, header: [header], rows: rows)) == ["H1 H2 a1", "a2 a3"])
    }

    @Test("a row that stays with the next moves with it")
    func groupTitle() throws {
        let rows = [
            TableRow([cell("a")]), TableRow([cell("title")], staysWithNext: true), TableRow([cell("b")]),
        ]
        #expect(try pages(2, table(columns: 1, rows: rows)) == ["a", "title b"])
    }

    @Test("text wraps at the width of its cell, which may span columns")
    func wrapping() throws {
        let text = "one two three four"
        let narrow = try SetDocument(
            table(columns: 4, rows: [TableRow([cell(text)])]), template: TinyPage.holding(lines: 9))
        let wide = try SetDocument(
            table(columns: 4, rows: [TableRow([TableCell([Paragraph(text, TinyPage.style)], columnSpan: 4)])]),
            template: TinyPage.holding(lines: 9))
        func lines(_ document: SetDocument) throws -> Int {
            Set(try RenderedPages(document.pdf).words(0).map { Int($0.region.y) }).count
        }
        #expect(try lines(narrow) == 3)
        #expect(try lines(wide) == 1)
    }

    @Test("columns follow each other in the page's direction", arguments: [Direction.leftToRight, .rightToLeft])
    func direction(direction: Direction) throws {
        let document = try SetDocument(
            table(columns: 2, rows: [TableRow([cell("first"), cell("second")])]),
            template: TinyPage.holding(lines: 2, direction: direction))
        let words = try RenderedPages(document.pdf).words(0)
        let first = try #require(words.first { $0.text == "first" })
        let second = try #require(words.first { $0.text == "second" })
        #expect((first.region.x < second.region.x) == (direction == .leftToRight))
    }

    @Test("fixed columns keep their widths, and shares divide the rest")
    func widths() throws {
        let columns = [TableColumn(.points(50)), TableColumn(.share(1)), TableColumn(.share(2))]
        let row = TableRow([cell("a"), cell("b"), cell("c")])
        let document = try SetDocument(
            [.begin(.table(Table(columns: columns, style: Self.style))), .row(row), .end],
            template: TinyPage.holding(lines: 2, width: 200))
        let left = try RenderedPages(document.pdf).words(0).map { ($0.region.x - 10).rounded() }
        #expect(zip(left, [0, 50, 100]).allSatisfy { abs($0 - $1) <= 2 })
    }
}
