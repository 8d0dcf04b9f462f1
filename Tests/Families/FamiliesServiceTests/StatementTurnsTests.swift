import FamiliesService
import Synchronization
import Testing
import Threads

/// Turns of callers at the database.
@Suite(.timeLimit(.minutes(30)))
struct StatementTurnsTests {
    /// The callers that had a turn, in order.
    private final class Log: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    @Test("a caller with many statements does not delay another one, and leaves connections for other requests")
    func fairness() async throws {
        let turns = AdmissionQueue(StatementTurns(most: 3, ofCaller: 2))
        let log = Log()
        try await turns.enter("ada")
        try await turns.enter("ada")
        let third = Task { try await turns.with("ada") { log.add("ada") } }
        try await turns.with("ben") { log.add("ben") }
        #expect(log.all == ["ben"])
        try await turns.enter("ben")
        // All three turns are taken now.
        let fourth = Task { try await turns.with("cleo") { log.add("cleo") } }
        turns.leave("ben")
        try await fourth.value
        #expect(log.all == ["ben", "cleo"])
        turns.leave("ada")
        try await third.value
        #expect(log.all == ["ben", "cleo", "ada"])
        turns.leave("ada")
    }

    @Test("a statement that is cancelled while it waits never begins, and the next one has its turn")
    func cancellation() async throws {
        let turns = AdmissionQueue(StatementTurns(most: 3, ofCaller: 1))
        let log = Log()
        try await turns.enter("ada")
        let gone = Task { try await turns.with("ada") { log.add("gone") } }
        let next = Task { try await turns.with("ada") { log.add("next") } }
        gone.cancel()
        await #expect(throws: CancellationError.self) { try await gone.value }
        turns.leave("ada")
        try await next.value
        #expect(log.all == ["next"])
    }
}
