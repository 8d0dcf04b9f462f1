public import Foundation

/// The sources of time, identity and randomness, replaceable for repeatable tests.
public struct Dependencies: Sendable {
    /// The clock for time and waiting.
    public let clock: any PipelineClock
    /// Creates the IDs of documents and the names of temporary files.
    public let makeID: @Sendable () -> UUID
    /// Returns a random number in 0..<1.
    public let random: @Sendable () -> Double

    /// Creates dependencies, by default on the machine's clock and random numbers.
    public init(
        clock: any PipelineClock = SystemClock(), makeID: @escaping @Sendable () -> UUID = { UUID() },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.clock = clock
        self.makeID = makeID
        self.random = random
    }
}
