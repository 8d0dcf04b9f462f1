import Synchronization

/// Counts open connections, and limits those beyond the maximum to health checks.
///
/// Only the newest few beyond the maximum stay open, so that a health check is answered no matter how many clients hold
/// idle connections.
package final class ConnectionCount: Sendable {
    /// The permissions of a connection.
    struct Place: Sendable {
        /// Whether the connection may send any request rather than health checks only.
        let isFull: Bool
        fileprivate let number: Int
    }

    private struct State {
        var open = 0
        var next = 0
        /// Connections beyond the limit, oldest first.
        var reserve: [(number: Int, close: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Maximum number of connections beyond the limit.
    private static let reserve = 32

    package init(limit: Int) {
        self.limit = limit
    }

    /// Counts a connection until ``leave(_:)``.
    ///
    /// - Parameter close: closes the connection if a newer one needs its place; called on any thread.
    /// - Returns: the permissions of the connection.
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

    /// Stops counting a connection.
    func leave(_ place: Place) {
        state.withLock { state in
            state.open -= 1
            if !place.isFull { state.reserve.removeAll { $0.number == place.number } }
        }
    }
}
