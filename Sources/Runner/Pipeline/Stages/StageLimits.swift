/// The limits of one stage of one kind.
///
/// The runner itself enforces `concurrency`, `attempts` and `wallTime`; the others require that the stage runs in its
/// own process, see the module `PipelineProcesses`.
public struct StageLimits: Sendable, Hashable, Codable {
    /// The number of attempts that may run at a time in one runner, which never exceeds the runner's workers.
    public let concurrency: Int
    /// The number of attempts after which the job is dead.
    public let attempts: Int
    /// The longest duration of an attempt by the wall clock.
    public let wallTime: Duration
    /// The processor time that all threads of an attempt may use together before it ends or reports progress
    /// (``StageContext/reportProgress()``).
    public let cpuTime: Duration
    /// The memory that an attempt may use in addition to what its idle process holds.
    public let memory: ByteCount
    /// The size of the largest file that an attempt may write.
    public let fileSize: ByteCount
    /// The time without processor use or waiting for a disk after which an attempt counts as hung.
    public let stall: Duration

    /// Creates limits.
    public init(
        concurrency: Int = .max, attempts: Int = 3, wallTime: Duration = .seconds(300),
        cpuTime: Duration = .seconds(240), memory: ByteCount = .mebibytes(2048),
        fileSize: ByteCount = .mebibytes(512), stall: Duration = .seconds(8)
    ) {
        self.concurrency = concurrency
        self.attempts = attempts
        self.wallTime = wallTime
        self.cpuTime = cpuTime
        self.memory = memory
        self.fileSize = fileSize
        self.stall = stall
    }
}
