import Foundation
package import Pipeline

/// A clock like the machine's, possibly ahead of it, that sleeps for 5 ms at most.
package struct ShortSleepClock: PipelineClock {
    private let ahead: @Sendable () -> Duration

    /// Creates a clock.
    package init(ahead: @escaping @Sendable () -> Duration = { .zero }) { self.ahead = ahead }

    package var now: Timestamp { Timestamp(Date()) + ahead() }

    package func sleep(until moment: Timestamp) async throws {
        try await Task.sleep(for: min(max(.zero, moment - now), .milliseconds(5)))
    }
}
