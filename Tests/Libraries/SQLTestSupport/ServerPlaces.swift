import Synchronization

/// The places of tests that use the server at the same time, since each holds connections and the server has few.
final class ServerPlaces: Sendable {
    /// The places of all tests of the process.
    static let shared = ServerPlaces(16)

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Creates a number of places.
    private init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Runs a test once there is a place for it.
    func use(_ test: () async throws -> Void) async throws {
        await take()
        defer { leave() }
        try await test()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state in
            guard state.waiting.isEmpty else { return Optional(state.waiting.removeFirst()) }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
