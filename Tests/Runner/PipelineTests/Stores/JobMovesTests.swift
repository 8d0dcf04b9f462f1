import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store moves jobs")
struct JobMovesTests {
    private let failure = Failure("no_ink", "The printer is out of ink.")

    @Test("a claimed job belongs to one worker", arguments: StoreKind.allCases)
    func claimOnce(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let claim = try await bench.claimOne(worker: "a")
        #expect(claim.document.id == document.id)
        #expect(claim.job.state == .running)
        #expect(claim.job.attempt == 1)
        #expect(claim.job.worker == "a")
        #expect(claim.job.leaseUntil == bench.now + .seconds(6))
        #expect(try await bench.claim(worker: "b").isEmpty)
    }

    @Test("urgent first, then the longest due, then the oldest", arguments: StoreKind.allCases)
    func order(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let late = try await bench.begun("late", priority: -1)
        let first = try await bench.begun("first")
        let second = try await bench.begun("second", route: .processing("shout"))
        let urgent = try await bench.begun("urgent", priority: 9, route: .processing("shout"))
        let claims = try await bench.claim()
        #expect(claims.map(\.document.id) == [urgent.id, first.id, second.id, late.id])
    }

    @Test("a document already started takes precedence over later ones", arguments: StoreKind.allCases)
    func firstComeFirstServed(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let first = try await bench.begun("first")
        bench.clock.advance(by: .seconds(1))
        let second = try await bench.begun("second")
        let claim = try await bench.claimOne()
        #expect(claim.document.id == first.id)
        bench.clock.advance(by: .seconds(1))
        try await bench.store.complete(
            claim.lease, with: StageResult(), then: .processing("shout"), at: bench.now)
        let next = try await bench.claim(["count", "shout"], limit: 2)
        #expect(next.map(\.document.id) == [first.id, second.id])
        #expect(next.map(\.job.stage) == ["shout", "count"])
    }

    @Test("no more of a stage than it has room for, and no more in total than requested", arguments: StoreKind.allCases)
    func room(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        for _ in 0..<5 { _ = try await bench.begun() }
        for _ in 0..<5 { _ = try await bench.begun(route: .processing("shout")) }
        let claims = try await bench.claim(room: 2)
        #expect(claims.map(\.job.stage) == ["count", "count", "shout", "shout"])
        #expect(try await bench.claim(room: 2, limit: 1).count == 1)
        #expect(try await bench.claim(["shout"], room: 9).count == 3)
    }

    @Test("a retry waits for its time and counts the attempt", arguments: StoreKind.allCases)
    func retry(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let claim = try await bench.claimOne()
        let due = bench.now + .seconds(2)
        try await bench.store.retry(claim.lease, because: failure, due: due, at: bench.now)
        bench.clock.advance(by: .milliseconds(1999))
        #expect(try await bench.claim().isEmpty)
        bench.clock.advance(by: .milliseconds(1))
        let again = try await bench.claimOne()
        #expect(again.job.id == claim.job.id)
        #expect(again.job.attempt == 2)
        #expect(again.job.failure == failure)
        #expect(try await bench.store.document(document.id, in: .all).state == .processing)
    }

    @Test("a snooze waits for its time and counts no attempt", arguments: StoreKind.allCases)
    func snooze(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.begun()
        let claim = try await bench.claimOne()
        try await bench.store.snooze(claim.lease, because: nil, until: bench.now + .seconds(60), at: bench.now)
        #expect(try await bench.claim().isEmpty)
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.claimOne().job.attempt == 1)
    }

    @Test("a released job may be claimed immediately and counts no attempt", arguments: StoreKind.allCases)
    func release(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.begun()
        let claim = try await bench.claimOne()
        try await bench.store.release(claim.lease, at: bench.now)
        let again = try await bench.claimOne()
        #expect(again.job.attempt == 1)
        #expect(again.job.fence == claim.job.fence + 1)
    }

    @Test("a job that fails for good is a dead letter, and its document has failed", arguments: StoreKind.allCases)
    func fail(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let claim = try await bench.claimOne()
        try await bench.store.fail(claim.lease, because: failure, at: bench.now)
        let dead = try await bench.store.jobs(JobQuery(in: .all, state: .dead))
        #expect(dead.map(\.id) == [claim.job.id])
        #expect(dead.first?.failure == failure)
        #expect(dead.first?.finishedAt == bench.now)
        #expect(try await bench.store.document(document.id, in: .all).failure?.code == "no_ink")
        #expect(try await bench.claim().isEmpty)
    }

    @Test("a stage may cancel its own work", arguments: StoreKind.allCases)
    func cancelByStage(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let claim = try await bench.claimOne()
        try await bench.store.cancel(claim.lease, because: failure, at: bench.now)
        #expect(try await bench.store.jobs(JobQuery(in: .all)).map(\.state) == [.cancelled])
        #expect(try await bench.store.document(document.id, in: .all).failure?.code == "no_ink")
    }

    @Test("final jobs are purged by age, with their events; documents stay", arguments: StoreKind.allCases)
    func purge(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let old = try await bench.begun("old")
        try await bench.store.complete(
            try await bench.claimOne().lease, with: StageResult(), then: .processing(), at: bench.now)
        bench.clock.advance(by: .seconds(3600))
        let new = try await bench.begun("new")
        try await bench.store.complete(
            try await bench.claimOne().lease, with: StageResult(), then: .processing(), at: bench.now)
        let waiting = try await bench.begun("waiting")

        #expect(try await bench.store.purge(finishedBefore: bench.now, limit: 10) == 1)
        #expect(try await bench.store.purge(finishedBefore: bench.now, limit: 10) == 0)
        #expect(try await bench.store.jobs(JobQuery(in: .all)).map(\.document) == [waiting.id, new.id])
        #expect(try await bench.causes(old.id) == [.imported, .began, .arrived])
        #expect(try await bench.store.document(old.id, in: .all).state == .ready)
    }

    @Test("the log records every move with its stage, attempt, worker and duration", arguments: StoreKind.allCases)
    func log(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        let claim = try await bench.claimOne()
        bench.clock.advance(by: .milliseconds(250))
        try await bench.store.retry(claim.lease, because: failure, due: bench.now, at: bench.now)
        let again = try await bench.claimOne(worker: "b")
        bench.clock.advance(by: .milliseconds(40))
        try await bench.store.complete(again.lease, with: StageResult(), then: .processing(), at: bench.now)

        let events = try await bench.store.events(of: document.id, in: .all)
        #expect(
            events.map(\.cause) == [
                .imported, .began, .enqueued, .claimed, .retried, .due, .claimed, .completed, .arrived,
            ])
        #expect(
            events.map { "\($0.from ?? "")>\($0.to)" } == [
                ">imported", "imported>processing", ">available", "available>running", "running>scheduled",
                "scheduled>available", "available>running", "running>done", "processing>ready",
            ])
        #expect(events[4].attempt == 1)
        #expect(events[4].code == "no_ink")
        #expect(events[4].duration == .milliseconds(250))
        #expect(events[4].worker == "a")
        #expect(events[7].attempt == 2)
        #expect(events[7].code == nil)
        #expect(events[7].duration == .milliseconds(40))
        #expect(events[7].worker == "b")
        #expect(events[7].stage == "count")
        #expect(events.map(\.sequence) == events.map(\.sequence).sorted())
    }

    @Test("each move is in the table of allowed moves", arguments: StoreKind.allCases)
    func logObeysTable(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun("same", route: .processing("count", sharedAs: "k"))
        let follower = try await bench.begun("same", route: .processing("count", sharedAs: "k"))
        try await bench.store.release(try await bench.claimOne().lease, at: bench.now)
        try await bench.store.snooze(
            try await bench.claimOne().lease, because: nil, until: bench.now, at: bench.now)
        _ = try await bench.claimOne()
        _ = try await bench.store.cancel(document.id, in: .all, at: bench.now)
        try await bench.store.fail(try await bench.claimOne().lease, because: failure, at: bench.now)
        for id in [document.id, follower.id] {
            for event in try await bench.store.events(of: id, in: .all) {
                if event.job != nil {
                    let to = try #require(JobState(rawValue: event.to))
                    #expect(JobMove(from: event.from.flatMap(JobState.init), to: to).isAllowed)
                } else if let from = event.from.flatMap(DocumentState.init) {
                    let to = try #require(DocumentState(rawValue: event.to))
                    #expect(DocumentMove(from: from, to: to).isAllowed)
                }
            }
        }
    }
}
