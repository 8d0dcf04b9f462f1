import Foundation
import PortableText
import PortableTextPDF
import TestSupport
import Testing

@Suite("HTML of Portable Text") struct HTMLTests {
    private func html(link: String) -> String {
        let definition = PortableTextMarkDefinition(type: "link", key: "l", fields: ["href": .text(link)])
        let span = PortableTextSpan(key: "s", text: "x", marks: ["l"])
        return PortableTextDocument(
            blocks: [PortableTextBlock(key: "k", markDefs: [definition], children: [.span(span)])]
        ).html()
    }

    @Test(
        "links that could run something are text",
        arguments: [
            "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)",
            "java\nscript:alert(1)", "\u{1}javascript:alert(1)", "vbscript:x", "data:text/html,<script>", "file:///etc",
            "//evil.example", "/\\evil.example", "\\\\evil.example", "", " ", "https\u{0}://a", ":x", "1:x", "a b:x",
            "blob:https://a/b", "view-source:https://a", "ms-msdt:/id", "C:\\a.exe", "example.org:8080/a",
            "localhost:80",
        ])
    func unsafeLink(_ link: String) throws {
        #expect(html(link: link) == "<p>x</p>")
        // Never without a note.
        let document = try linked(to: link)
        let notes = HTMLRenderer().render(document).problems
        #expect(notes.count == 1 && notes[0].reason == .rendering && notes[0].indexPath == [0])
        #expect(try PDFRenderer().render(document).report.problems == notes)
    }

    private func linked(to link: String) throws -> PortableTextDocument {
        try read(
            String(
                decoding: try JSONSerialization.data(withJSONObject: [
                    "_type": "block", "markDefs": [["_type": "link", "_key": "l", "href": link]],
                    "children": [["_type": "span", "text": "x", "marks": ["l"]]],
                ]), as: UTF8.self)
        ).document
    }

    @Test(
        "links into apps are live, in the PDF as well",
        arguments: ["myapp://open/5", "com.example.app:/back?a=1", "sms:12345", "geo:48.2,16.3", "web+note:a"])
    func deepLink(_ link: String) throws {
        let document = try linked(to: link)
        let rendered = HTMLRenderer().render(document)
        #expect(rendered.html == "<p><a href=\"\(link)\">x</a></p>" && rendered.problems.isEmpty)
        let (pdf, report) = try PDFRenderer().render(document)
        #expect(report.problems.isEmpty)
        #expect(String(decoding: try expandedPDF(pdf), as: UTF8.self).contains("/URI (\(link))"))
    }

    @Test("a link within a website is text in the PDF, which a note says")
    func siteLink() throws {
        let document = try linked(to: "/about")
        #expect(HTMLRenderer().render(document).problems.isEmpty)
        #expect(try PDFRenderer().render(document).report.problems.map(\.indexPath) == [[0]])
    }

    @Test(
        "links of known schemes and within the site are live",
        arguments: [
            "https://a.example/?b=c", "http://a", "mailto:a@b.example", "tel:+123", "/a:b", "a/b", "#a:b", "?a:b", "a",
        ])
    func safeLink(_ link: String) {
        #expect(html(link: link) == "<p><a href=\"\(link)\">x</a></p>")
    }

    @Test("text and attributes cannot break out")
    func escaping() throws {
        let attack = #""><script>alert('1')</script>&"#
        let json = try JSONSerialization.data(withJSONObject: [
            [
                "_type": "block", "_key": attack, "style": "h1",
                "markDefs": [["_type": "link", "_key": "l", "href": "/\(attack)"]],
                "children": [["_type": "span", "text": attack, "marks": ["l"]]],
            ] as [String: Any],
            ["_type": "code", "code": attack, "language": attack],
            ["_type": "image", "src": attack, "alt": attack, "caption": attack],
            ["_type": "table", "rows": [["cells": [attack]]]],
            ["_type": "embed", "url": "https://a/\(attack)", "title": attack],
            ["_type": "block", "style": attack, "children": [["_type": "span", "text": attack, "marks": [attack]]]],
        ])
        let document = try PortableTextReader(mode: .lenient).read(json).document
        let page = HTMLPage(title: attack, language: attack, hasTableOfContents: true).render(document).html
        #expect(!page.contains("<script"))
        #expect(page.ranges(of: "&lt;script&gt;").count > 10)
        #expect(!page.contains("\"\"><"))
    }

    @Test("a link handler decides about links")
    func linkHandler() throws {
        let policy = LinkPolicy { $0.href.map { "/go?to=\($0)" } }
        let document = try read(
            #"{"_type":"block","markDefs":[{"_type":"link","_key":"l","href":"a&b"}],"children":[{"_type":"span","text":"x","marks":["l"]}]}"#
        ).document
        #expect(document.html(links: policy) == "<p><a href=\"/go?to=a&amp;b\">x</a></p>")
        #expect(document.html(links: LinkPolicy { _ in nil }) == "<p>x</p>")
    }

    @Test("a renderer that returns nil falls back to the default")
    func fallback() throws {
        let renderers = HTMLRenderers(
            blocks: ["block": { block, _ in block.style == "h1" ? "<hr/>" : nil }, "code": { _, _ in nil }],
            marks: ["strong": { _, text in text == "b" ? "<b>\(text)</b>" : nil }])
        let document = try read(
            #"""
            [{"_type":"block","style":"h1","children":[]},
             {"_type":"block","children":[{"_type":"span","text":"a","marks":["strong"]},
               {"_type":"span","text":"-"},{"_type":"span","text":"b","marks":["strong"]}]},
             {"_type":"code","code":"c"}]
            """#
        ).document
        #expect(
            document.html(renderers: renderers)
                == "<hr/><p><strong>a</strong>-<b>b</b></p><pre><code>c</code></pre>")
    }

    @Test("tables have a head, unless they say otherwise")
    func tables() throws {
        let document = try read(
            #"""
            [{"_type":"table","rows":[{"cells":["a","b"]},{"cells":[1,[{"_type":"block","style":"h2","children":[{"_type":"span","text":"c"}]}]]}]},
             {"_type":"table","headerRows":0,"rows":[{"cells":["d"]},{"cells":[{"text":"e"}]}]}]
            """#
        ).document
        #expect(
            document.html()
                == "<table><thead><tr><th scope=\"col\">a</th><th scope=\"col\">b</th></tr></thead>"
                + "<tbody><tr><td>1</td><td><h2>c</h2></td></tr></tbody></table>"
                + "<table><tbody><tr><td>d</td></tr><tr><td>e</td></tr></tbody></table>")
    }

    @Test("a page names its language, direction and title, links its headings and allows no scripts")
    func page() throws {
        let document = try read(
            #"[{"_type":"block","_key":"a b","style":"h2","children":[{"_type":"span","text":"Shalom"}]}]"#
        ).document
        let page = HTMLPage(title: "T & U", language: "he", direction: .rightToLeft, hasTableOfContents: true)
            .render(document).html
        #expect(page.contains("<html lang=\"he\" dir=\"rtl\">"))
        #expect(page.contains("<title>T &amp; U</title>"))
        #expect(page.contains("default-src 'none'"))
        #expect(page.contains("<li class=\"level-2\"><a href=\"#a%20b\">Shalom</a></li>"))
        #expect(page.contains("<h2 id=\"a b\">Shalom</h2>"))
    }

    @Test("styles become rules, and added styles classes")
    func styles() throws {
        var sheet = PortableTextStyleSheet()
        sheet[heading: 1] = PortableTextStyle(
            font: .init(family: "Georgia, serif}", size: 30), foregroundColor: PortableTextColor("#036"))
        sheet["lead"] = PortableTextStyle(font: .init(weight: 300))
        let document = try read(
            #"[{"_type":"block","style":"lead","children":[{"_type":"span","text":"a"}]}]"#,
            vocabulary: sheet.vocabulary
        ).document
        let page = HTMLPage(styles: sheet).render(document).html
        #expect(page.contains("h1 { font-family: \"Georgia\", serif; font-size: 30pt;"))
        #expect(page.contains("color: rgb(0,51,102)"))
        #expect(page.contains("<p class=\"lead\">a</p>"))
        #expect(page.contains(".lead { "))
        #expect(!document.html().contains("class"))
    }
}

@Suite("Pictures of Portable Text") struct PictureTests {
    /// A PNG of one pixel.
    static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private func html(_ source: String, _ pictures: PictureSource) throws -> (html: String, problems: Int) {
        let block = PortableTextBlock(type: "image", key: "i", fields: ["src": .text(source), "alt": "Cat"])
        let rendered = HTMLRenderer(pictures: pictures.checked).render(PortableTextDocument(blocks: [block]))
        return (rendered.html, rendered.problems.count)
    }

    private static let missing = "<figure><span>Cat</span></figure>"

    @Test("a data URL is shown")
    func dataURL() throws {
        let source = "data:image/png;base64,\(Self.png)"
        #expect(try html(source, .embedded) == ("<figure><img src=\"\(source)\" alt=\"Cat\"/></figure>", 0))
    }

    @Test(
        "a data URL that is no picture, and any address, is its alternative text",
        arguments: [
            "data:text/html;base64,PGI+", "data:image/png,x", "data:image/png;base64,PGI+", "//a/a.png", "/etc/passwd",
            "a.png", "file:///a.png", "image-abc-1x1-png", "",
        ])
    func unavailable(_ source: String) throws {
        #expect(try html(source, .embedded) == (Self.missing, 1))
    }

    @Test("in the place of a picture on the web is a link to it, with its alternative text or its address")
    func onTheWeb() throws {
        for (source, alt, text) in [
            ("https://a.example/a.png", "Cat", "Cat"), ("HTTP://a/a.png", "", "HTTP://a/a.png"),
        ] {
            let block = PortableTextBlock(type: "image", key: "i", fields: ["src": .text(source), "alt": .text(alt)])
            let document = PortableTextDocument(blocks: [block])
            let rendered = HTMLRenderer().render(document)
            #expect(rendered.html == "<figure><a href=\"\(source)\">\(text)</a></figure>")
            #expect(rendered.problems.count == 1)
            #expect(document.plainText == text + "\n")
            let (pdf, report) = try PDFRenderer().render(document)
            #expect(report.problems == rendered.problems)
            #expect(String(decoding: try expandedPDF(pdf), as: UTF8.self).contains("/URI (\(source))"))
        }
    }

    @Test("a damaged picture is its alternative text; a JPEG that only lenient programs read is encoded anew")
    func damaged() throws {
        let whole = try TestData.data("pictures/portfolio/dune.jpg")
        var odd = whole
        odd.insert(contentsOf: [0xFF, 0xD0], at: whole.count / 2)
        func source(_ data: Data, _ type: String) -> String {
            "data:image/\(type);base64,\(data.base64EncodedString())"
        }
        let png = try #require(Data(base64Encoded: Self.png))
        for (data, type) in [(png.prefix(50), "png"), (whole.prefix(300), "jpeg")] {
            #expect(try html(source(data, type), .embedded) == (Self.missing, 1))
            let block = PortableTextBlock(
                type: "image", key: "i", fields: ["src": .text(source(data, type)), "alt": "Cat"])
            let document = PortableTextDocument(blocks: [block])
            let page = HTMLRenderer(pictures: .embedded.checked).render(document)
            #expect(try PDFRenderer().render(document).report.problems == page.problems)
        }
        let anew = try html(source(odd, "jpeg"), .embedded)
        #expect(anew.problems == 0 && anew.html.contains("<img src=\"data:image/jpeg"))
        #expect(!anew.html.contains(odd.base64EncodedString()))
        #expect(try html(source(whole, "jpeg"), .embedded).html.contains(whole.base64EncodedString()))
    }

    @Test("a GIF or WebP that is cut off or altered, in any frame, is its alternative text")
    func damagedFrames() throws {
        let frame = ",\0\0\0\0\u{1}\0\u{1}\0\0\u{2}\u{2}D\u{1}\0"
        let gif = Data("GIF89a\u{1}\0\u{1}\0\0\0\0!\u{1}\u{2}hi\0\(frame)\(frame);".utf8)
        func shown(_ data: Data, _ type: String) throws -> Bool {
            let result = try html("data:image/\(type);base64,\(data.base64EncodedString())", .embedded)
            return result.problems == 0 && result.html.contains(data.base64EncodedString())
        }
        #expect(try shown(gif, "gif"))
        // Decoders do without the mark of the end.
        #expect(try shown(gif.dropLast(), "gif"))
        for length in 1..<15 { #expect(try !shown(gif.dropLast(1 + length), "gif"), "\(length)") }
        // The length of the codes, and a code, of the last frame.
        for place in [6, 4] {
            var altered = gif
            altered[gif.count - place] = 0xFF
            #expect(try !shown(altered, "gif"), "\(place)")
        }
        let webp = try ColourPicture(width: 40, height: 30) { x, y in UInt32(x * y) << 8 | 255 }.file(.webp)
        #expect(try shown(webp, "webp"))
        #expect(try !shown(webp.prefix(webp.count / 2), "webp"))
    }

    @Test("pictures of an exported dataset are read from its folder, by reference and by path")
    func exported() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.file("images"), withIntermediateDirectories: true)
        try folder.write(try #require(Data(base64Encoded: Self.png)), "images/0a1b-1x1.png")
        try folder.write(try #require(Data(base64Encoded: Self.png)), "image-1.png")
        for image in [
            #"{"_type":"image","asset":{"_type":"reference","_ref":"image-0a1b-1x1-png"}}"#,
            #"{"_type":"image","_sanityAsset":"image@file://./images/0a1b-1x1.png"}"#,
            #"{"_type":"image","src":"image-1.png"}"#,
        ] {
            let document = try read(image).document
            let rendered = HTMLRenderer(pictures: .folder(folder.url)).render(document)
            #expect(rendered.problems.isEmpty && rendered.html.contains("<img src=\"data:image/png"), "\(image)")
            #expect(HTMLRenderer().render(document).problems.count == 1)
        }
        let outside = try read(#"{"_type":"image","_sanityAsset":"image@file:///etc/passwd"}"#).document
        #expect(HTMLRenderer(pictures: .folder(folder.url)).render(outside).problems.count == 1)
    }

    @Test("files are opened only inside the folder")
    func files() throws {
        let folder = try TemporaryFolder()
        let data = try #require(Data(base64Encoded: Self.png))
        let inside = folder.file("in")
        try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
        try folder.write(data, "secret.png")
        try folder.write(data, "in/a b.png")
        try folder.write("text", "in/text.png")
        try FileManager.default.createSymbolicLink(
            at: inside.appendingPathComponent("link.png"), withDestinationURL: folder.file("secret.png"))
        #expect(try html("a b.png", .folder(inside)).problems == 0)
        #expect(try html("./a b.png", .folder(inside)).problems == 0)
        for path in [
            "../secret.png", "link.png", "text.png", "missing.png", folder.file("in/a b.png").path,
            "x/../../secret.png",
            ".", "a b.png\u{0}",
        ] {
            #expect(try html(path, .folder(inside)) == (Self.missing, 1), "\(path)")
        }
    }
}
