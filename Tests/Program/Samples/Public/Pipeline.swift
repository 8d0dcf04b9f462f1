// The landing page of the module's reference.
import Foundation
import Logging
import Pipeline
import PipelineTestSupport

struct Count: Stage {
    let name: StageName = "count"
    let fingerprint: String? = "1"

    func run(_ context: StageContext) async throws -> StageOutcome {
        let words = String(decoding: try context.original(), as: UTF8.self).split(separator: " ").count
        let artefact = try context.put(Data("\(words)".utf8), named: "count.txt", mediaType: "text/plain")
        return .done([artefact], facts: ["words": "\(words)"])
    }
}

func count(_ bytes: Data, in folder: String) async throws -> String? {
    let kinds = KindTable([ContentKind("memo", processing: [.init(Count())], filling: [])])
    let store = MemoryStore()
    let artefacts = try LocalArtefactStore(root: folder)
    let runner = Runner(
        name: "example", kinds: kinds, store: store, artefacts: artefacts, logger: Logger(label: "example"))
    let running = Task { try await runner.run() }
    defer { running.cancel() }

    let client = PipelineClient(kinds: kinds, store: store, artefacts: artefacts)
    let document = try await client.importDocument(
        bytes, owner: .local, kind: "memo", fileName: "note.memo", mediaType: "text/plain")
    _ = try await client.process(document.id, in: .all)
    return try await client.settled(document.id, in: .all).facts["words"]
}

// docs/inside/pipeline.md, and the article on the life cycle
func events(_ client: PipelineClient, _ scope: OwnerScope) async throws {
    let start = try await client.store.newestEvent()
    let documents = try await client.store.documents(DocumentQuery(in: scope))
    // Nothing between the list and the feed is missed.
    for try await event in client.events(after: start, in: scope) {
        print(event.document, event.cause, documents.count)
    }
}
