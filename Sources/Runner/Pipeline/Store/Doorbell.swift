import Synchronization

/// Wakes all waiting tasks of this process for possible work or settled documents.
///
/// The bell carries no information: a task that wakes reads the store. A ring between reading and waiting is not
/// missed, since a task waits *beyond* a count of rings taken before reading. Moves of other processes do not ring the
/// bell; a runner rings its own at every poll.
public final class Doorbell: Sendable {
    private struct State {
        var rings: UInt64 = 0
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Creates a bell.
    public init() {}

    /// The number of rings.
    public var rings: UInt64 {
        state.withLock { $0.rings }
    }

    /// Counts a ring and wakes all waiting tasks.
    public func ring() {
        let waiters = state.withLock { state in
            state.rings += 1
            defer { state.waiters.removeAll(keepingCapacity: true) }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits for more than `seen` rings, the time limit or cancellation.
    public func wait(beyond seen: UInt64, atMost limit: Duration, by clock: any PipelineClock) async {
        await wait(until: { self.rings > seen }, atMost: limit, by: clock)
    }

    /// Waits until `isOver` returns true, the time limit passes or the task is cancelled.
    ///
    /// The condition is checked at first and at every ring.
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

    /// Waits for more than `seen` rings or cancellation.
    public func wait(beyond seen: UInt64) async {
        let ticket = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // The task may be cancelled before this line. The handler then finds no waiter, so cancellation is
                    // checked here, under the lock that the handler takes.
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
