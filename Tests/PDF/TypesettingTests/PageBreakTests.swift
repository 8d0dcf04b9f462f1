import FailureModel
import FormModel
import Testing
import Typesetting

@Suite("Typesetting: page breaks") struct PageBreakTests {
    private func pages(_ lines: Int, _ blocks: [FlowBlock]) throws -> [String] {
        try SetDocument(blocks, template: TinyPage.holding(lines: lines)).words().map { $0.joined(separator: " ") }
    }

    @Test(
        "orphans and widows move lines to the next page",
        arguments: [
            (lines: 5, orphans: 1, widows: 1, pages: ["x1 x2 a1 a2 a3", "a4 a5"]),
            (lines: 5, orphans: 2, widows: 3, pages: ["x1 x2 a1 a2", "a3 a4 a5"]),
            (lines: 5, orphans: 4, widows: 1, pages: ["x1 x2", "a1 a2 a3 a4 a5"]),
            (lines: 6, orphans: 2, widows: 2, pages: ["x1 x2 a1 a2 a3", "a4 a5"]),
            (lines: 3, orphans: 2, widows: 2, pages: ["x1 x2", "a1 a2 a3", "a4 a5"]),
            (lines: 7, orphans: 2, widows: 2, pages: ["x1 x2 a1 a2 a3 a4 a5"]),
        ])
    func orphansAndWidows(lines: Int, orphans: Int, widows: Int, expected: [String]) throws {
        let style = ParagraphStyle(spaceAfter: 0, orphans: orphans, widows: widows)
        let set = try pages(
            lines,
            [
                .paragraph(TinyPage.paragraph("x", lines: 2)),
                .paragraph(TinyPage.paragraph("a", lines: 5, style: style)),
            ])
        #expect(set == expected)
    }

    @Test("a heading stays on the page of the first lines that follow it")
    func heading() throws {
        let blocks: [FlowBlock] = [
            .paragraph(TinyPage.paragraph("x", lines: 3)), TinyPage.heading("h"),
            .paragraph(TinyPage.paragraph("a", lines: 4)),
        ]
        #expect(try pages(5, blocks) == ["x1 x2 x3", "h1 a1 a2 a3 a4"])
        #expect(try pages(6, blocks) == ["x1 x2 x3 h1 a1 a2", "a3 a4"])
    }

    @Test("headings that follow each other stay together with what follows them")
    func headings() throws {
        let blocks: [FlowBlock] = [
            .paragraph(TinyPage.paragraph("x", lines: 2)), TinyPage.heading("h"), TinyPage.heading("i"),
            .paragraph(TinyPage.paragraph("a", lines: 1)),
        ]
        #expect(try pages(4, blocks) == ["x1 x2", "h1 i1 a1"])
    }

    @Test("a paragraph that stays together moves whole, and is split only if it is taller than a page")
    func staysTogether() throws {
        let style = ParagraphStyle(spaceAfter: 0, staysTogether: true)
        let blocks: [FlowBlock] = [
            .paragraph(TinyPage.paragraph("x", lines: 1)),
            .paragraph(TinyPage.paragraph("a", lines: 4, style: style)),
        ]
        #expect(try pages(4, blocks) == ["x1", "a1 a2 a3 a4"])
        #expect(try pages(3, blocks) == ["x1", "a1 a2 a3", "a4"])
    }

    @Test("headings without end are set nevertheless")
    func headingsOnly() throws {
        let set = try pages(3, (1...40).map { TinyPage.heading("h\($0)-") })
        #expect(set.joined(separator: " ").split(separator: " ").count == 40)
        #expect(set.count < 30)
    }

    @Test("space is dropped at the top of a page, and the larger of two adjoining spaces counts")
    func spaces() throws {
        let wide = ParagraphStyle(spaceBefore: TinyPage.lineHeight, spaceAfter: TinyPage.lineHeight)
        let blocks = (1...3).map { FlowBlock.paragraph(TinyPage.paragraph("\($0)a", lines: 2, style: wide)) }
        // Two paragraphs of two lines with one line between them.
        #expect(try pages(5, blocks) == ["1a1 1a2 2a1 2a2", "3a1 3a2"])
    }

    @Test("a page break ends a page once, and none is left empty")
    func pageBreaks() throws {
        let a = FlowBlock.paragraph(TinyPage.paragraph("a", lines: 1))
        let b = FlowBlock.paragraph(TinyPage.paragraph("b", lines: 1))
        #expect(try pages(3, [.pageBreak, a, .pageBreak, .pageBreak, b, .pageBreak]) == ["a1", "b1"])
    }

    @Test("a document without content has one page")
    func empty() throws {
        #expect(try pages(3, []) == [""])
    }

    @Test("measuring finds the same pages as drawing")
    func measuring() throws {
        let blocks = (1...20).flatMap {
            [TinyPage.heading("h\($0)-"), .paragraph(TinyPage.paragraph("a", lines: $0 % 7 + 1))]
        }
        let template = TinyPage.holding(lines: 9)
        #expect(try Typesetter(template: template).measure(blocks) == SetDocument(blocks, template: template).report)
    }

    @Test("more pages than allowed are refused")
    func limit() throws {
        let blocks = [FlowBlock.paragraph(TinyPage.paragraph("a", lines: 10))]
        let failure = #expect(throws: Failure.self) {
            try SetDocument(
                blocks, template: TinyPage.holding(lines: 3), options: TypesettingOptions(maximumPages: 2))
        }
        #expect(failure?.code == .outputTooLong)
    }

    @Test(
        "containers that do not match are refused",
        arguments: [
            [.end], [.begin(.list(ListStyle()))], [.begin(.item(ListMarker("•"))), .end],
            [.row(TableRow([]))], [.begin(.quote(BoxStyle())), .section(PageTemplate()), .end],
        ] as [[FlowBlock]])
    func malformed(blocks: [FlowBlock]) throws {
        let failure = #expect(throws: Failure.self) { try SetDocument(blocks) }
        #expect(failure?.code == .malformedFlow)
    }

    @Test("deep nesting is set up to the limit and refused beyond it, without recursion")
    func depth() throws {
        func nested(_ depth: Int) -> [FlowBlock] {
            [FlowBlock](repeating: .begin(.quote(BoxStyle(padding: Insets(start: 10)))), count: depth)
                + [.paragraph(Paragraph("deep", TinyPage.style))] + [FlowBlock](repeating: .end, count: depth)
        }
        #expect(try SetDocument(nested(1_000)).words()[0].first == "deep")
        let failure = #expect(throws: Failure.self) { try SetDocument(nested(1_001)) }
        #expect(failure?.code == .malformedFlow)
    }

    @Test("margins that leave no room for text are refused")
    func margins() throws {
        let template = PageTemplate(size: PageSize(width: 100, height: 100), margins: Insets(45))
        let failure = #expect(throws: Failure.self) { try SetDocument([], template: template) }
        #expect(failure?.code == .malformedFlow)
    }
}
