import FormModel
import FormImport
import Formwright
import Foundation
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// Corrected fields, as a user of the command line meets them.
@Suite("Commands: templates, and the commands that use them", .blocking, .timeLimit(.minutes(30)))
struct TemplateCommandTests {
    private let folder: TemporaryFolder
    private let form = TestData.url("forms/irs-8888.pdf").path

    init() throws {
        folder = try TemporaryFolder()
    }

    private var store: String { folder.url.path + "/store" }

    private func run(
        _ arguments: String..., input: Data = Data(), store: String? = nil
    ) throws -> CommandLineTool.Outcome {
        try CommandLineTool.run(
            arguments, input: input, environment: ["FORMWRIGHT_STORE": store ?? self.store])
    }

    /// The form's template with the first field renamed and a field added, as `export` would write it.
    private func template() async throws -> FormTemplate {
        let document = try Importer().document(at: URL(fileURLWithPath: form))
        let detected = try await Form(contentsOf: URL(fileURLWithPath: form))
        var fields = detected.fields
        fields[0].label = "Taxpayer"
        fields.append(
            Field(
                id: UUID(), name: "corner", page: 0, region: Region(x: 20, y: 10, width: 150, height: 14), type: .text,
                label: "Case number", confidence: 1, evidence: .space))
        return FormTemplate(
            id: UUID(), name: "Form 8888", digest: FormDigest.of(document), version: 3,
            pages: detected.description.pages.map { PageSize(width: $0.width, height: $0.height) }, fields: fields)
    }

    private func importTemplate() async throws -> FormTemplate {
        let template = try await template()
        let outcome = try run("templates", "import", "-", input: try JSONEncoder().encode(template))
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text == "\(template.id)  Form 8888, version 3\n")
        return template
    }

    /// Analyses the form in the store, so that its pages can be kept.
    private func analyse() throws {
        #expect(try run("documents", "add", form).status == 0)
        let worker = try CommandLineTool.start(["worker"], environment: ["FORMWRIGHT_STORE": store])
        while !(try run("documents", "list", "--state", "ready").text.contains("irs-8888")) {
            Thread.sleep(forTimeInterval: 0.05)
        }
        worker.terminate()
        worker.waitUntilExit()
    }

    /// A print of the form's first page with a word after its title, as another edition has it.
    private func otherEdition() throws -> String {
        var addition = PDFBuilder.Page()
        addition.box(x: 300, y: 720, width: 10, height: 10)
        addition.text("Check here if this is your first year", x: 315, y: 729, size: 8)
        var builder = PDFBuilder()
        builder.add(addition)
        let box = try folder.write(builder.data(), "box.pdf").path
        let output = folder.file("edition.pdf").path
        try Program.run("qpdf", [form, "--overlay", box, "--", output])
        return output
    }

    @Test("another edition is told, and has the fields of a template that is named")
    func editions() async throws {
        let template = try await importTemplate()
        let edition = try otherEdition()
        let early = try run("inspect", edition, "--known", "Form 8888")
        #expect(early.status != 0 && early.errors.contains("templates index"), "\(early.errors)")
        try analyse()
        #expect(try run("templates", "index").status == 0)

        let told = try run("inspect", edition)
        #expect(told.errors.contains("another edition of “Form 8888”"), "\(told.errors)")
        #expect(!told.text.contains("Taxpayer"))
        for name in ["Form 8888", String(template.id.uuidString.prefix(8))] {
            let chosen = try run("inspect", edition, "--known", name)
            #expect(chosen.text.contains("Taxpayer") && chosen.text.contains("Case number"), "\(chosen.errors)")
            #expect(chosen.errors.contains("check its fields"), "\(chosen.errors)")
        }
        let output = folder.file("filled.pdf").path
        let filled = try run("fill", edition, "--known", "Form 8888", "--set", "Case number=4711", "-o", output)
        #expect(filled.status == 0, "\(filled.errors)")
        #expect(try RenderedPages(Data(contentsOf: URL(fileURLWithPath: output))).text(0).contains("4711"))

        #expect(try run("inspect", edition, "--known", "Form 9999").errors.contains("No template has the name"))
        let other = try run("inspect", TestData.url("forms/irs-4547.pdf").path, "--known", "Form 8888")
        #expect(other.status != 0 && other.errors.contains("No page looks like"), "\(other.errors)")
        #expect(try run("inspect", edition, "--known", "Form 8888", "--no-template").status == 64)
    }

    @Test("a watched folder takes the fields of a template that is named, and refuses forms that do not look like it")
    func watchedByName() async throws {
        _ = try await importTemplate()
        let inbox = folder.url.path + "/inbox"
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        let edition = try otherEdition()
        func drop() throws {
            try FileManager.default.copyItem(atPath: edition, toPath: inbox + "/edition.pdf")
            try Data(#"{"Case number": "4711"}"#.utf8).write(to: URL(fileURLWithPath: inbox + "/edition.values.json"))
        }
        func watch(_ known: String) throws -> CommandLineTool.Outcome {
            try run("watch", inbox, "--once", "--settle", "0", "--known", known)
        }
        try drop()
        let unknown = try watch("Form 9999")
        #expect(unknown.status == 124 && unknown.errors.contains("No template has the name"), "\(unknown.errors)")
        #expect(try watch("Form 8888").errors.contains("templates index"))
        #expect(FileManager.default.fileExists(atPath: inbox + "/edition.pdf"))
        try analyse()
        #expect(try run("templates", "index").status == 0)

        // Nobody looks, so that another edition has its own fields unless the form is named.
        let told = try run("watch", inbox, "--once", "--settle", "0")
        #expect(told.status == 47, "\(told.errors)")
        try drop()
        try FileManager.default.copyItem(atPath: form, toPath: inbox + "/same.pdf")
        try FileManager.default.copyItem(
            atPath: TestData.url("forms/irs-4547.pdf").path, toPath: inbox + "/other.pdf")
        let named = try watch("Form 8888")
        #expect(named.status == 47, "\(named.errors)")
        let filled = try Data(contentsOf: folder.file("outbox/edition.filled.pdf"))
        #expect(try RenderedPages(filled).text(0).contains("4711"))
        let same = try String(contentsOf: folder.file("outbox/same.fields.json"), encoding: .utf8)
        #expect(same.contains("Taxpayer"))
        let refused = try String(contentsOf: folder.file("failed/other.error.json"), encoding: .utf8)
        #expect(refused.contains("fields_mismatch") && refused.contains("No page looks like"), "\(refused)")
    }

    @Test("a form that is named in the settings precedes corrections of the same form, but not later ones")
    func watchedSettings() async throws {
        let template = try await importTemplate()
        try analyse()
        #expect(try run("templates", "index").status == 0)
        var own = try await self.template()
        let edition = try otherEdition()
        let document = try Importer().document(at: URL(fileURLWithPath: edition))
        own = FormTemplate(
            id: UUID(), name: "Edition", digest: FormDigest.of(document), version: 1, pages: own.pages,
            fields: own.fields.map { field in
                var field = field
                field.id = UUID()
                if field.label == "Taxpayer" { field.label = "Payer" }
                return field
            })
        #expect(try run("templates", "import", "-", input: try JSONEncoder().encode(own)).status == 0)
        let settings = try folder.write(
            "watch:\n  - {inbox: inbox, settle: 0s, known: \(template.id.uuidString.prefix(8))}\n", "pipeline.yaml"
        ).path
        let inbox = folder.url.path + "/inbox"
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: edition, toPath: inbox + "/edition.pdf")
        let outcome = try run("watch", "--config", settings, "--once")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let fields = try String(contentsOf: folder.file("outbox/edition.fields.json"), encoding: .utf8)
        #expect(fields.contains("Taxpayer") && !fields.contains("Payer\""))
        // Corrections since then hold for the document.
        let list = try run("documents", "list").text
        let id = try #require(
            list.split(separator: "\n").first { $0.contains("edition.pdf") }?.split(separator: " ").first)
        #expect(try run("documents", "fields", String(id)).text.contains("Taxpayer"))
        own.fields[1].label = "Later"
        own.version = 2
        #expect(try run("templates", "import", "-", input: try JSONEncoder().encode(own)).status == 0)
        let now = try run("documents", "fields", String(id))
        #expect(now.text.contains("Later"), "\(now.text) \(now.errors)")
    }

    @Test("only folders of forms have a known form")
    func watchedKinds() throws {
        let refused = try run("watch", folder.url.path + "/inbox", "--kind", "account", "--known", "Form 8888")
        #expect(
            refused.status == 64 && refused.errors.contains("not recognised"), "\(refused.status) \(refused.errors)")
        let homeless = try run("watch", "--known", "Form 8888")
        #expect(homeless.status == 64 && homeless.errors.contains("need a folder"), "\(homeless.errors)")
    }

    @Test("a pack brings the corrected fields to another office, which recognises other copies by it")
    func packs() async throws {
        let template = try await importTemplate()
        try analyse()
        #expect(try run("templates", "index").status == 0)
        let key = folder.file("pack.key").path
        let publicKey = folder.file("pack.pub").path
        try Program.run("openssl", ["genpkey", "-algorithm", "ed25519", "-out", key])
        try Program.run("openssl", ["pkey", "-in", key, "-pubout", "-out", publicKey])
        let pack = folder.file("office").path
        let written = try run("templates", "pack", "-o", pack, "--key", key)
        #expect(written.status == 0 && written.text.contains("Form 8888"), "\(written.errors)")

        // Others can check a pack without this program.
        try Program.run("env", ["-C", pack, "sha256sum", "--check", "--quiet", "SHA256SUMS"])
        let signature = folder.file("signature")
        try #require(Data(base64Encoded: try Data(contentsOf: folder.file("office/SHA256SUMS.sig")).dropLast())).write(
            to: signature)
        try Program.run(
            "openssl",
            [
                "pkeyutl", "-verify", "-pubin", "-inkey", publicKey, "-rawin", "-in", pack + "/SHA256SUMS", "-sigfile",
                signature.path,
            ])

        let line = try #require(
            try String(contentsOfFile: publicKey, encoding: .utf8).split(separator: "\n").dropFirst().first)
        #expect(written.errors.contains(line))
        let settings = try folder.write("packs:\n  trusted:\n    county: \(line)\n", "pipeline.yaml").path
        let other = folder.url.path + "/other"
        let checked = try run("templates", "import", pack, "--check", "--config", settings, store: other)
        #expect(checked.status == 0 && checked.errors.contains("trusted key “county”"), "\(checked.errors)")
        #expect(try run("templates", "list", store: other).text.contains("Form 8888") == false)
        let imported = try run("templates", "import", pack, "--config", settings, store: other)
        #expect(imported.status == 0 && imported.text.contains("added"), "\(imported.errors)")
        let told = try run("inspect", try otherEdition(), store: other)
        #expect(told.errors.contains("another edition of “Form 8888”"), "\(told.errors)")

        let unsigned = folder.file("office.zip").path
        #expect(try run("templates", "pack", "-o", unsigned).status == 0)
        let refused = try run("templates", "import", unsigned, "--config", settings, store: other)
        #expect(refused.status == 234 && refused.errors.contains("not signed"), "\(refused.errors)")
        #expect(try run("templates", "import", unsigned, store: other).text.contains("unchanged"))
        #expect(try run("templates", "pack", "-o", unsigned).errors.contains("--overwrite"))

        let id = String(template.id.uuidString.prefix(8))
        #expect(try run("templates", "rename", id, "Refund allocation").text == "\(template.id)  Refund allocation\n")
        #expect(try run("templates", "list").text.contains("Refund allocation"))
    }

    @Test("fill, inspect and batch use the corrected fields of a form that was saved again, and say so")
    func used() async throws {
        _ = try await importTemplate()
        let copy = folder.file("downloaded.pdf").path
        try Program.run("qpdf", ["--object-streams=generate", "--linearize", form, copy])
        let note = "formwright: using the corrected fields of “Form 8888” (version 3)\n"
        let inspected = try run("inspect", copy)
        #expect(inspected.text.contains("Taxpayer") && inspected.text.contains("Case number"))
        #expect(inspected.errors == note)
        #expect(try !run("inspect", copy, "--no-template").text.contains("Taxpayer"))

        let output = folder.file("filled.pdf").path
        let filled = try run("fill", copy, "--set", "Case number=4711", "-o", output)
        #expect(filled.status == 0 && filled.errors.contains(note), "\(filled.errors)")
        let word = try #require(
            try RenderedPages(Data(contentsOf: URL(fileURLWithPath: output))).words(0).first { $0.text == "4711" })
        #expect(word.region.right < 170 && word.region.bottom < 26)
        #expect(try run("fill", copy, "--no-template", "--set", "Case number=1", "-o", output).status == 31)
        // Partly filled, it is still the same form.
        #expect(try run("inspect", output).errors.contains(note))

        let rows = folder.file("rows.csv")
        try Data("Case number\n1\n2\n".utf8).write(to: rows)
        let batch = try run("batch", copy, "--rows", rows.path, "-o", folder.url.path + "/out/{row}.pdf")
        #expect(batch.status == 0 && batch.errors.contains(note), "\(batch.errors)")
    }

    @Test("collect takes the form of the first copy that has corrected fields")
    func collected() async throws {
        _ = try await importTemplate()
        try folder.write("%PDF-1.7 nothing", "bad.pdf")
        let copies = try ["4711", "4712"].map { number in
            let copy = folder.file("\(number).pdf").path
            let filled = try run("fill", form, "--set", "Case number=\(number)", "-o", copy)
            #expect(filled.status == 0, "\(filled.errors)")
            return copy
        }
        let table = folder.file("answers.jsonl")
        let outcome = try run("collect", folder.file("bad.pdf").path, copies[0], copies[1], "-o", table.path)
        #expect(outcome.status == 47, "\(outcome.errors)")
        let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 2)
        #expect(rows.first?.contains("\"corner\":\"4711\"") == true)
        #expect(rows.last?.contains("\"corner\":\"4712\"") == true)
    }

    @Test("without a store none is created, and one that cannot be read is an error that says how to do without")
    func noStore() throws {
        #expect(try run("inspect", form).errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: store))
        // A store of a version without templates is left as it is.
        let old = folder.url.path + "/old"
        try FileManager.default.createDirectory(atPath: old, withIntermediateDirectories: true)
        let script = "import sqlite3; sqlite3.connect('\(old)/catalogue.sqlite').execute('CREATE TABLE a (b)')"
        try Program.run("python3", ["-c", script])
        #expect(try run("inspect", form, store: old).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: old) == ["catalogue.sqlite"])

        let broken = folder.url.path + "/broken"
        try FileManager.default.createDirectory(atPath: broken, withIntermediateDirectories: true)
        try Data("no database, whatever its name says".utf8).write(
            to: URL(fileURLWithPath: broken + "/catalogue.sqlite"))
        let refused = try run("inspect", form, store: broken)
        #expect(refused.status == 56 && refused.errors.contains("--no-template"), "\(refused.status) \(refused.errors)")
        #expect(try run("inspect", form, "--no-template", store: broken).status == 0)
    }

    @Test("templates are listed, shown, exported to another store, and deleted")
    func life() async throws {
        let template = try await importTemplate()
        let short = String(template.id.uuidString.prefix(8))
        #expect(try run("templates", "list").text.contains("\(short)  Form 8888  3"))
        let shown = try run("templates", "show", short.lowercased()).text
        #expect(shown.contains(template.digest) && shown.contains("Case number"))
        let exported = try run("templates", "export", short)
        #expect(try JSONDecoder().decode(FormTemplate.self, from: exported.output) == template)
        // What comes from the store is as private as the store.
        let file = folder.file("template.json").path
        #expect(try run("templates", "export", short, "-o", file).status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)

        let other = folder.url.path + "/other"
        #expect(
            try run("templates", "import", "-", "--owner", "ada", input: exported.output, store: other).status == 0)
        struct List: Decodable {
            struct Entry: Decodable {
                var owner: String
                var version, fieldCount: Int
            }
            var templates: [Entry]
        }
        let listed = try JSONDecoder().decode(
            List.self, from: try run("templates", "list", "--json", store: other).output)
        #expect(listed.templates.map(\.owner) == ["ada"])
        #expect(listed.templates.map(\.fieldCount) == [template.fields.count])
        #expect(try run("templates", "list", "--owner", "bob", store: other).text.split(separator: "\n").count == 1)
        // Another owner's corrections are not used.
        #expect(try run("inspect", form, store: other).errors.isEmpty)
        #expect(try run("inspect", form, "--owner", "ada", store: other).errors.contains("Form 8888"))

        #expect(try run("templates", "delete", short).status == 0)
        #expect(try run("templates", "show", short).status == 124)
        #expect(try run("inspect", form).errors.isEmpty)
    }

    @Test("what is not a template is refused")
    func invalid() async throws {
        var template = try await template()
        func refusal(_ data: Data) throws -> String {
            let outcome = try run("templates", "import", "-", input: data)
            #expect(outcome.status == 125)
            return outcome.errors
        }
        #expect(try refusal(Data("{}".utf8)).contains("templates export: id is missing"))
        let valid = String(decoding: try JSONEncoder().encode(template), as: UTF8.self)
        #expect(
            try refusal(Data(valid.replacing("\"label\"", with: "\"colour\":1,\"label\"").utf8)).contains(
                "colour is unknown"))
        template.fields[0].region.x = 5_000
        #expect(try refusal(try JSONEncoder().encode(template)).contains("not inside the page"))
        template.fields = []
        template.pages = []
        #expect(try refusal(try JSONEncoder().encode(template)).contains("pages"))
    }

    @Test("a watched folder delivers the corrected fields and fills them")
    func watched() async throws {
        _ = try await importTemplate()
        let inbox = folder.url.path + "/inbox"
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        try Program.run("qpdf", ["--qdf", form, inbox + "/blank.pdf"])
        try Program.run("qpdf", ["--object-streams=generate", form, inbox + "/case.pdf"])
        try Data(#"{"Case number": "4711"}"#.utf8).write(to: URL(fileURLWithPath: inbox + "/case.values.json"))
        let outcome = try run("watch", inbox, "--once", "--settle", "0")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let outbox = folder.url.path + "/outbox/"
        let fields = try JSONDecoder().decode(
            FormDescription.self, from: Data(contentsOf: URL(fileURLWithPath: outbox + "blank.fields.json")))
        #expect(fields.fields.map(\.label).contains("Case number"))
        #expect(!FileManager.default.fileExists(atPath: outbox + "blank.preview.pdf"))
        let filled = try RenderedPages(Data(contentsOf: URL(fileURLWithPath: outbox + "case.filled.pdf")))
        #expect(try filled.words(0).contains { $0.text == "4711" && $0.region.bottom < 26 })
    }
}
