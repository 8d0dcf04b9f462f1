import Domains
import FormFilling
import FormsDomain
import LocalStore
import FailureModel
import FormModel
import FormImport
import Foundation
import Pipeline
import PipelineTestSupport
import QPDF
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import Testing

/// Documents of a form whose fields have been corrected, on the job runner.
@Suite("Corrected fields of documents", .onEveryEngine, .timeLimit(.minutes(30))) struct TemplateUseTests {
    private let folder: TemporaryFolder
    private let system: LocalSystem
    private let templates: TemplateStore

    init() throws {
        folder = try TemporaryFolder()
        system = try .empty(SystemSettings(store: folder.file("store").path, domains: Domains.stored))
        templates = TemplateStore(system)
    }

    private func working<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await system.runner(logger: .silent).run(body)
    }

    private func analysed(_ data: Data, as name: String, owner: OwnerID = .local) async throws -> Document {
        let client = system.client
        return try await working {
            let document = try await client.importDocument(
                data, owner: owner, kind: FormKind.name, fileName: name, mediaType: "application/pdf")
            _ = try await client.process(document.id, in: .all)
            return try await client.settled(document.id, in: .all)
        }
    }

    private func fields(of document: Document) async throws -> FieldsInForce {
        try #require(try await FormKind.fields(of: document, in: system.client))
    }

    private func filled(_ document: Document) async throws -> Data {
        let client = system.client
        let settled = try await working { try await client.settled(document.id, in: .all) }
        #expect(settled.state == .filled, "\(settled.failure?.message ?? "")")
        return try #require(try await client.bytes(of: FormKind.ArtefactName.filled, in: settled))
    }

    /// A form with two widgets, as it is published or with a value.
    private static func form(name: String? = nil, isEarlier: Bool = false) -> Data {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Application", x: 60, y: 40)
        let value = name.map { "/V (\($0)) " } ?? ""
        let first = PDFBuilder.Widget(
            x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) \(value)/TU (Full name)")
        let second = PDFBuilder.Widget(x: 60, y: 120, width: 200, height: 20, "/FT /Tx /T (city) /TU (City)")
        builder.add(page, widgets: isEarlier ? [second, first] : [first, second])
        return builder.data()
    }

    private func corrected(_ document: Document, _ change: (inout Field) -> Void) async throws -> StoredTemplate {
        let inForce = try await fields(of: document)
        var field = inForce.description.fields[0]
        change(&field)
        return try #require(
            try await templates.change(
                .edits(upsert: [field]), of: inForce.form, owner: document.owner, since: inForce.version))
    }

    @Test(
        "a template has the title of the form if it is printed, or else the name of the file",
        arguments: [
            ("Application for Housing", "Application for Housing"),
            ("APPLICATION  FOR\\n HOUSING", "APPLICATION FOR HOUSING"),
            ("Erika Mustermann", "scan 7"), ("Microsoft Word - application.doc", "scan 7"),
            ("application for housing.indd", "scan 7"), ("2026", "scan 7"), ("", "scan 7"),
        ])
    func titles(title: String, name: String) async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Application for Housing 2026", x: 60, y: 40, size: 16)
        page.text("Name", x: 60, y: 94)
        page.rule(x: 100, y: 96, width: 200)
        builder.add(page)
        builder.info = "/Title (\(title))"
        let document = try await analysed(builder.data(), as: "scan 7.pdf")
        #expect(try await corrected(document) { $0.label = "Applicant" }.template.name == name)
    }

    @Test("a partly filled copy comes with the corrections and keeps its own values")
    func copies() async throws {
        let first = try await analysed(Self.form(), as: "application.pdf")
        let template = try await corrected(first) {
            $0.label = "Applicant"
            $0.region = Region(x: 60, y: 84, width: 220, height: 20)
        }
        let copy = try await analysed(Self.form(name: "Ada Lovelace", isEarlier: true), as: "copy.pdf")
        #expect(copy.facts["digest"] == template.template.digest)
        let inForce = try await fields(of: copy)
        #expect(inForce.description.fields.map(\.label) == ["Applicant", "City"])
        #expect(inForce.description.fields.map(\.defaultValue) == ["Ada Lovelace", nil])
        #expect(inForce.description.fields.map(\.id) == template.template.fields.map(\.id))

        // Values for the ids that the copy's own fields had are for those that took their places.
        let source = try Importer().document(Self.form(name: "Ada Lovelace", isEarlier: true), fileName: "")
        let own = WidgetFields.fields(of: source)
        let drafts = own.map { ValueEntry(key: $0.id.uuidString, value: .text($0.label)) }
        let entries = inForce.entries(of: drafts)
        #expect(Set(entries.used.map(\.key)) == Set(template.template.fields.map(\.id.uuidString)))
        #expect(entries.unused.isEmpty)

        // The widget that the corrected field replaces is gone from the filled form, and the other is still there.
        let hopper = ValueEntry(key: inForce.current(own[0].id).uuidString, value: .text("Hopper"))
        let document = try await system.client.fill(copy.id, in: .all, inputs: try FormKind.inputs([hopper]))
        let pdf = try Importer().document(try await filled(document), fileName: "")
        #expect(pdf.widgets.map(\.name) == ["city"])
        let words = try RenderedPages(pdf.pdf).words(0)
        let word = try #require(words.first { $0.text == "Hopper" })
        #expect(word.region.midY > 84 && word.region.midY < 104)
    }

    @Test("a fill uses the template that was in force when it began, and gives the same bytes again")
    func frozen() async throws {
        let document = try await analysed(Self.form(), as: "a.pdf")
        _ = try await corrected(document) { $0.region = Region(x: 60, y: 300, width: 200, height: 20) }
        let values = try FormKind.inputs([ValueEntry(key: "Full name", value: .text("Ada"))])
        let begun = try await system.client.fill(document.id, in: .all, inputs: values)
        // Changed and deleted before the first stage has run.
        let later = try await corrected(document) { $0.region = Region(x: 60, y: 500, width: 200, height: 20) }
        try await templates.delete(later.template.id, in: .all)
        let first = try await filled(begun)
        let place = try RenderedPages(first).words(0).first { $0.text == "Ada" }?.region.midY ?? 0
        #expect(place > 300 && place < 320)
        let inputs = try await system.store.artefacts(of: document.id, in: .all, fill: 1).filter { $0.stage == .inputs }
        let frozen = try #require(inputs.first { $0.artefact.name == FormKind.ArtefactName.template })
        let template = try JSONDecoder().decode(FormTemplate.self, from: system.artefacts.read(frozen.artefact.content))
        #expect(template.id == later.template.id && template.version == 1)

        // The same document, template and values.
        _ = try await templates.put(template, owner: .local)
        let again = try await system.client.fill(document.id, in: .all, inputs: values)
        #expect(try await filled(again) == first)
    }

    @Test("everybody corrects the office's template in place, and an owner's template takes precedence")
    func owners() async throws {
        let bob = try await analysed(Self.form(), as: "a.pdf", owner: "bob")
        let own = try await corrected(bob) { $0.label = "Bob's" }
        #expect(own.owner == "bob")
        // Without a login, corrections are the office's.
        let local = try await analysed(Self.form(), as: "a.pdf")
        let shared = try await corrected(local) { $0.label = "For all" }
        #expect(shared.owner == .office)
        let ada = try await analysed(Self.form(), as: "a.pdf", owner: "ada")
        #expect(try await fields(of: ada).description.fields[0].label == "For all")
        let changed = try await corrected(ada) { $0.label = "Ada's" }
        #expect(changed.template.id == shared.template.id && changed.template.version == 2)
        #expect(try await fields(of: local).description.fields[0].label == "Ada's")
        #expect(try await fields(of: bob).description.fields[0].label == "Bob's")

        await #expect(throws: Failure.self) { try await templates.template(own.template.id, in: .owner("ada")) }
        await #expect(throws: Failure.self) { try await templates.delete(own.template.id, in: .owner("ada")) }
        await #expect(throws: Failure.self) { try await templates.delete(shared.template.id, in: .owner("ada")) }
        let lists = try await (templates.summaries(in: .owner("ada")), templates.summaries(in: .owner("bob")))
        #expect(lists.0.map(\.owner) == [""] && Set(lists.1.map(\.owner)) == ["", "bob"])

        // Everybody undoes what anybody has changed.
        let undone = try await templates.take(.undo, in: try await fields(of: ada).form, owner: "cid", since: 2)
        #expect(undone?.template.fields[0].label == "For all")
        #expect(try await fields(of: local).description.fields[0].label == "For all")
    }

    @Test("values of a field that is removed are kept, but not filled in")
    func removed() async throws {
        let document = try await analysed(Self.form(), as: "a.pdf")
        let before = try await fields(of: document)
        let drafts = before.description.fields.map { ValueEntry(key: $0.id.uuidString, value: .text($0.label)) }
        let gone = before.description.fields[0].id
        _ = try await templates.change(
            .edits(upsert: [], delete: [gone]), of: before.form, owner: .local, since: 0)
        let entries = try await fields(of: document).entries(of: drafts)
        #expect(entries.used.map(\.key) == [drafts[1].key] && entries.unused == [drafts[0]])
    }

    @Test("only the newest hundred versions are kept, and changes can be undone as far")
    func versions() async throws {
        let document = try await analysed(Self.form(), as: "a.pdf")
        let form = try await fields(of: document).form
        var field = form.detected[0]
        for number in 1...120 {
            field.label = "Version \(number)"
            _ = try await templates.change(.edits(upsert: [field]), of: form, owner: .local, since: number - 1)
        }
        var undone = 0
        while let template = try? await templates.take(.undo, in: form, owner: .local, since: nil) {
            undone += 1
            #expect(template.template.fields[0].label == "Version \(120 - undone)")
        }
        // Each step is a version as well and pushes an old one out.
        #expect(undone > 40 && undone < 100)
        // A change from a version that is not kept any more conflicts with any other.
        field.label = "Late"
        await #expect(throws: FieldConflicts.self) {
            try await templates.change(.edits(upsert: [field]), of: form, owner: .local, since: 3)
        }
    }

    @Test("two people who change different fields at once lose nothing")
    func concurrent() async throws {
        let document = try await analysed(Self.form(), as: "a.pdf")
        let form = try await fields(of: document).form
        let templates = templates
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    let field = Field(
                        id: UUID(), name: "f\(number)", page: 0,
                        region: Region(x: 60, y: Double(200 + number * 20), width: 80, height: 15), type: .text,
                        label: "\(number)", confidence: 1, evidence: .box)
                    _ = try await templates.change(.edits(upsert: [field]), of: form, owner: .local, since: 0)
                }
            }
            try await group.waitForAll()
        }
        let inForce = try await fields(of: document)
        #expect(inForce.version == 20)
        #expect(inForce.description.fields.map(\.label) == ["Full name", "City"] + (1...20).map(String.init))
    }
}
