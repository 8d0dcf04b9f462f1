import FormFilling
import LocalStore
import Domains
import FormsDomain
import FailureModel
import FormModel
import FormImport
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import Poppler
import TestSupport
import Testing

/// Forms as documents of the job runner, with both stores.
@Suite("Forms on the job runner", .timeLimit(.minutes(30))) struct FormKindTests {
    private func add(_ data: Data, as name: String, to client: PipelineClient) async throws -> Document {
        let type = try FormKind().mediaType(of: data, fileName: name)
        let document = try await client.importDocument(
            data, owner: .local, kind: FormKind.name, fileName: name, mediaType: type)
        _ = try await client.process(document.id, in: .all)
        return try await client.settled(document.id, in: .all)
    }

    private func bytes(_ name: String, of document: Document, _ client: PipelineClient) async throws -> Data {
        let all = try await client.store.artefacts(of: document.id, in: .all, fill: nil)
        let artefact = try #require(all.last { $0.artefact.name == name })
        return try client.artefacts.read(artefact.artefact.content)
    }

    private static func form() -> Data {
        var page = PDFBuilder.Page()
        page.text("Full name", x: 60, y: 115)
        page.box(x: 130, y: 100, width: 220, height: 20)
        var builder = PDFBuilder()
        builder.add(page)
        return builder.data()
    }

    @Test("a form is analysed once and filled any number of times", arguments: StoreKind.allCases)
    func lifeOfAForm(store: StoreKind) async throws {
        try await TestPipeline(Domains.stored.kinds, store: store).run { client in
            let ready = try await add(Self.form(), as: "name.pdf", to: client)
            #expect(ready.state == .ready)
            #expect(ready.facts["pages"] == "1")
            let description = try #require(try await FormKind.description(of: ready, in: client))
            #expect(description.document.fileName == "name.pdf")
            #expect(description.fields.map(\.label) == ["Full name"])
            #expect(try PopplerDocument(data: await bytes("preview.pdf", of: ready, client)).pageCount == 1)

            for name in ["Ada Lovelace", "Charles Babbage"] {
                _ = try await client.fill(
                    ready.id, in: .all, inputs: FormKind.inputs([ValueEntry(key: "Full name", value: .text(name))]))
                let filled = try await client.settled(ready.id, in: .all)
                #expect(filled.state == .filled)
                let pdf = try PopplerDocument(data: await bytes("filled.pdf", of: filled, client))
                #expect(try pdf.page(0).words().map(\.text).joined(separator: " ").contains(name))
                let report = try JSONDecoder().decode(
                    FillReport.self, from: await bytes("report.json", of: filled, client))
                #expect(report.filled.map(\.label) == ["Full name"])
            }
        }
    }

    @Test("documents with the same bytes are analysed once, and each keeps its name")
    func sharedAnalysis() async throws {
        try await TestPipeline(Domains.stored.kinds).run { client in
            let first = try await add(Self.form(), as: "first.pdf", to: client)
            let second = try await add(Self.form(), as: "second.pdf", to: client)
            let stages = try await client.store.jobs(JobQuery(in: .all, document: second.id)).filter { $0.attempt > 0 }
            // Whether a form is known changes with the store, so that it is looked up each time.
            #expect(stages.map(\.stage) == ["recognise"], "nothing else had to run again")
            for document in [first, second] {
                let description = try #require(try await FormKind.description(of: document, in: client))
                #expect(description.document.fileName == document.fileName)
            }
        }
    }

    @Test("values that a form cannot take fail with their code and message, without further attempts")
    func failures() async throws {
        try await TestPipeline(Domains.stored.kinds).run { client in
            let broken = try await add(Data("%PDF-1.4\nnot much".utf8), as: "broken.pdf", to: client)
            #expect(broken.state == .failed)
            #expect(broken.failure?.code == .damagedDocument)
            #expect(broken.failure?.stage == "rasterise")
            #expect(broken.failure?.attempt == 1)

            let ready = try await add(Self.form(), as: "name.pdf", to: client)
            _ = try await client.fill(
                ready.id, in: .all, inputs: FormKind.inputs([ValueEntry(key: "Nickname", value: .text("Secret value"))])
            )
            let failed = try await client.settled(ready.id, in: .all)
            #expect(failed.failure?.code == .unknownField)
            #expect(failed.failure?.message.contains("Full name") == true)
            #expect(failed.failure?.message.contains("Secret") == false)
        }
    }

    @Test("a file that is not a form is refused before anything is stored")
    func noForm() {
        #expect(throws: Failure.self) { try FormKind().mediaType(of: Data("hello".utf8), fileName: "a.pdf") }
        #expect(throws: Failure.self) { try FormKind().mediaType(of: Data(), fileName: "a.pdf") }
    }
}
