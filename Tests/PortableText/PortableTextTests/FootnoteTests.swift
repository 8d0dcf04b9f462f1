import Foundation
import PortableText
import PortableTextPDF
import TestSupport
import TestTraits
import Testing

@Suite("Footnotes of Portable Text", .blocking) struct FootnoteTests {
    /// An annotation over two spans, an object within text and a note in a cell; the first one has a note itself.
    private static let document = #"""
        [{"_type": "block", "_key": "h", "style": "h1", "markDefs": [{"_key": "f", "_type": "footnote", "text": "Of the title."}],
          "children": [{"_type": "span", "text": "Title", "marks": ["f"]}]},
         {"_type": "block", "markDefs": [{"_key": "f", "_type": "footnote", "text": [{"_type": "block",
            "markDefs": [{"_key": "g", "_type": "footnote", "text": "never"}],
            "children": [{"_type": "span", "text": "Second "}, {"_type": "span", "text": "note", "marks": ["em", "g"]}]}]}],
          "children": [{"_type": "span", "text": "A "}, {"_type": "span", "text": "bold ", "marks": ["strong", "f"]},
            {"_type": "span", "text": "word", "marks": ["f"]},
            {"_type": "footnote", "content": [{"_type": "span", "text": "Third <note>"}]},
            {"_type": "span", "text": " ends."}]},
         {"_type": "table", "rows": [{"cells": ["Head"]}, {"cells": [{"_type": "block", "children": [
            {"_type": "span", "text": "Cell"}, {"_type": "footnote", "body": "Fourth."}]}]}]}]
        """#

    private func document() throws -> PortableTextDocument { try read(Self.document).document }

    @Test("in HTML, numbered marks lead to a list of notes, which lead back")
    func html() throws {
        let html = try document().html()
        #expect(
            html.contains(
                ##"<p>A <strong>bold </strong>word<sup id="footnote-mark-2"><a href="#footnote-2" role="doc-noteref">2</a></sup>"##
            ))
        #expect(html.contains(#"Cell<sup id="footnote-mark-4">"#))
        let notes = html.split(separator: #"<section role="doc-endnotes">"#).last.map(String.init) ?? ""
        #expect(notes.hasPrefix(##"<ol><li id="footnote-1">Of the title. <a href="#footnote-mark-1""##))
        #expect(notes.contains(#"<li id="footnote-2">Second <em>note</em> <a"#))
        #expect(notes.contains("Third &lt;note&gt;") && notes.hasSuffix("</ol></section>"))
        #expect(!html.contains("never"))
    }

    @Test("in plain text, marks are numbers in brackets, and the notes follow the text")
    func plainText() throws {
        #expect(
            try document().plainText == """
                Title[1]

                A bold word[2][3] ends.

                Head
                Cell[4]

                [1] Of the title.
                [2] Second note
                [3] Third <note>
                [4] Fourth.

                """)
    }

    @Test("in a PDF, notes stand at the foot of the page, and numbers are no part of headings")
    func pdf() throws {
        let folder = try TemporaryFolder()
        let (pdf, report) = try PDFRenderer(title: "Notes", language: "en", hasTableOfContents: true).render(document())
        #expect(report.problems.isEmpty && report.tableOfContents.map(\.text) == ["Title"])
        let file = try folder.write(pdf, "notes.pdf")
        let text = String(decoding: try Program.run("pdftotext", ["-layout", file.path, "-"]), as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.hasSuffix("1 Of the title. 2 Second note 3 Third <note> 4 Fourth. 2/2"), "\(words)")
        #expect(!text.contains("never"))
    }

    @Test("apps get numbers in brackets in the text, and a block for each paragraph of a note")
    func attributed() throws {
        let blocks = try document().attributedBlocks()
        #expect(String(blocks[1].text.characters) == "A bold word[2][3] ends.")
        let notes = blocks.compactMap { block in
            if case .footnote(let number) = block.kind { "\(number) \(String(block.text.characters))" } else { nil }
        }
        #expect(notes == ["1 Of the title.", "2 Second note", "3 Third <note>", "4 Fourth."])
        #expect(Set(blocks.map(\.id)).count == blocks.count)
    }

    @Test("a footnote without a text is refused, or left out in lenient mode")
    func malformed() throws {
        for note in [#"{"_key": "f", "_type": "footnote"}"#, #"{"_key": "f", "_type": "footnote", "text": 5}"#] {
            let json =
                #"[{"_type": "block", "markDefs": [\#(note)], "children": [{"_type": "span", "text": "x", "marks": ["f"]}]}]"#
            let error = #expect(throws: PortableTextError.self) { try read(json) }
            #expect(error?.reason == .missingRequiredField)
            let (document, problems) = try read(json, .lenient)
            #expect(problems.count == 1 && document.html() == "<p>x</p>")
        }
    }

    @Test("a dataset's own annotations and objects become footnotes by their mapping")
    func mapped() throws {
        let types = PortableTextTypes(
            objects: ["aside": .init(.object(type: "footnote"), members: ["text": ["words"]])],
            marks: ["reference": .footnote(path: ["source", "name"])])
        let json = #"""
            [{"_type": "block", "markDefs": [{"_key": "r", "_type": "reference", "source": {"name": "Ada"}}],
              "children": [{"_type": "span", "text": "x", "marks": ["r"]}, {"_type": "aside", "words": "Grace"}]}]
            """#
        let document = try PortableTextReader(types: types).read(Data(json.utf8)).document
        #expect(document.plainText == "x[1][2]\n\n[1] Ada\n[2] Grace\n")
    }

    @Test("footnotes nested in footnotes a hundred times are refused, not followed forever")
    func nested() {
        var note = #"{"_type": "footnote", "text": "end"}"#
        for _ in 0..<100 {
            note = #"{"_type": "footnote", "text": [{"_type": "block", "children": [\#(note)]}]}"#
        }
        let json = #"[{"_type": "block", "children": [\#(note)]}]"#
        #expect(throws: PortableTextError.self) { try read(json) }
        #expect(throws: PortableTextError.self) { try read(json, .lenient) }
    }
}
