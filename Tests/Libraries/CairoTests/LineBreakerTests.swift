import Cairo
import TestSupport
import Testing

@Suite("Cairo: lines") struct LineBreakerTests {
    /// A text in several styles, and the places at which its runs are kept apart.
    private struct Sample {
        var text: StyledText
        var boundaries: [Int] = []
        var font = FontStyle(families: "Noto Sans", size: 10)

        init(using random: inout SeededGenerator) {
            text = StyledText(font: font)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                var font = font
                if Bool.random(using: &random) { font.weight = 700 }
                if Int.random(in: 0..<4, using: &random) == 0 { font.size = 17 }
                let words = (0..<Int.random(in: 1...30, using: &random)).map { _ in
                    Self.words.randomElement(using: &random) ?? ""
                }
                let rise = Int.random(in: 0..<5, using: &random) == 0 ? 4.0 : 0
                text.append(words.joined(separator: " "), font: font, rise: rise)
                text.append(Self.separators.randomElement(using: &random) ?? "", font: self.font)
                if Bool.random(using: &random) { boundaries.append(text.text.utf8.count) }
            }
            text.append("end.", font: font)
        }

        private static let words = [
            "a", "well-known", "AVATAR", "Té", "office", "Wörter", "τύπος", "шрифт", "—", "and/or", "“To”",
            "x\u{2003}y",
            "soft\u{AD}hyphen\u{AD}ated", "10\u{A0}km", "V", "T.", "e\u{301}te\u{301}", "…", "", "(f)", "\u{200B}",
            "100%",
        ]
        private static let separators = [" ", "", "  ", "\n", " \n", ", ", "-", "\u{2028}"]
    }

    /// What the runs of lines are, and where.
    private func description(of layout: ParagraphLayout) -> [String] {
        layout.lines.indices.map { index in
            let line = layout.lines[index]
            let runs = layout.runs(ofLine: index).map { "\($0.range) \($0.x) \($0.width) \($0.rise)" }
            return "\(line.ascent) \(line.descent) \(line.width) \(line.startsParagraph) \(runs)"
        }
    }

    @Test("lines that are divided after shaping are the lines that Pango breaks", arguments: UInt64(0)..<100)
    func division(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sample = Sample(using: &random)
        let context = TextContext(direction: .leftToRight, language: "en")
        let indents: [Double] = [0, 0, 15, -15]
        let indent = indents.randomElement(using: &random) ?? 0
        func lines(of text: StyledText) -> [String] {
            description(
                of: ParagraphLayout(
                    text, in: context, width: Double(60 + 17 * (seed % 20)), firstLineIndent: indent,
                    boundaries: sample.boundaries))
        }
        // Texts with a tab are left to Pango.
        var withTab = sample.text
        withTab.append("\n\t", font: sample.font)
        #expect(lines(of: sample.text) == lines(of: withTab).dropLast())
    }

    @Test("a space at the end of a line has no width, and a word that is longer than a line is broken")
    func ends() throws {
        var text = StyledText(font: FontStyle(families: "Noto Sans", size: 10))
        text.append("one two " + String(repeating: "m", count: 40), font: text.font)
        let context = TextContext(direction: .leftToRight, language: "en")
        let free = ParagraphLayout(text, in: context, width: nil)
        let bound = ParagraphLayout(text, in: context, width: 60)
        #expect(bound.lines.count > 3 && bound.lines.allSatisfy { $0.width <= 60 })
        var start = StyledText(font: text.font)
        start.append("one two", font: text.font)
        #expect(bound.lines[0].width == ParagraphLayout(start, in: context, width: nil).lines[0].width)
        #expect(free.lines.count == 1)
    }
}
