import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A document with parts")
struct PartsTests {
    private func begin(_ document: Document, in bench: Workbench) async throws -> Document {
        try await bench.store.begin(document.id, in: .all, along: .processing("count"), inputs: [], at: bench.now)
    }

    private func jobState(_ document: Document, in bench: Workbench) async throws -> JobState? {
        try await bench.store.jobs(JobQuery(in: .all, document: document.id, limit: 1)).first?.state
    }

    @Test("waits until all of its parts have come to rest, in whatever way", arguments: StoreKind.allCases)
    func waits(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        var parts: [Document] = []
        for _ in 0..<4 { parts.append(try await bench.begun()) }
        let whole = try await bench.document(parts: parts.map(\.id))
        #expect(whole.partCount == 4)
        _ = try await begin(whole, in: bench)
        #expect(try await jobState(whole, in: bench) == .waiting)
        let claims = try await bench.claim()
        #expect(Set(claims.map(\.document.id)) == Set(parts.map(\.id)))

        let result = StageResult(artefacts: [.named("count.txt", "1")], facts: [:])
        try await bench.store.complete(claims[0].lease, with: result, then: .processing(), at: bench.now)
        try await bench.store.fail(claims[1].lease, because: .workerLost, at: bench.now)
        _ = try await bench.store.cancel(claims[2].document.id, in: .all, at: bench.now)
        #expect(try await jobState(whole, in: bench) == .waiting)
        let rings = bench.store.doorbell.rings
        try await bench.store.delete(claims[3].document.id, in: .all, at: bench.now)
        #expect(bench.store.doorbell.rings > rings)
        #expect(try await jobState(whole, in: bench) == .available)

        let claim = try await bench.claimOne()
        #expect(claim.parts.map(\.id) == parts.map(\.id))
        let states = Dictionary(uniqueKeysWithValues: claim.parts.map { ($0.id, $0.document?.state) })
        #expect(claims.map { states[$0.document.id] } == [.ready, .failed, .failed, .some(nil)])
        let done = try #require(claim.parts.first { $0.id == claims[0].document.id })
        #expect(done.artefact("count.txt") == .named("count.txt", "1"))
        #expect(try await bench.store.parts(of: whole.id, in: .all) == claim.parts)
        #expect(
            try await bench.causes(whole.id) == [.imported, .began, .enqueued, .assembled, .claimed])
    }

    @Test("begins at once if its parts are at rest, and waits again when it resumes", arguments: StoreKind.allCases)
    func atRest(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let part = try await bench.begun()
        try await bench.store.fail(try await bench.claimOne().lease, because: .workerLost, at: bench.now)
        let whole = try await bench.document(parts: [part.id])
        _ = try await begin(whole, in: bench)
        #expect(try await jobState(whole, in: bench) == .available)
        try await bench.store.fail(try await bench.claimOne().lease, because: .workerLost, at: bench.now)

        _ = try await bench.store.resume(part.id, in: .all, along: .processing("count"), at: bench.now)
        _ = try await bench.store.resume(whole.id, in: .all, along: .processing("count"), at: bench.now)
        #expect(try await jobState(whole, in: bench) == .waiting)
        try await bench.store.release(try await bench.claimOne().lease, at: bench.now)
        #expect(try await jobState(whole, in: bench) == .waiting)
    }

    @Test("can be cancelled and deleted while it waits", arguments: StoreKind.allCases)
    func cancelled(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let part = try await bench.begun()
        let whole = try await bench.document(parts: [part.id])
        _ = try await begin(whole, in: bench)
        #expect(try await bench.store.cancel(whole.id, in: .all, at: bench.now).state == .failed)
        let second = try await bench.document(parts: [part.id])
        _ = try await begin(second, in: bench)
        try await bench.store.delete(second.id, in: .all, at: bench.now)
        let claim = try await bench.claimOne()
        try await bench.store.complete(
            claim.lease, with: StageResult(artefacts: [], facts: [:]), then: .processing(), at: bench.now)
        #expect(try await bench.claim().isEmpty)
    }

    @Test(
        "is refused with parts that are unknown, another's, itself, named twice or too many",
        arguments: StoreKind.allCases)
    func refused(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let unknown = DocumentID(UUID())
        await #expect(throws: StoreError.documentUnknown(unknown)) { try await bench.document(parts: [unknown]) }
        let other = try await bench.document(owner: "ada")
        await #expect(throws: StoreError.documentUnknown(other.id)) { try await bench.document(parts: [other.id]) }
        let part = try await bench.document()
        let itself = DocumentID(UUID())
        for (id, parts) in [
            (itself, [itself]), (DocumentID(UUID()), [part.id, part.id]),
            (DocumentID(UUID()), (0...Part.maximumCount).map { _ in DocumentID(UUID()) }),
        ] {
            let new = NewDocument(
                id: id, owner: .local, kind: "memo", fileName: "m", mediaType: "text/plain",
                content: ContentID(of: Data()), byteCount: 0, parts: parts)
            let error = await #expect(throws: StoreError.self) { try await bench.store.add(new, at: bench.now) }
            #expect(error?.failure.code == .partsRefused)
        }
        #expect(try await bench.store.count(DocumentQuery(in: .all, limit: 1)) == 2)
    }

    @Test("does not begin while a part has not been begun", arguments: StoreKind.allCases)
    func partNotBegun(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let part = try await bench.document()
        let whole = try await bench.document(parts: [part.id])
        await #expect(throws: StoreError.moveNotAllowed(part.id, from: .imported, to: .processing)) {
            try await begin(whole, in: bench)
        }
        #expect(try await bench.store.document(whole.id, in: .all).state == .imported)
    }

    @Test("does not have as a part what took the id of a deleted one", arguments: StoreKind.allCases)
    func idUsedAgain(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let part = try await bench.document()
        let whole = try await bench.document(parts: [part.id])
        try await bench.store.delete(part.id, in: .all, at: bench.now)
        // A part of its own former whole: with the old relation this would be a cycle.
        let again = NewDocument(
            id: part.id, owner: .local, kind: "memo", fileName: "m", mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0, parts: [whole.id])
        let new = try await bench.store.add(again, at: bench.now)
        #expect(
            try await bench.store.parts(of: whole.id, in: .all) == [Part(id: part.id, document: nil, published: [])])
        _ = try await begin(whole, in: bench)
        _ = try await begin(new, in: bench)
        #expect(try await jobState(whole, in: bench) == .available)
        #expect(try await jobState(new, in: bench) == .waiting)
    }

    @Test("shares no results", arguments: StoreKind.allCases)
    func shares(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let part = try await bench.document()
        for parts in [[], [part.id]] {
            let document = try await bench.document("the same", parts: parts)
            let route = client.kinds.route(of: document, through: .processing)
            #expect(route?.steps.map { $0.reuseKey == nil } == [!parts.isEmpty])
        }
    }

    @Test("is made by a runner, which begins parts that nobody has begun", arguments: StoreKind.allCases)
    func runner(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let stage = Gather()
        let kinds = [MemoKind.kind, ContentKind("folder", processing: [.init(stage)], filling: [])]
        let client = bench.client(kinds)
        func add(_ text: String, kind: KindName = "memo", parts: [DocumentID] = []) async throws -> Document {
            try await client.importDocument(
                Data(text.utf8), owner: .local, kind: kind, fileName: "f", mediaType: "text/plain", parts: parts)
        }
        let inner = try await add("inner", kind: "folder", parts: [try await add("one two").id])
        let broken = try await client.importDocument(
            Data([0xFF]), owner: .local, kind: "memo", fileName: "f", mediaType: "text/plain")
        let whole = try await add("outer", kind: "folder", parts: [inner.id, broken.id, try await add("a b c").id])
        try await running(bench.runner(kinds)) {
            _ = try await client.process(whole.id, in: .all)
            #expect(try await client.settled(whole.id, in: .all).state == .ready)
        }
        let published = try await bench.store.artefacts(of: whole.id, in: .all, fill: nil)
        let text = String(
            decoding: try bench.artefacts.read(try #require(published.first).artefact.content), as: UTF8.self)
        #expect(text == "folder ready 2\nmemo failed -\nmemo ready 3")
    }

    /// Publishes a line for each part.
    private struct Gather: Stage {
        let name: StageName = "gather"

        func run(_ context: StageContext) async throws -> StageOutcome {
            let lines = try context.parts.map { part in
                let artefact = part.artefact("count.txt") ?? part.artefact("gathered.txt")
                let text = try artefact.map { String(decoding: try context.bytes(of: $0), as: UTF8.self) } ?? "-"
                return "\(part.document?.kind.text ?? "?") \(part.document?.state.rawValue ?? "?") \(text.suffix(1))"
            }
            let text = Data(lines.joined(separator: "\n").utf8)
            return .done([try context.put(text, named: "gathered.txt", mediaType: "text/plain")])
        }
    }
}
