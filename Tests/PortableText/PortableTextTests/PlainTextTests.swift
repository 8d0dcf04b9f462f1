import PortableText
import Testing

@Suite("Plain text of Portable Text") struct PlainTextTests {
    @Test("blocks, lists, tables, code and pictures")
    func everything() throws {
        let document = try read(
            #"""
            [{"_type":"block","style":"h1","children":[{"_type":"span","text":"Title"}]},
             {"_type":"block","children":[{"_type":"span","text":"One "},{"_type":"span","text":"two\nthree","marks":["em"]}]},
             {"_type":"block","listItem":"bullet","children":[{"_type":"span","text":"a"}]},
             {"_type":"block","listItem":"number","level":2,"children":[{"_type":"span","text":"b"}]},
             {"_type":"block","listItem":"number","level":2,"children":[{"_type":"span","text":"c"}]},
             {"_type":"block","listItem":"bullet","children":[{"_type":"span","text":"d"}]},
             {"_type":"code","code":"x\ny\n"},
             {"_type":"table","rows":[{"cells":["e","f"]},{"cells":["g","h\ni"]}]},
             {"_type":"image","src":"a.png","alt":"Cat","caption":"A cat"},
             {"_type":"embed","url":"https://a.example","title":"Film"},
             {"_type":"block","children":[]},
             {"_type":"block","children":[{"_type":"span","text":"End"}]}]
            """#
        ).document
        #expect(
            document.plainText == """
                Title

                One two
                three

                • a
                  1. b
                  2. c
                • d

                x
                y

                e\tf
                g\th i

                Cat
                A cat

                Film

                End

                """)
        #expect(!PlainTextRenderer(hasAlternativeTexts: false).render(document).contains("Cat\n"))
    }

    @Test("a custom renderer replaces a block by known ones, and is not asked without end")
    func replacement() throws {
        let block = PortableTextBlock(type: "map", key: "m")
        let text = PortableTextBlock(key: "t", children: [.span(PortableTextSpan(key: "s", text: "Map"))])
        let document = PortableTextDocument(blocks: [block])
        #expect(
            PlainTextRenderer(renderers: TextRenderers(blocks: ["map": { _, _ in [text] }])).render(document) == "Map\n"
        )
        let endless = TextRenderers(blocks: ["map": { block, _ in [block, text] }])
        #expect(PlainTextRenderer(renderers: endless).render(document).hasPrefix("Map"))
    }

    @Test("an empty document has no text") func empty() throws {
        #expect(try read("[]").document.plainText == "")
    }
}
