import Foundation

/// The growing delay after failed attempts, with jitter against simultaneous retries.
public struct Backoff: Sendable, Hashable {
    /// The delay after the first attempt.
    public let base: Duration
    /// The ratio of each delay to the previous one.
    public let factor: Double
    /// The maximum delay, before jitter.
    public let ceiling: Duration
    /// The variation of the delay to either side, as a share from 0 to 1.
    public let jitter: Double

    /// Creates a backoff.
    public init(
        base: Duration = .seconds(1), factor: Double = 2, ceiling: Duration = .seconds(300), jitter: Double = 0.2
    ) {
        self.base = base
        self.factor = factor
        self.ceiling = ceiling
        self.jitter = jitter
    }

    /// Returns the delay after the given attempt, counted from 1; `random` is in 0..<1.
    public func delay(afterAttempt attempt: Int, random: Double) -> Duration {
        let grown = base.inSeconds * pow(factor, Double(max(0, attempt - 1)))
        let wait = min(grown, ceiling.inSeconds)
        return .milliseconds(Int64((wait * (1 + jitter * (2 * random - 1)) * 1000).rounded()))
    }
}
