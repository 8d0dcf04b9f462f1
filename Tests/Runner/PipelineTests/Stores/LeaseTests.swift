import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store keeps leases")
struct LeaseTests {
    @Test("a renewed lease does not expire", arguments: StoreKind.allCases)
    func renew(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.begun()
        let claim = try await bench.claimOne()
        for _ in 0..<5 {
            bench.clock.advance(by: .seconds(5))
            let lost = try await bench.store.renew([claim.lease], until: bench.now + .seconds(6), at: bench.now)
            #expect(lost.isEmpty)
            #expect(try await bench.store.expireLeases(at: bench.now) == 0)
        }
    }

    @Test("a silent worker's job is taken over, and its later results are refused", arguments: StoreKind.allCases)
    func takeOver(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let stale = try await bench.claimOne(worker: "paused")
        bench.clock.advance(by: .milliseconds(5999))
        #expect(try await bench.store.expireLeases(at: bench.now) == 0)
        bench.clock.advance(by: .milliseconds(1))
        #expect(try await bench.store.expireLeases(at: bench.now) == 1)
        let current = try await bench.claimOne(worker: "next")
        #expect(current.job.id == stale.job.id)
        #expect(current.job.attempt == 1)

        let late = StageResult(artefacts: [.named("count.txt", "late")])
        await #expect(throws: StoreError.leaseLost(stale.job.id)) {
            try await bench.store.complete(stale.lease, with: late, then: .processing(), at: bench.now)
        }
        let good = StageResult(artefacts: [.named("count.txt", "good")])
        try await bench.store.complete(current.lease, with: good, then: .processing(), at: bench.now)
        #expect(
            try await bench.store.artefacts(of: document.id, in: .all, fill: nil).map(\.artefact) == [
                .named("count.txt", "good")
            ]
        )
        #expect(
            try await bench.causes(document.id) == [
                .imported, .began, .enqueued, .claimed, .expired, .claimed, .completed, .arrived,
            ])
    }

    @Test("every move of a stale worker is refused", arguments: StoreKind.allCases)
    func staleMoves(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.begun()
        let stale = try await bench.claimOne().lease
        bench.clock.advance(by: .seconds(6))
        _ = try await bench.store.expireLeases(at: bench.now)
        _ = try await bench.claimOne()
        let refused = StoreError.leaseLost(stale.job)
        let failure = Failure("x", "x")
        let store = bench.store
        let now = bench.now
        await #expect(throws: refused) { try await store.retry(stale, because: failure, due: now, at: now) }
        await #expect(throws: refused) { try await store.snooze(stale, because: nil, until: now, at: now) }
        await #expect(throws: refused) { try await store.release(stale, at: now) }
        await #expect(throws: refused) { try await store.cancel(stale, because: failure, at: now) }
        await #expect(throws: refused) { try await store.fail(stale, because: failure, at: now) }
        #expect(try await store.renew([stale], until: now, at: now) == [stale])
    }

    @Test("a result is published once, however often it is submitted", arguments: StoreKind.allCases)
    func publishOnce(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let claim = try await bench.claimOne()
        let published = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let result = StageResult(artefacts: [.named("count.txt")])
                    let done: Void? = try? await bench.store.complete(
                        claim.lease, with: result, then: .processing(), at: bench.now)
                    return done != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(published == 1)
        #expect(try await bench.causes(document.id).count { $0 == .completed } == 1)
    }

    @Test(
        "losing a worker counts no attempt, until it happens repeatedly: then the job is dead",
        arguments: StoreKind.allCases)
    func poison(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        // Five times the limit of three are forgiven.
        for attempt in Array(repeating: 1, count: 15) + [1, 2, 3] {
            #expect(try await bench.claimOne().job.attempt == attempt)
            bench.clock.advance(by: .seconds(6))
            #expect(try await bench.store.expireLeases(at: bench.now) == 1)
        }
        #expect(try await bench.claim().isEmpty)
        let failed = try await bench.store.document(document.id, in: .all)
        #expect(failed.failure?.code == "worker_lost")
        #expect(failed.failure?.attempt == 3)
    }

    @Test("a lease from before the clock was set back is invalid", arguments: StoreKind.allCases)
    func clockSetBack(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.begun()
        let claim = try await bench.claimOne()
        #expect(try await bench.store.expireLeases(at: bench.now - .seconds(60)) == 0)
        #expect(try await bench.store.expireLeases(at: bench.now - .seconds(3600)) == 1)
        #expect(try await bench.claimOne().job.id == claim.job.id)
    }

    @Test("twenty concurrent workers get every job once", arguments: StoreKind.allCases)
    func noDoubleClaims(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        for _ in 0..<100 { _ = try await bench.begun() }
        let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
            for worker in 0..<20 {
                group.addTask {
                    var mine: [JobID] = []
                    while case let claims = try await bench.claim(limit: 3, worker: "\(worker)"), !claims.isEmpty {
                        mine += claims.map(\.job.id)
                    }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 100)
        #expect(Set(claimed).count == 100)
    }
}
