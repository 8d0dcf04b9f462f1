import Foundation
import TestSupport
import TestTraits
import Testing

/// What commands write: fields, pages, pictures.
@Suite("Result commands", .blocking) struct ResultCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Three pages with a field each; the second has a bookmark and a link to it.
    private func form() throws -> String {
        var builder = PDFBuilder()
        for number in 1...3 {
            var page = PDFBuilder.Page(width: 200, height: 200)
            page.text("Secret\(number)", x: 20, y: 30)
            builder.add(
                page,
                widgets: [.init(x: 20, y: 60, width: 150, height: 20, "/FT /Tx /T (f\(number)) /TU (Field \(number))")],
                annotations: ["<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest [11 0 R /Fit] >>"])
        }
        return try folder.write(builder.data(), "form.pdf").path
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    private func text(_ url: URL) throws -> String {
        // The text of fields is not part of the page's own.
        let flat = folder.file("shown.pdf")
        try Program.run("qpdf", ["--flatten-annotations=all", url.path, flat.path])
        let pages = try RenderedPages(try Data(contentsOf: flat))
        return try (0..<pages.count).map { try pages.text($0) }.joined(separator: "|")
    }

    @Test("some pages are written, without anything of the others", arguments: ["fill", "flatten"])
    func pages(_ command: String) throws {
        let output = folder.file("part.pdf")
        let values = command == "fill" ? ["--set", "f3=Ada", "--keep-editable"] : []
        let outcome = try CommandLineTool.run([command, try form(), "--pages", "1,3-", "-o", output.path] + values)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try text(output) == (command == "fill" ? "Secret1|Secret3 Ada" : "Secret1|Secret3"))
        let plain = folder.file("plain.pdf")
        try Program.run("qpdf", ["--qdf", "--object-streams=disable", output.path, plain.path])
        let bytes = try Data(contentsOf: plain)
        #expect(bytes.range(of: Data("Secret3".utf8)) != nil && bytes.range(of: Data("Secret2".utf8)) == nil)
        #expect(bytes.range(of: Data("(f2)".utf8)) == nil)
    }

    @Test("fill --flatten leaves no fields, filled or not")
    func flattened() throws {
        let form = try form()
        let output = folder.file("flat.pdf")
        let arguments = ["fill", form, "--set", "f1=Ada", "-o", output.path]
        #expect(try CommandLineTool.run(arguments).status == 0)
        #expect(try Data(contentsOf: output).range(of: Data("/AcroForm".utf8)) != nil)
        #expect(try CommandLineTool.run(arguments + ["--flatten"]).status == 0)
        #expect(try Data(contentsOf: output).range(of: Data("/AcroForm".utf8)) == nil)
        #expect(try text(output).contains("Ada"))
        #expect(try CommandLineTool.run(arguments + ["--flatten", "--keep-editable"]).status == 64)
    }

    @Test("a filled form is filled again with what it held, or without")
    func again() throws {
        let (first, second, third) = (folder.file("1.pdf"), folder.file("2.pdf"), folder.file("3.pdf"))
        func fill(_ form: String, _ output: URL, _ arguments: [String]) throws -> String {
            let outcome = try CommandLineTool.run(["fill", form, "-o", output.path] + arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.errors
        }
        _ = try fill(try form(), first, ["--set", "f1=Ada", "--set", "f2=Bob"])
        let errors = try fill(first.path, second, ["--set", "f2=Eve"])
        #expect(errors.contains("wrote \(second.path): 2 values (1 kept from before), 1 field left empty"))
        #expect(errors.contains("note: The form was filled before"))
        #expect(try text(second) == "Secret1 Ada|Secret2 Eve|Secret3")
        // An emptied field has no value, and pages that are not written do not count.
        #expect(try fill(second.path, third, ["--set", "f2="]).contains("1 value (1 kept from before), 2 fields left"))
        #expect(try fill(second.path, third, ["--set", "f3=Zoe", "--pages", "1,3"]).contains("2 values (1 kept"))
        #expect(try fill(second.path, third, ["--set", "f3=Zoe", "--pages", "3"]).contains("1 value, no field left"))
        #expect(try fill(second.path, third, ["--fresh"]).contains("0 values, 3 fields left empty"))
        #expect(try text(third) == "Secret1|Secret2|Secret3")
        // Without a mark, a form is filled as it is.
        _ = try fill(first.path, third, ["--set", "f2=Eve", "--flatten"])
        #expect(try Data(contentsOf: third).range(of: Data("/FormwrightFill".utf8)) == nil)
        let blank = try CommandLineTool.run(["inspect", try form(), "--json"]).output
        let shown = try CommandLineTool.run(["inspect", second.path, "--json"]).output
        func fields(_ json: Data) throws -> NSArray? {
            (try JSONSerialization.jsonObject(with: json) as? [String: Any])?["fields"] as? NSArray
        }
        #expect(try fields(shown) == fields(blank))
    }

    @Test("export has the values of a filled form that no longer has their fields")
    func exported() throws {
        let filled = folder.file("filled.pdf")
        let values = ["--set", "f1=Ada", "--set", "f3=Eve"]
        #expect(try CommandLineTool.run(["fill", try form(), "-o", filled.path] + values).status == 0)
        let outcome = try CommandLineTool.run(["export", filled.path])
        #expect(String(decoding: outcome.output, as: UTF8.self) == "{\n    \"f1\": \"Ada\",\n    \"f3\": \"Eve\"\n}\n")
    }

    @Test("a file changed by another program is noted, also if it then cannot be filled")
    func changed() throws {
        let filled = folder.file("filled.pdf")
        #expect(try CommandLineTool.run(["fill", try form(), "-o", filled.path, "--set", "f1=Ada"]).status == 0)
        var data = try Data(contentsOf: filled)
        data.append(Data("% another program\n".utf8))
        try data.write(to: filled)
        let outcome = try CommandLineTool.run(
            ["fill", filled.path, "--set", "nothing=1", "-o", folder.file("x.pdf").path])
        #expect(outcome.status != 0)
        #expect(outcome.errors.contains("note: The file was filled before and has been changed by another program"))
    }

    @Test("pictures are written, one for each page")
    func pictures() throws {
        let form = try form()
        let numbered = folder.file("page-{page}.png").path
        #expect(try CommandLineTool.run(["flatten", form, "--pages", "2-3", "-o", numbered]).status == 0)
        #expect(try names() == ["form.pdf", "page-2.png", "page-3.png"])
        let one = folder.file("one.png").path
        #expect(
            try CommandLineTool.run(["fill", form, "--set", "f1=x", "--pages", "1", "--resolution", "72", "-o", one])
                .status == 0)
        let data = try Data(contentsOf: URL(fileURLWithPath: one))
        #expect(data.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]) && data[19] == 200 && data[23] == 200)
        #expect(try CommandLineTool.run(["flatten", form, "-o", folder.file("x.png").path]).status == 0)
        #expect(try names().filter { $0.hasPrefix("x") } == ["x-1.png", "x-2.png", "x-3.png"])
    }

    @Test("pages that do not exist, malformed lists and senseless combinations are refused")
    func refusals() throws {
        let form = try form()
        let output = folder.file("o.pdf").path
        func status(_ arguments: [String]) throws -> Int32 { try CommandLineTool.run(arguments).status }
        #expect(try status(["flatten", form, "--pages", "4", "-o", output]) == 23)
        #expect(try status(["flatten", form, "--pages", "2-9", "-o", output]) == 23)
        for list in ["", "0", "3-1", "a", "1,,2", "-", "1-2-3", "99999999999999999999"] {
            #expect(try status(["flatten", form, "--pages", list, "-o", output]) == 64, "\(list)")
        }
        #expect(try status(["flatten", form, "--resolution", "1e9", "-o", output]) == 64)
        #expect(try status(["fill", form, "--set", "f1=x", "--incremental", "--pages", "1", "-o", output]) == 64)
        #expect(try status(["flatten", form, "-o", form]) != 0)
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test("values are exported to the format of the extension, and back")
    func export() throws {
        let form = try form()
        let filled = folder.file("filled.pdf").path
        #expect(
            try CommandLineTool.run(["fill", form, "--set", "f1=Søn & co", "--keep-editable", "-o", filled]).status == 0
        )
        for format in ["json", "yaml", "fdf", "xfdf"] {
            let values = folder.file("v.\(format)").path
            #expect(try CommandLineTool.run(["export", filled, "-o", values]).status == 0)
            let again = folder.file("again.pdf")
            let outcome = try CommandLineTool.run(["fill", form, "--values", values, "-o", again.path])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try text(again) == "Secret1 Søn & co|Secret2|Secret3")
        }
        #expect(try CommandLineTool.run(["export", filled]).text == "{\n    \"f1\": \"Søn & co\"\n}\n")
        #expect(try CommandLineTool.run(["export", filled, "-o", folder.file("v.txt").path]).status == 64)
    }

    @Test("incremental: the file begins with the original")
    func incremental() throws {
        let form = try form()
        let output = folder.file("o.pdf")
        #expect(
            try CommandLineTool.run(["fill", form, "--set", "f2=Ada", "--incremental", "-o", output.path]).status == 0)
        let original = try Data(contentsOf: URL(fileURLWithPath: form))
        #expect(try Data(contentsOf: output).starts(with: original))
        #expect(try text(output) == "Secret1|Secret2 Ada|Secret3")
    }

    @Test("a flat form becomes one with fields, once")
    func fillable() throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Full name:", x: 60, y: 100)
        page.rule(x: 130, y: 102, width: 200)
        builder.add(page)
        let flat = try folder.write(builder.data(), "flat.pdf").path
        let made = folder.file("made.pdf").path
        #expect(try CommandLineTool.run(["fillable", flat, "-o", made]).status == 0)
        #expect(try CommandLineTool.run(["inspect", made]).text.contains("full_name"))
        let second = try CommandLineTool.run(["fillable", made, "-o", folder.file("again.pdf").path])
        #expect(second.status == 4 && second.errors.contains("AcroForm fields already"))
    }
}
