import Domains
import FailureModel
import FormFilling
import FormModel
import FormsDomain
import Foundation
import LocalStore
import Pipeline
import PipelineSQL
import PipelineTestSupport
import QPDF
import SQL
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import Testing

@Suite("Forms of the office", .onEveryEngine, .timeLimit(.minutes(30))) struct SharedFormStoreTests {
    private let folder: TemporaryFolder
    private let system: LocalSystem
    private let templates: TemplateStore
    private let forms: SharedFormStore

    init() throws {
        folder = try TemporaryFolder()
        let settings = try folder.write("retention: {days: 30}", "pipeline.yaml")
        system = try .empty(
            SystemSettings(contentsOf: settings.path, store: folder.file("store").path, domains: Domains.stored))
        templates = TemplateStore(system)
        forms = SharedFormStore(system)
    }

    private func working<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        try await system.runner(logger: .silent).run(body)
    }

    private func settled(_ document: Document) async throws -> Document {
        let client = system.client
        return try await working { try await client.settled(document.id, in: .all) }
    }

    private func analysed(_ title: String = "Application", owner: OwnerID) async throws -> Document {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text(title, x: 60, y: 40)
        let widgets = ["name", "city"].enumerated().map { index, name in
            PDFBuilder.Widget(
                x: 60, y: Double(80 + 40 * index), width: 200, height: 20, "/FT /Tx /T (\(name)) /TU (\(name))")
        }
        builder.add(page, widgets: widgets)
        let document = try await system.client.importDocument(
            builder.data(), owner: owner, kind: FormKind.name, fileName: "\(title).pdf", mediaType: "application/pdf")
        _ = try await system.client.process(document.id, in: .all)
        return try await settled(document)
    }

    private func fields(of document: Document) async throws -> FieldsInForce {
        try #require(try await FormKind.fields(of: document, in: system.client))
    }

    private func relabel(_ document: Document, _ label: String) async throws {
        let inForce = try await fields(of: document)
        var field = inForce.description.fields[0]
        field.label = label
        _ = try await templates.change(
            .edits(upsert: [field]), of: inForce.form, owner: document.owner, since: inForce.version)
    }

    private func share(
        _ document: Document, _ name: String = "Application", edition: String = "",
        state: SharedForm.State = .current, replacing: DocumentID? = nil
    ) async throws -> SharedForm {
        try await forms.share(
            document, try await fields(of: document), as: SharedFormTitle(name: name, edition: edition), state,
            replacing: replacing, by: document.owner)
    }

    private func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return Failure(error).code
        }
    }

    @Test("a shared form brings its owner's corrections and mapping to everybody who starts from it")
    func sharing() async throws {
        let original = try await analysed(owner: "ada")
        try await relabel(original, "Applicant")
        let mappings = MappingStore(system)
        let columns = [ColumnMapping.Column(name: "Kunde", fields: ["name"], isConfirmed: true)]
        try await mappings.put(ColumnMapping(form: "", columns: columns), for: original, in: .owner("ada"))

        let form = try await share(original, edition: "01/2026")
        #expect(form.title.edition == "01/2026" && form.sharedBy == "ada" && form.version == 1)
        // The name of her file, which may be private, is not the template's.
        #expect(try await templates.summaries(in: .owner("ben")).map(\.name) == ["Application"])
        let copy = try await settled(try await forms.start(form.id, in: .all, for: "ben", as: DocumentID(UUID())))
        #expect(copy.owner == "ben" && copy.state == .ready && copy.fileName == "Application (01-2026).pdf")
        #expect(try await fields(of: copy).description.fields[0].label == "Applicant")
        #expect(try await mappings.mapping(of: copy, form: "")?.columns.map(\.name) == ["Kunde"])

        // A correction by one applies for all, also for who shared it.
        try await relabel(copy, "Claimant")
        #expect(try await fields(of: original).description.fields[0].label == "Claimant")
        let history = try await forms.history(of: form.id, in: .all)
        #expect(history.map(\.version) == [2, 1, 0] && history.map(\.author) == ["ben", "ada", nil])
        #expect(history.allSatisfy { $0.time != nil })
    }

    @Test("the first correction of a shared form without corrections is the office's")
    func firstCorrection() async throws {
        let form = try await share(try await analysed(owner: "ada"))
        #expect(try await forms.history(of: form.id, in: .all).isEmpty)
        let copy = try await settled(try await forms.start(form.id, in: .all, for: "ben", as: DocumentID(UUID())))
        try await relabel(copy, "Claimant")
        #expect(try await fields(of: try await analysed(owner: "cid")).description.fields[0].label == "Claimant")
    }

    @Test("a form is shared once, and an owner's later corrections of it become its newest version")
    func twice() async throws {
        let ben = try await analysed(owner: "ben")
        try await relabel(ben, "Ben's")
        let form = try await share(try await analysed(owner: "ada"))
        try await relabel(try await analysed(owner: "ada"), "Ada's")
        #expect(try await fields(of: ben).description.fields[0].label == "Ben's")
        #expect(await code { _ = try await share(ben) } == .formShared)
        try await forms.delete(form.id, in: .all)
        _ = try await share(ben)
        let cid = try await fields(of: try await analysed(owner: "cid"))
        #expect(cid.description.fields[0].label == "Ben's")
        // The newest version follows both.
        let undone = try await templates.take(.undo, in: cid.form, owner: "cid", since: cid.version)
        #expect(undone?.template.fields[0].label == "Ada's")
    }

    @Test("two people who share the same form at once make one form of the office")
    func together() async throws {
        let documents = [try await analysed(owner: "ada"), try await analysed(owner: "ben")]
        let shared = await withTaskGroup(of: Bool.self) { group in
            for document in documents {
                group.addTask { await code { _ = try await share(document) } == nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(shared == 1)
        #expect(try await forms.forms(in: .all, limit: 10).count == 1)
        let office = try await system.store.documents(DocumentQuery(in: .owner(.office), limit: 10))
        #expect(office.count == 1)
    }

    @Test("a filled form is not shared")
    func filledForm() async throws {
        let document = try await analysed(owner: "ada")
        let values = try FormKind.inputs([ValueEntry(key: "name", value: .text("Ada"))])
        let filled = try await settled(try await system.client.fill(document.id, in: .all, inputs: values))
        let bytes = try #require(try await system.client.bytes(of: FormKind.ArtefactName.filled, in: filled))
        let second = try await system.client.importDocument(
            bytes, owner: "ada", kind: FormKind.name, fileName: "filled.pdf", mediaType: "application/pdf")
        _ = try await system.client.process(second.id, in: .all)
        let analysed = try await settled(second)
        #expect(await code { _ = try await share(analysed) } == .formHasValues)
        #expect(try await system.store.documents(DocumentQuery(in: .owner(.office), limit: 10)).isEmpty)
        // Nor without its mark: of a flattened form only the overlay is left.
        let flattened = try await system.client.importDocument(
            try PDFFile(data: bytes).written(), owner: "ada", kind: FormKind.name, fileName: "flat.pdf",
            mediaType: "application/pdf")
        _ = try await system.client.process(flattened.id, in: .all)
        let unmarked = try await settled(flattened)
        #expect(await code { _ = try await share(unmarked) } == .formHasValues)
        // What the document was filled with stays with it.
        let form = try await share(filled)
        let copy = try await forms.start(form.id, in: .all, for: "ben", as: DocumentID(UUID()))
        #expect(copy.content == document.content)
    }

    @Test("a new edition retires the earlier one, which stays")
    func editions() async throws {
        let old = try await share(try await analysed("Edition 1", owner: "ada"), edition: "2025")
        let new = try await share(
            try await analysed("Edition 2", owner: "ada"), edition: "2026", replacing: old.id)
        #expect(new.replaces == old.id && new.state == .current)
        #expect(try await forms.form(old.id, in: .all).state == .retired)
        #expect(try await forms.forms([.current], in: .all, limit: 10).map(\.id) == [new.id])
        _ = try await forms.start(old.id, in: .all, for: "ben", as: DocumentID(UUID()))
        let another = try await analysed("Edition 3", owner: "ada")
        #expect(await code { _ = try await share(another, replacing: DocumentID(UUID())) } == .formUnknown)
    }

    @Test("names and states change only from their newest version")
    func changes() async throws {
        let form = try await share(try await analysed(owner: "ada"), state: .draft)
        let changed = try await forms.change(form.id, in: .all, since: 1) {
            (try SharedFormTitle(name: " Antrag "), $0.state, [])
        }
        #expect(changed.title.name == "Antrag" && changed.version == 2 && changed.state == .draft)
        #expect(
            await code { _ = try await forms.change(form.id, in: .all, since: 1) { ($0.title, .current, []) } }
                == .formChanged)
        let same = try await forms.change(form.id, in: .all, since: 2) { ($0.title, $0.state, []) }
        #expect(same.version == 2)
        let any = try await forms.change(form.id, in: .all, since: nil) { ($0.title, .current, []) }
        #expect(any.version == 3 && any.state == .current)
    }

    @Test(
        "names that are empty, too long or have control characters are refused",
        arguments: [
            "", " \n", "\u{FEFF}", "a\u{202E}b", "a\u{2029}b", String(repeating: "x", count: 201), "a\u{0}b", "a\nb",
        ])
    func names(name: String) {
        #expect(throws: Failure.self) { try SharedFormTitle(name: name) }
        #expect(throws: Failure.self) {
            try SharedFormTitle(name: "x", edition: name + String(repeating: "y", count: 51))
        }
    }

    @Test("forms are listed by name and found by a part of it, page by page")
    func list() async throws {
        for (index, name) in ["Wohngeld", "Ämter 100%", "ämter_a", "Bürgergeld", "Antrag"].enumerated() {
            _ = try await share(try await analysed("Form \(index)", owner: "ada"), name)
        }
        var names: [String] = []
        var last: DocumentID?
        repeat {
            let page = try await forms.forms(in: .all, after: last, limit: 2)
            names += page.map(\.title.name)
            last = page.count == 2 ? page.last?.id : nil
        } while last != nil
        #expect(names == ["Ämter 100%", "ämter_a", "Antrag", "Bürgergeld", "Wohngeld"])
        func found(_ text: String) async throws -> [String] {
            try await forms.forms(containing: text, in: .all, limit: 10).map(\.title.name)
        }
        #expect(try await found("GELD") == ["Bürgergeld", "Wohngeld"])
        #expect(try await found("burger") == ["Bürgergeld"])
        #expect(try await found("0%") == ["Ämter 100%"])
        #expect(try await found("r_") == ["ämter_a"])
        #expect(try await found("\\").isEmpty)
        #expect(await code { _ = try await forms.forms(in: .all, after: DocumentID(UUID()), limit: 2) } == .formUnknown)
    }

    @Test("a form that is exported is imported elsewhere with its file, fields and mapping")
    func packs() async throws {
        let original = try await analysed(owner: "ada")
        try await relabel(original, "Applicant")
        let mappings = MappingStore(system)
        let columns = [ColumnMapping.Column(name: "Kunde", fields: ["name"])]
        try await mappings.put(ColumnMapping(form: "", columns: columns), for: original, in: .owner("ada"))
        let form = try await share(original, "Antrag", edition: "2026")
        let pack = try await forms.pack(of: form.id)
        let file = try folder.write("", "antrag.form.zip")
        let handle = try FileHandle(forWritingTo: file)
        try pack.write(to: handle.fileDescriptor, name: "antrag.form.zip")
        try handle.close()
        let bytes = try Data(contentsOf: file)

        let read = try FormPack(bytes)
        #expect(await code { _ = try await forms.add(read, by: "ben") } == .formShared)
        try await forms.delete(form.id, in: .all)
        try await templates.delete(try await templates.summaries(in: .all)[0].id, in: .all)
        let again = try await forms.add(read, .draft, by: "ben")
        #expect(again.title == form.title && again.digest == form.digest && again.state == .draft)
        let copy = try await settled(try await forms.start(again.id, in: .all, for: "cid", as: DocumentID(UUID())))
        #expect(copy.content == original.content)
        #expect(try await fields(of: copy).description.fields[0].label == "Applicant")
        #expect(try await mappings.mapping(of: copy, form: "")?.columns.map(\.name) == ["Kunde"])
        #expect(await code { _ = try FormPack(Data("PK".utf8)) } == .invalidFormPack)
        #expect(await code { _ = try FormPack(bytes.prefix(bytes.count / 2)) } == .invalidFormPack)
        var other = read.manifest
        other.digest = String(repeating: "a", count: 64)
        let lying = FormPack(other, form: read.form, template: nil, columns: nil)
        #expect(await code { _ = try await forms.add(lying, by: "ben") } == .invalidFormPack)
    }

    @Test("the office's forms do not expire")
    func retention() async throws {
        let document = try await analysed(owner: "ada")
        let form = try await share(document)
        _ = try await settled(try await forms.document(of: form.id, in: .all))
        let clock = ManualClock(now: Timestamp(Date()) + .seconds(40 * 86_400))
        #expect(try await Retention(system, clock: clock).run().documents == 1)
        let copy = try await settled(try await forms.start(form.id, in: .all, for: "ben", as: DocumentID(UUID())))
        #expect(copy.state == .ready)
    }

    @Test("corrections from before there was an office become the office's, and apply before the store is migrated")
    func migration() async throws {
        let document = try await analysed(owner: .local)
        try await relabel(document, "Applicant")
        try await system.database.write {
            try $0.db.execute("UPDATE templates_forms SET owner = ''", [])
        }
        let ada = try await analysed(owner: "ada")
        #expect(try await fields(of: ada).description.fields[0].label == "Applicant")
        let migration = try #require(TemplateTables.schema.migrations.first { $0.name == "office" })
        try await system.database.write { try migration.body($0.db) }
        #expect(try await templates.summaries(in: .owner("ada")).map(\.owner) == [""])
        try await relabel(ada, "Claimant")
        #expect(try await fields(of: document).description.fields[0].label == "Claimant")
    }
}
