import FailureModel
import Foundation
import GRDB
import SQLite
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import Synchronization
import Testing

@Suite("The SQLite store")
struct SQLStoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private let now = Timestamp(milliseconds: 1_767_225_600_000)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/pipeline.sqlite"
    }

    private func new(_ id: DocumentID = DocumentID(UUID())) -> NewDocument {
        NewDocument(
            id: id, owner: .local, kind: "memo", fileName: "naïve “memo”.txt", mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0, priority: -3, facts: ["words": "2", "title": "Ünïcode"])
    }

    private func claim(_ store: SQLStore, limit: Int) async throws -> [Claim] {
        let slot = ClaimRequest.Slot(address: StageAddress(kind: "memo", stage: "count"), room: limit)
        return try await store.claim(
            ClaimRequest(worker: "w", slots: [slot], limit: limit, leaseUntil: now + .seconds(6)), at: now)
    }

    @Test("keeps everything when it is closed and opened again")
    func reopen() async throws {
        let first = try SQLStore(path: path)
        let added = try await first.add(new(), at: now)
        _ = try await first.begin(
            added.id, in: .all, along: .processing("count", sharedAs: "k"), inputs: [.named("signature", "x")], at: now)
        let claims = try await claim(first, limit: 1)
        let failure = Failure("no_ink", "“No ink”.")
        try await first.fail(try #require(claims.first).lease, because: failure, at: now)
        let document = try await first.document(added.id, in: .all)
        let jobs = try await first.jobs(JobQuery(in: .all))
        let events = try await first.events(of: added.id, in: .all)
        let artefacts = try await first.artefacts(of: added.id, in: .all, fill: nil)
        try first.close()

        let second = try SQLStore(path: path)
        #expect(try await second.document(added.id, in: .all) == document)
        #expect(try await second.jobs(JobQuery(in: .all)) == jobs)
        #expect(try await second.events(of: added.id, in: .all) == events)
        #expect(try await second.artefacts(of: added.id, in: .all, fill: nil) == artefacts)
        #expect(document.facts == ["words": "2", "title": "Ünïcode"])
        #expect(try await second.file?.integrityCheck() == "ok")
    }

    @Test("its files hold nothing of a deleted document")
    func erased() async throws {
        let store = try SQLStore(path: path)
        // Long enough for separate pages, which become free.
        let secret = "Ada Lovelace"
        let facts = ["name": String(repeating: secret, count: 2000)]
        let document = try await store.add(
            NewDocument(
                id: DocumentID(UUID()), owner: .local, kind: "memo", fileName: secret, mediaType: "text/plain",
                content: ContentID(of: Data()), byteCount: 0, facts: facts), at: now)
        let isHeld = {
            try [path, path + "-wal"].contains {
                try Data(contentsOf: URL(fileURLWithPath: $0)).range(of: Data(secret.utf8)) != nil
            }
        }
        try await store.eraseDeleted()
        #expect(try isHeld())
        try await store.delete(document.id, in: .all, at: now)
        try await store.eraseDeleted()
        #expect(try !isHeld())
    }

    @Test("writes to a log and flushes at every commit, as documented")
    func durability() throws {
        let store = try SQLStore(path: path)
        let (log, synchronous) = try store.database.writeBlocking { db in
            (
                try db.value(String.self, "PRAGMA journal_mode"),
                try db.value(Int.self, "PRAGMA synchronous")
            )
        }
        #expect(log == "wal")
        #expect(synchronous == 2, "1 is NORMAL, 2 is FULL")
        try store.close()
    }

    @Test("may be created by several processes at the same time")
    func openedAtOnce() throws {
        for round in 0..<5 {
            let errors = Mutex<[String]>([])
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                do { try SQLStore(path: "\(path)-\(round)").close() } catch {
                    errors.withLock { $0.append("\(error)") }
                }
            }
            #expect(errors.withLock { $0 } == [])
        }
    }

    @Test("keeps no count of jobs that ended long ago")
    func endings() async throws {
        let store = try SQLStore(path: path)
        for hours in 0..<3 {
            let moment = now + .seconds(3600 * hours)
            let document = try await store.add(new(), at: moment)
            _ = try await store.begin(document.id, in: .all, along: .processing("count"), inputs: [], at: moment)
            for claim in try await claim(store, limit: 9) {
                try await store.complete(claim.lease, with: StageResult(), then: .processing(), at: moment)
            }
        }
        #expect(try await store.status(in: .all, at: now + .seconds(7200)).doneInLastMinute == 1)
        try store.close()
        let rows = try await DatabaseQueue(path: path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM endings")
        }
        #expect(rows == 1)
    }

    @Test("several stores on one file share the work, each job once")
    func severalStores() async throws {
        let first = try SQLStore(path: path)
        for _ in 0..<60 {
            let document = try await first.add(new(), at: now)
            _ = try await first.begin(document.id, in: .all, along: .processing("count"), inputs: [], at: now)
        }
        let stores = try (0..<4).map { _ in try SQLStore(path: path) }
        let claimed = try await withThrowingTaskGroup(of: [JobID].self) { group in
            for store in stores {
                group.addTask {
                    var mine: [JobID] = []
                    while case let claims = try await claim(store, limit: 2), !claims.isEmpty {
                        for claim in claims {
                            try await store.complete(
                                claim.lease, with: StageResult(), then: .processing(), at: now)
                        }
                        mine += claims.map(\.job.id)
                    }
                    return mine
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.count == 60)
        #expect(Set(claimed).count == 60)
        #expect(try await first.status(in: .all, at: now).documents == [.ready: 60])
    }

    @Test("a reader of the feed in another process misses nothing written by several")
    func feedAcrossStores() async throws {
        let stores = try (0..<4).map { _ in try SQLStore(path: path) }
        let reader = try SQLStore(path: path)
        let client = PipelineClient(
            kinds: KindTable([]), store: reader, artefacts: try LocalArtefactStore(root: folder.path + "/artefacts"))
        let count = 4 * 60
        let reading = Task {
            var seen: [Event] = []
            // No move of this process rings its bell, so it polls.
            for try await event in client.events(after: 0, in: .all, poll: .milliseconds(1)) {
                seen.append(event)
                if seen.count(where: { $0.cause == .began }) == count { break }
            }
            return seen
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in stores {
                group.addTask {
                    try await withThrowingTaskGroup(of: Void.self) { moves in
                        for _ in 0..<60 {
                            moves.addTask {
                                let document = try await store.add(new(), at: now)
                                _ = try await store.begin(
                                    document.id, in: .all, along: .processing("count"), inputs: [], at: now)
                            }
                        }
                        try await moves.waitForAll()
                    }
                }
            }
            try await group.waitForAll()
        }
        let seen = try await reading.value
        let all = try await stores[0].events(EventQuery(in: .all, after: 0, limit: 10_000)).events
        #expect(all.count == 3 * count)
        #expect(seen == Array(all.prefix(seen.count)))
        #expect(seen.count >= all.count - 1)
    }

    @Test("event numbers jump after a restart of the machine, which may have undone some events")
    func restartOfTheMachine() async throws {
        let first = try SQLStore(path: path)
        _ = try await first.add(new(), at: now)
        try first.close()
        let again = try SQLStore(path: path)
        #expect(try await again.newestEvent() == 1, "the file was closed and opened only")
        try again.close()
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE feed SET boot = 'another'") }
        let second = try SQLStore(path: path)
        #expect(try await second.events(EventQuery(in: .all, after: 1)).events.isEmpty)
        _ = try await second.add(new(), at: now)
        #expect(try await second.newestEvent() == 1_000_002)
        #expect(try await second.events(EventQuery(in: .all, after: 1)).events.map(\.sequence) == [1_000_002])
    }

    @Test("a move that throws does not affect those that share its transaction")
    func groupCommit() async throws {
        let store = try SQLStore(path: path)
        let taken = DocumentID(UUID())
        _ = try await store.add(new(taken), at: now)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let document = new(number.isMultiple(of: 5) ? taken : DocumentID(UUID()))
                    do {
                        _ = try await store.add(document, at: now)
                        return true
                    } catch {
                        #expect(error as? StoreError == .documentExists(taken))
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 160)
        #expect(try await store.documents(DocumentQuery(in: .all, limit: 1000)).count == 161)
    }

    @Test("a move either takes effect or throws, even if its task is cancelled")
    func cancelledCaller() async throws {
        let store = try SQLStore(path: path)
        let document = new()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.add(document, at: now)
        }
        _ = try await task.value
        #expect(try await store.document(document.id, in: .all).state == .imported)
    }

    @Test("another program cannot write a move that is not allowed")
    func guarded() async throws {
        let store = try SQLStore(path: path)
        let document = try await store.add(new(), at: now)
        let other = try DatabaseQueue(path: path)
        #expect(throws: DatabaseError.self) {
            try other.write { try $0.execute(sql: "UPDATE documents SET state = 'filled', fill = 1") }
        }
        #expect(try await store.document(document.id, in: .all) == document)
    }

    @Test("waits for other writers no longer than its patience")
    func patience() async throws {
        let store = try SQLStore(path: path, patience: .milliseconds(50))
        let other = try DatabaseQueue(path: path)
        let released = DispatchSemaphore(value: 0)
        let holding = AsyncStream.makeStream(of: Void.self)
        Thread.detachNewThread {
            try? other.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    holding.continuation.finish()
                    released.wait()
                    return .rollback
                }
            }
        }
        for await _ in holding.stream {}
        await #expect(throws: SQLError.self) { try await store.add(new(), at: now) }
        released.signal()
    }

    @Test("a store whose file was deleted reports it, even if another file has its name", arguments: [false, true])
    func deleted(isReplaced: Bool) async throws {
        let store = try SQLStore(path: path)
        #expect(try await store.expireLeases(at: now) == 0)
        try FileManager.default.removeItem(atPath: path)
        if isReplaced { _ = try SQLStore(path: folder.path + "/other.sqlite") }
        if isReplaced { try FileManager.default.moveItem(atPath: folder.path + "/other.sqlite", toPath: path) }
        await #expect(throws: StoreError.unavailable("\(path) was deleted or replaced while it was in use")) {
            try await store.expireLeases(at: now)
        }
    }
}
