import HTTPService
import Logging
import Pipeline
import PipelineTestSupport
import Synchronization
import Testing

@Suite("Event hub") struct EventHubTests {
    private struct Broken: Error {}

    /// Whether the feed cannot be read, and how often that was tried.
    private struct Feed {
        var isBroken = false
        var refusals = 0
        var reads = 0
    }

    @Test("a listener who comes while the feed cannot be read misses no event")
    func interruption() async throws {
        let bench = try Workbench(.memory)
        let feed = Mutex(Feed())
        let store = FaultyStore(bench.store) { move in
            guard move == .feed else { return }
            try feed.withLock { feed in
                feed.reads += 1
                guard feed.isBroken else { return }
                feed.refusals += 1
                throw Broken()
            }
        }
        let client = PipelineClient(kinds: KindTable([]), store: store, artefacts: bench.artefacts)
        let hub = EventHub(client, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let document = try await bench.document()
        let running = Task { try await hub.run() }
        defer { running.cancel() }
        // The hub has its position before it is broken.
        _ = try await hub.events(of: document.id, for: .local)
        feed.withLock { $0.isBroken = true }
        store.feedBell.ring()
        while feed.withLock({ $0.refusals == 0 }) { try await Task.sleep(for: .milliseconds(5)) }

        let newest = try await bench.store.newestEvent()
        let stream = try await hub.events(of: document.id, for: .local)
        _ = try await bench.store.begin(
            document.id, in: .all, along: .processing("count"), inputs: [], at: bench.now)
        let reads = feed.withLock { feed in
            feed.isBroken = false
            return feed.reads
        }
        // Another move, once the feed is read again.
        while feed.withLock({ $0.reads == reads }) { try await Task.sleep(for: .milliseconds(5)) }
        _ = try await bench.store.cancel(document.id, in: .all, at: bench.now)
        let first = await stream.first { _ in true }
        #expect(first??.sequence == newest + 1)
    }
}
