/// The limits of one stage of one kind.
///
/// The runner itself enforces `concurrency`, `attempts` and `wallTime`; the others require that the stage runs in its
/// own process, see the module `PipelineProcesses`.
public struct StageLimits: Sendable, Hashable, Codable {
    /// The maximum number of concurrent attempts in one runner, up to its workers.
    public let concurrency: Int
    /// The number of attempts after which the job is dead.
    public let attempts: Int
    /// The maximum duration of an attempt by the wall clock.
    public let wallTime: Duration
    /// The maximum processor time of all threads until an attempt ends or reports progress.
    ///
    /// See ``StageContext/reportProgress()``.
    public let cpuTime: Duration
    /// The maximum memory of an attempt beyond that of its idle process.
    public let memory: ByteCount
    /// The maximum size of a file written by an attempt.
    public let fileSize: ByteCount
    /// The time without processor use or disk waits after which an attempt is hung.
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
