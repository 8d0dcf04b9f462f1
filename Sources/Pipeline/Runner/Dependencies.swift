public import Foundation

/// What would make two runs differ, passed in so that tests decide it.
public struct Dependencies: Sendable {
    /// Tells the time and waits.
    public let clock: any PipelineClock
    /// Makes the ids of documents and the names of unfinished files.
    public let makeID: @Sendable () -> UUID
    /// A number in 0..<1.
    public let random: @Sendable () -> Double

    /// The machine's own clock, random ids and random numbers unless given.
    public init(
        clock: any PipelineClock = SystemClock(), makeID: @escaping @Sendable () -> UUID = { UUID() },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.clock = clock
        self.makeID = makeID
        self.random = random
    }
}
