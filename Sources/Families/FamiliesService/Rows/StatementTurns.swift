import Synchronization

/// Shares the database among the callers of rows.
///
/// Each caller has a few statements at a time, and all callers together leave connections for other requests. Those of one
/// caller begin in order of arrival; a caller with none waiting is not delayed by one with many.
package final class StatementTurns: Sendable {
    private struct Waiter {
        var ticket: UInt64
        var caller: String
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var running: [String: Int] = [:]
        var total = 0
        var nextTicket: UInt64 = 0
        var waiters: [Waiter] = []
    }

    private let most: Int
    private let mostOfCaller: Int
    private let state = Mutex(State())

    /// Creates turns.
    ///
    /// - Parameters:
    ///   - most: Maximum number of statements at a time.
    ///   - mostOfCaller: The same for one caller.
    package init(most: Int, ofCaller mostOfCaller: Int) {
        self.most = most
        self.mostOfCaller = mostOfCaller
    }

    /// Waits for a turn, which ``end(_:)`` gives back.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits; there is no turn then.
    package func begin(_ caller: String) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn: Bool? = state.withLock { state in
                    // Cancellation may have come before this line, when its handler found no waiter.
                    if Task.isCancelled { return false }
                    if hasRoom(for: caller, in: state) {
                        enter(caller, &state)
                        return true
                    }
                    state.waiters.append(Waiter(ticket: ticket, caller: caller, continuation: continuation))
                    return nil
                }
                if let isIn { continuation.resume(returning: isIn) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.ticket == ticket }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
        guard isIn else { throw CancellationError() }
    }

    /// Gives a turn back.
    package func end(_ caller: String) {
        let admitted = state.withLock { state in
            state.total -= 1
            let rest = (state.running[caller] ?? 1) - 1
            state.running[caller] = rest > 0 ? rest : nil
            var admitted: [Waiter] = []
            while let next = state.waiters.firstIndex(where: { hasRoom(for: $0.caller, in: state) }) {
                let waiter = state.waiters.remove(at: next)
                enter(waiter.caller, &state)
                admitted.append(waiter)
            }
            return admitted
        }
        for waiter in admitted { waiter.continuation.resume(returning: true) }
    }

    /// Runs `body` in a turn.
    ///
    /// - Throws: as ``begin(_:)``, or the error of `body`.
    package func with<T>(_ caller: String, _ body: () async throws -> T) async throws -> T {
        try await begin(caller)
        defer { end(caller) }
        return try await body()
    }

    private func hasRoom(for caller: String, in state: State) -> Bool {
        state.total < most && state.running[caller, default: 0] < mostOfCaller
    }

    private func enter(_ caller: String, _ state: inout State) {
        state.total += 1
        state.running[caller, default: 0] += 1
    }
}
