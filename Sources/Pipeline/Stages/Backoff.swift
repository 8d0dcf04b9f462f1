import Foundation

/// How long to wait after a failed attempt: longer each time, and never for all at the same moment.
public struct Backoff: Sendable, Hashable {
    /// After the first attempt.
    public let base: Duration
    /// Each further wait is this many times the one before.
    public let factor: Double
    /// The longest wait, before jitter.
    public let ceiling: Duration
    /// From 0 to 1: the share of the wait by which it varies to either side.
    public let jitter: Double

    public init(
        base: Duration = .seconds(1), factor: Double = 2, ceiling: Duration = .seconds(300), jitter: Double = 0.2
    ) {
        self.base = base
        self.factor = factor
        self.ceiling = ceiling
        self.jitter = jitter
    }

    /// The wait after the given attempt, counted from 1. `random` lies in 0..<1.
    public func delay(afterAttempt attempt: Int, random: Double) -> Duration {
        let grown = base.inSeconds * pow(factor, Double(max(0, attempt - 1)))
        let wait = min(grown, ceiling.inSeconds)
        return .milliseconds(Int64((wait * (1 + jitter * (2 * random - 1)) * 1000).rounded()))
    }
}
