/// What one stage of one kind may use.
public struct StageLimits: Sendable, Hashable, Codable {
    /// How many may run at a time in one runner; never more than the runner's workers.
    public let concurrency: Int
    /// After this many attempts the job is dead.
    public let attempts: Int
    /// The longest an attempt may take by the wall clock.
    public let wallTime: Duration

    public init(concurrency: Int = .max, attempts: Int = 3, wallTime: Duration = .seconds(300)) {
        self.concurrency = concurrency
        self.attempts = attempts
        self.wallTime = wallTime
    }
}
