import FailureModel
import Foundation
import Pipeline
import PipelineTestSupport
import Testing

@Suite("A store's feed", .timeLimit(.minutes(30)))
struct FeedTests {
    @Test("contains every move once, in order, in consecutive pages", arguments: StoreKind.allCases)
    func pages(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let documents = [try await bench.begun(), try await bench.begun()]
        let middle = try await bench.store.newestEvent()
        for claim in try await bench.claim() {
            try await bench.store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        }
        let whole = try await bench.feed()
        #expect(
            whole.map(\.cause) == [
                .imported, .began, .enqueued, .imported, .began, .enqueued, .claimed, .claimed, .completed, .arrived,
                .completed, .arrived,
            ])
        #expect(whole.map(\.sequence) == whole.map(\.sequence).sorted())
        #expect(Set(whole.map(\.sequence)).count == whole.count)
        #expect(
            whole.allSatisfy { $0.kind == "memo" && $0.owner == .local && documents.map(\.id).contains($0.document) })
        for limit in [1, 5, 12] { #expect(try await bench.feed(limit: limit) == whole) }
        #expect(try await bench.feed(after: middle) == Array(whole.dropFirst(6)))
        #expect(try await bench.store.newestEvent() == whole.last?.sequence)
        let ofOne = try await bench.store.events(of: documents[0].id, in: .all)
        #expect(whole.filter { $0.document == documents[0].id } == ofOne)
    }

    @Test("starts empty", arguments: StoreKind.allCases)
    func empty(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        #expect(try await bench.store.newestEvent() == 0)
        #expect(try await bench.store.events(EventQuery(in: .all, after: 0)) == EventPage(events: [], next: 0))
    }

    @Test("shows an owner no other's events, and skips them", arguments: StoreKind.allCases)
    func scoped(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let adas = try await bench.begun(owner: "ada")
        let bobs = try await bench.begun(owner: "bob")
        #expect(try await bench.feed(in: .owner("ada")).map(\.document) == [adas.id, adas.id, adas.id])
        let page = try await bench.store.events(EventQuery(in: .owner("ada"), after: 0, limit: 50))
        #expect(page.next == (try await bench.store.newestEvent()))
        try await bench.store.delete(bobs.id, in: .all, at: bench.now)
        #expect(try await bench.feed(after: page.next, in: .owner("ada")).isEmpty)
        #expect(try await bench.feed(after: page.next, in: .owner("bob")).map(\.cause) == [.deleted])
    }

    @Test("keeps one event of a deleted document, with its owner", arguments: StoreKind.allCases)
    func deletion(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let kept = try await bench.begun(owner: "bob")
        let document = try await bench.begun(owner: "ada")
        let seen = try await bench.store.newestEvent()
        bench.clock.advance(by: .seconds(5))
        try await bench.store.delete(document.id, in: .all, at: bench.now)
        let event = try #require(try await bench.feed(after: seen).first)
        #expect(event.cause == .deleted)
        #expect(event.document == document.id)
        #expect(event.owner == "ada")
        #expect(event.kind == "memo")
        #expect(event.from == "processing")
        #expect(event.to == "deleted")
        #expect(event.at == bench.now)
        let whole = try await bench.feed()
        #expect(whole.filter { $0.document == document.id } == [event])
        #expect(whole.filter { $0.document == kept.id }.count == 3)
    }

    @Test("uses no number twice, not even those of deleted documents", arguments: StoreKind.allCases)
    func numbers(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        var highest: Int64 = 0
        for _ in 0..<3 {
            let document = try await bench.begun()
            #expect(try await bench.store.events(of: document.id, in: .all).allSatisfy { $0.sequence > highest })
            try await bench.store.delete(document.id, in: .all, at: bench.now)
            _ = try await bench.store.purge(finishedBefore: bench.now + .seconds(1), limit: 10)
            highest = try await bench.store.newestEvent()
        }
        #expect(highest == 12)
    }

    @Test("reports a reader that is too far behind, or has a number from another store", arguments: StoreKind.allCases)
    func truncated(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun()
        _ = try await bench.store.cancel(document.id, in: .all, at: bench.now)
        let deleted = try await bench.begun()
        try await bench.store.delete(deleted.id, in: .all, at: bench.now)
        let before = try await bench.feed()
        #expect(before.map(\.cause) == [.imported, .began, .enqueued, .cancelled, .failed, .deleted])

        bench.clock.advance(by: .seconds(10))
        #expect(try await bench.store.purge(finishedBefore: bench.now, limit: 10) == 1)
        let newest = try #require(before.last?.sequence)
        for tooOld in 0..<newest {
            await #expect(throws: StoreError.feedTruncated(after: tooOld)) {
                try await bench.store.events(EventQuery(in: .all, after: tooOld))
            }
        }
        #expect(try await bench.feed(after: newest).isEmpty)
        // The document's own events are still there, until it is deleted.
        #expect(try await bench.causes(document.id) == [.imported, .began, .failed])
        let unknown = newest + 1
        await #expect(throws: StoreError.feedTruncated(after: unknown)) {
            try await bench.store.events(EventQuery(in: .all, after: unknown))
        }
        let next = try await bench.document()
        #expect(try await bench.feed(after: newest).map(\.document) == [next.id])
    }

    @Test("a refused move writes nothing to it", arguments: StoreKind.allCases)
    func refused(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.document()
        let newest = try await bench.store.newestEvent()
        await #expect(throws: StoreError.self) { try await bench.store.cancel(document.id, in: .all, at: bench.now) }
        await #expect(throws: StoreError.self) {
            try await bench.store.delete(document.id, in: .owner("eve"), at: bench.now)
        }
        #expect(try await bench.store.newestEvent() == newest)
    }

    @Test("wakes its reader immediately when something happens in this process", arguments: StoreKind.allCases)
    func follow(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        _ = try await bench.begun(owner: "ada")
        let newest = try await bench.store.newestEvent()
        let client = bench.client([MemoKind.kind])
        let reading = Task {
            var causes: [Event.Cause] = []
            // No time passes, so it would never poll.
            for try await event in client.events(after: newest, in: .owner("ada"), poll: .seconds(3600)) {
                causes.append(event.cause)
                if event.cause == .arrived { break }
            }
            return causes
        }
        // Whether or not the reader is waiting yet, it must miss nothing.
        try await until { bench.clock.sleepers == 1 }
        let claim = try await bench.claimOne()
        _ = try await bench.begun(owner: "bob")
        for _ in 0..<50 { await Task.yield() }
        try await bench.store.report([claim.lease: JobProgress(completed: 1, total: 2)], at: bench.now)
        try await bench.store.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
        #expect(try await reading.value == [.claimed, .progressed, .completed, .arrived])
    }

    @Test("ends with the task that reads it", arguments: StoreKind.allCases)
    func cancelled(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let client = bench.client([MemoKind.kind])
        let reading = Task {
            for try await _ in client.events(after: 0, in: .all) {}
        }
        try await until { bench.clock.sleepers == 1 }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test("has only the latest progress of a job, and the job shows it while it runs", arguments: StoreKind.allCases)
    func progress(_ kind: StoreKind) async throws {
        let bench = try Workbench(kind)
        let document = try await bench.begun(owner: "ada")
        let claim = try await bench.claimOne()
        func job() async throws -> Job? { try await bench.store.jobs(JobQuery(in: .all)).first }
        #expect(try await job()?.progress == nil)
        bench.clock.advance(by: .milliseconds(700))
        for page in 1...3 {
            let progress = JobProgress(completed: page, total: 12, unit: "page")
            try await bench.store.report([claim.lease: progress], at: bench.now)
        }
        let expected = JobProgress(completed: 3, total: 12, unit: "page")
        #expect("\(expected)" == "page 3 of 12")
        #expect(try await job()?.progress == expected)
        let event = try #require(try await bench.feed(in: .owner("ada")).last)
        #expect(event.cause == .progressed)
        #expect(event.progress == expected)
        #expect(event.stage == "count")
        #expect(event.worker == "a")
        #expect(event.attempt == 1)
        #expect(event.duration == .milliseconds(700))
        #expect(event.from == "running" && event.to == "running")
        #expect(event.sequence == (try await bench.store.newestEvent()))
        #expect(try await bench.causes(document.id) == [.imported, .began, .enqueued, .claimed, .progressed])

        let failure = Failure("no_ink", "No ink.")
        try await bench.store.retry(claim.lease, because: failure, due: bench.now, at: bench.now)
        #expect(try await job()?.progress == nil)
        // The lease is lost: nothing is recorded and nothing is thrown.
        let newest = try await bench.store.newestEvent()
        try await bench.store.report([claim.lease: expected], at: bench.now)
        #expect(try await bench.store.newestEvent() == newest)
        let again = try await bench.claimOne()
        #expect(again.job.progress == nil)
        try await bench.store.report(
            [claim.lease: expected, again.lease: JobProgress(completed: 1, total: 2)], at: bench.now)
        #expect(try await job()?.progress == JobProgress(completed: 1, total: 2))
        let latest = try #require(try await bench.feed().last)
        #expect(latest.code == nil)
        #expect(latest.attempt == 2)
    }

    @Test("progress is clamped to its range")
    func range() {
        #expect(JobProgress(completed: 9, total: 3) == JobProgress(completed: 3, total: 3))
        #expect(JobProgress(completed: -1, total: -1) == JobProgress(completed: 0, total: 0))
        #expect(JobProgress(completed: 0, total: 1, unit: String(repeating: "ü", count: 20)).unit?.count == 11)
        #expect("\(JobProgress(completed: 1, total: 2))" == "1 of 2")
    }
}
