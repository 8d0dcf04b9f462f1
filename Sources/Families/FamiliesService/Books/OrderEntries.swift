import Pipeline
import Synchronization

/// Counts orders being entered, which are not listed yet but count against the limit.
final class OrderEntries: Sendable {
    private let counts = Mutex<[OwnerID: Int]>([:])

    /// Records the start of an order; returns the owner's number, including this one.
    func enter(_ owner: OwnerID) -> Int {
        counts.withLock { counts in
            counts[owner, default: 0] += 1
            return counts[owner, default: 0]
        }
    }

    /// Records the end of an order, accepted or not.
    func leave(_ owner: OwnerID) {
        counts.withLock { counts in
            let count = counts[owner, default: 1] - 1
            counts[owner] = count == 0 ? nil : count
        }
    }
}
