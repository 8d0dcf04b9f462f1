/// What one stage of one kind may use.
///
/// The runner itself enforces `concurrency`, `attempts` and `wallTime`; the others need a process of the stage's own,
/// see the module `PipelineProcesses`.
public struct StageLimits: Sendable, Hashable, Codable {
    /// How many may run at a time in one runner; never more than the runner's workers.
    public let concurrency: Int
    /// After this many attempts the job is dead.
    public let attempts: Int
    /// The longest an attempt may take by the wall clock.
    public let wallTime: Duration
    /// The most processor time an attempt may use, all its threads together, before it is done or reports progress
    /// (``StageContext/reportProgress()``).
    public let cpuTime: Duration
    /// The most memory an attempt may take beyond what its process holds at rest.
    public let memory: ByteCount
    /// The longest file an attempt may write.
    public let fileSize: ByteCount
    /// An attempt that uses no processor time and waits for no disk for so long hangs.
    public let stall: Duration

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
