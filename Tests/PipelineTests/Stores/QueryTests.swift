import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store answers")
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
        #expect(
            try await store.documents(DocumentQuery(in: .all, state: .imported, kind: "memo", limit: 2, offset: 1)).map(
                \.id)
                == [ids[3], ids[2]])
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

    @Test("an empty store has an empty status", arguments: StoreKind.allCases)
    func emptyStatus(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let status = try await bench.store.status(in: .all, at: bench.now)
        #expect(status.documents.isEmpty)
        #expect(status.stages.isEmpty)
        #expect(status.oldestWait == nil)
    }

    @Test("a move that makes work rings the bell, and a look for work does not", arguments: StoreKind.allCases)
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

    @Test("a document's own bell rings when it comes to rest, and for no other move", arguments: StoreKind.allCases)
    func restBell(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let (one, other) = (try await bench.begun(), try await bench.begun())
        let store = bench.store
        let rings = try await store.restBells.withBell(of: one.id) { bell in
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
