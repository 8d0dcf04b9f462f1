import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import Synchronization
import TestSupport
import Testing

@Suite("Nodes with one server", .timeLimit(.minutes(60)))
struct ServerConcurrencyTests {
    @Test("four claimers at once get 2,000 jobs, each once, and never wait for each other")
    func claimers() async throws {
        let bench = try ServerBench()
        let owners: [OwnerID] = ["ada", "bob", "eve"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<8 {
                group.addTask {
                    for number in 0..<250 {
                        _ = try await bench.begun(owner: owners[(part + number) % 3])
                    }
                }
            }
            try await group.waitForAll()
        }
        let nodes = try (0..<4).map { _ in try bench.node() }
        let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
            for (number, node) in nodes.enumerated() {
                group.addTask {
                    var mine: [JobID] = []
                    while case let claims = try await bench.claim(3, in: node, worker: "\(number)"), !claims.isEmpty {
                        mine += claims.map(\.job.id)
                    }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 2_000)
        #expect(Set(claimed).count == 2_000)
        #expect(try await bench.store.count(JobQuery(in: .all, state: .running)) == 2_000)
        #expect(try bench.deadlocks() == 0)
    }

    @Test("a claim passes over jobs that another transaction holds, without waiting for it")
    func passesOver() async throws {
        let bench = try ServerBench()
        let first = try await bench.begun()
        let second = try await bench.begun()
        let (held, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let other: any SQLDatabase = try bench.database.open()
        let holder = Thread {
            try? other.writeBlocking { db in
                try db.execute("SELECT 1 FROM jobs ORDER BY id LIMIT 1 FOR UPDATE")
                held.continuation.finish()
                released.wait()
            }
        }
        holder.start()
        for await _ in held.stream {}
        // Would never return if it waited.
        #expect(try await bench.claim(2).map(\.document.id) == [second.id])
        #expect(try await bench.claim(2).isEmpty)
        released.signal()
        while try await bench.claim().map(\.document.id) != [first.id] { await Task.yield() }
    }

    @Test("of 32 moves of one document at once, one takes effect, as if they came one after the other")
    func oneDocument() async throws {
        let bench = try ServerBench()
        let document = try await bench.store.add(bench.new(), at: bench.now)
        let nodes = try (0..<4).map { _ in try bench.node() }
        func count(_ move: @escaping @Sendable (SQLStore) async throws -> Void) async throws -> Int {
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        do {
                            try await move(nodes[number % 4])
                            return 1
                        } catch is StoreError {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
        }
        let (id, now) = (document.id, bench.now)
        #expect(
            try await count {
                _ = try await $0.begin(id, in: .all, along: .processing("count"), inputs: [], at: now)
            } == 1)
        let claim = try #require(try await bench.claim().first)
        #expect(
            try await count {
                try await $0.complete(claim.lease, with: StageResult(), then: .processing(), at: now)
            } == 1)
        #expect(
            try await count { _ = try await $0.begin(id, in: .all, along: .filling("sign"), inputs: [], at: now) } == 1)
        #expect(try await count { _ = try await $0.cancel(id, in: .all, at: now) } == 1)
        #expect(
            try await bench.store.events(of: id, in: .all).map(\.cause) == [
                .imported, .began, .enqueued, .claimed, .completed, .arrived, .began, .enqueued, .cancelled, .failed,
            ])
        #expect(try await count { try await $0.delete(id, in: .all, at: now) } == 1)
        #expect(try await bench.feed().map(\.cause) == [.deleted])
        #expect(try bench.deadlocks() == 0)
    }

    @Test("random moves at once on few documents, keys and parts leave nothing waiting, and never wait for each other")
    func crowd() async throws {
        let bench = try ServerBench()
        let nodes = try (0..<3).map { _ in try bench.node() }
        let known = Known()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<12 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(worker))
                    let crowd = Crowd(bench: bench, store: nodes[worker % 3])
                    for _ in 0..<120 {
                        let id = known.documents.withLock { $0.suffix(12).randomElement(using: &random) }
                        let claim = known.claims.withLock { $0.suffix(12).randomElement(using: &random) }
                        let parts = known.documents.withLock { Array(Set($0.suffix(4))) }
                        do {
                            let step = Int.random(in: 0..<12, using: &random)
                            let news = try await crowd.step(
                                step, id, claim, parts, sharing: Bool.random(using: &random))
                            known.documents.withLock { $0 += news.0 }
                            known.claims.withLock { $0 += news.1 }
                        } catch is StoreError {
                            // Another worker was faster.
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try bench.deadlocks() == 0)
        let jobs = try await bench.store.jobs(JobQuery(in: .all, limit: .max))
        for job in jobs where job.state == .following {
            let leaders = jobs.filter { $0.reuseKey == job.reuseKey && !$0.state.isFinal && $0.state != .following }
            #expect(leaders.count == 1, "job \(job.id) follows \(leaders.count)")
        }
        for job in jobs where job.state == .waiting {
            let parts = try await bench.store.parts(of: job.document, in: .all)
            #expect(parts.contains { $0.document?.state.isWorking == true }, "job \(job.id) waits for nothing")
        }
        for document in try await bench.store.documents(DocumentQuery(in: .all, limit: .max)) {
            let live = jobs.count { $0.document == document.id && !$0.state.isFinal }
            #expect(live == (document.state.isWorking ? 1 : 0), "\(document.id) is \(document.state)")
        }
    }

    @Test("a document does not follow one that is just being cancelled")
    func keyLock() async throws {
        let bench = try ServerBench()
        let (first, second) = (try bench.node(), try bench.node())
        let route = Route.processing("count", sharedAs: "key")
        let leader = try await bench.begun(route: route)
        let document = try await bench.store.add(bench.new(), at: bench.now)
        let (cancelled, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let cancelling = Task {
            try await first.write { transaction in
                try transaction.cancel(leader.id, in: .all, at: bench.now)
                cancelled.continuation.finish()
                released.wait()
            }
        }
        for await _ in cancelled.stream {}
        let begins = Count()
        async let begun: Void = {
            defer { begins.increase() }
            _ = try await second.begin(document.id, in: .all, along: route, inputs: [], at: bench.now)
        }()
        let waited = try await bench.waiters(1) { begins.value > 0 }
        released.signal()
        try await cancelling.value
        try await begun
        #expect(waited)
        #expect(try await bench.store.jobs(JobQuery(in: .all, document: document.id)).map(\.state) == [.available])
    }

    @Test("of two parts that come to rest at the same time, one makes the whole available")
    func wholeLock() async throws {
        let bench = try ServerBench()
        let nodes = [try bench.node(), try bench.node()]
        let parts = [try await bench.begun(), try await bench.begun()]
        let whole = try await bench.begun(parts: parts.map(\.id))
        #expect(try await bench.store.jobs(JobQuery(in: .all, document: whole.id)).map(\.state) == [.waiting])
        let (held, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let other: any SQLDatabase = try bench.database.open()
        let holder = Thread {
            try? other.writeBlocking { db in
                try db.execute("SELECT 1 FROM documents WHERE sequence = ? FOR UPDATE", [whole.sequence])
                held.continuation.finish()
                released.wait()
            }
        }
        holder.start()
        for await _ in held.stream {}
        let ends = Count()
        async let cancelling: Void = withThrowingTaskGroup(of: Void.self) { group in
            for (node, part) in zip(nodes, parts) {
                group.addTask {
                    defer { ends.increase() }
                    _ = try await node.cancel(part.id, in: .all, at: bench.now)
                }
            }
            try await group.waitForAll()
        }
        let waited = try await bench.waiters(2) { ends.value > 0 }
        released.signal()
        try await cancelling
        #expect(waited)
        #expect(try await bench.store.jobs(JobQuery(in: .all, document: whole.id)).map(\.state) == [.available])
    }

    @Test("a transaction may move documents in any order")
    func anyOrder() async throws {
        let bench = try ServerBench()
        let ids = [try await bench.begun().id, try await bench.begun().id, try await bench.begun().id]
        let now = bench.now
        try await bench.store.write { transaction in
            for id in ids.reversed() { try transaction.cancel(id, in: .all, at: now) }
        }
        #expect(try await bench.store.count(DocumentQuery(in: .all, state: .failed)) == 3)
        #expect(
            try await bench.feed().map(\.cause).suffix(6) == [
                .cancelled, .failed, .cancelled, .failed, .cancelled, .failed,
            ])
    }

    @Test("unneeded bytes are removed while no document can begin to need them")
    func holding() async throws {
        let bench = try ServerBench()
        let nodes = [try bench.node(), try bench.node()]
        let new = bench.new()
        let (holding, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let adding = Mutex<Task<Document, any Error>?>(nil)
        async let removed = nodes[0].holding([new.content]) { garbage in
            holding.continuation.finish()
            released.wait()
            return garbage.count
        }
        for await _ in holding.stream {}
        adding.withLock { $0 = Task { try await nodes[1].add(new, at: bench.now) } }
        // Waits until the addition waits.
        while try await bench.store.read({ db in
            try !db.hasRow("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
        }) { await Task.yield() }
        #expect(try await bench.store.count(DocumentQuery(in: .all)) == 0)
        released.signal()
        #expect(try await removed == 1)
        _ = try await adding.withLock { $0 }?.value
        #expect(try await nodes[0].holding([new.content]) { $0.count } == 0)
    }
}

/// A count of tasks that have ended.
private final class Count: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func increase() { count.withLock { $0 += 1 } }
}

/// What the workers of a crowd know of.
private final class Known: Sendable {
    let documents = Mutex<[DocumentID]>([])
    let claims = Mutex<[Claim]>([])
}

/// The moves of a worker in a crowd.
private struct Crowd {
    let bench: ServerBench
    let store: SQLStore

    /// Makes a move and returns new documents and claims.
    func step(
        _ step: Int, _ id: DocumentID?, _ claim: Claim?, _ parts: [DocumentID], sharing: Bool
    ) async throws -> ([DocumentID], [Claim]) {
        let now = bench.now
        let route = Route.processing("count", sharedAs: sharing ? "key" : nil)
        switch (step, id, claim) {
        case (0...2, _, _):
            let document = try await store.add(bench.new(parts: step == 0 ? parts : []), at: now)
            let begun = try await store.begin(
                document.id, in: .all, along: step == 0 ? .processing("count") : route, inputs: [], at: now)
            return ([begun.id], [])
        case (3...5, _, _): return ([], try await bench.claim(2, in: store))
        case (6...7, _, let claim?):
            let result = StageResult(artefacts: [.named("count.txt")], facts: ["count": "1"])
            try await store.complete(claim.lease, with: result, then: .processing(), at: now)
        case (8, _, let claim?): try await store.release(claim.lease, at: now)
        case (9, _, let claim?): try await store.fail(claim.lease, because: .workerLost, at: now)
        case (10, let id?, _): _ = try await store.cancel(id, in: .all, at: now)
        case (11, let id?, _): try await store.delete(id, in: .all, at: now)
        default: _ = try await store.expireLeases(at: now + .seconds(3))
        }
        return ([], [])
    }
}
