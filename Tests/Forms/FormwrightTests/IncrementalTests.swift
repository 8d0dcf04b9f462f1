import FailureModel
import FormImport
import FormModel
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

/// Values that are appended to a document.
@Suite("Incremental filling", .blocking) struct IncrementalTests {
    private let folder: TemporaryFolder
    private let options = ComposeOptions(isIncremental: true)

    init() throws { folder = try TemporaryFolder() }

    private func form(_ more: [String] = [], catalogue: String = "") -> Data {
        var builder = PDFBuilder()
        builder.catalogueEntries = catalogue
        var page = PDFBuilder.Page()
        page.text("Printed", x: 60, y: 40)
        let entries = ["/FT /Tx /T (name) /TU (Name)", "/FT /Tx /T (city) /TU (City)"] + more
        builder.add(
            page,
            widgets: entries.enumerated().map { .init(x: 60, y: 80 + 40 * Double($0), width: 200, height: 20, $1) })
        return builder.data()
    }

    /// The pages with what their fields show as text, which the text of a page itself does not include.
    private func shown(_ pdf: Data) throws -> RenderedPages {
        let (file, flat) = (try folder.write(pdf, "kept.pdf"), folder.file("shown.pdf"))
        try Program.run("qpdf", ["--flatten-annotations=all", file.path, flat.path])
        return try RenderedPages(try Data(contentsOf: flat))
    }

    /// A signature field, signed as far as its dictionary says.
    private func signature(_ reference: String, lock: String = "") -> String {
        "/FT /Sig /T (sign) /TU (Sign) \(lock) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> "
            + "/Reference [ << /Type /SigRef \(reference) >> ] >>"
    }

    private func code(_ data: Data, _ values: [String: FieldValue]) async -> ErrorCode? {
        do {
            _ = try await Form(data: data, fileName: "form.pdf").fill(values, options: options)
            return nil
        } catch { return (error as? Failure)?.code }
    }

    @Test(
        "the original is a prefix of the result, however its cross-references are written",
        arguments: [
            [], ["--object-streams=generate"], ["--linearize"], ["--linearize", "--object-streams=generate"],
        ])
    func prefix(_ arguments: [String]) async throws {
        let (plain, url) = (try folder.write(form(), "plain.pdf"), folder.file("form.pdf"))
        try Program.run("qpdf", arguments + [plain.path, url.path])
        let original = try Data(contentsOf: url)
        let form = try await Form(contentsOf: url)
        for keepsFields in [false, true] {
            var options = options
            options.keepsFields = keepsFields
            let filled = try await form.fill(["name": "Ada Lovelace", "city": "Λονδίνο"], options: options)
            #expect(filled.data.starts(with: original) && filled.data.count > original.count)
            let output = try folder.write(filled.data, "out.pdf")
            try Program.run("qpdf", ["--check", output.path])
            #expect(try shown(filled.data).text(0) == "Printed Ada Lovelace Λονδίνο")
            #expect(
                try await form.fill(["name": "Ada Lovelace", "city": "Λονδίνο"], options: options).data == filled.data)
            let asItIs = try await Form(Importer().document(at: output))
            #expect(asItIs.fields.contains { $0.evidence == .widget } == keepsFields)
        }
    }

    @Test(
        "nothing to change leaves the document as it is, however its cross-references are written",
        arguments: [[], ["--object-streams=generate"], ["--linearize"]])
    func nothing(_ arguments: [String]) async throws {
        let (plain, url) = (try folder.write(form(), "plain.pdf"), folder.file("form.pdf"))
        try Program.run("qpdf", arguments + [plain.path, url.path])
        let signed = try folder.write(form([signature("/TransformMethod /DocMDP")]), "signed.pdf")
        for url in [url, signed] {
            let filled = try await Form(contentsOf: url).fill([String: FieldValue](), options: options)
            #expect(filled.data == (try Data(contentsOf: url)))
        }
    }

    @Test("an update can be appended to an update")
    func twice() async throws {
        var options = options
        options.keepsFields = true
        let first = try await Form(data: form(), fileName: "form.pdf").fill(["name": "Ada"], options: options)
        let second = try await Form(data: first.data, fileName: "form.pdf").fill(["name": "Grace"], options: options)
        // The first update is replaced, unless another program has changed the file since.
        #expect(second.data.starts(with: form()) && !second.data.starts(with: first.data))
        #expect(try shown(second.data).text(0) == "Printed Grace")
        let changed = first.data + Data("% changed\n%%EOF\n".utf8)
        let third = try await Form(data: changed, fileName: "form.pdf").fill(["name": "Grace"], options: options)
        #expect(third.data.starts(with: changed))
        #expect(try shown(third.data).text(0) == "Printed Grace")
    }

    @Test("a signed document is filled in its fields only, without a warning about its signature")
    func signed() async throws {
        let data = form([signature("/TransformMethod /DocMDP /TransformParams << /P 2 >>")])
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["name": "Ada"], options: options)
        #expect(filled.data.starts(with: data))
        #expect(!filled.report.warnings.contains { $0.contains("invalidates") })
        let url = try folder.write(filled.data, "out.pdf")
        #expect(try await ExistingValues(contentsOf: url).fields == [.init(name: "name", value: .text("Ada"))])
    }

    @Test("entries of signed fields that are no value stay, or the change is refused")
    func signedEntries() async throws {
        let signed = signature("/TransformMethod /DocMDP /TransformParams << /P 2 >>")
        let data = form([signed, "/FT /Ch /Ff 131072 /T (list) /TU (List) /Opt [(a) (b)] /V (a) /I [0]"])
        let filled = try await Form(data: data, fileName: "form.pdf").fill(["list": "b"], options: options)
        let update = filled.data.dropFirst(data.count)
        #expect(update.range(of: Data("/I [ 0 ]".utf8)) != nil)
        #expect(
            try await ExistingValues(contentsOf: try folder.write(filled.data, "out.pdf")).fields.map(\.value)
                == [.choices([.init(export: "b", shown: "b")])])
        let rich = form([signed, "/FT /Tx /T (notes) /TU (Notes) /RV (<p>x</p>)"])
        #expect(await code(rich, ["notes": "x"]) == .cannotAppend)
        #expect(await code(rich, ["name": "x"]) == nil)
    }

    @Test("a signed field whose widget is an object beside it is refused")
    func widgetBeside() async throws {
        var builder = PDFBuilder()
        let parent = builder.add("<< /FT /Tx /T (town) /TU (Town) >>")
        builder.add(
            PDFBuilder.Page(),
            widgets: [
                signature("/TransformMethod /DocMDP /TransformParams << /P 2 >>"), "/FT /Tx /T (name) /TU (Name)",
                "/Parent \(parent) 0 R",
            ].enumerated().map { .init(x: 60, y: 80 + 40 * Double($0), width: 200, height: 20, $1) })
        #expect(await code(builder.data(), ["town": "Bern"]) == .cannotAppend)
        #expect(await code(builder.data(), ["name": "Ada"]) == nil)
    }

    @Test("what the signatures forbid is refused")
    func forbidden() async throws {
        let certified = form([signature("/TransformMethod /DocMDP /TransformParams << /P 1 >>")])
        #expect(await code(certified, ["name": "Ada"]) == .cannotAppend)
        let include = form([
            signature("/TransformMethod /FieldMDP /TransformParams << /Action /Include /Fields [(name)] >>")
        ])
        #expect(await code(include, ["name": "Ada"]) == .cannotAppend)
        #expect(await code(include, ["city": "London"]) == nil)
        let exclude = form([
            signature("/TransformMethod /FieldMDP /TransformParams << /Action /Exclude /Fields [(name)] >>")
        ])
        #expect(await code(exclude, ["name": "Ada"]) == nil)
        #expect(await code(exclude, ["city": "London"]) == .cannotAppend)
        let all = form([signature("", lock: "/Lock << /Action /All >>")])
        #expect(await code(all, ["city": "London"]) == .cannotAppend)
        // Another signature cannot be drawn, since that would change the page.
        let open = form([signature(""), "/FT /Sig /T (second) /TU (Second)"])
        #expect(await code(open, ["second": "Ada"]) == .cannotAppend)
        let catalogue = "/Perms << /DocMDP << /Reference [ << /TransformParams << /P 1 >> >> ] >> >>"
        #expect(await code(form(catalogue: catalogue), ["name": "Ada"]) == .cannotAppend)
    }

    @Test("what cannot be appended to is refused")
    func refusals() async throws {
        let encrypted = try Program.encrypted(form(), user: "", owner: "o", in: folder)
        #expect(await code(encrypted, ["name": "Ada"]) == .cannotAppend)
        var damaged = form()
        if let range = damaged.range(of: Data("startxref\n".utf8)) {
            damaged.insert(UInt8(ascii: "9"), at: range.upperBound)
        }
        #expect(await code(damaged, ["name": "Ada"]) == .cannotAppend)
        #expect(await code(Data("junk\n".utf8) + form(), ["name": "Ada"]) == .cannotAppend)
    }

    @Test("an object with the number of a removed one stays, and a change of it is refused")
    func reusedNumbers() async throws {
        var keeping = options
        keeping.keepsFields = true
        let text = String(decoding: form(), as: UTF8.self)
        let page = try #require(try /(\d+) 0 obj\n<< \/Type \/Page \//.firstMatch(in: text)?.output.1)
        let number = try #require(Int(page))
        var lines = text.replacing("\(page) 0 obj\n", with: "\(page) 1 obj\n")
            .replacing(" \(page) 0 R", with: " \(page) 1 R").replacing("[\(page) 0 R", with: "[\(page) 1 R")
            .components(separatedBy: "\n")
        let table = try #require(lines.lastIndex(of: "xref"))
        lines[table + 2 + number] = lines[table + 2 + number].replacing("00000 n", with: "00001 n")
        let data = Data(lines.joined(separator: "\n").utf8)
        try Program.run("qpdf", ["--check", try folder.write(data, "reused.pdf").path])
        #expect(await code(data, ["name": "Ada"]) == .cannotAppend)
        let kept = try await Form(data: data, fileName: "form.pdf").fill(["name": "Ada"], options: keeping)
        #expect(try shown(kept.data).text(0) == "Printed Ada")
    }
}
