import Synchronization

/// What tasks share, such as memory or connections.
package protocol SharedRoom: Sendable {
    /// What a task asks for.
    associatedtype Request: Sendable

    /// Whether a request that finds no room holds up those that arrived later.
    static var isInOrder: Bool { get }

    /// Takes room for a request; returns whether there was enough.
    mutating func take(_ request: Request) -> Bool

    /// Gives the room of a request back.
    mutating func giveBack(_ request: Request)
}

/// Admits tasks to something shared, in order of arrival.
///
/// Waiting blocks no thread, and ends if the task is cancelled.
package final class AdmissionQueue<Room: SharedRoom>: Sendable {
    private struct Waiter {
        var ticket: UInt64
        var request: Room.Request
        var continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var room: Room
        var nextTicket: UInt64 = 0
        var waiters: [Waiter] = []

        /// Takes room for a request that has just arrived.
        mutating func take(_ request: Room.Request) -> Bool {
            (waiters.isEmpty || !Room.isInOrder) && room.take(request)
        }

        /// Removes and returns the waiters for which there is room now.
        mutating func admit() -> [Waiter] {
            var admitted: [Waiter] = []
            var place = 0
            while place < waiters.count {
                if room.take(waiters[place].request) {
                    admitted.append(waiters.remove(at: place))
                } else if Room.isInOrder {
                    break
                } else {
                    place += 1
                }
            }
            return admitted
        }
    }

    private let state: Mutex<State>

    /// Creates a queue for all of a room.
    package init(_ room: Room) {
        state = Mutex(State(room: room))
    }

    /// Waits for room, which ``leave(_:)`` gives back.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits; it has no room then.
    package func enter(_ request: Room.Request) async throws {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        let isIn = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isIn: Bool? = state.withLock { state in
                    // Cancellation may have come before this line, when its handler found no waiter.
                    if Task.isCancelled { return false }
                    if state.take(request) { return true }
                    state.waiters.append(Waiter(ticket: ticket, request: request, continuation: continuation))
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
        guard isIn else { throw CancellationError() }
    }

    /// Gives room back, and admits those who wait for it.
    package func leave(_ request: Room.Request) {
        let admitted = state.withLock { state in
            state.room.giveBack(request)
            return state.admit()
        }
        for waiter in admitted { waiter.continuation.resume(returning: true) }
    }

    /// Runs `body` with room, which it must not ask for again.
    ///
    /// - Throws: as ``enter(_:)``, or the error of `body`.
    package func with<T>(_ request: Room.Request, _ body: () async throws -> T) async throws -> T {
        try await enter(request)
        defer { leave(request) }
        return try await body()
    }
}
