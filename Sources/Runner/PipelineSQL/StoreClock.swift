package import Pipeline
import Synchronization

/// The clock of a store, which decides what has expired.
///
/// On a server it is the server's, which all nodes share: a node with a clock ahead must not delete what others still
/// use. It goes on from the server's latest answer, and moves bring a new one each. For a file it is the node's.
package final class StoreClock: PipelineClock {
    private struct Answer {
        let time: Timestamp
        let received: ContinuousClock.Instant
    }

    private let node: any PipelineClock
    private let latest = Mutex<Answer?>(nil)

    /// Creates a clock that is the node's until a server has answered.
    init(_ node: any PipelineClock) { self.node = node }

    /// The current time.
    package var now: Timestamp {
        latest.withLock { $0.map { $0.time + (.now - $0.received) } } ?? node.now
    }

    /// Waits like the node's clock.
    package func sleep(until moment: Timestamp) async throws {
        try await node.sleep(until: node.now + (moment - now))
    }

    /// Goes on from the server's time.
    func note(_ time: Timestamp) {
        latest.withLock { $0 = Answer(time: time, received: .now) }
    }
}

extension SQLStore {
    /// Asks for the time of the store's clock, before something is deleted by it.
    ///
    /// - Throws: ``SQL/SQLError``.
    package func currentTime() async throws -> Timestamp {
        try await look(asksTime: true) { [clock] in try $0.clock.now(clock.now) }
    }
}
