import FailureModel
import Foundation
import Markdown
import Portfolio
import PortfolioInputs
import TestSupport
import Testing

@Suite("Markdown of portfolios", .timeLimit(.minutes(30))) struct MarkdownTests {
    private func read(_ text: String) -> MarkdownText { MarkdownText(Array(text.utf8)) }

    @Test("a file is analysed as its title and its words, without marks")
    func analysed() async throws {
        let source = "\u{FEFF}# Abstract *work*\r\n\r\nMade of **light** and\r\n[glass](https://example.org \"x\").\r\n"
        let analysed = try await Analysed(Data(source.utf8))
        let analysis = try analysed.analysis()
        #expect(analysis.type == .text && analysis.mediaType == "text/markdown")
        #expect(analysis.title == "Abstract work" && analysis.text == "Made of light and glass.")
        #expect(Set(analysed.files.keys) == ["analysis.json"] && analysed.files(with: "example.org").isEmpty)
    }

    @Test("the title is the first heading of level 1 that is not quoted and not empty, and others stay in the text")
    func titles() {
        #expect(read("## Two\n\n> # Quoted\n\n- # Listed\n\n#\n\nOne\n===\n\n# More").title == "One")
        #expect(
            read("## Two\n\n> # Quoted\n\n- # Listed\n\nOne\n===\n\n# More").text == "Two\n\nQuoted\n\n• Listed\n\nMore"
        )
        #expect(read("## Two\n\nText").title == nil)
    }

    @Test("a heading that is too long for a title stays in the text, and a title can stand alone")
    func longTitles() async throws {
        let heading = String(repeating: "long ", count: 21) + "heading"
        let long = try await Analysed(Data("# \(heading)\n\nText".utf8)).analysis()
        #expect(long.title == String(heading.prefix(100)) && long.text == heading + "\n\nText")
        let alone = try await Analysed(Data("# Alone\n".utf8)).analysis()
        #expect(alone.title == "Alone" && alone.text == nil)
    }

    @Test("items of lists are lines with a dot or their number")
    func lists() {
        #expect(
            read("Before\n\n- oak\n  - ash\n  - \n\n- elm\n\n  tall\n\nAfter").text
                == "Before\n\n• oak\n• ash\n• elm\n\ntall\n\nAfter")
        #expect(read("Before\n\n7. a\n9. b\n   - c\n1. d").text == "Before\n\n7. a\n8. b\n• c\n9. d")
        #expect(read("1. - a\n   - b").text == "1. • a\n• b")
        #expect(read("Before\n\n-\n- b\n\n<!-- -->\n\n* c").text == "Before\n\n• b\n\n• c")
    }

    @Test("code is kept with its indentation, and lines break where the author breaks them")
    func code() {
        #expect(
            read("Use `a *b*`:\n\n```swift\n  let x = 1\n\nf()\n```\nEnd").text
                == "Use a *b*:\n\n  let x = 1\n\nf()\n\nEnd")
        #expect(read("one  \ntwo<br/>three\nfour\\\nfive").text == "one\ntwo\nthree four\nfive")
    }

    @Test("tables are lines in the text, and cells among the blocks")
    func tables() {
        let source = """
            Before
            | a | `b|c` | **d** |
            |:--|:-:|---|
            | 1 | 2
            | x | y | z | too many |

            a | b
            --|--|--

            p | q
            - | -
            """
        let markdown = read(source)
        #expect(
            markdown.text
                == "Before\n\na · b|c · d\n1 · 2\nx · y · z\n\na | b --|--|--\n\np | q\n\n• | -")
        guard markdown.blocks.count == 5, case .table(let rows, let alignments) = markdown.blocks[1].kind else {
            Issue.record("There is no table: \(markdown.blocks)")
            return
        }
        #expect(
            rows.map { $0.map { $0.map(\.text).joined() } } == [["a", "b|c", "d"], ["1", "2", ""], ["x", "y", "z"]])
        #expect(rows[0][1].map(\.isCode) == [true] && rows[0][2].map(\.isStrong) == [true])
        #expect(alignments == [.start, .center, .start])
    }

    @Test("a pipe behind a backslash is a pipe, and does not divide a cell")
    func escapedPipes() {
        let source = #"""
            # a \| b

            | x \| y | `p \| q` |
            |--:|---|
            | 1 \\| 2 |

            c \| d \\| `e \| f`

                g \| h
            """#
        let markdown = read(source)
        #expect(markdown.title == "a | b")
        guard markdown.blocks.count == 3, case .table(let rows, let alignments) = markdown.blocks[0].kind else {
            Issue.record("There is no table: \(markdown.blocks)")
            return
        }
        #expect(rows.map { $0.map { $0.map(\.text).joined() } } == [["x | y", "p | q"], [#"1 \"#, "2"]])
        #expect(alignments == [.end, .start])
        #expect(markdown.blocks[1].spans.map(\.text).joined() == #"c | d \| e \| f"#)
        #expect(markdown.blocks[2].spans.map(\.text).joined() == #"g \| h"#)
    }

    @Test("blocks keep headings, lists, quotations, code and emphasis")
    func blocks() async throws {
        let source = """
            # Title
            ## Part
            A **b *c*** `d`
            e.

            3. one
               - two

                 three

            > *said*

            ```
              code
            ```
            """
        let blocks = try #require(try await Analysed(Data(source.utf8)).analysis().blocks)
        #expect(
            blocks == [
                RichBlock(.heading, level: 2, spans: [RichSpan("Part")]),
                RichBlock(
                    .paragraph,
                    spans: [
                        RichSpan("A "), RichSpan("b ", isStrong: true),
                        RichSpan("c", isStrong: true, isEmphasised: true), RichSpan(" "), RichSpan("d", isCode: true),
                        RichSpan(" e."),
                    ]),
                RichBlock(.item, level: 1, marker: "3.", spans: [RichSpan("one")]),
                RichBlock(.item, level: 2, marker: "•", spans: [RichSpan("two")]),
                RichBlock(.paragraph, level: 2, spans: [RichSpan("three")]),
                RichBlock(.paragraph, isQuoted: true, spans: [RichSpan("said", isEmphasised: true)]),
                RichBlock(.code, spans: [RichSpan("  code")]),
            ])
        #expect(try await Analysed(Data("plain".utf8)).analysis().blocks == nil)
    }

    @Test("images are their alternative texts, and raw HTML and addresses are left out")
    func references() async throws {
        let source = """
            ![A *red* chair](https://example.org/chair.jpg) <https://example.com>

            ![](x.png)

            <script src="https://example.org">alert(1)</script>

            a <b onclick="x">b</b> &amp; [c][1]

            [1]: file:///etc/passwd
            """
        #expect(read(source).text == "A red chair https://example.com\n\na b & c")
        #expect(try await Analysed(Data("<div>\n# a\n</div>\n".utf8)).code == .inputEmpty)
    }

    @Test("20,000 levels of nesting are read on a small stack")
    func nesting() async throws {
        let count = 20_000
        func nested(_ open: String, _ close: String = "") -> String {
            String(repeating: open, count: count) + "a" + String(repeating: close, count: count)
        }
        let cases = [
            nested(">"): "a", nested("["): nested("["), nested("[", "]"): nested("[", "]"), nested("*", "*"): "a",
            nested("- "): nested("• "), nested("- ") + "\n\n" + nested("- "): nested("• ") + "\n" + nested("• "),
        ]
        for (source, expected) in cases {
            let text = await onSmallStack { MarkdownText(Array(source.utf8)).text }
            #expect(text == expected, "\(source.prefix(4))")
        }
        for (source, expected) in cases where source.count < 49_000 {
            let analysis = try await Analysed(Data(("# Title\n\n" + source).utf8)).analysis()
            #expect(analysis.title == "Title" && analysis.text == expected, "\(source.prefix(4))")
        }
    }

    @Test("numbers that are longer than in the file do not make the text too long")
    func numbers() async throws {
        let source = "# T\n\n999999999. a\n" + String(repeating: "1. a\n", count: 9_900)
        let text = try await Analysed(Data(source.utf8)).analysis().text
        #expect(text?.hasPrefix("999999999. a\n1000000000. a\n") == true && text?.count == 50_000)
    }

    @Test("any bytes are read as text in UTF-8")
    func fuzzed() {
        let pieces =
            ["# ", "\n", "> ", "- ", "1. ", "[", "](", ")", "![", "`", "```\n", "*", "<b>", "&#7;", "\t", "é", "\\"]
            .map { Array($0.utf8) } + [[0xFF], [0xE2, 0x80], [0]]
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...120, using: &generator)).flatMap { _ in
                Bool.random(using: &generator)
                    ? pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                    : [UInt8.random(in: 0...255, using: &generator)]
            }
            let markdown = MarkdownText(bytes)
            #expect(markdown == MarkdownText(bytes), "\(bytes)")
            #expect(!markdown.text.utf8.contains(0) && markdown.title?.isEmpty != true, "\(bytes)")
            #expect(markdown.text.last?.isWhitespace != true, "\(bytes)")
        }
        #expect(MarkdownText([]) == MarkdownText([0x0A]))
    }

    /// Runs something on a thread with 256 KB of stack.
    private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: body()) }
            thread.stackSize = 256 << 10
            thread.start()
        }
    }
}
