import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import Testing

@Suite("A node with a server", .timeLimit(.minutes(60)))
struct ServerNodeTests {
    @Test("the late result of a worker that was cut off is discarded, whatever the clocks of the nodes say")
    func lateResult() async throws {
        let bench = try ServerBench()
        let (cut, other) = (try bench.node(leaseClock: .server), try bench.node(leaseClock: .server))
        // One node's clock is an hour slow, the other's two hours fast.
        let (slow, fast) = (bench.now - .seconds(3_600), bench.now + .seconds(7_200))
        let document = try await bench.begun(in: other)
        let claim = try #require(try await bench.claim(in: cut, worker: "cut", at: slow).first)
        let started = try #require(claim.job.startedAt)
        #expect(claim.job.leaseUntil == started + .seconds(6))
        #expect(abs((started - SystemClock().now) / .seconds(1)) < 3_600, "the server's clock is that of this machine")
        #expect(try await other.expireLeases(at: fast) == 0)
        // The cut: the lease ends, as the server sees it.
        #expect(try await other.renew([claim.lease], until: fast, at: fast) == [])
        #expect(try await other.expireLeases(at: fast) == 1)
        let second = try #require(try await bench.claim(in: other, worker: "other", at: fast).first)
        #expect(second.job.id == claim.job.id)
        await #expect(throws: StoreError.leaseLost(claim.job.id)) {
            try await cut.complete(
                claim.lease, with: StageResult(artefacts: [.named("late.txt")]), then: .processing(), at: slow)
        }
        #expect(try await cut.renew([claim.lease], until: slow + .seconds(6), at: slow) == [claim.lease])
        try await other.complete(
            second.lease, with: StageResult(artefacts: [.named("good.txt")]), then: .processing(), at: fast)
        #expect(
            try await other.artefacts(of: document.id, in: .all, fill: nil).map(\.artefact) == [.named("good.txt")])
    }

    @Test("a due time counts from the server's now")
    func due() async throws {
        let bench = try ServerBench()
        let node = try bench.node(leaseClock: .server)
        _ = try await bench.begun(in: node)
        let now = bench.now - .seconds(86_400)
        let claim = try #require(try await bench.claim(in: node, at: now).first)
        try await node.snooze(claim.lease, because: nil, until: now + .seconds(3_600), at: now)
        #expect(try await bench.claim(in: node, at: now + .seconds(7_200)).isEmpty)
        let job = try #require(try await node.jobs(JobQuery(in: .all)).first)
        #expect(job.due > SystemClock().now)
        try bench.store.database.writeBlocking { try $0.execute("UPDATE jobs SET due = 0") }
        #expect(try await bench.claim(in: node, at: now).map(\.job.id) == [job.id])
    }

    @Test("work, events and settled documents ring the bells of another node")
    func news() async throws {
        let bench = try ServerBench()
        let (first, second) = (try bench.node(), try bench.node())
        // Without words from others these would wait for ever; until the node listens, they may be missed.
        func until(_ isOver: @escaping @Sendable () async throws -> Bool, _ act: () async throws -> Void) async throws {
            while try await !isOver() {
                try await act()
                for _ in 0..<100 { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
        let (work, events) = (second.doorbell.rings, second.feedBell.rings)
        try await until({ second.doorbell.rings > work && second.feedBell.rings > events }) {
            _ = try await bench.begun(in: first)
        }
        let claim = try #require(try await bench.claim(in: first).first)
        try await second.settled.withSignal(of: claim.document.id) { bell in
            let rings = bell.rings
            try await first.complete(claim.lease, with: StageResult(), then: .processing(), at: bench.now)
            await bell.wait(beyond: rings)
        }
    }

    @Test("a number tells whether anything was committed, by any node")
    func version() async throws {
        let bench = try ServerBench()
        let version = try StoreVersion(of: bench.node())
        let other = try bench.node()
        for _ in 0..<20 {
            let before = try await version.current()
            _ = try await other.add(bench.new(), at: bench.now)
            #expect(try await version.current() != before)
        }
        // Transactions of other tests on the same server change it as well, but not all the time.
        var known = try await version.current()
        while case let next = try await version.current(), next != known { known = next }
    }

    @Test("finds names by a part in either case, like a file")
    func search() async throws {
        let bench = try ServerBench()
        let new = NewDocument(
            id: DocumentID(UUID()), owner: .local, kind: "memo", fileName: "Übung 100%_a.txt", mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0)
        _ = try await bench.store.add(new, at: bench.now)
        for text in ["übung", "100%_", "BUNG", "U\u{308}bung", ""] {
            #expect(try await bench.store.count(DocumentQuery(in: .all, text: text)) == 1, "\(text)")
        }
        for text in ["100_", "ubung"] {
            #expect(try await bench.store.count(DocumentQuery(in: .all, text: text)) == 0, "\(text)")
        }
    }
}
