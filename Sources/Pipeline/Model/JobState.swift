/// Where a job, one stage of one document, is in its life.
public enum JobState: String, Sendable, Codable, CaseIterable {
    /// May be claimed now.
    case available
    /// May be claimed once it is due: after a retry's backoff or a snooze.
    case scheduled
    /// Another job does this work on the same bytes; this one takes over its result.
    case following
    /// A worker holds the lease.
    case running
    /// Its result is published.
    case done
    /// A person or the stage itself called it off.
    case cancelled
    /// Failed for good: the dead letter, kept until it is purged.
    case dead

    /// Whether the job does the work that others with its reuse key follow; one of them at most is in such a state.
    package var isLeading: Bool { self == .available || self == .scheduled || self == .running }

    /// Whether the job will never move again.
    public var isFinal: Bool { self == .done || self == .cancelled || self == .dead }
}

/// One allowed step of a job's life; `from` is `nil` where the job is made.
public struct JobMove: Hashable, Sendable {
    /// The state before.
    public let from: JobState?
    /// The state after.
    public let to: JobState

    public init(from: JobState?, to: JobState) {
        self.from = from
        self.to = to
    }

    /// Every allowed move.
    public static let allowed: Set<JobMove> = [
        JobMove(from: nil, to: .available),
        JobMove(from: nil, to: .following),
        JobMove(from: nil, to: .done),
        JobMove(from: .available, to: .running),
        JobMove(from: .available, to: .cancelled),
        JobMove(from: .scheduled, to: .available),
        JobMove(from: .scheduled, to: .cancelled),
        JobMove(from: .following, to: .available),
        JobMove(from: .following, to: .done),
        JobMove(from: .following, to: .cancelled),
        JobMove(from: .running, to: .available),
        JobMove(from: .running, to: .scheduled),
        JobMove(from: .running, to: .done),
        JobMove(from: .running, to: .cancelled),
        JobMove(from: .running, to: .dead),
    ]

    /// Whether the move is in the table.
    public var isAllowed: Bool { Self.allowed.contains(self) }
}
