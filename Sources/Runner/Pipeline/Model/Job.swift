public import FailureModel

/// A unit of work: one stage of one document.
public struct Job: Hashable, Sendable, Codable, Identifiable {
    /// The job's number, assigned by the store.
    public let id: JobID
    /// The document of the job.
    public let document: DocumentID
    /// The document's kind.
    public let kind: KindName
    /// The stage to run.
    public let stage: StageName
    /// The fill; 0 for the analysis.
    public let fill: Int
    /// The current state.
    public var state: JobState
    /// The document's priority when the job was created.
    public let priority: Int
    /// The number of counted attempts, from 0.
    ///
    /// Snoozes and shutdowns are not counted. The loss of a worker is only counted after many claims; see
    /// ``countsLosses``.
    public var attempt: Int
    /// The number of attempts after which the job is dead.
    public let attemptLimit: Int
    /// The earliest time at which the job may be claimed.
    public var due: Timestamp
    /// A hash of everything the result depends on; `nil` if the result is never shared.
    ///
    /// Jobs with equal keys are done once.
    public let reuseKey: ContentID?
    /// The number of the current claim.
    ///
    /// It increases with each claim, and only its holder may publish the job's result.
    public var fence: Int64
    /// The worker that runs the job; set, like the next two, only while running.
    public var worker: String?
    /// The time from which another worker may take over the job.
    public var leaseUntil: Timestamp?
    /// The time of the claim.
    public var startedAt: Timestamp?
    /// The time of enqueueing.
    public let createdAt: Timestamp
    /// The time of the end; set only in a final state.
    public var finishedAt: Timestamp?
    /// The reason why the latest attempt did not succeed.
    public var failure: Failure?
    /// The latest reported progress; set only while the job runs.
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

    /// Whether the loss of its worker counts as an attempt.
    ///
    /// Workers are mostly killed for reasons unrelated to the job, such as restarts. Only a job that was claimed many
    /// times may be the cause.
    package var countsLosses: Bool { fence > Int64(5 * attemptLimit) }

    /// The longest possible lease.
    ///
    /// A lease that ends later was granted before the clock was set back, and its worker may be gone.
    public static let longestLease = Duration.seconds(600)

    /// The stage together with its kind.
    public var address: StageAddress { StageAddress(kind: kind, stage: stage) }
}

/// The right to publish a job's result, valid for the job's current fence.
public struct Lease: Hashable, Sendable, Codable {
    /// The claimed job.
    public let job: JobID
    /// The job's fence at the time of the claim.
    public let fence: Int64

    /// Creates a lease.
    public init(job: JobID, fence: Int64) {
        self.job = job
        self.fence = fence
    }
}

/// A job held by a worker, with everything its stage needs from the store.
public struct Claim: Hashable, Sendable, Codable {
    /// The job after the claim.
    public let job: Job
    /// The document at the time of the claim.
    ///
    /// Only the holder of the lease can change its facts.
    public let document: Document
    /// The artefacts published in the analysis and in the job's fill, oldest first.
    public let published: [PublishedArtefact]
    /// The document's parts, in their order.
    public let parts: [Part]

    package init(job: Job, document: Document, published: [PublishedArtefact], parts: [Part] = []) {
        self.job = job
        self.document = document
        self.published = published
        self.parts = parts
    }

    /// The lease on the job.
    public var lease: Lease { Lease(job: job.id, fence: job.fence) }
}
