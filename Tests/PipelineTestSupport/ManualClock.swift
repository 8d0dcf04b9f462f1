public import Pipeline
import Synchronization

/// A clock that a test moves by hand.
public final class ManualClock: PipelineClock {
    private struct State {
        var now: Timestamp
        var nextTicket: UInt64 = 0
        var sleepers: [UInt64: (moment: Timestamp, continuation: CheckedContinuation<Void, Never>)] = [:]
    }

    private let state: Mutex<State>

    /// Begins on 2026-01-01 at midnight in UTC.
    public init(now: Timestamp = Timestamp(milliseconds: 1_767_225_600_000)) {
        state = Mutex(State(now: now))
    }

    public var now: Timestamp { state.withLock { $0.now } }

    /// How many wait for their moment.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

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

    /// Moves the time on and wakes who is due.
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

    /// Moves the time on in steps, each once as many sleep as there are loops in the runner under test: who was woken
    /// has then done its turn.
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
