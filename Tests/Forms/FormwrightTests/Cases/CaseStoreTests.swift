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
import SQL
import SQLTestSupport
import ServiceTestSupport
import TestSupport
import Testing
import Users

@Suite("Cases", .onEveryEngine, .timeLimit(.minutes(30))) struct CaseStoreTests {
    private let folder: TemporaryFolder
    private let system: LocalSystem
    private let cases: CaseStore

    init() throws {
        folder = try TemporaryFolder()
        system = try .empty(Self.settings("retention: {days: 30}", in: folder))
        cases = CaseStore(system)
    }

    private static func settings(_ text: String, in folder: TemporaryFolder) throws -> SystemSettings {
        let file = try folder.write(text, "pipeline.yaml")
        return try SystemSettings(
            contentsOf: file.path, store: folder.file("store").path, domains: Domains.stored)
    }

    /// The same store, opened with settings for searches in values.
    private func searching() throws -> LocalSystem {
        LocalSystem(
            try Self.settings("search: {values: true}", in: folder), system.database, system.artefacts)
    }

    private func added(_ name: String = "lease.pdf", owner: OwnerID = "ada", to system: LocalSystem) async throws
        -> Document
    {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text(name, x: 60, y: 40)
        builder.add(page)
        return try await system.client.importDocument(
            builder.data(), owner: owner, kind: FormKind.name, fileName: name, mediaType: "application/pdf")
    }

    private func found(_ text: String, in scope: OwnerScope = .owner("ada"), of system: LocalSystem) async throws
        -> [DocumentID]
    {
        try await system.client.store.documents(DocumentQuery(in: scope, text: text)).map(\.id)
    }

    private func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch {
            return Failure(error).code
        }
    }

    @Test("a document is found by its client, tags and notes, and no longer by those that were removed")
    func finding() async throws {
        let document = try await added(to: system)
        let before = try await cases.case(document.id, in: .owner("ada"))
        #expect(before.details == .none && before.version == 0)
        let change = CaseChange(client: "Åsa Öberg", tags: ["Appeal"], notes: "Rings on\nMondays")
        let after = try await cases.change(document.id, in: .owner("ada"), since: 0, change)
        #expect(after.version == 1 && after.details.client == "Åsa Öberg")
        for text in ["asa", "oberg appeal", "mondays lease", "öberg"] {
            #expect(try await found(text, of: system) == [document.id], "\(text)")
        }
        try await cases.change(document.id, in: .owner("ada"), since: nil, CaseChange(client: "", tags: []))
        #expect(try await found("asa", of: system) == [])
        #expect(try await found("appeal", of: system) == [])
        #expect(try await found("mondays", of: system) == [document.id])
        #expect(try await cases.cases(of: [document]).map(\.details.notes) == ["Rings on\nMondays"])
    }

    @Test("a change based on an older version is refused, and one that changes nothing makes no version")
    func versions() async throws {
        let document = try await added(to: system)
        try await cases.change(document.id, in: .all, since: 0, CaseChange(client: "Ada"))
        let same = try await cases.change(document.id, in: .all, since: 1, CaseChange(client: " Ada "))
        #expect(same.version == 1)
        #expect(
            await code { try await cases.change(document.id, in: .all, since: 0, CaseChange(client: "Ben")) }
                == .caseChanged)
        #expect(try await cases.case(document.id, in: .all).details.client == "Ada")
    }

    @Test("of changes at the same time on one version, one takes effect")
    func race() async throws {
        let document = try await added(to: system)
        let cases = cases
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
            for number in 0..<8 {
                group.addTask {
                    await code {
                        try await cases.change(document.id, in: .all, since: 0, CaseChange(client: "C\(number)"))
                    }
                }
            }
            return await group.reduce(into: [ErrorCode?]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .caseChanged } == 7)
        #expect(try await cases.case(document.id, in: .all).version == 1)
    }

    @Test("a copy of a document has the template that a person chose for it, and no other facts")
    func chosenTemplate() async throws {
        let document = try await system.client.importDocument(
            Data("%PDF-1.4".utf8), owner: "ada", kind: FormKind.name, fileName: "a.pdf", mediaType: "application/pdf",
            facts: ["chosen": UUID().uuidString, "title": "Lease"])
        let copy = try await cases.duplicate(document.id, in: .all, as: DocumentID(UUID()))
        #expect(copy.facts == document.facts.filter { $0.key == "chosen" } && copy.facts.count == 1)
    }

    @Test("another user's document has no details to read, change or copy")
    func owners() async throws {
        let document = try await added(to: system)
        let ben = OwnerScope.owner("ben")
        #expect(await code { _ = try await cases.case(document.id, in: ben) } == .documentUnknown)
        #expect(
            await code { try await cases.change(document.id, in: ben, since: nil, CaseChange(client: "Ben")) }
                == .documentUnknown)
        #expect(
            await code { _ = try await cases.duplicate(document.id, in: ben, as: DocumentID(UUID())) }
                == .documentUnknown)
        #expect(try await system.client.store.count(DocumentQuery(in: .all)) == 1)
    }

    @Test("a document is given to a group that exists when it is given, and stays with its owner otherwise")
    func groups() async throws {
        let document = try await added(to: system)
        let (intake, gone) = (OwnerID.group("intake"), OwnerID.group("gone"))
        let scope = OwnerScope.owners(["ada", intake, gone])
        try await Accounts(system.database).add(GroupName("intake"))
        for group in [gone, intake] {
            let code = await code {
                try await cases.change(document.id, in: scope, since: nil, CaseChange(owner: group), by: "ada")
            }
            #expect(code?.rawValue == (group == gone ? "group_unknown" : nil))
            let found = try await cases.case(document.id, in: .all)
            #expect(found.document.owner == (group == gone ? "ada" : intake))
            #expect(found.addedBy == (group == gone ? nil : "ada") && found.mayBeTaken(by: "ada"))
        }
        await #expect(throws: Failure.self) {
            try await Accounts(system.database).delete(GroupName("intake"), in: system)
        }
        // A later user of the same name has added nothing.
        for domain in Domains.stored { try await domain.userLeaves("ada", system) }
        #expect(try await !cases.case(document.id, in: .all).mayBeTaken(by: "ada"))
    }

    @Test("a renamed document keeps its extension")
    func renaming() async throws {
        let document = try await added("scan.PDF", to: system)
        func rename(_ name: String) async throws -> String {
            try await cases.change(document.id, in: .all, since: nil, CaseChange(fileName: name)).document.fileName
        }
        #expect(try await rename("Lease of Ada") == "Lease of Ada.PDF")
        #expect(try await rename("Lease.pdf") == "Lease.pdf")
        #expect(try await rename("Letter no. 7") == "Letter no. 7.pdf")
        #expect(try await found("letter", of: system) == [document.id])
        let refused = [
            "", " ", "...", "../etc/passwd", "a\\b", "a\u{202E}fdp", "a\nb", String(repeating: "n", count: 201),
        ]
        for name in refused {
            #expect(await code { _ = try await rename(name) } == .invalidCase, "\(name)")
        }
    }

    @Test("a file with a name that nobody could type keeps it while its details change")
    func oddNames() async throws {
        for name in ["Lease 10:30.pdf", String(repeating: "n", count: 230) + ".pdf"] {
            let document = try await added(name, to: system)
            let changed = try await cases.change(
                document.id, in: .all, since: 0, CaseChange(fileName: name, client: "Ada"))
            #expect(changed.document.fileName == name && changed.details.client == "Ada")
            let copy = try await cases.duplicate(document.id, in: .all, as: DocumentID(UUID()))
            #expect(copy.fileName.hasSuffix(" (copy).pdf") && copy.fileName.count <= 200)
        }
    }

    @Test("a copy has the form, values and details, and changes nothing of the original")
    func duplicating() async throws {
        let document = try await added(to: system)
        let drafts = DraftValues(system)
        let entries = [ValueEntry(key: "name", value: .text("Ada"))]
        _ = try await drafts.add(entries, to: document.id, in: .all)
        try await cases.change(document.id, in: .all, since: 0, CaseChange(client: "Lovelace", tags: ["2025"]))
        let copy = try await cases.duplicate(document.id, in: .owner("ada"), as: DocumentID(UUID()))
        #expect(copy.fileName == "lease (copy).pdf" && copy.owner == "ada" && copy.content == document.content)
        #expect(copy.state != .imported)
        #expect(try await drafts.entries(of: copy.id, in: .all) == entries)
        #expect(try await cases.case(copy.id, in: .all).details.client == "Lovelace")
        #expect(Set(try await found("lovelace 2025", of: system)) == [document.id, copy.id])
        _ = try await drafts.add([ValueEntry(key: "name", value: .text("Ben"))], to: copy.id, in: .all)
        try await system.client.delete(copy.id, in: .all)
        #expect(try await drafts.entries(of: document.id, in: .all) == entries)
        #expect(try await found("lovelace", of: system) == [document.id])
    }

    @Test("a copy is not signed")
    func signature() async throws {
        var builder = PDFBuilder()
        var page = PDFBuilder.Page()
        page.text("Agreement", x: 60, y: 40)
        builder.add(
            page,
            widgets: [
                PDFBuilder.Widget(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (name) /TU (Name)"),
                PDFBuilder.Widget(x: 60, y: 120, width: 200, height: 40, "/FT /Sig /T (sign) /TU (Signature)"),
            ])
        let added = try await system.client.importDocument(
            builder.data(), owner: "ada", kind: FormKind.name, fileName: "a.pdf", mediaType: "application/pdf")
        _ = try await system.client.process(added.id, in: .all)
        let (system, id) = (system, added.id)
        let document = try await system.runner(logger: .silent).run { try await system.client.settled(id, in: .all) }
        let fields = try #require(try await FormKind.fields(of: document, in: system.client)).description.fields
        let (name, sign) = (
            try #require(fields.first { $0.type == .text }), try #require(fields.first { $0.type == .signature })
        )
        let values = [
            ValueEntry(key: name.id.uuidString, value: .text("Ada")),
            ValueEntry(key: sign.id.uuidString, value: .text("Ada Lovelace")),
            ValueEntry(key: "Signature", value: .picture(Data("png".utf8))),
        ]
        _ = try await DraftValues(system).add(values, to: id, in: .all)
        let copy = try await cases.duplicate(id, in: .all, as: DocumentID(UUID()))
        #expect(try await DraftValues(system).entries(of: copy.id, in: .all) == [values[0]])
    }

    // MARK: Values

    @Test("values are searched only if the settings ask for it, also those saved before, and not after")
    func values() async throws {
        let document = try await added(to: system)
        let value = ValueEntry(key: "name", value: .text("Grace Hopper"))
        _ = try await DraftValues(system).add([value], to: document.id, in: .all)
        #expect(try await found("hopper", of: system) == [])

        let searching = try searching()
        let indexer = ValueIndexer(searching, logger: .silent)
        while try await indexer.round() {}
        #expect(try await found("hopper", of: system) == [document.id])
        let later = [
            ValueEntry(key: "name", value: .text("Ada")),
            ValueEntry(key: "city", value: .several(["Paris", "London"])),
            ValueEntry(key: "amount", value: .number("1250")),
            ValueEntry(key: "photo", value: .picture(Data("png".utf8))),
            ValueEntry(key: "claim", value: .text("C 12 345 678")), ValueEntry(key: "unit", value: .text("4-2")),
        ]
        _ = try await DraftValues(searching).add(later, to: document.id, in: .all)
        #expect(try await found("hopper", of: system) == [])
        #expect(try await found("png", of: system) == [])
        #expect(try await found("ada london 1250", of: system) == [document.id])
        for text in ["12345678", "345 678", "c 12"] {
            #expect(try await found(text, of: system) == [document.id], "\(text)")
        }
        for text in ["345678", "42"] { #expect(try await found(text, of: system) == [], "\(text)") }

        let remover = ValueIndexer(system, logger: .silent)
        while try await remover.round() {}
        #expect(try await found("london", of: system) == [])
        #expect(try await remover.round() == false)
    }

    @Test("a program without the setting removes the words of values that it replaces")
    func staleWords() async throws {
        let document = try await added(to: system)
        let searching = try searching()
        _ = try await DraftValues(searching).add(
            [ValueEntry(key: "name", value: .text("Grace"))], to: document.id, in: .all)
        #expect(try await found("grace", of: system) == [document.id])
        _ = try await DraftValues(system).add(
            [ValueEntry(key: "name", value: .text("Ada"))], to: document.id, in: .all)
        #expect(try await found("grace", of: system) == [])
        #expect(try await found("ada", of: system) == [])
    }
}
