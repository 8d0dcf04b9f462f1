import Synchronization

/// The connections that are open, of which those beyond the limit are answered only for health checks.
package final class ConnectionCount: Sendable {
    /// What may be done on a new connection.
    enum Admission {
        /// Anything.
        case full
        /// Health checks; anything else is refused.
        case healthOnly
        /// Nothing; it is closed at once.
        case none
    }

    private let open = Atomic(0)
    private let limit: Int

    /// Connections beyond the limit that are answered at all.
    private static let reserve = 32

    package init(limit: Int) {
        self.limit = limit
    }

    /// Counts a connection, until ``leave()``.
    func enter() -> Admission {
        let count = open.add(1, ordering: .relaxed).newValue
        return count <= limit ? .full : count <= limit + Self.reserve ? .healthOnly : .none
    }

    /// Counts a connection no longer.
    func leave() {
        open.subtract(1, ordering: .relaxed)
    }
}
