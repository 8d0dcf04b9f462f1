import FailureModel
import Pipeline
import Synchronization

/// One of an owner's permitted event streams, until it is released.
package final class EventStreamPlace: Sendable {
    private let release: @Sendable () -> Void

    fileprivate init(release: @escaping @Sendable () -> Void) { self.release = release }

    deinit { release() }
}

/// The places of all owners.
final class EventStreamPlaces: Sendable {
    private let limit: Int
    private let taken = Mutex<[OwnerID: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Reserves a place, or throws `too_many_requests`.
    func take(for owner: OwnerID) throws(APIError) -> EventStreamPlace {
        let isFree = taken.withLock { taken in
            guard taken[owner, default: 0] < limit else { return false }
            taken[owner, default: 0] += 1
            return true
        }
        guard isFree else {
            throw APIError(
                Failure(.tooManyRequests, "\(limit) of your event streams are open already; close one first."),
                retryAfter: 10)
        }
        return EventStreamPlace { [self] in
            taken.withLock { taken in
                let left = (taken[owner] ?? 1) - 1
                taken[owner] = left > 0 ? left : nil
            }
        }
    }
}
