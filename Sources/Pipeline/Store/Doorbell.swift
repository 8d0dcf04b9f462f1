import Synchronization

/// Wakes everybody in this process who waits, for work or for a document to come to rest: it may be time.
///
/// The bell carries no news: who wakes looks at the store. A ring between looking and waiting is not missed, since one
/// waits *beyond* a ring counted before looking. Moves of other processes are not heard; a runner rings its own bell
/// at every poll.
public final class Doorbell: Sendable {
    private struct State {
        var rings: UInt64 = 0
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// How often it was rung.
    public var rings: UInt64 {
        state.withLock { $0.rings }
    }

    /// Wakes everybody who waits.
    public func ring() {
        let waiters = state.withLock { state in
            state.rings += 1
            defer { state.waiters.removeAll(keepingCapacity: true) }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Returns once it was rung more than `seen` times, the time is over, or the task is cancelled.
    public func wait(beyond seen: UInt64, atMost limit: Duration, by clock: any PipelineClock) async {
        await wait(until: { self.rings > seen }, atMost: limit, by: clock)
    }

    /// Returns once `isOver` holds, which is asked at first and at every ring, the time is over, or the task is cancelled.
    package func wait(
        until isOver: @escaping @Sendable () -> Bool, atMost limit: Duration, by clock: any PipelineClock
    ) async {
        await withTaskGroup(of: Void.self) { race in
            race.addTask {
                while !Task.isCancelled {
                    let rings = self.rings
                    if isOver() { return }
                    await self.wait(beyond: rings)
                }
            }
            race.addTask { try? await clock.sleep(for: limit) }
            await race.next()
            race.cancelAll()
        }
    }

    /// Returns once it was rung more than `seen` times, or the task is cancelled.
    public func wait(beyond seen: UInt64) async {
        let ticket = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // Cancellation may come before this line; its handler then finds nobody, so it is asked for here,
                    // under the lock that the handler takes.
                    if state.rings > seen || Task.isCancelled { return true }
                    state.waiters[ticket] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: ticket) }?.resume()
        }
    }
}
