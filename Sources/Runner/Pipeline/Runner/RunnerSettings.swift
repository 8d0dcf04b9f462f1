public import Foundation

/// The numbers and times of a runner.
public struct RunnerSettings: Sendable, Hashable {
    /// The number of stages to run at a time in this process.
    public var workers: Int
    /// The number of these workers for one owner while others wait.
    ///
    /// `nil` stands for half of them, and at least one.
    public var ownerWorkers: Int?
    /// The duration of a lease, renewed three times in it.
    ///
    /// After this long without renewal another worker takes the job.
    public var lease: Duration
    /// The interval of polling for work of other processes and for expired leases.
    ///
    /// The job of a dead worker is taken over within a lease and a poll.
    public var poll: Duration
    /// The time for running stages of a stopping runner until their jobs are released.
    public var drain: Duration
    /// The delay between attempts.
    public var backoff: Backoff

    /// How long a job waits for missing prerequisites of its machine, such as disk space.
    ///
    /// Further waits count as attempts. A runner also waits this long for an unavailable store before it stops.
    public var patience: Duration

    /// Creates settings.
    ///
    /// By default there is one worker more than there are cores, since at any time some worker is waiting for the disk,
    /// and jobs are taken over within 5.5 s.
    public init(
        workers: Int = ProcessInfo.processInfo.activeProcessorCount + 1, lease: Duration = .seconds(5),
        poll: Duration = .milliseconds(500), drain: Duration = .seconds(20), backoff: Backoff = Backoff(),
        patience: Duration = .seconds(86_400), ownerWorkers: Int? = nil
    ) {
        self.workers = workers
        self.ownerWorkers = ownerWorkers
        self.lease = lease
        self.poll = poll
        self.drain = drain
        self.backoff = backoff
        self.patience = patience
    }

    /// The maximum number of workers for one owner while others wait.
    var ownerShare: Int { max(1, min(ownerWorkers ?? workers / 2, workers)) }
}
