import FailureModel
import HTTPTypes
import Hummingbird
package import Pipeline
import Synchronization

/// Rejects requests above a rate, with a token bucket for each client.
///
/// Each owner has a bucket; without logins, each address has one. Health checks are always answered.
package final class RateLimit: Sendable {
    /// Key of a bucket.
    package enum Key: Hashable {
        case address(String)
        case owner(OwnerID)
        /// Shared by all clients beyond the maximum number of buckets.
        case others
    }

    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    private let perSecond: Double
    private let capacity: Double
    private let buckets = Mutex<[Key: Bucket]>([:])

    /// Maximum number of buckets; further clients share one.
    private static let mostBuckets = 10_000

    /// Creates a limit with a burst of five seconds' requests.
    convenience init(perSecond: Int) {
        self.init(perSecond: Double(perSecond), burst: 5 * Double(perSecond))
    }

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - perSecond: the average rate.
    ///   - burst: the number of requests that a client may send at once.
    package init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        capacity = burst
    }

    func check(_ request: Request, _ context: ServiceContext) throws(APIError) {
        guard request.uri.path == "/healthz" || take(context.rateKey) else {
            throw APIError(Failure(.tooManyRequests, "There are too many requests; slow down."), retryAfter: 1)
        }
    }

    /// Takes a token from a client's bucket, or returns false if it is empty.
    package func take(_ key: Key, at now: ContinuousClock.Instant = .now) -> Bool {
        buckets.withLock { buckets in
            if buckets[key] == nil, buckets.count >= Self.mostBuckets {
                // A client that was idle for long enough has a full bucket, as a new one does.
                buckets = buckets.filter { tokens($0.value, at: now) < capacity }
            }
            let key = buckets[key] != nil || buckets.count < Self.mostBuckets ? key : .others
            let left = buckets[key].map { tokens($0, at: now) } ?? capacity
            buckets[key] = Bucket(tokens: left >= 1 ? left - 1 : left, filledAt: now)
            return left >= 1
        }
    }

    private func tokens(_ bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
        min(capacity, bucket.tokens + (now - bucket.filledAt) / .seconds(1) * perSecond)
    }
}
