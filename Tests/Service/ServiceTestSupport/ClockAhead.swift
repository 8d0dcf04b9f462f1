package import Foundation
package import Pipeline
import Synchronization

/// A clock that a test sets ahead.
package final class ClockAhead: PipelineClock, Sendable {
    private let ahead = Mutex(Duration.zero)

    /// Creates a clock that is right.
    package init() {}

    package var now: Timestamp { SystemClock().now + ahead.withLock { $0 } }
    package var date: Date { Date(timeIntervalSince1970: Double(now.milliseconds) / 1_000) }

    package func advance(by more: Duration) { ahead.withLock { $0 += more } }

    package func sleep(until moment: Timestamp) async throws { try await Task.sleep(for: max(.zero, moment - now)) }
}
