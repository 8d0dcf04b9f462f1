import Threads

/// Bounds the number of bytes in memory at a time.
///
/// A caller that wants more than is free waits until others have finished. Callers are admitted in order of arrival, so
/// that small requests do not starve large ones.
package final class ByteBudget: Sendable {
    private struct Memory: SharedRoom {
        var free: Int

        static let isInOrder = true

        mutating func take(_ bytes: Int) -> Bool {
            guard bytes <= free else { return false }
            free -= bytes
            return true
        }

        mutating func giveBack(_ bytes: Int) { free += bytes }
    }

    private let capacity: Int
    private let queue: AdmissionQueue<Memory>

    /// Creates a budget of `capacity` bytes.
    package init(_ capacity: Int) {
        self.capacity = capacity
        queue = AdmissionQueue(Memory(free: capacity))
    }

    /// Runs `body` with its share of the budget; more than the capacity counts as all.
    ///
    /// `body` must not use the same budget again.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits, or the error of `body`.
    package func with<T>(_ bytes: Int64, _ body: () async throws -> T) async throws -> T {
        try await queue.with(Int(min(max(0, bytes), Int64(capacity))), body)
    }
}
