import FormModel
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("formwright typeset", .blocking, .timeLimit(.minutes(30))) struct TypesetCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            #"""
            {"blocks":[{"_type":"block","_key":"a","style":"h1","children":[{"_type":"span","text":"Title"}]},
             {"_type":"block","children":[{"_type":"span","text":"Text","marks":["em"]}]},
             {"_type":"image","src":"dot.png","alt":"Dot"}]}
            """#, "notes.pt.json")
        let image = GrayImage(width: 4, height: 4, pixels: [UInt8](repeating: 90, count: 16))
        try folder.write(try Pictures.file(image, .png), "dot.png")
    }

    private func typeset(_ arguments: String...) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(["typeset", folder.file("notes.pt.json").path] + arguments)
    }

    private func output(_ name: String) -> String? { try? String(contentsOf: folder.file(name), encoding: .utf8) }

    @Test("the suffix of the output determines the format")
    func formats() throws {
        for name in ["a.pdf", "a.html", "a.txt", "a.json"] {
            let outcome = try typeset("-o", folder.file(name).path, "--toc", "--title", "T", "--lang", "en")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        }
        #expect(try Data(contentsOf: folder.file("a.pdf")).starts(with: Data("%PDF".utf8)))
        // The picture beside the document was read.
        #expect(output("a.html")?.contains("<img src=\"data:image/png;base64,") == true)
        #expect(output("a.html")?.contains("<title>T</title>") == true)
        #expect(output("a.txt") == "Contents\n\nTitle\n\nTitle\n\nText\n\nDot\n")
        #expect(output("a.json")?.contains("\"page\" : 2") == true)
    }

    @Test("a fragment is the HTML of the blocks alone, also on standard output")
    func fragment() throws {
        let outcome = try typeset("-o", "-", "--format", "html", "--fragment")
        #expect(outcome.text.hasPrefix("<h1>Title</h1><p><em>Text</em></p><figure><img src=\"data:"))
        #expect(!outcome.text.contains("<html"))
    }

    @Test("a right-to-left page says so")
    func direction() throws {
        #expect(try typeset("-o", folder.file("a.html").path, "--direction", "rtl").status == 0)
        #expect(output("a.html")?.contains("<html dir=\"rtl\">") == true)
    }

    @Test("a link that is refused and a picture on the web are noted, with every format that shows them")
    func notes() throws {
        try folder.write(
            #"""
            [{"_type":"block","markDefs":[{"_key":"l","_type":"link","href":"javascript:x"},
               {"_key":"d","_type":"link","href":"myapp://open/5"}],
              "children":[{"_type":"span","text":"a","marks":["l"]},{"_type":"span","text":"b","marks":["d"]}]},
             {"_type":"image","asset":{"_ref":"image-abc-1x1-png"}},{"_type":"image","url":"https://a.example/a.png"}]
            """#, "notes.pt.json")
        for name in ["a.pdf", "a.html"] {
            let outcome = try typeset("-o", folder.file(name).path)
            let notes = outcome.errors.split(separator: "\n")
            #expect(
                outcome.status == 0 && notes.count == 3 && notes.allSatisfy { $0.contains(": note: Block ") },
                "\(notes)")
        }
        #expect(output("a.html")?.contains("<a href=\"myapp://open/5\">b</a>") == true)
    }

    @Test("mistakes in the document end strict mode and are reported in lenient mode")
    func mistakes() throws {
        try folder.write(#"[{"_type":"map","_key":"m"},{"_type":"image","src":"../x.png","alt":"X"}]"#, "notes.pt.json")
        let strict = try typeset("-o", folder.file("a.txt").path)
        #expect(strict.status == 26)
        #expect(strict.errors == "formwright: Block 0, key \"m\": Nothing renders blocks of type \"map\".\n")
        #expect(output("a.txt") == nil)
        let lenient = try typeset("-o", folder.file("a.html").path, "--lenient")
        #expect(lenient.status == 0)
        #expect(lenient.errors.split(separator: "\n").count == 2)
        #expect(lenient.errors.contains("formwright: note: Block 1"))
    }

    @Test("mistakes in the styles are reported with file and line")
    func styles() throws {
        try folder.write("normal: {font: {size: 12}}\nh1: {colour: red}\n", "style.yaml")
        let outcome = try typeset("-o", folder.file("a.pdf").path, "--style", folder.file("style.yaml").path)
        #expect(outcome.status == 58)
        #expect(outcome.errors.hasPrefix("formwright: style.yaml:2:"))
    }

    @Test("a wrong command line is status 64")
    func wrongCommandLine() throws {
        #expect(try typeset("-o", "a.doc").status == 64)
        #expect(try typeset("-o", "a.pdf", "--fragment").status == 64)
        #expect(try typeset("-o", "a.pdf", "--lang", "<").status == 64)
        #expect(try typeset("-o", folder.file("notes.pt.json").path, "--format", "txt").status == 52)
    }

    @Test("a document of an export is rendered by its ID, and all of them into a folder, with failures named")
    func export() throws {
        let text = #"[{"_type":"block","children":[{"_type":"span","text":"Text"}]}]"#
        try folder.write(
            """
            {"_id":"intro","title":"Introduction","body":\(text)}
            {"_id":"../a b","body":\(text)}
            {"_id":"A/B","body":\(text)}
            {"_id":"map","body":[{"_type":"map"},{"_type":"block","children":[]}]}
            {"_id":"none"}
            """, "all.ndjson")
        func typeset(_ arguments: String...) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["typeset", folder.file("all.ndjson").path] + arguments)
        }
        #expect(try typeset("--id", "intro", "-o", folder.file("a.html").path).status == 0)
        #expect(output("a.html")?.contains("<title>Introduction</title>") == true)
        let all = try typeset("-o", folder.file("pages").path, "--format", "txt")
        #expect(all.status == 47 && all.errors.contains("\"map\": Block 0: Nothing renders blocks of type"))
        #expect(all.errors.contains("3 documents; 1 without rich text") && all.errors.contains("1 of 4 documents"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("pages").path).sorted()
        #expect(names == ["A B 2.txt", "a b.txt", "intro.txt"], "\(names)")
        #expect(try typeset("--id", "lost", "-o", folder.file("b.txt").path).status == 10)
        #expect(try typeset("--id", "none", "-o", folder.file("b.txt").path).status == 12)
        #expect(output("b.txt") == nil)
        #expect(try typeset("-o", "-").status == 64 && typeset("-o", "x", "--title", "T").status == 64)
        #expect(try self.typeset("--id", "a", "-o", "a.txt").status == 64)
    }

    @Test("a PDF for archives says so, and pictures on the web are shown in HTML if asked for")
    func archivalAndRemote() throws {
        #expect(try typeset("-o", folder.file("a.pdf").path, "--pdfa").status == 0)
        #expect(try Data(contentsOf: folder.file("a.pdf")).firstRange(of: Data("<pdfaid:part>2<".utf8)) != nil)
        #expect(try typeset("-o", "a.html", "--pdfa").status == 64)
        #expect(try typeset("-o", "a.pdf", "--remote-pictures").status == 64)
        try folder.write(
            #"[{"_type":"image","url":"https://a.example/\"a.png"},{"_type":"image","url":"http://a.example/b.png"}]"#,
            "notes.pt.json")
        let remote = try typeset("-o", folder.file("a.html").path, "--remote-pictures")
        #expect(remote.status == 0 && remote.errors.split(separator: "\n").count == 1, "\(remote.errors)")
        let html = output("a.html") ?? ""
        #expect(html.contains("<img src=\"https://a.example/&quot;a.png\" alt=\"\" loading=\"lazy\""))
        #expect(html.contains("img-src data: https:;") && !html.contains("<img src=\"http:"))
    }

    @Test("a dropped document is rendered, and again with a style sheet that is dropped later")
    func watch() throws {
        let inbox = folder.file("inbox")
        try FileManager.default.createDirectory(at: inbox, withIntermediateDirectories: true)
        try folder.write(#"[{"_type":"block","children":[{"_type":"span","text":"Text"}]}]"#, "inbox/notes.pt.json")
        func watch() throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(
                ["watch", inbox.path, "--kind", "portable-text", "--once", "--settle", "0"],
                environment: ["FORMWRIGHT_STORE": folder.file("store").path])
        }
        #expect(try watch().status == 0)
        let suffixes = ["html", "pdf", "report.json", "toc.json", "txt"]
        #expect(try outbox() == suffixes.map { "notes.\($0)" })
        #expect(output("outbox/notes.txt") == "Text\n")
        try folder.write("normal: {font: {size: 20}}", "inbox/notes.style.yaml")
        #expect(try watch().status == 0)
        #expect(try outbox().filter { $0.hasPrefix("notes-2") } == suffixes.map { "notes-2.\($0)" })
        #expect(output("outbox/notes-2.html")?.contains("font-size: 20pt") == true)
    }

    private func outbox() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("outbox").path).sorted()
    }
}
