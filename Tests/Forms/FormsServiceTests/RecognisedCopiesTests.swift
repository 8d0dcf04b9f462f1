import FormFilling
import FormImport
import FormModel
import FormsAPI
import Formwright
import FormwrightClient
import Foundation
import ServiceTestSupport
import SQLTestSupport
import TestSupport
import TestTraits
import Testing

@Suite("Copies of a form whose fields were corrected", .blocking, .onEveryEngine, .timeLimit(.minutes(30)))
struct RecognisedCopiesTests {
    private static func analysed(
        _ name: String, by client: FormwrightClient
    ) async throws -> (id: UUID, fields: FieldList) {
        let id = try await client.upload(try Data(contentsOf: TestData.url("forms/\(name)")), fileName: name).documentId
        try await client.process(id)
        #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .ready)
        return (id, try await client.fields(of: id))
    }

    /// Corrects the first field of a form.
    private static func correct(_ form: (id: UUID, fields: FieldList), by client: FormwrightClient) async throws
        -> Field
    {
        var field = try #require(form.fields.fields.first)
        field.label = "Corrected by hand"
        _ = try await client.change(FieldEdits(upsert: [field]), of: form.id, version: 0)
        return field
    }

    @Test("a scan has the corrected fields where the form has them, and says of which form it is")
    func scan() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let form = try await Self.analysed("irs-4547.pdf", by: client)
            let field = try await Self.correct(form, by: client)

            let scan = try await Self.analysed("irs-4547.scan.pdf", by: client)
            #expect(scan.fields.version == 0)
            #expect(scan.fields.fields.map(\.id) == form.fields.fields.map(\.id))
            let carried = try #require(scan.fields.fields.first)
            #expect(carried.label == field.label)
            #expect(carried.region.intersectionOverUnion(field.region) > 0.3)
            #expect(scan.fields.notes.contains { $0.hasPrefix("Recognised as “Form 4547 (December 2025)”") })
        }
    }

    @Test("pages that are missing, doubled or in another order have their fields, and it is said")
    func arrangement() async throws {
        let folder = try TemporaryFolder()
        let source = TestData.url("forms/irs-8888.pdf").path
        @Sendable func arranged(_ pages: String) throws -> Data {
            let output = folder.file("\(pages).pdf")
            try Program.run("qpdf", [source, "--pages", ".", pages, "--", output.path])
            return try Data(contentsOf: output)
        }
        try await ServiceHarness.run { service in
            let client = service.client
            let form = try await Self.analysed("irs-8888.pdf", by: client)
            _ = try await Self.correct(form, by: client)
            let pages = Set(form.fields.fields.map(\.page))
            try #require(pages == [0, 1])
            let name = "“Form 8888 (Rev. December 2025)”"
            for (order, notes) in [
                ("2,1", ["The pages of \(name) are in another order: 2, 1."]),
                ("1", ["Page 2 of \(name) is missing or not recognised."]),
                ("1,2,1", ["Page 1 of \(name) comes 2 times: as pages 1, 3."]),
                ("1,2,1,2", ["\(name) comes 2 times."]),
            ] {
                let id = try await client.upload(try arranged(order), fileName: "pages.pdf").documentId
                try await client.process(id)
                _ = try await client.settled(id, polling: .milliseconds(50))
                let fields = try await client.fields(of: id)
                #expect(Array(fields.notes.drop { !$0.hasPrefix("Recognised") }.dropFirst()) == notes, "\(order)")
                #expect(Set(fields.fields.map(\.id)).count == fields.fields.count)
                #expect(fields.fields.contains { $0.label == "Corrected by hand" })
            }
        }
    }

    @Test("another form is not taken for a known one")
    func anotherForm() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            _ = try await Self.correct(try await Self.analysed("irs-4547.pdf", by: client), by: client)
            let other = try await Self.analysed("uscourts-b101a.scan.pdf", by: client)
            #expect(!other.fields.notes.contains { $0.contains("irs-4547") })
            #expect(!other.fields.fields.isEmpty)
        }
    }

    @Test("a scan of before the correction is recognised when it is added again, and not after the template is deleted")
    func sharedResults() async throws {
        try await ServiceHarness.run { service in
            let client = service.client
            let before = try await Self.analysed("irs-4547.scan.pdf", by: client)
            #expect(!before.fields.notes.contains { $0.hasPrefix("Recognised") })
            let form = try await Self.analysed("irs-4547.pdf", by: client)
            _ = try await Self.correct(form, by: client)

            let again = try await Self.analysed("irs-4547.scan.pdf", by: client)
            #expect(again.fields.fields.first?.label == "Corrected by hand")

            let template = try #require(try await client.fields(of: form.id).template)
            try await client.delete(template: template.id)
            let last = try await Self.analysed("irs-4547.scan.pdf", by: client)
            #expect(last.fields.fields == before.fields.fields)
        }
    }

    @Test("an owner's template is not known to others")
    func owners() async throws {
        try await ServiceHarness.run(users: ["ada", "grace"]) { service in
            let ada = try await service.client(of: "ada")
            _ = try await Self.correct(try await Self.analysed("irs-4547.pdf", by: ada), by: ada)
            let grace = try await service.client(of: "grace")
            let scan = try await Self.analysed("irs-4547.scan.pdf", by: grace)
            #expect(!scan.fields.fields.contains { $0.label == "Corrected by hand" })
            let own = try await Self.analysed("irs-4547.scan.pdf", by: ada)
            #expect(own.fields.fields.contains { $0.label == "Corrected by hand" })
        }
    }

    @Test("what a filled copy shows is not kept, so the form is recognised once a blank one is corrected")
    func filledCopy() async throws {
        let blank = try await Form(contentsOf: TestData.url("forms/irs-4547.pdf"))
        let key = try #require(blank.fields.first { $0.type == .text }).id.uuidString
        let filled = try await blank.fill([key: "Zqxmarker"])
        let flat = try FormFlattener().flattened(try Importer().document(filled.data, fileName: "filled.pdf")).pdf
        let otherFill = try await blank.fill([key: "Qxzmarker"])
        let otherFlat = try FormFlattener().flattened(
            try Importer().document(otherFill.data, fileName: "filled.pdf")
        ).pdf
        try await ServiceHarness.run { service in
            let client = service.client
            func analysed(_ data: Data, _ name: String) async throws -> (id: UUID, fields: FieldList) {
                let id = try await client.upload(data, fileName: name).documentId
                try await client.process(id)
                #expect(try await client.settled(id, polling: .milliseconds(50)).document.status == .ready)
                return (id, try await client.fields(of: id))
            }
            let copy = try await analysed(flat, "filled.pdf")
            _ = try await Self.correct(copy, by: client)
            _ = try await analysed(otherFlat, "another.pdf")
            let before = try await Self.analysed("irs-4547.scan.pdf", by: client)
            #expect(!before.fields.notes.contains { $0.hasPrefix("Recognised") })

            let form = try await Self.analysed("irs-4547.pdf", by: client)
            #expect(form.fields.template == (try await client.fields(of: copy.id)).template)
            let field = try #require(form.fields.fields.last)
            _ = try await client.change(FieldEdits(upsert: [field]), of: form.id, version: form.fields.version)
            let after = try await Self.analysed("irs-4547.scan.pdf", by: client)
            #expect(after.fields.notes.contains { $0.hasPrefix("Recognised") })
        }
    }
}
