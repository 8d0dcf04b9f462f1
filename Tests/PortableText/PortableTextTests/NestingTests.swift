import PortableText
import Testing

@Suite("Nesting of lists and marks") struct NestingTests {
    private func html(_ items: [(style: String, level: Int)]) -> String {
        let blocks = items.enumerated().map { index, item in
            PortableTextBlock(
                key: "\(index)", listItem: item.style, level: item.level,
                children: [.span(PortableTextSpan(key: "s", text: "\(index)"))])
        }
        return PortableTextDocument(blocks: blocks).html()
    }

    @Test("levels that are skipped are lists of the item's style with an empty item, which later items continue")
    func skippedLevel() {
        #expect(
            html([("bullet", 1), ("bullet", 3), ("bullet", 2)])
                == "<ul><li>0<ul><li><ul><li>1</li></ul></li><li>2</li></ul></li></ul>")
        // As toolkit 6 has it: portabletext/to-html, fixture 064.
        #expect(
            html([("number", 3), ("number", 1)])
                == "<ol><li><ol><li><ol><li>0</li></ol></li></ol></li><li>1</li></ol>")
        #expect(
            html([("number", 1), ("bullet", 3), ("number", 1)])
                == "<ol><li>0<ul><li><ul><li>1</li></ul></li></ul></li><li>2</li></ol>")
        #expect(
            html([("bullet", 1), ("number", 4), ("number", 2)])
                == "<ul><li>0<ol><li><ol><li><ol><li>1</li></ol></li></ol></li><li>2</li></ol></li></ul>")
    }

    @Test("another style begins a new list of the same level")
    func otherStyleInside() {
        #expect(
            html([("bullet", 1), ("bullet", 2), ("number", 2), ("bullet", 1)])
                == "<ul><li>0<ul><li>1</li></ul><ol><li>2</li></ol></li><li>3</li></ul>")
        #expect(html([("bullet", 1), ("number", 1)]) == "<ul><li>0</li></ul><ol><li>1</li></ol>")
    }

    @Test("in plain text, items are indented by their level")
    func plainText() {
        let items = [("bullet", 3), ("bullet", 1), ("bullet", 2), ("number", 4)]
        let blocks = items.enumerated().map { index, item in
            PortableTextBlock(
                key: "\(index)", listItem: item.0, level: item.1,
                children: [.span(PortableTextSpan(key: "s", text: "\(index)"))])
        }
        #expect(PortableTextDocument(blocks: blocks).plainText == "    ▪ 0\n• 1\n  ◦ 2\n      1. 3\n")
    }

    @Test("lists can be nested to the limit and back")
    func deepLists() {
        let levels = Array(1...64) + [1]
        let text = html(levels.map { ("number", $0) })
        #expect(text.hasPrefix("<ol><li>0<ol><li>1<ol>"))
        #expect(text.hasSuffix("</ol></li><li>64</li></ol>"))
    }

    private func html(marks: [[String]], definitions: [PortableTextMarkDefinition] = []) -> String {
        let children = marks.enumerated().map { index, marks in
            PortableTextChild.span(PortableTextSpan(key: "\(index)", text: "\(index)", marks: marks))
        }
        return PortableTextDocument(
            blocks: [PortableTextBlock(key: "k", markDefs: definitions, children: children)]
        ).html()
    }

    @Test("the mark of the longest run is outermost")
    func longestRun() {
        #expect(
            html(marks: [["em", "strong"], ["em"], ["strong"]])
                == "<p><em><strong>0</strong>1</em><strong>2</strong></p>")
    }

    @Test("known decorators have a fixed order if their runs are the same")
    func decoratorOrder() {
        #expect(
            html(marks: [["strike-through", "underline", "code", "em", "strong"]])
                == "<p><strong><em><code><span style=\"text-decoration:underline;\"><del>0</del></span></code></em></strong></p>"
        )
    }

    @Test("annotations are outside decorators, in the order of their keys regardless of case")
    func annotationOrder() {
        let links = ["B", "a"].map {
            PortableTextMarkDefinition(type: "link", key: $0, fields: ["href": .text("/\($0)")])
        }
        #expect(
            html(marks: [["strong", "B", "a"]], definitions: links)
                == "<p><a href=\"/a\"><a href=\"/B\"><strong>0</strong></a></a></p>")
    }

    @Test("a line feed is a line break, also after a carriage return")
    func lineBreaks() throws {
        let document = try read(#"{"_type":"block","children":[{"_type":"span","text":"a\r\nb\n","marks":["em"]}]}"#)
            .document
        #expect(document.html() == "<p><em>a\r<br/>b<br/></em></p>")
    }
}

@Suite("Table of contents") struct TableOfContentsTests {
    @Test("an entry has the text of all spans, its level and a unique id")
    func entries() throws {
        let document = try read(
            #"""
            [{"_type":"block","_key":"a","style":"h1","children":[{"_type":"span","text":"One "},
              {"_type":"span","text":"and\ntwo","marks":["em"]}]},
             {"_type":"block","_key":"n","children":[{"_type":"span","text":"Text"}]},
             {"_type":"block","_key":"e","style":"h2","children":[{"_type":"span","text":" "}]},
             {"_type":"block","_key":"a","style":"h6","children":[{"_type":"span","text":"Again"}]},
             {"_type":"block","_key":"a-2","style":"h3","children":[{"_type":"span","text":"Third"}]}]
            """#
        ).document
        #expect(
            document.tableOfContents == [
                HeadingItem(id: "a", text: "One and two", level: 1), HeadingItem(id: "a-2", text: "Again", level: 6),
                HeadingItem(id: "a-2-2", text: "Third", level: 3),
            ])
    }

    @Test("headings in HTML have the ids of the table of contents")
    func anchors() throws {
        let document = try read(
            #"{"_type":"block","_key":"a\"b","style":"h2","children":[{"_type":"span","text":"T"}]}"#
        ).document
        let html = HTMLRenderer(hasHeadingIDs: true).render(document).html
        #expect(html == "<h2 id=\"a&quot;b\">T</h2>")
    }
}
