import Foundation
import PortableText
import TestSupport
import Testing

@Suite("Types of a dataset") struct TypesTests {
    private static let types = PortableTextTypes(
        objects: [
            "mainImage": .init(.object(type: "image"), members: ["src": ["images", "0", "asset", "url"]]),
            "youtube": .init(.object(type: "embed"), members: ["url": ["link"], "title": ["name"]]),
            "snippet": .init(.object(type: "code"), members: ["code": ["body"]]),
            "callout": .init(.text(style: "blockquote"), members: ["text": ["message"]]),
            "divider": .init(.nothing),
        ],
        marks: [
            "highlight": .decorator("strong"), "comment": .nothing,
            "internalLink": .link(path: ["slug", "current"], prefix: "https://example.org/"),
        ])

    private func html(_ json: String) throws -> String {
        let (document, problems) = try PortableTextReader(types: Self.types).read(Data(json.utf8))
        #expect(problems.isEmpty)
        return document.html()
    }

    @Test("objects are rendered as the known types that they are mapped to, in strict mode as well")
    func objects() throws {
        let found = try html(
            """
            [{"_type": "youtube", "link": "https://example.org/v", "name": "A video"},
             {"_type": "snippet", "body": "let x = 1", "language": "swift"}, {"_type": "divider"}]
            """)
        #expect(found.contains(#"<a href="https://example.org/v">A video</a>"#))
        #expect(found.contains("let x = 1") && found.contains("swift"))
        let document = try PortableTextReader(types: Self.types).read(
            Data(#"[{"_type": "mainImage", "images": [{"asset": {"url": "cat.png"}}], "alt": "A cat"}]"#.utf8)
        ).document
        let image = document.blocks.first.flatMap(ImageContent.init)
        #expect(image?.source == "cat.png" && image?.alternativeText == "A cat")
    }

    @Test("a text, spans or blocks become text blocks of a style, in cells and in text as well")
    func texts() throws {
        #expect(try html(#"[{"_type": "callout", "message": "Mind"}]"#) == "<blockquote>Mind</blockquote>")
        let blocks =
            #"{"_type": "block", "children": [{"_type": "span", "text": "a"}]}, "#
            + #"{"_type": "block", "style": "h2", "children": [{"_type": "span", "text": "b"}]}"#
        #expect(
            try html(#"[{"_type": "callout", "message": [\#(blocks), {"_type": "divider"}]}]"#)
                == "<blockquote>a</blockquote><h2>b</h2>")
        #expect(
            try html(#"[{"_type": "callout", "message": [{"_type": "span", "text": "a", "marks": ["highlight"]}]}]"#)
                == "<blockquote><strong>a</strong></blockquote>")
        #expect(
            try html(#"[{"_type": "table", "rows": [{"cells": [[{"_type": "callout", "message": "in"}]]}]}]"#)
                .contains("<blockquote>in</blockquote>"))
        for json in [#"[{"_type": "callout"}]"#, #"[{"_type": "callout", "message": 5}]"#] {
            let error = #expect(throws: PortableTextError.self) {
                try PortableTextReader(types: Self.types).read(Data(json.utf8))
            }
            #expect(error?.reason == .unsupportedBlockType)
        }
    }

    @Test("decorators and annotations become known ones, links, or nothing")
    func marks() throws {
        let found = try html(
            """
            [{"_type": "block", "markDefs": [
                {"_key": "h", "_type": "highlight", "color": "red"}, {"_key": "c", "_type": "comment"},
                {"_key": "i", "_type": "internalLink", "slug": {"current": "a/b"}}],
              "children": [{"_type": "span", "text": "one", "marks": ["highlight"]},
                {"_type": "span", "text": "two", "marks": ["h"]}, {"_type": "span", "text": "three", "marks": ["c"]},
                {"_type": "span", "text": "four", "marks": ["i"]}]}]
            """)
        #expect(
            found == "<p><strong>onetwo</strong>three<a href=\"https://example.org/a/b\">four</a></p>")
    }

    @Test("a mapping does not make links that could run something")
    func unsafeLink() throws {
        let types = PortableTextTypes(marks: ["go": .link(path: ["to"], prefix: "")])
        let json = """
            [{"_type": "block", "markDefs": [{"_key": "a", "_type": "go", "to": "javascript:alert(1)"}],
              "children": [{"_type": "span", "text": "x", "marks": ["a"]}]}]
            """
        #expect(try PortableTextReader(types: types).read(Data(json.utf8)).document.html() == "<p>x</p>")
    }
}
