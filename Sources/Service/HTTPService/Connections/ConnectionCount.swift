import Synchronization

/// The connections that are open, of which those beyond the limit are answered only for health checks.
///
/// Of those beyond the limit a few are kept, the newest: however many clients hold connections without asking for anything, a
/// health check is answered.
package final class ConnectionCount: Sendable {
    /// What a connection may do.
    struct Place: Sendable {
        /// Whether it may ask for anything; otherwise, for the health of the service only.
        let isFull: Bool
        fileprivate let number: Int
    }

    private struct State {
        var open = 0
        var next = 0
        /// The connections beyond the limit, oldest first.
        var reserve: [(number: Int, close: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Connections beyond the limit that are kept open.
    private static let reserve = 32

    package init(limit: Int) {
        self.limit = limit
    }

    /// Counts a connection, until ``leave(_:)``.
    ///
    /// - Parameter close: closes the connection, if newer ones need its place; called on any thread.
    /// - Returns: what the connection may do.
    func enter(_ close: @escaping @Sendable () -> Void) -> Place {
        let (place, displaced) = state.withLock { state in
            state.open += 1
            state.next += 1
            let place = Place(isFull: state.open <= limit, number: state.next)
            var displaced: (@Sendable () -> Void)?
            if !place.isFull {
                if state.reserve.count == Self.reserve { displaced = state.reserve.removeFirst().close }
                state.reserve.append((place.number, close))
            }
            return (place, displaced)
        }
        displaced?()
        return place
    }

    /// Counts a connection no longer.
    func leave(_ place: Place) {
        state.withLock { state in
            state.open -= 1
            if !place.isFull { state.reserve.removeAll { $0.number == place.number } }
        }
    }
}
