public import FailureModel

/// One stage of one document, to be done or done.
public struct Job: Hashable, Sendable, Codable, Identifiable {
    /// Given by the store.
    public let id: JobID
    /// Whose stage it is.
    public let document: DocumentID
    /// The document's kind.
    public let kind: KindName
    /// What is to be done.
    public let stage: StageName
    /// The fill that it belongs to; 0 for the analysis.
    public let fill: Int
    /// Where it is in its life.
    public var state: JobState
    /// The document's, when the job was made.
    public let priority: Int
    /// How often the stage was begun and counted, from 0. Snoozing and shutting down are not counted, nor are the first losses
    /// of a worker.
    public var attempt: Int
    /// After this many attempts the job is dead.
    public let attemptLimit: Int
    /// Not claimed before this.
    public var due: Timestamp
    /// What the result depends on; jobs with equal keys are done once. `nil` where a result is never shared.
    public let reuseKey: ContentID?
    /// Grows with each claim. Only who knows the current number of a running job may publish.
    public var fence: Int64
    /// Who runs it. Set if and only if it is running, as are the two moments below.
    public var worker: String?
    /// When it may be taken over.
    public var leaseUntil: Timestamp?
    /// When it was claimed.
    public var startedAt: Timestamp?
    /// When it was enqueued.
    public let createdAt: Timestamp
    /// Set if and only if the state is final.
    public var finishedAt: Timestamp?
    /// Why the latest attempt did not succeed.
    public var failure: Failure?
    /// How far the attempt has come, where its stage tells; only while it runs.
    public var progress: JobProgress?

    package init(
        id: JobID, document: DocumentID, kind: KindName, stage: StageName, fill: Int, state: JobState, priority: Int,
        attempt: Int, attemptLimit: Int, due: Timestamp, reuseKey: ContentID?, fence: Int64, worker: String?,
        leaseUntil: Timestamp?, startedAt: Timestamp?, createdAt: Timestamp, finishedAt: Timestamp?, failure: Failure?,
        progress: JobProgress? = nil
    ) {
        self.id = id
        self.document = document
        self.kind = kind
        self.stage = stage
        self.fill = fill
        self.state = state
        self.priority = priority
        self.attempt = attempt
        self.attemptLimit = attemptLimit
        self.due = due
        self.reuseKey = reuseKey
        self.fence = fence
        self.worker = worker
        self.leaseUntil = leaseUntil
        self.startedAt = startedAt
        self.createdAt = createdAt
        self.finishedAt = finishedAt
        self.failure = failure
        self.progress = progress
    }

    /// Whether losing its worker counts as an attempt. Workers are killed for reasons that are not the job's, restarts above
    /// all; only one that was claimed again and again may be what kills them.
    package var countsLosses: Bool { fence > Int64(5 * attemptLimit) }

    /// The longest lease there is. One that ends later was given before the clock was set back, and nobody may be at it.
    public static let longestLease = Duration.seconds(600)

    /// The stage within its kind.
    public var address: StageAddress { StageAddress(kind: kind, stage: stage) }
}

/// The right to publish a job's result, as long as its fence is the job's current one.
public struct Lease: Hashable, Sendable, Codable {
    /// What was claimed.
    public let job: JobID
    /// The job's fence at the claim.
    public let fence: Int64

    public init(job: JobID, fence: Int64) {
        self.job = job
        self.fence = fence
    }
}

/// A job that a worker holds, with everything that its stage is given: no further look at the store is needed.
public struct Claim: Hashable, Sendable, Codable {
    /// As it is after the claim.
    public let job: Job
    /// As it was at the claim; only the holder of the lease can change its facts.
    public let document: Document
    /// What was published in the analysis and in the job's fill, oldest first.
    public let published: [PublishedArtefact]

    package init(job: Job, document: Document, published: [PublishedArtefact]) {
        self.job = job
        self.document = document
        self.published = published
    }

    public var lease: Lease { Lease(job: job.id, fence: job.fence) }
}
