import Pipeline
import Synchronization

/// Limits how often dying children are restarted.
///
/// Each failure in a row lengthens the delay before the next start, for the whole pool.
final class LaunchBackoff: Sendable {
    private struct State {
        var failures = 0
        var notBefore: SuspendingClock.Instant?
    }

    private let state = Mutex(State())
    private let backoff = Backoff(base: .milliseconds(50), factor: 3, ceiling: .seconds(5), jitter: 0)

    /// Returns the time to wait before the next start.
    func delay(at now: SuspendingClock.Instant) -> Duration {
        state.withLock { max(.zero, ($0.notBefore ?? now) - now) }
    }

    func failed(at now: SuspendingClock.Instant) {
        state.withLock { state in
            state.failures += 1
            state.notBefore = now + backoff.delay(afterAttempt: state.failures, random: 0.5)
        }
    }

    func succeeded() {
        state.withLock { $0 = State() }
    }
}
