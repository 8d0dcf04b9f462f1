import FormModel
import Typesetting

/// A document with every kind of block.
enum Everything {
    private static let base = TextStyle()
    private static let bold = TextStyle(weight: 700)
    private static let lorem =
        "The quick brown fox jumps over the lazy dog, while typography gives language a durable form. "

    static var blocks: [FlowBlock] { text + lists + boxes + tables + figures }

    private static var text: [FlowBlock] {
        let blue = Color(red: 0.05, green: 0.25, blue: 0.65)
        let link = TextStyle(color: blue, isUnderlined: true, link: .address("https://example.org/"))
        let inner = TextStyle(color: blue, link: .destination("tables"))
        let runs = [
            TextRun("Plain, "), TextRun("bold", bold), TextRun(", "), TextRun("italic", TextStyle(isItalic: true)),
            TextRun(", "), TextRun("struck through", TextStyle(isStruckThrough: true)), TextRun(", E = mc"),
            TextRun("2", TextStyle(position: .superscript)), TextRun(", "),
            TextRun("highlighted", TextStyle(background: Color(red: 1, green: 0.95, blue: 0.6))),
            TextRun(", a "), TextRun("link that is long enough to go on after the end of its line", link),
            TextRun(" and one to "), TextRun("the tables", inner), TextRun(". " + lorem),
        ]
        return [
            .heading(
                Heading(
                    level: 1,
                    Paragraph(
                        "Every kind of block", TextStyle(size: 22, weight: 700), style: ParagraphStyle(spaceAfter: 10)))
            ),
            .paragraph(Paragraph(runs, style: ParagraphStyle(alignment: .justified))),
            .paragraph(Paragraph(lorem, style: ParagraphStyle(alignment: .center, lineSpacing: 1.4))),
            .paragraph(Paragraph(lorem + lorem, style: ParagraphStyle(firstLineIndent: 20))),
            .paragraph(Paragraph("שלום עולם, and English, עם עברית מסביב.")),
            .paragraph(Paragraph("漢字かな交じり文, ไทย, हिन्दी, Ελληνικά, русский.")),
        ]
    }

    private static var lists: [FlowBlock] {
        var blocks: [FlowBlock] = [
            .heading(
                Heading(
                    level: 2,
                    Paragraph("Lists", TextStyle(size: 15, weight: 700), style: ParagraphStyle(spaceBefore: 8)))
            )
        ]
        blocks.append(.begin(.list(ListStyle(numbering: .decimal))))
        for number in 1...3 {
            blocks += [.begin(.item(ListMarker("\(number)."))), .paragraph(Paragraph(lorem))]
            if number == 2 {
                blocks += [.begin(.list(ListStyle(spaceAfter: 0)))]
                for text in ["a nested bullet", "another one"] {
                    blocks += [.begin(.item(ListMarker("•"))), .paragraph(Paragraph(text)), .end]
                }
                blocks.append(.end)
            }
            blocks.append(.end)
        }
        return blocks + [.end]
    }

    private static var boxes: [FlowBlock] {
        let box = BoxStyle(
            padding: Insets(top: 4, start: 14, bottom: 4, end: 8), background: Color(gray: 0.97),
            barColor: Color(red: 0.3, green: 0.4, blue: 0.7))
        return [
            .begin(.quote(box)), .paragraph(Paragraph(lorem, TextStyle(isItalic: true))),
            .paragraph(Paragraph("— someone")), .end,
            .code(CodeBlock("func greet(_ name: String) -> String {\n    \"Hello, \\(name)\"\n}")), .rule,
        ]
    }

    private static var tables: [FlowBlock] {
        let columns = [TableColumn(.share(1)), TableColumn(.share(3)), TableColumn(.points(60))]
        let header = TableRow([
            TableCell("No.", bold), TableCell("What it is", bold), TableCell("Amount", bold, alignment: .end),
        ])
        var blocks: [FlowBlock] = [
            .heading(
                Heading(level: 2, Paragraph("Tables", TextStyle(size: 15, weight: 700), destination: "tables"))),
            .begin(.table(Table(columns: columns, header: [header], summary: "Amounts"))),
        ]
        for number in 1...30 {
            blocks.append(
                .row(
                    TableRow(
                        [
                            TableCell("\(number)", isRowHeader: true),
                            TableCell(number % 7 == 0 ? lorem : "short"),
                            TableCell("\(number * 13).50", alignment: .end),
                        ], background: number % 10 == 0 ? Color(gray: 0.95) : nil)))
        }
        let total = TableRow([TableCell("Total", bold, columnSpan: 2), TableCell("6,060.00", bold, alignment: .end)])
        return blocks + [.row(total), .end]
    }

    private static var figures: [FlowBlock] {
        let drawing = Drawing(
            size: PageSize(width: 300, height: 120),
            commands: [
                .fill([.rectangle(Region(x: 0, y: 0, width: 300, height: 120))], Color(gray: 0.97)),
                .stroke([.move(x: 20, y: 100), .line(x: 280, y: 100)], .black, width: 1, dashes: []),
                .stroke([.move(x: 20, y: 50), .line(x: 280, y: 50)], Color(gray: 0.5), width: 0.5, dashes: [4, 2]),
                .fill(
                    [.rectangle(Region(x: 40, y: 40, width: 30, height: 60))], Color(red: 0.2, green: 0.5, blue: 0.3)),
                .fill(
                    [.move(x: 150, y: 60), .arc(x: 150, y: 60, radius: 38, from: 0, to: 4), .close],
                    Color(red: 0.8, green: 0.3, blue: 0.2)),
                .fill(
                    [
                        .move(x: 220, y: 100), .curve(x1: 230, y1: 20, x2: 250, y2: 20, x: 260, y: 100), .close,
                    ], Color(red: 0.3, green: 0.4, blue: 0.7)),
                .text(TextRun("a bar"), x: 55, baseline: 115, alignment: .center),
            ])
        return [
            .figure(
                Figure(
                    .drawing(drawing), alternativeText: "A bar, a pie and a hill", alignment: .center,
                    staysWithNext: true)
            ),
            .paragraph(
                Paragraph(
                    "Figure 1: a bar, a pie and a hill.", TextStyle(isItalic: true),
                    style: ParagraphStyle(alignment: .center))),
        ]
    }
}
