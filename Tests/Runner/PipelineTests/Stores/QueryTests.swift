import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store answers queries")
struct QueryTests {
    @Test("documents come newest first, by state and kind, in pages", arguments: StoreKind.allCases)
    func documents(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        var ids: [DocumentID] = []
        for _ in 0..<5 { ids.append(try await bench.document().id) }
        let begun = try await bench.begun()
        let store = bench.store
        #expect(try await store.documents(DocumentQuery(in: .all)).map(\.id) == [begun.id] + ids.reversed())
        #expect(try await store.documents(DocumentQuery(in: .all, state: .processing)).map(\.id) == [begun.id])
        #expect(try await store.documents(DocumentQuery(in: .all, kind: "form")).isEmpty)
        #expect(try await store.count(DocumentQuery(in: .all, kind: "memo", limit: 1)) == 6)
        #expect(try await store.count(DocumentQuery(in: .all, state: .processing)) == 1)
        #expect(try await store.count(DocumentQuery(in: .owner("ada"))) == 0)
    }

    @Test("pages of documents neither repeat nor miss one while others come and go", arguments: StoreKind.allCases)
    func pages(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        var ids: [DocumentID] = []
        for _ in 0..<10 { ids.append(try await bench.document().id) }
        var query = DocumentQuery(in: .all, state: .imported, kind: "memo", limit: 3)
        var seen: [DocumentID] = []
        while true {
            let page = try await bench.store.documents(query)
            seen += page.map(\.id)
            guard let last = page.last else { break }
            query.before = last.sequence
            // New ones before the first page; the document after which the next page starts is deleted.
            for _ in 0..<4 { _ = try await bench.document() }
            try await bench.store.delete(last.id, in: .all, at: bench.now)
            #expect(try await bench.store.count(query) >= 12, "the total is that of all pages")
        }
        #expect(seen == ids.reversed())
    }

    @Test("pages of jobs continue where the last one ended", arguments: StoreKind.allCases)
    func jobPages(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        for _ in 0..<5 { _ = try await bench.begun() }
        let first = try await bench.store.jobs(JobQuery(in: .all, kind: "memo", stage: "count", limit: 3))
        _ = try await bench.begun()
        let query = JobQuery(in: .all, kind: "memo", stage: "count", before: first.last?.id, limit: 3)
        let second = try await bench.store.jobs(query)
        #expect((first + second).map(\.id.number) == [5, 4, 3, 2, 1])
        #expect(try await bench.store.count(query) == 6)
        #expect(try await bench.store.count(JobQuery(in: .all, kind: "form")) == 0)
    }

    @Test(
        "a text finds file names in either case and with any encoding of accents",
        arguments: StoreKind.allCases,
        [
            ("lease", ["Lease 2026.pdf"]), ("LEASE", ["Lease 2026.pdf"]), ("2", ["Lease 2026.pdf", "50%_2.pdf"]),
            ("%", ["50%_2.pdf"]), ("_", ["50%_2.pdf"]), ("MÜLLER", ["m\u{FC}ller.pdf", "Mu\u{308}ller.pdf"]),
            ("mu\u{308}ller", ["m\u{FC}ller.pdf", "Mu\u{308}ller.pdf"]), ("ΣΟΦ", ["Σοφία.pdf"]), ("zz", []),
            (".pdf", ["Lease 2026.pdf", "50%_2.pdf", "m\u{FC}ller.pdf", "Mu\u{308}ller.pdf", "Σοφία.pdf"]),
        ])
    func text(_ kind: StoreKind, _ example: (text: String, found: [String])) async throws {
        let bench = try Workbench(kind)
        for name in ["Lease 2026.pdf", "50%_2.pdf", "m\u{FC}ller.pdf", "Mu\u{308}ller.pdf", "Σοφία.pdf"] {
            _ = try await bench.document(fileName: name)
        }
        let query = DocumentQuery(in: .all, text: example.text)
        let names = try await bench.store.documents(query).map { Array($0.fileName.unicodeScalars) }
        #expect(names == example.found.reversed().map { Array($0.unicodeScalars) })
        #expect(try await bench.store.count(query) == example.found.count)
    }

    @Test("the status counts documents, live jobs, the longest wait and the last minute", arguments: StoreKind.allCases)
    func status(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.document()
        for _ in 0..<4 { _ = try await bench.begun() }
        let claims = try await bench.claim(limit: 3)
        try await bench.store.complete(claims[0].lease, with: StageResult(), then: .processing(), at: bench.now)
        try await bench.store.fail(claims[1].lease, because: .workerLost, at: bench.now)
        bench.clock.advance(by: .seconds(5))
        let status = try await bench.store.status(in: .all, at: bench.now)
        #expect(status.documents == [.imported: 1, .processing: 2, .ready: 1, .failed: 1])
        #expect(
            status.stages == [
                StoreStatus.StageLine(
                    address: StageAddress(kind: "memo", stage: "count"), available: 1, scheduled: 0, following: 0,
                    running: 1)
            ])
        #expect(status.oldestWait == .seconds(5))
        #expect(status.doneInLastMinute == 1)
        #expect(status.deadInLastMinute == 1)
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.store.status(in: .all, at: bench.now).doneInLastMinute == 0)
    }

    @Test("the activity is that of the last minute and of the next job of each queue", arguments: StoreKind.allCases)
    func activity(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let stage = StageAddress(kind: "memo", stage: "count")
        #expect(
            try await bench.store.activity(of: [stage], at: bench.now)
                == StoreActivity(doneInLastMinute: 0, longestWait: nil))
        _ = try await bench.begun(owner: "ada")
        bench.clock.advance(by: .seconds(5))
        for owner: OwnerID in ["ada", "bob", "bob"] { _ = try await bench.begun(owner: owner) }
        bench.clock.advance(by: .seconds(5))
        let waiting = try await bench.store.activity(of: [stage], at: bench.now)
        #expect(waiting == StoreActivity(doneInLastMinute: 0, longestWait: .seconds(10)))
        let other = StageAddress(kind: "memo", stage: "other")
        #expect(try await bench.store.activity(of: [other], at: bench.now).longestWait == nil)
        #expect(try await bench.store.activity(of: [], at: bench.now).longestWait == nil)
        let claim = try #require(try await bench.claim(limit: 1).first)
        try await bench.store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        let done = try await bench.store.activity(of: [other, stage], at: bench.now)
        #expect(done == StoreActivity(doneInLastMinute: 1, longestWait: .seconds(5)))
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.store.activity(of: [stage], at: bench.now).doneInLastMinute == 0)
    }

    @Test("jobs are counted up to a limit, if there is one", arguments: StoreKind.allCases)
    func jobCount(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        for _ in 0..<3 { _ = try await bench.begun(owner: "ada") }
        let query = JobQuery(in: .owner("ada"), state: .available, limit: 1)
        for (limit, count) in [(2, 2), (3, 3), (4, 3)] {
            #expect(try await bench.store.count(query, upTo: limit) == count)
        }
        #expect(try await bench.store.count(query) == 3)
        #expect(try await bench.store.count(JobQuery(in: .owner("bob"), state: .available)) == 0)
    }

    @Test("an empty store has an empty status", arguments: StoreKind.allCases)
    func emptyStatus(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let status = try await bench.store.status(in: .all, at: bench.now)
        #expect(status.documents.isEmpty)
        #expect(status.stages.isEmpty)
        #expect(status.oldestWait == nil)
    }

    @Test("a move that creates work rings the bell, and a poll for work does not", arguments: StoreKind.allCases)
    func bell(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.document()
        let before = bench.store.doorbell.rings
        _ = try await bench.store.begin(
            document.id, in: .all, along: .processing("shout", "count"), inputs: [], at: bench.now)
        #expect(bench.store.doorbell.rings == before + 1)
        let claims = try await bench.claim()
        _ = try await bench.store.expireLeases(at: bench.now)
        #expect(bench.store.doorbell.rings == before + 1)
        try await bench.store.complete(
            try #require(claims.first).lease, with: StageResult(), then: .processing("count"), at: bench.now)
        #expect(bench.store.doorbell.rings == before + 2)
    }

    @Test("a document's own bell rings when it settles, and for no other move", arguments: StoreKind.allCases)
    func settledSignal(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let (one, other) = (try await bench.begun(), try await bench.begun())
        let store = bench.store
        let rings = try await store.settled.withSignal(of: one.id) { bell in
            var rings = [bell.rings]
            for claim in try await bench.claim() {
                let route: Route = claim.document.id == one.id ? .processing("shout") : .processing()
                try await store.complete(claim.lease, with: StageResult(), then: route, at: bench.now)
            }
            #expect(try await store.document(other.id, in: .all).state == .ready)
            rings.append(bell.rings)
            try await store.complete(
                try await bench.claimOne().lease, with: StageResult(), then: .processing(), at: bench.now)
            rings.append(bell.rings)
            _ = try await store.begin(one.id, in: .all, along: .filling("sign"), inputs: [], at: bench.now)
            rings.append(bell.rings)
            _ = try await store.cancel(one.id, in: .all, at: bench.now)
            rings.append(bell.rings)
            try await store.delete(one.id, in: .all, at: bench.now)
            rings.append(bell.rings)
            return rings
        }
        #expect(rings == [0, 0, 1, 1, 2, 3])
    }
}
