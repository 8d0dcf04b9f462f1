import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store keeps owners apart")
struct OwnerTests {
    private let ada = OwnerScope.owner("ada")
    private let bob = OwnerScope.owner("bob")

    @Test("an owner's lists, jobs and status show no other owner", arguments: StoreKind.allCases)
    func lists(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let store = bench.store
        let local = try await bench.begun()
        let adas = try await bench.begun(owner: "ada")
        let bobs = [try await bench.begun(owner: "bob"), try await bench.begun(owner: "bob")]
        #expect(adas.owner == "ada")
        #expect(try await store.documents(DocumentQuery(in: .all)).count == 4)
        #expect(try await store.documents(DocumentQuery(in: ada)).map(\.id) == [adas.id])
        #expect(try await store.documents(DocumentQuery(in: .owner(.local))).map(\.id) == [local.id])
        #expect(try await store.documents(DocumentQuery(in: .owner("ad"))).isEmpty)
        let prefix = String(adas.id.description.prefix(8))
        #expect(try await store.documents(DocumentQuery(in: ada, idPrefix: prefix)).count == 1)
        #expect(try await store.documents(DocumentQuery(in: bob, idPrefix: prefix)).isEmpty)

        let jobs = try await store.jobs(JobQuery(in: bob))
        #expect(jobs.map(\.document) == bobs.reversed().map(\.id))
        #expect(try await store.jobs(JobQuery(in: ada, id: jobs[0].id)).isEmpty)
        #expect(try await store.jobs(JobQuery(in: ada, document: bobs[0].id)).isEmpty)

        let claims = try await bench.claim()
        bench.clock.advance(by: .seconds(3))
        for claim in claims where claim.document.id != bobs[1].id {
            try await store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        }
        let status = try await store.status(in: bob, at: bench.now)
        #expect(status.documents == [.processing: 1, .ready: 1])
        #expect(status.stages.map(\.running) == [1])
        #expect(status.doneInLastMinute == 1)
        #expect(try await store.status(in: .all, at: bench.now).doneInLastMinute == 3)
        let adasStatus = try await store.status(in: ada, at: bench.now)
        #expect(adasStatus.stages.isEmpty)
        #expect(adasStatus.documents == [.ready: 1])
        #expect(try await store.status(in: .owner("eve"), at: bench.now).documents.isEmpty)
    }

    @Test("another owner's document is unknown to every query and every move", arguments: StoreKind.allCases)
    func unknown(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let store = bench.store
        let document = try await bench.document(owner: "ada")
        let id = document.id
        let unknown = StoreError.documentUnknown(id)
        await #expect(throws: unknown) { try await store.document(id, in: bob) }
        await #expect(throws: unknown) { try await store.document(id, in: .owner(.local)) }
        await #expect(throws: unknown) { try await store.events(of: id, in: bob) }
        await #expect(throws: unknown) { try await store.artefacts(of: id, in: bob, fill: nil) }
        await #expect(throws: unknown) {
            try await store.begin(id, in: bob, along: .processing("count"), inputs: [], at: bench.now)
        }
        #expect(try await store.document(id, in: ada) == document)

        _ = try await store.begin(id, in: ada, along: .processing("count"), inputs: [], at: bench.now)
        await #expect(throws: unknown) { try await store.cancel(id, in: bob, at: bench.now) }
        _ = try await store.cancel(id, in: ada, at: bench.now)
        await #expect(throws: unknown) {
            try await store.resume(id, in: bob, along: .processing("count"), at: bench.now)
        }
        await #expect(throws: unknown) { try await store.delete(id, in: bob, at: bench.now) }
        #expect(try await store.document(id, in: ada).state == .failed)
        try await store.delete(id, in: ada, at: bench.now)
        await #expect(throws: unknown) { try await store.document(id, in: .all) }
    }

    @Test("a scope of several owners has the newest of all of them", arguments: StoreKind.allCases)
    func several(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let store = bench.store
        var added: [Document] = []
        for owner in ["ada", "bob", "eve", "ada", "bob", "ada", "eve"] as [OwnerID] {
            added.append(try await bench.begun(owner: owner))
        }
        let both = OwnerScope.owners(["ada", "bob"])
        let theirs = added.filter { $0.owner != "eve" }.reversed().map(\.id)
        #expect(try await store.documents(DocumentQuery(in: both)).map(\.id) == theirs)
        #expect(try await store.count(DocumentQuery(in: both)) == 5)
        #expect(try await store.count(DocumentQuery(in: both), upTo: 4) == 4)
        #expect(try await store.count(DocumentQuery(in: .all), upTo: 9) == 7)
        // Page by page, whatever the owners' shares of a page are.
        var pages: [DocumentID] = []
        var before: Int64?
        while true {
            let page = try await store.documents(DocumentQuery(in: both, before: before, limit: 2))
            pages += page.map(\.id)
            guard page.count == 2 else { break }
            before = page.last?.sequence
        }
        #expect(pages == theirs)
        #expect(try await store.jobs(JobQuery(in: both)).map(\.document) == theirs)
        #expect(try await store.jobs(JobQuery(in: both, limit: 2)).map(\.document) == Array(theirs.prefix(2)))
        #expect(try await store.count(JobQuery(in: both), upTo: 4) == 4)
        #expect(try await store.count(JobQuery(in: both), upTo: 9) == 5)
        #expect(try await store.status(in: both, at: bench.now).documents == [.processing: 5])
        let all = try await bench.feed()
        let theirEvents = try await bench.feed(in: both)
        #expect(theirEvents == all.filter { $0.owner != "eve" } && theirEvents.count == 15)
        for id in theirs { #expect(try await store.document(id, in: both).id == id) }
        await #expect(throws: StoreError.documentUnknown(added[2].id)) {
            try await store.document(added[2].id, in: both)
        }
        let nobody = OwnerScope.owners([])
        #expect(try await store.documents(DocumentQuery(in: nobody)).isEmpty)
        #expect(try await store.count(DocumentQuery(in: nobody)) == 0)
        #expect(try await bench.feed(in: nobody).isEmpty)
        #expect(try await store.status(in: nobody, at: bench.now).documents.isEmpty)
    }

    @Test("the client passes its caller's scope on", arguments: StoreKind.allCases)
    func client(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let document = try await client.importDocument(
            Data("a b".utf8), owner: "ada", kind: "memo", fileName: "memo.txt", mediaType: "text/plain")
        #expect(document.owner == "ada")
        let unknown = StoreError.documentUnknown(document.id)
        await #expect(throws: unknown) { try await client.process(document.id, in: bob) }
        await #expect(throws: unknown) { try await client.fill(document.id, in: bob, inputs: []) }
        await #expect(throws: unknown) { try await client.settled(document.id, in: bob) }
        await #expect(throws: unknown) { try await client.retry(document.id, in: bob) }
        await #expect(throws: unknown) { try await client.cancel(document.id, in: bob) }
        await #expect(throws: unknown) { try await client.delete(document.id, in: bob) }
        #expect(try await client.settled(document.id, in: ada).state == .imported)
    }

    @Test("one owner's work on the same bytes is invisible to another", arguments: StoreKind.allCases)
    func nothingShared(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        func begun(_ owner: OwnerID) async throws -> Document {
            let document = try await client.importDocument(
                Data("a b".utf8), owner: owner, kind: "memo", fileName: "\(owner).txt", mediaType: "text/plain")
            return try await client.process(document.id, in: .all)
        }
        let adas = try await begun("ada")
        let bobs = try await begun("bob")
        #expect(try await bench.store.jobs(JobQuery(in: .all)).map(\.state) == [.available, .available])
        for claim in try await bench.claim(["count"]) where claim.document.id == adas.id {
            let result = StageResult(artefacts: [.named("count.txt", "2")], facts: ["words": "2"])
            try await bench.store.complete(claim.lease, with: result, then: .processing(), at: bench.now)
        }
        // Known for Ada: her second document has it immediately, Bob's third does not.
        #expect(try await begun("ada").state == .ready)
        #expect(try await begun("bob").state == .processing)
        #expect(try await bench.store.document(bobs.id, in: bob).facts.isEmpty)
        try await client.delete(adas.id, in: ada)
        #expect(try await bench.causes(bobs.id) == [.imported, .began, .enqueued, .claimed])
    }
}
