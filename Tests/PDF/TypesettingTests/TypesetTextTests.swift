import FormModel
import Foundation
import TestSupport
import TestTraits
import Testing
import Typesetting

@Suite("Typesetting: text", .blocking) struct TypesetTextTests {
    @Test("the same content gives the same bytes, on any thread")
    func deterministic() async throws {
        let blocks: [FlowBlock] = [
            .heading(Heading(level: 1, Paragraph("Grüße", destination: "a"))), .paragraph(Paragraph("漢字 and שלום")),
            .code(CodeBlock("code")),
        ]
        let first = try SetDocument(blocks).pdf
        #expect(try SetDocument(blocks).pdf == first)
        let other = try await Task.detached { try SetDocument(blocks).pdf }.value
        #expect(other == first)
    }

    @Test("qpdf finds no fault in a document of every kind of block, and all fonts are embedded")
    func valid() throws {
        let document = try SetDocument(Everything.blocks, info: DocumentInfo(title: "Everything", language: "en"))
        try document.read { file in
            try Program.run("qpdf", ["--check", file.path])
            let fonts = String(decoding: try Program.run("pdffonts", [file.path]), as: UTF8.self)
            let rows = fonts.split(separator: "\n").dropFirst(2)
            #expect(rows.count >= 4)
            #expect(rows.allSatisfy { $0.contains(" yes yes ") })
        }
    }

    @Test(
        "a paragraph without a direction has that of its first letter",
        arguments: [("abc שלום", false), ("1) שלום abc", true)])
    func direction(text: String, isRightToLeft: Bool) throws {
        let template = PageTemplate(size: PageSize(width: 400, height: 100), margins: Insets(20), foot: nil)
        let document = try SetDocument([.paragraph(Paragraph(text))], template: template)
        let words = try RenderedPages(document.pdf).words(0)
        let left = try #require(words.map(\.region.left).min())
        let right = try #require(words.map(\.region.right).max())
        #expect(isRightToLeft ? abs(right - 380) < 3 : abs(left - 20) < 3)
    }

    @Test(
        "lines begin at their edge: start, center, end, justified", arguments: [Direction.leftToRight, .rightToLeft])
    func alignment(direction: Direction) throws {
        let template = PageTemplate(size: PageSize(width: 240, height: 200), margins: Insets(20), foot: nil)
        let blank = try RenderedPages(try SetDocument([], template: template).pdf).image(0)
        func edges(_ alignment: Alignment, words: Int) throws -> (start: Double, end: Double) {
            let style = ParagraphStyle(alignment: alignment, direction: direction)
            let word = direction == .leftToRight ? "words " : "שלום "
            let text = String(repeating: word, count: words).trimmingCharacters(in: .whitespaces)
            let document = try SetDocument([.paragraph(Paragraph(text, style: style))], template: template)
            let ink = try #require(difference(try RenderedPages(document.pdf).image(0), blank))
            let (left, right) = (ink.left - 20, 220 - ink.right)
            return direction == .leftToRight ? (left, right) : (right, left)
        }
        let start = try edges(.start, words: 3)
        #expect(abs(start.start) < 2 && start.end > 50)
        let end = try edges(.end, words: 3)
        #expect(abs(end.end) < 2 && end.start > 50)
        let center = try edges(.center, words: 3)
        #expect(abs(center.start - center.end) < 2 && center.start > 20)
        let ragged = try edges(.start, words: 20)
        #expect(abs(ragged.start) < 2 && ragged.end > 2)
        let justified = try edges(.justified, words: 20)
        #expect(abs(justified.start) < 2 && abs(justified.end) < 2)
    }

    @Test("a character that no font has is reported once, with its page")
    func missingGlyph() throws {
        let text = Paragraph("a \u{10FF00} b \u{10FF00}")
        let document = try SetDocument([.pageBreak, .paragraph(text), .pageBreak, .paragraph(text)])
        #expect(document.report.warnings.map(\.kind) == [.missingGlyph("\u{10FF00}")])
    }

    @Test("characters that no font has are replaced, and the bullets of symbol fonts by what they stand for")
    func replacedCharacters() throws {
        let text = Paragraph([
            TextRun("\u{F0B7} one \u{10FF00}\u{10FE00}"), TextRun(" \u{F0FC} two", TextStyle(weight: 700)),
        ])
        let document = try SetDocument([.paragraph(text)], template: PageTemplate(foot: nil))
        // Fonts differ in height, and so do the places of words.
        #expect(Set(try document.words().flatMap(\.self)) == ["•", "one", "��", "✓", "two"])
        #expect(
            document.report.warnings.map(\.kind) == [.missingGlyph("\u{10FF00}"), .missingGlyph("\u{10FE00}")])
    }

    @Test("text is in the file in reading order, whatever its style", arguments: [10.0, 30.0])
    func order(size: Double) throws {
        var styles = [TextStyle(size: size), TextStyle(size: size, weight: 700), TextStyle(size: size, isItalic: true)]
        styles.append(TextStyle(size: size, isUnderlined: true, link: .address("https://example.org")))
        let words = (1...200).map { "word\($0)" }
        let runs = words.enumerated().map { TextRun($0.element + " ", styles[$0.offset % styles.count]) }
        let document = try SetDocument([.paragraph(Paragraph(runs))], template: PageTemplate(foot: nil))
        #expect(try document.words().flatMap(\.self) == words)
        let raw = try document.read {
            String(decoding: try Program.run("pdftotext", ["-raw", $0.path, "-"]), as: UTF8.self)
        }
        #expect(raw.split(whereSeparator: \.isWhitespace).map(String.init) == words)
    }

    @Test("text with a zero byte, and no text, are set")
    func strange() throws {
        let document = try SetDocument(
            [.paragraph(Paragraph("a\u{0}b")), .paragraph(Paragraph("")), .paragraph(Paragraph([TextRun]()))],
            template: PageTemplate(foot: nil))
        #expect(try document.words().flatMap(\.self) == ["a\u{FFFD}b"])
    }

    @Test("a paragraph of 20,000 letters without a space is broken in time")
    func endlessWord() throws {
        let document = try SetDocument([.paragraph(Paragraph(String(repeating: "x", count: 20_000)))])
        #expect(document.report.pageCount > 1)
    }

    @Test("noncharacters, which a PDF cannot name, are replaced")
    func noncharacters() throws {
        for number: UInt32 in [0xFFFE, 0xFFFF, 0xFDD0, 0x1FFFF, 0x10FFFF] {
            let scalar = try #require(Unicode.Scalar(number))
            let document = try SetDocument([.paragraph(Paragraph("a\(Character(scalar))b"))])
            #expect(try document.words().first?.first?.hasPrefix("a") == true)
        }
    }

    @Test(
        "a paragraph of any length is set whole", arguments: [Alignment.start, .justified],
        [Direction.leftToRight, .rightToLeft])
    func longParagraph(alignment: Alignment, direction: Direction) throws {
        let words = (0..<6_000).map { "w\($0)" }
        let paragraph = Paragraph(
            words.joined(separator: " "), style: ParagraphStyle(alignment: alignment, direction: direction))
        let document = try SetDocument([.paragraph(paragraph)], template: PageTemplate(foot: nil))
        let drawn = try document.words().flatMap(\.self)
        // Lines of a right-to-left paragraph in Latin letters are in order as well.
        #expect(drawn == words)
    }

    @Test("a paragraph of many short runs and one of large letters are set whole")
    func longParagraphOfRuns() throws {
        let runs = (0..<5_000).map { TextRun("w\($0) ", TextStyle(weight: $0 % 2 == 0 ? 400 : 700)) }
        let document = try SetDocument([.paragraph(Paragraph(runs))], template: PageTemplate(foot: nil))
        #expect(try document.words().flatMap(\.self) == (0..<5_000).map { "w\($0)" })
        let large = Paragraph((0..<600).map { "w\($0)" }.joined(separator: " "), TextStyle(size: 150))
        #expect(
            try SetDocument([.paragraph(large)], template: PageTemplate(foot: nil)).words().flatMap(\.self).count >= 600
        )
    }

    @Test("the lines of a long paragraph are those of its parts", arguments: [0.0, 20, -20])
    func longParagraphLines(indent: Double) throws {
        let words = (0..<1_500).map { "word\($0 % 7)" }.joined(separator: " ")
        let style = ParagraphStyle(alignment: .justified, firstLineIndent: indent)
        let template = PageTemplate(size: PageSize(width: 220, height: 14_000), margins: Insets(10), foot: nil)
        let pdf = try SetDocument([.paragraph(Paragraph(words, style: style))], template: template).pdf
        let regions = try RenderedPages(pdf).words(0).map(\.region)
        let lines = Dictionary(grouping: regions) { ($0.top * 2).rounded() }.sorted { $0.key < $1.key }.map(\.value)
        // All lines but the last reach the right edge, and all but the first begin at the same place.
        for line in lines.dropLast() { #expect(abs((line.map(\.right).max() ?? 0) - 210) < 1.5) }
        let starts = lines.map { $0.map(\.left).min() ?? 0 }
        #expect(abs(starts[0] - 10 - max(0, indent)) < 1)
        #expect(starts.dropFirst().allSatisfy { abs($0 - 10 - max(0, -indent)) < 1 })
    }

    @Test("justified lines are flush where a change of style ends them")
    func justifiedStyles() throws {
        let runs = (0..<200).map { TextRun("word\($0 % 9) and ", TextStyle(weight: $0 % 2 == 0 ? 400 : 700)) }
        let template = PageTemplate(size: PageSize(width: 260, height: 3_000), margins: Insets(10), foot: nil)
        let paragraph = Paragraph(runs, style: ParagraphStyle(alignment: .justified))
        let regions = try RenderedPages(SetDocument([.paragraph(paragraph)], template: template).pdf).words(0).map(
            \.region)
        let lines = Dictionary(grouping: regions) { ($0.top / 5).rounded() }.sorted { $0.key < $1.key }.map(\.value)
        #expect(lines.count > 20)
        for line in lines.dropLast() { #expect(abs((line.map(\.right).max() ?? 0) - 250) < 0.5) }
    }

    @Test("a word that must be broken gets no hyphen, but a soft hyphen shows where the line ends")
    func hyphens() throws {
        let narrow = PageTemplate(size: PageSize(width: 80, height: 200), margins: Insets(10), foot: nil)
        let broken = try SetDocument([.paragraph(Paragraph(String(repeating: "m", count: 30)))], template: narrow)
        #expect(try broken.words()[0].joined() == String(repeating: "m", count: 30))
        let soft = try SetDocument([.paragraph(Paragraph("mmmmm\u{AD}mmmmm"))], template: narrow)
        let lines = try soft.words()[0]
        #expect(
            lines.count == 2
                && lines[0].unicodeScalars.last.map { "-\u{AD}\u{2010}".unicodeScalars.contains($0) } == true)
    }

    @Test("an item without content shows its marker, and one with a table its marker beside it")
    func markers() throws {
        let document = try SetDocument(
            [
                .begin(.item(ListMarker("1."))), .end,
                .begin(.item(ListMarker("2."))), .begin(.table(Table(columns: [TableColumn()]))),
                .row(TableRow([TableCell("cell")])), .end, .end,
                .begin(.item(ListMarker("3."))), .rule, .end,
            ].wrapped(in: .list(ListStyle(numbering: .decimal))), template: PageTemplate(foot: nil))
        #expect(Set(try document.words().flatMap(\.self)) == ["1.", "2.", "cell", "3."])
    }

    @Test("the marker of an item stands where its lines begin, also on a page of the other direction")
    func markersOfDirections() throws {
        let template = PageTemplate(size: PageSize(width: 320, height: 300), margins: Insets(10), foot: nil)
        func item(_ marker: String, _ text: String, _ inner: [FlowBlock] = []) -> [FlowBlock] {
            [.begin(.item(ListMarker(marker))), .paragraph(Paragraph(text))] + inner + [.end]
        }
        let nested =
            item("b.", "גדול").wrapped(in: .list(ListStyle())) + item("c.", "inner").wrapped(in: .list(ListStyle()))
        let document = try SetDocument(
            (item("a.", "שלום", nested) + item("d.", "plain")).wrapped(in: .list(ListStyle(indent: 20))),
            template: template)
        let words = try RenderedPages(document.pdf).words(0)
        func place(_ text: String) throws -> Region { try #require(words.first { $0.text.contains(text) }).region }
        // The items are indented at their own side, the inner ones within the outer one.
        #expect(try abs(place("שלום").right - 290) < 2 && place("a").left > 290)
        #expect(try abs(place("גדול").right - 272) < 2 && place("b").left > 272)
        #expect(try place("c").left < 28 && abs(place("inner").left - 28) < 2)
        #expect(try place("d").left < 30 && abs(place("plain").left - 30) < 2)
    }
}
