public import Foundation

/// How a runner behaves in time and number.
public struct RunnerSettings: Sendable, Hashable {
    /// How many stages run at a time in this process.
    public var workers: Int
    /// A job whose worker has not renewed for so long is given to another. Renewed three times as often.
    public var lease: Duration
    /// How often to look for work of other processes and for leases that ran out. A dead worker's job is taken over within
    /// a lease and a poll.
    public var poll: Duration
    /// How long a stopping runner lets its stages go on before it takes their jobs from them.
    public var drain: Duration
    /// The wait between attempts.
    public var backoff: Backoff

    /// How long a job waits for what its machine lacks, such as room on the disk, before that counts as attempts; and how
    /// long a runner waits for a store that refuses everything before it ends.
    public var patience: Duration

    /// By default one worker more than there are cores, since one or the other waits for the disk; and takeover within 6.5 s.
    public init(
        workers: Int = ProcessInfo.processInfo.activeProcessorCount + 1, lease: Duration = .seconds(6),
        poll: Duration = .milliseconds(500), drain: Duration = .seconds(20), backoff: Backoff = Backoff(),
        patience: Duration = .seconds(86_400)
    ) {
        self.workers = workers
        self.lease = lease
        self.poll = poll
        self.drain = drain
        self.backoff = backoff
        self.patience = patience
    }
}
