public import Pipeline
import Synchronization

/// A clock that a test advances by hand.
public final class ManualClock: PipelineClock {
    private struct State {
        var now: Timestamp
        var nextTicket: UInt64 = 0
        var sleepers: [UInt64: (moment: Timestamp, continuation: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state: Mutex<State>

    /// Creates a clock, which starts at 2026-01-01 00:00 UTC by default.
    public init(now: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
        state = Mutex(State(now: now))
    }

    /// The current time of the clock.
    public var now: Timestamp { state.withLock { $0.now } }

    /// The number of tasks that are sleeping.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    /// Waits until the clock is advanced to `moment`; throws `CancellationError` if the task is cancelled first.
    public func sleep(until moment: Timestamp) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if moment <= state.now || Task.isCancelled { return true }
                    state.sleepers[ticket] = (moment, continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: ticket) }?.continuation.resume()
        }
        try Task.checkCancellation()
    }

    /// Advances the time and wakes the sleepers that are due.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now + duration
            let now = state.now
            let due = state.sleepers.filter { $0.value.moment <= now }
            for ticket in due.keys { state.sleepers[ticket] = nil }
            return due.values.map(\.continuation)
        }
        for sleeper in due { sleeper.resume() }
    }

    /// Advances the time in steps, each once `loops` tasks are sleeping.
    ///
    /// If `loops` is the number of loops in the runner under test, each woken loop has then finished its turn.
    public func advance(by duration: Duration, step: Duration, whenAsleep loops: Int) async {
        var left = duration
        while left > .zero {
            while sleepers < loops { await Task.yield() }
            advance(by: min(step, left))
            left -= step
        }
        while sleepers < loops { await Task.yield() }
    }
}
