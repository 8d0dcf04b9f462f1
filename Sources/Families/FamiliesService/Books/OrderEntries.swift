import Pipeline
import Synchronization

/// Counts the orders that are being entered: their books are in no list yet, and would let too many others in.
final class OrderEntries: Sendable {
    private let counts = Mutex<[OwnerID: Int]>([:])

    /// Notes that an order begins to be entered, and returns how many of the owner are, with this one.
    func enter(_ owner: OwnerID) -> Int {
        counts.withLock { counts in
            counts[owner, default: 0] += 1
            return counts[owner, default: 0]
        }
    }

    /// Notes that an order was entered, or refused.
    func leave(_ owner: OwnerID) {
        counts.withLock { counts in
            let count = counts[owner, default: 1] - 1
            counts[owner] = count == 0 ? nil : count
        }
    }
}
