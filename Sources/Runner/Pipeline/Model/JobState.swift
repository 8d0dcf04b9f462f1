/// The state of a job.
public enum JobState: String, Sendable, Codable, CaseIterable {
    /// The job may be claimed now.
    case available
    /// The job may be claimed once the delay of a retry or snooze is over.
    case scheduled
    /// Another job does the same work; this one will reuse its result.
    case following
    /// A part of the document is still being worked on.
    case waiting
    /// A worker holds the lease.
    case running
    /// The result is published.
    case done
    /// The job was cancelled by a user or its stage.
    case cancelled
    /// The job failed for good, and is kept until it is purged.
    case dead

    /// Whether others with its reuse key follow this job.
    ///
    /// At most one job with a key is in such a state.
    package var isLeading: Bool { self == .available || self == .scheduled || self == .running }

    /// Whether the job will never change again.
    public var isFinal: Bool { self == .done || self == .cancelled || self == .dead }
}

/// A move of a job from one state to another.
public struct JobMove: Hashable, Sendable {
    /// The state before; `nil` when the job is created.
    public let from: JobState?
    /// The state after.
    public let to: JobState

    /// Creates a move, whether or not it is allowed.
    public init(from: JobState?, to: JobState) {
        self.from = from
        self.to = to
    }

    /// All allowed moves.
    ///
    /// Stores repeat this table as constraints, and `docs/inside/pipeline.md` shows it.
    public static let allowed: Set<JobMove> = [
        JobMove(from: nil, to: .available),
        JobMove(from: nil, to: .following),
        JobMove(from: nil, to: .waiting),
        JobMove(from: nil, to: .done),
        JobMove(from: .available, to: .running),
        JobMove(from: .available, to: .cancelled),
        JobMove(from: .scheduled, to: .available),
        JobMove(from: .scheduled, to: .cancelled),
        JobMove(from: .following, to: .available),
        JobMove(from: .following, to: .done),
        JobMove(from: .following, to: .cancelled),
        JobMove(from: .waiting, to: .available),
        JobMove(from: .waiting, to: .cancelled),
        JobMove(from: .running, to: .available),
        JobMove(from: .running, to: .scheduled),
        JobMove(from: .running, to: .done),
        JobMove(from: .running, to: .cancelled),
        JobMove(from: .running, to: .dead),
    ]

    /// Whether the move is allowed.
    public var isAllowed: Bool { Self.allowed.contains(self) }
}
