import FailureModel
import HTTPTypes
import Hummingbird
package import Pipeline
import Synchronization

/// Refuses clients that send more requests than the rate allows, each by a token bucket.
///
/// Owners have one bucket each; without a login, addresses have. Health checks are always answered.
package final class RateLimit: Sendable {
    /// Whose requests are counted together.
    package enum Key: Hashable {
        case address(String)
        case owner(OwnerID)
        /// Those for whom there is no bucket left.
        case others
    }

    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    private let perSecond: Double
    private let capacity: Double
    private let buckets = Mutex<[Key: Bucket]>([:])

    /// Buckets that are kept; clients beyond share one.
    private static let mostBuckets = 10_000

    /// Creates a limit; a client may send the requests of five seconds at once.
    convenience init(perSecond: Int) {
        self.init(perSecond: Double(perSecond), burst: 5 * Double(perSecond))
    }

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - perSecond: the average number of requests.
    ///   - burst: the number that a client may send at once.
    package init(perSecond: Double, burst: Double) {
        self.perSecond = perSecond
        capacity = burst
    }

    func check(_ request: Request, _ context: ServiceContext) throws(APIError) {
        guard request.uri.path == "/healthz" || take(context.rateKey) else {
            throw APIError(Failure(.tooManyRequests, "There are too many requests; slow down."), retryAfter: 1)
        }
    }

    /// Takes a token from a client's bucket; false if there is none.
    package func take(_ key: Key, at now: ContinuousClock.Instant = .now) -> Bool {
        buckets.withLock { buckets in
            if buckets[key] == nil, buckets.count >= Self.mostBuckets {
                // Who has been silent for long enough has a full bucket, as a new client does.
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
