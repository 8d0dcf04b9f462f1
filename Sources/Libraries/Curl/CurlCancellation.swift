import Synchronization

/// A flag that ends requests from another thread, within a second.
package final class CurlCancellation: Sendable {
    private let flag = Atomic(false)

    /// Creates a flag that is not set.
    package init() {}

    /// Ends the requests that were given this flag, and refuses later ones.
    package func cancel() { flag.store(true, ordering: .relaxed) }

    /// Whether the flag is set.
    package var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
