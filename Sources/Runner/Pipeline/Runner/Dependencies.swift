public import Foundation

/// The sources of time, identity and randomness, which tests replace to make runs repeatable.
public struct Dependencies: Sendable {
    /// The clock for time and waiting.
    public let clock: any PipelineClock
    /// Creates ids of documents and names of temporary files.
    public let makeID: @Sendable () -> UUID
    /// Returns a random number in 0..<1.
    public let random: @Sendable () -> Double

    /// Creates dependencies, by default the machine's clock, random ids and random numbers.
    public init(
        clock: any PipelineClock = SystemClock(), makeID: @escaping @Sendable () -> UUID = { UUID() },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.clock = clock
        self.makeID = makeID
        self.random = random
    }
}
