import Foundation
import PortableText
import TestSupport
import Testing

@Suite("Blocks as styled text") struct AttributedBlockTests {
    private func blocks(_ json: String, _ links: LinkPolicy = .safe) throws -> [AttributedBlock] {
        try PortableTextReader(mode: .lenient).read(Data(json.utf8)).document.attributedBlocks(links: links)
    }

    /// The parts of a text with the attributes that views use.
    private func runs(_ text: AttributedString) -> [String] {
        text.runs.map { run in
            let marks = run.attributes[PortableTextMarksAttribute.self] ?? []
            return "\(String(text[run.range].characters))|\(marks.joined(separator: ","))|"
                + (run.attributes.link?.absoluteString ?? "")
        }
    }

    @Test("marks become attributes, and a refused link is text")
    func marks() throws {
        let found = try blocks(
            """
            [{"_type": "block", "_key": "a", "markDefs": [
                {"_key": "l", "_type": "link", "href": "https://example.org/?a=1"},
                {"_key": "j", "_type": "link", "href": "javascript:alert(1)"}],
              "children": [{"_type": "span", "text": "See "}, {"_type": "span", "text": "this", "marks": ["strong", "l"]},
                {"_type": "span", "text": " or ", "marks": ["underline", "em"]},
                {"_type": "span", "text": "that", "marks": ["j"]}, {"_type": "span", "text": ".\\nEnd"}]}]
            """)
        #expect(found.map(\.kind) == [.paragraph(style: "normal")] && found.first?.id == "a")
        #expect(
            runs(try #require(found.first?.text)) == [
                "See ||", "this|link,strong|https://example.org/?a=1", " or |em,underline|",
                "that|link|", ".\nEnd||",
            ])
    }

    @Test("headings have the identifiers of the contents, list items their level and number")
    func structure() throws {
        func item(_ text: String, _ style: String, _ level: Int) -> String {
            """
            {"_type": "block", "listItem": "\(style)", "level": \(level), "children": [{"_type": "span", "text": "\(text)"}]}
            """
        }
        func heading(_ text: String) -> String {
            #"{"_type": "block", "_key": "h", "style": "h2", "children": [{"_type": "span", "text": "\#(text)"}]}"#
        }
        let json =
            "["
            + [
                heading("One"), item("a", "number", 1), item("b", "bullet", 2), item("c", "number", 1), heading("Two"),
                #"{"_type": "block", "_key": "h", "style": "blockquote", "children": [{"_type": "span", "text": "q"}]}"#,
            ].joined(separator: ",") + "]"
        let found = try blocks(json)
        #expect(
            found.map(\.kind) == [
                .heading(level: 2), .listItem(style: "number", level: 1, number: 1),
                .listItem(style: "bullet", level: 2, number: 1), .listItem(style: "number", level: 1, number: 2),
                .heading(level: 2), .quote,
            ])
        #expect(Set(found.map(\.id)).count == found.count)
        let contents = try PortableTextDocument(json: Data(json.utf8)).tableOfContents
        #expect(contents.map(\.id) == [found[0].id, found[4].id])
    }

    @Test("tables, code, pictures, embedded and own objects are blocks of their kind")
    func objects() throws {
        let found = try blocks(
            """
            [{"_type": "table", "rows": [{"cells": ["Name", "Age"]}, {"cells": ["Ada", "36"]}]},
             {"_type": "code", "language": "swift", "code": "let x = 1\\n"},
             {"_type": "image", "src": "cat.png", "alt": "A cat", "caption": "Our cat"},
             {"_type": "embed", "url": "https://example.org/v", "title": "A video"}]
            """)
        try #require(found.count == 4)
        guard case .table(let rows, 1) = found[0].kind else {
            Issue.record("no table")
            return
        }
        #expect(rows.map { $0.map { String($0.characters) } } == [["Name", "Age"], ["Ada", "36"]])
        #expect(found[1].kind == .code(language: "swift") && String(found[1].text.characters) == "let x = 1\n")
        guard case .image(let image) = found[2].kind else {
            Issue.record("no picture")
            return
        }
        #expect(image.alternativeText == "A cat" && String(found[2].text.characters) == "Our cat")
        #expect(found[3].kind == .embed && runs(found[3].text) == ["A video|link|https://example.org/v"])
    }

    @Test("the letters of a public case are those of its plain text", arguments: PublicCase.all)
    func publicCases(_ test: PublicCase) throws {
        let document = try PortableTextReader(mode: .lenient).read(test.input).document
        let styled = document.attributedBlocks().map { block in
            guard case .image(let image) = block.kind else { return String(block.text.characters) }
            return image.textInItsPlace + String(block.text.characters)
        }.joined()
        let plain = PlainTextRenderer().render(document)
        #expect(styled.filter(\.isLetter) == plain.filter(\.isLetter))
    }
}
