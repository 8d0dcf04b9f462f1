import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import Testing

@Suite("The feed of a server", .timeLimit(.minutes(60)))
struct ServerFeedTests {
    @Test("a reader sees each event of eight writers once and in order, though they commit in mixed order")
    func writers() async throws {
        let bench = try ServerBench()
        let nodes = try (0..<4).map { _ in try bench.node() }
        let count = 8 * 40
        let folder = try TemporaryFolder()
        let client = PipelineClient(
            kinds: KindTable([]), store: try bench.node(),
            artefacts: try LocalArtefactStore(root: folder.path + "/artefacts"))
        let reading = Task {
            var seen: [Event] = []
            for try await event in client.events(after: 0, in: .all, poll: .milliseconds(1)) {
                seen.append(event)
                if seen.count(where: { $0.cause == .enqueued }) == count { break }
            }
            return seen
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                let node = nodes[writer % 4]
                group.addTask {
                    for number in 0..<40 {
                        let document = try await node.add(bench.new(), at: bench.now)
                        try await node.write { transaction in
                            // Some commit long after they have taken their numbers.
                            try transaction.begin(
                                document.id, in: .all, along: .processing("count"), inputs: [], at: bench.now)
                            if number % 4 == writer % 4 { try transaction.db.execute("SELECT pg_sleep(0.01)") }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let seen = try await reading.value
        let all = try await bench.feed()
        #expect(all.count == 3 * count)
        #expect(all.map(\.sequence) == Array(1...Int64(3 * count)))
        #expect(seen == Array(all.prefix(seen.count)))
        // Each document's own events are in the order of its moves.
        for events in Dictionary(grouping: all, by: \.document).values {
            #expect(events.map(\.cause) == [.imported, .began, .enqueued])
        }
    }

    @Test("an event written before another and committed after it comes later, and is not missed")
    func lateCommit() async throws {
        let bench = try ServerBench()
        let early = try await bench.store.add(bench.new(), at: bench.now)
        let (written, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        let other = try bench.node()
        let slow = Task {
            try await other.write { transaction in
                try transaction.begin(early.id, in: .all, along: .processing("count"), inputs: [], at: bench.now)
                written.continuation.finish()
                released.wait()
            }
        }
        for await _ in written.stream {}
        let late = try await bench.store.add(bench.new(), at: bench.now)
        #expect(try await bench.feed().map(\.document) == [early.id, late.id])
        let newest = try await bench.store.newestEvent()
        released.signal()
        try await slow.value
        let rest = try await bench.store.events(EventQuery(in: .all, after: newest)).events
        #expect(rest.map(\.cause) == [.began, .enqueued])
        #expect(rest.map(\.sequence) == [3, 4])
    }

    @Test("events behind one that a deletion is removing wait for the deletion")
    func deletionUnderWay() async throws {
        let bench = try ServerBench()
        let first = try await bench.store.add(bench.new(), at: bench.now)
        let second = try await bench.store.add(bench.new(), at: bench.now)
        let (deleted, released) = (AsyncStream.makeStream(of: Void.self), DispatchSemaphore(value: 0))
        struct ChangedMind: Error {}
        let other = try bench.node()
        let deletion = Task {
            try await other.write { transaction in
                try transaction.delete(first.id, in: .all, at: bench.now)
                deleted.continuation.finish()
                released.wait()
                throw ChangedMind()
            }
        }
        for await _ in deleted.stream {}
        #expect(try await bench.feed().isEmpty)
        released.signal()
        await #expect(throws: ChangedMind.self) { try await deletion.value }
        #expect(try await bench.feed().map(\.document) == [first.id, second.id])
    }

    @Test("a purge removes only events that have their place in the feed")
    func purge() async throws {
        let bench = try ServerBench()
        let document = try await bench.begun()
        _ = try await bench.store.cancel(document.id, in: .all, at: bench.now)
        #expect(try await bench.store.purge(finishedBefore: bench.now + .seconds(1), limit: 10) == 1)
        #expect(try await bench.store.newestEvent() == 5)
        await #expect(throws: StoreError.feedTruncated(after: 3)) {
            try await bench.store.events(EventQuery(in: .all, after: 3))
        }
        #expect(try await bench.store.events(of: document.id, in: .all).map(\.sequence) == [1, 2, 5])
    }
}
