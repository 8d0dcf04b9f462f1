import Foundation

/// The delay after a failed attempt, which grows with each attempt and is varied so that jobs do not all retry at once.
public struct Backoff: Sendable, Hashable {
    /// The delay after the first attempt.
    public let base: Duration
    /// The factor by which each delay exceeds the previous one.
    public let factor: Double
    /// The longest delay, before jitter.
    public let ceiling: Duration
    /// The share of the delay by which it varies to either side, from 0 to 1.
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
