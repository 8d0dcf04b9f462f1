import FormModel
import Foundation
import TestSupport
import TestTraits
import Testing
import Typesetting

@Suite("Typesetting: random documents", .blocking) struct RandomFlowTests {
    /// Blocks of random kinds in random containers, with every word numbered.
    private struct Author {
        var random: SeededGenerator
        var words: [String] = []
        var blocks: [FlowBlock] = []

        mutating func write(depth: Int) {
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                switch Int.random(in: 0..<(depth > 3 ? 5 : 9), using: &random) {
                case 0: blocks.append(.heading(Heading(level: Int.random(in: 1...6, using: &random), paragraph())))
                case 1: blocks.append(.space(Double.random(in: -5...300, using: &random)))
                case 2: blocks.append(.pageBreak)
                case 3, 4: blocks.append(.paragraph(paragraph()))
                case 5:
                    let box = BoxStyle(
                        padding: Insets(Double.random(in: 0...40, using: &random)), background: Color(gray: 0.9))
                    nest(in: .quote(box), depth: depth)
                case 6:
                    blocks.append(.begin(.list(ListStyle())))
                    nest(in: .item(ListMarker("")), depth: depth)
                    blocks.append(.end)
                case 7: table()
                default: blocks.append(.code(CodeBlock(paragraph().text)))
                }
            }
        }

        private mutating func nest(in container: Container, depth: Int) {
            blocks.append(.begin(container))
            write(depth: depth + 1)
            blocks.append(.end)
        }

        private mutating func table() {
            blocks.append(.begin(.table(Table(columns: [TableColumn(), TableColumn(.points(90))]))))
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                let cell = paragraph()
                blocks.append(.row(TableRow([TableCell([cell])], staysWithNext: Bool.random(using: &random))))
            }
            blocks.append(.end)
        }

        private mutating func paragraph() -> Paragraph {
            let runs = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let count = Int.random(in: 1...25, using: &random)
                let new = (0..<count).map { "w\(words.count + $0)" }
                words += new
                return TextRun(
                    new.joined(separator: " ") + " ",
                    TextStyle(
                        families: "DejaVu Sans Mono", size: Double.random(in: 6...14, using: &random),
                        weight: Bool.random(using: &random) ? 400 : 700,
                        link: Bool.random(using: &random) ? nil : .address("https://example.org")))
            }
            let style = ParagraphStyle(
                lineSpacing: Double.random(in: 0.9...2, using: &random),
                spaceBefore: Double.random(in: 0...30, using: &random), orphans: Int.random(in: 0...4, using: &random),
                widows: Int.random(in: 0...4, using: &random), staysTogether: Bool.random(using: &random),
                staysWithNext: Int.random(in: 0..<4, using: &random) == 0)
            return Paragraph(runs, style: style)
        }
    }

    @Test("each word appears once, in order, and the structure holds all of them", arguments: 0..<40 as Range<UInt64>)
    func order(seed: UInt64) throws {
        var author = Author(random: SeededGenerator(seed: seed))
        author.write(depth: 0)
        let template = PageTemplate(
            size: PageSize(width: 400, height: 180), margins: Insets(20), head: nil, foot: nil)
        let document = try SetDocument(author.blocks, template: template)
        let text = try document.read {
            String(decoding: try Program.run("pdftotext", ["-raw", $0.path, "-"]), as: UTF8.self)
        }
        #expect(text.split(whereSeparator: \.isWhitespace).map(String.init) == author.words)
        let structured = try document.structure().matches(of: /w[0-9]+/).map { String($0.output) }
        #expect(structured == author.words)
        #expect(try Typesetter(template: template).measure(author.blocks) == document.report)
    }
}
