import FailureModel
import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import SQLTestSupport
import ServiceTestSupport
import Synchronization
import TestSupport
import TestTraits
import Testing
import Webhooks
import Logging

/// A way to send that keeps the messages, and fails as a test says.
final class TestSender: WebhookSender {
    private let state = Mutex<(sent: [WebhookDelivery], problems: [WebhookProblem])>(([], []))

    init(_ problems: [WebhookProblem] = []) { state.withLock { $0.problems = problems } }

    var sent: [WebhookDelivery] { state.withLock { $0.sent } }

    func send(_ delivery: WebhookDelivery, at now: Timestamp) throws(WebhookProblem) {
        let problem: WebhookProblem? = state.withLock { state in
            state.sent.append(delivery)
            return state.problems.isEmpty ? nil : state.problems.removeFirst()
        }
        if let problem { throw problem }
    }
}

@Suite("Messages to receivers", .blocking, .onEveryEngine, .timeLimit(.minutes(30))) struct WebhookDelivererTests {
    private let folder: TemporaryFolder
    private let store: SQLStore
    private let clock = ManualClock()
    private let queue: WebhookQueue
    private let log = LoggedLines()

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLStore.empty(at: folder.path + "/catalogue.sqlite", domains: [WebhookTables.schema])
        queue = WebhookQueue(store)
    }

    private static func receiver(
        _ name: String = "office", _ events: Set<WebhookEvent> = Set(WebhookEvent.allCases), owner: OwnerID? = nil
    ) throws -> WebhookReceiver {
        let address = WebhookAddress(url: "https://office.example/private", secret: .variable("NONE"))
        return WebhookReceiver(name: name, events: events, owner: owner, way: .request(try #require(address)))
    }

    private func deliverer(_ sender: TestSender, _ receiver: WebhookReceiver? = nil) throws -> WebhookDeliverer {
        WebhookDeliverer(
            try receiver ?? Self.receiver(), sender, store, clock: clock, logger: Logger(label: "test") { _ in log })
    }

    /// Adds a document whose work is cancelled, so that it has failed.
    @discardableResult
    private func fail(owner: OwnerID = .local) async throws -> DocumentID {
        let bytes = Data(UUID().uuidString.utf8)
        let id = DocumentID(UUID())
        _ = try await store.add(
            NewDocument(
                id: id, owner: owner, kind: "memo", fileName: "private.txt", mediaType: "text/plain",
                content: ContentID(of: bytes), byteCount: 1), at: clock.now)
        _ = try await store.begin(id, in: .all, along: .processing("count"), inputs: [], at: clock.now)
        _ = try await store.cancel(id, in: .all, at: clock.now)
        return id
    }

    private func run(_ deliverer: WebhookDeliverer) async throws {
        while try await deliverer.round() {}
    }

    private static func trouble(_ count: Int) -> [WebhookProblem] {
        Array(repeating: WebhookProblem("the receiver answered with the status 500"), count: count)
    }

    @Test("a receiver gets one message about each event after its first start")
    func once() async throws {
        try await fail()
        let sender = TestSender()
        let deliverer = try deliverer(sender)
        try await run(deliverer)
        #expect(sender.sent.isEmpty)
        let id = try await fail(owner: "ada")
        try await run(deliverer)
        try await run(deliverer)
        let delivery = try #require(sender.sent.first)
        #expect(sender.sent.count == 1 && delivery.document == id.description && delivery.event == "document.failed")
        #expect(delivery.code == "cancelled" && delivery.owner == "ada" && delivery.at == clock.now)
        #expect(try await queue.states() == ["office": .init(deliveredAt: clock.now, pending: 0, failed: 0)])
    }

    @Test("other events and other owners' documents are left out")
    func chosen() async throws {
        let (filled, ben) = (TestSender(), TestSender())
        let deliverers = [
            try deliverer(filled, Self.receiver("filled", [.filled])),
            try deliverer(ben, Self.receiver("ben", owner: "ben")),
        ]
        for deliverer in deliverers { try await run(deliverer) }
        try await fail(owner: "ada")
        let own = try await fail(owner: "ben")
        for deliverer in deliverers { try await run(deliverer) }
        #expect(filled.sent.isEmpty && ben.sent.map(\.document) == [own.description])
    }

    @Test("a message is tried 8 times over about a day, and then reported")
    func schedule() async throws {
        let sender = TestSender(Self.trouble(100))
        let deliverer = try deliverer(sender)
        try await run(deliverer)
        try await fail()
        let start = clock.now
        var times: [Duration] = []
        for _ in 0..<(26 * 60) {
            let before = sender.sent.count
            try await run(deliverer)
            if sender.sent.count > before { times.append(clock.now - start) }
            clock.advance(by: .seconds(60))
        }
        let minutes = [0, 1, 6, 36, 156, 456, 936, 1416]
        #expect(times == minutes.map { .seconds(60 * $0) })
        #expect(Set(sender.sent.map(\.id)).count == 1 && sender.sent.map(\.attempts) == Array(1...8))
        #expect(try await queue.states()["office"] == .init(deliveredAt: nil, pending: 0, failed: 1))
        let failure = try #require(try await queue.failures().first)
        #expect(failure.reason == "the receiver answered with the status 500" && failure.nextAt == nil)
        let lines = log.text.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains("office") && !log.text.contains("private"))
    }

    @Test("after 410 there is no other try")
    func gone() async throws {
        let sender = TestSender([WebhookProblem("gone", isFinal: true)])
        let deliverer = try deliverer(sender)
        try await run(deliverer)
        try await fail()
        try await run(deliverer)
        clock.advance(by: .seconds(86_400))
        try await run(deliverer)
        #expect(sender.sent.count == 1)
    }

    @Test("an administrator's retry sends a failed message again")
    func retry() async throws {
        let sender = TestSender([WebhookProblem("gone", isFinal: true)])
        let deliverer = try deliverer(sender)
        try await run(deliverer)
        try await fail()
        try await run(deliverer)
        let id = try #require(sender.sent.first).id
        try await queue.retry(id, at: clock.now)
        try await run(deliverer)
        #expect(sender.sent.map(\.id) == [id, id] && sender.sent.map(\.attempts) == [1, 1])
        #expect(try await queue.failures().isEmpty)
        await #expect(throws: Failure.self) { try await queue.retry(id, at: clock.now) }
    }

    @Test("two nodes send one message about each event")
    func nodes() async throws {
        let sender = TestSender()
        let deliverers = [try deliverer(sender), try deliverer(sender)]
        try await run(deliverers[0])
        for _ in 0..<20 { try await fail() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for deliverer in deliverers { group.addTask { try await run(deliverer) } }
            try await group.waitForAll()
        }
        for deliverer in deliverers { try await run(deliverer) }
        #expect(sender.sent.count == 20 && Set(sender.sent.map(\.document)).count == 20)
    }

    @Test("a node that dies during a try leaves the message to others, with the same id, after the lease")
    func crash() async throws {
        let sender = TestSender()
        let deliverer = try deliverer(sender)
        try await run(deliverer)
        try await fail()
        _ = try await queue.take(for: try Self.receiver(), at: clock.now)
        let claimed = try #require(try await queue.claim(for: "office", limit: 4, at: clock.now).first)
        try await run(deliverer)
        #expect(sender.sent.isEmpty)
        clock.advance(by: WebhookQueue.lease)
        try await run(deliverer)
        #expect(sender.sent.map(\.id) == [claimed.id] && sender.sent.map(\.attempts) == [2])
        // The dead node's late answer changes nothing.
        #expect(try await queue.finish(claimed, WebhookProblem("late"), at: clock.now) == .lost)
        #expect(try await queue.failures().isEmpty)
    }

    @Test("a late answer to a try does not change a message that another node tries")
    func late() async throws {
        try await run(try deliverer(TestSender()))
        try await fail()
        _ = try await queue.take(for: try Self.receiver(), at: clock.now)
        let first = try #require(try await queue.claim(for: "office", limit: 4, at: clock.now).first)
        #expect(try await queue.claim(for: "office", limit: 4, at: clock.now).isEmpty)
        clock.advance(by: WebhookQueue.lease)
        let second = try #require(try await queue.claim(for: "office", limit: 4, at: clock.now).first)
        #expect(second.id == first.id && second.attempts == 2)
        #expect(try await queue.finish(first, WebhookProblem("late", isFinal: true), at: clock.now) == .lost)
        #expect(try await queue.failures().isEmpty)
        #expect(try await queue.finish(first, nil, at: clock.now) == .lost)
        #expect(try await queue.finish(second, nil, at: clock.now) == .delivered)
    }

    @Test("a message whose last try was interrupted is reported, and not sent again")
    func interrupted() async throws {
        let sender = TestSender()
        let deliverer = try deliverer(sender)
        try await run(deliverer)
        try await fail()
        _ = try await queue.take(for: try Self.receiver(), at: clock.now)
        for _ in 0..<WebhookQueue.tryLimit {
            #expect(try await queue.claim(for: "office", limit: 4, at: clock.now).count == 1)
            clock.advance(by: WebhookQueue.lease)
        }
        try await run(deliverer)
        #expect(sender.sent.isEmpty)
        #expect(try await queue.failures().map(\.reason) == ["the last try was interrupted"])
    }

    @Test("events that happen while nothing runs are reported after the start")
    func restart() async throws {
        try await run(try deliverer(TestSender()))
        for _ in 0..<3 { try await fail() }
        let sender = TestSender()
        try await run(try deliverer(sender))
        #expect(sender.sent.count == 3)
    }

    @Test("old messages are removed")
    func purge() async throws {
        let deliverer = try deliverer(TestSender([WebhookProblem("gone", isFinal: true)]))
        try await run(deliverer)
        try await fail()
        try await run(deliverer)
        clock.advance(by: WebhookQueue.retention)
        try await queue.purge(at: clock.now)
        #expect(try await queue.failures().count == 1)
        clock.advance(by: .seconds(1))
        try await queue.purge(at: clock.now)
        #expect(try await queue.failures().isEmpty)
    }
}
