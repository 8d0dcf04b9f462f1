import Synchronization

/// Bounds the number of bytes in memory at a time.
///
/// A caller that wants more than is free waits until others have finished. Callers are admitted in order of arrival, so
/// that small requests do not starve large ones.
package final class ByteBudget: Sendable {
    private struct Waiter {
        var ticket: UInt64
        var bytes: Int
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var nextTicket: UInt64 = 0
        var waiters: [Waiter] = []

        /// Admits waiters as long as there is room.
        mutating func admit() -> [Waiter] {
            var admitted: [Waiter] = []
            while let first = waiters.first, first.bytes <= free {
                free -= first.bytes
                admitted.append(waiters.removeFirst())
            }
            return admitted
        }
    }

    private let capacity: Int
    private let state: Mutex<State>

    /// Creates a budget of `capacity` bytes.
    package init(_ capacity: Int) {
        self.capacity = capacity
        state = Mutex(State(free: capacity))
    }

    /// Runs `body` with its share of the budget; more than the capacity counts as all.
    ///
    /// `body` must not use the same budget again.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits, or the error of `body`.
    package func with<T>(_ bytes: Int64, _ body: () async throws -> T) async throws -> T {
        let share = Int(min(max(0, bytes), Int64(capacity)))
        guard await enter(share) else { throw CancellationError() }
        defer { leave(share) }
        return try await body()
    }

    private func enter(_ bytes: Int) async -> Bool {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn: Bool? = state.withLock { state in
                    // Cancellation may have come before this line, when its handler found no waiter.
                    if Task.isCancelled { return false }
                    if state.waiters.isEmpty, bytes <= state.free {
                        state.free -= bytes
                        return true
                    }
                    state.waiters.append(Waiter(ticket: ticket, bytes: bytes, continuation: continuation))
                    return nil
                }
                if let isIn { continuation.resume(returning: isIn) }
            }
        } onCancel: {
            let (gone, admitted) = state.withLock { state -> (Waiter?, [Waiter]) in
                guard let place = state.waiters.firstIndex(where: { $0.ticket == ticket }) else { return (nil, []) }
                let gone = state.waiters.remove(at: place)
                return (gone, state.admit())
            }
            gone?.continuation.resume(returning: false)
            for waiter in admitted { waiter.continuation.resume(returning: true) }
        }
    }

    private func leave(_ bytes: Int) {
        let admitted = state.withLock { state in
            state.free += bytes
            return state.admit()
        }
        for waiter in admitted { waiter.continuation.resume(returning: true) }
    }
}
