/// A line of the log: one move of a document or of one of its jobs, or how far a job has come.
public struct Event: Hashable, Sendable, Codable {
    /// What happened.
    public enum Cause: String, Sendable, Codable, CaseIterable {
        /// The document entered the catalogue.
        case imported
        /// A document's stages of this state were begun.
        case began
        /// A failed document goes on at the stage that failed.
        case resumed
        /// The last stage is done.
        case arrived
        /// The document gave up.
        case failed
        /// The document was deleted, with every earlier line about it; this one stays until it is purged.
        case deleted

        /// A job was made.
        case enqueued
        /// A worker took the lease.
        case claimed
        /// The result was published.
        case completed
        /// The result of the same stage on the same bytes was taken over.
        case reused
        /// The attempt failed; the next waits for its time.
        case retried
        /// The stage asked to be run later; not an attempt.
        case snoozed
        /// The worker shut down; not an attempt.
        case released
        /// The worker's lease ran out, and the job may be claimed again.
        case expired
        /// The time of a retry or snooze has come.
        case due
        /// The job that this one followed ended without a result; this one does the work.
        case promoted
        /// The job was called off.
        case cancelled
        /// The job failed for good.
        case died
        /// The stage told how far it has come. Takes the place of the job's earlier line of this cause.
        case progressed
    }

    /// Grows along the log of all documents; never used twice.
    public let sequence: Int64
    /// When it happened.
    public let at: Timestamp
    /// Whose move it is.
    public let document: DocumentID
    /// The document's kind.
    public let kind: KindName
    /// The document's owner.
    public let owner: OwnerID
    /// What happened.
    public let cause: Cause
    /// The states before and after: of the job where ``job`` is set, else of the document. `from` is `nil` at birth.
    public let from: String?
    /// The state after; see ``from``. `deleted` where the document is gone.
    public let to: String
    /// The fill that the job belongs to, or that the document was in.
    public let fill: Int
    /// Set where a job moved.
    public let job: JobID?
    /// The job's stage, or the one in which the document failed.
    public let stage: StageName?
    /// The attempt that was running or failed, from 1.
    public let attempt: Int?
    /// How long the attempt had run.
    public let duration: Duration?
    /// Who held the lease.
    public let worker: String?
    /// The failure's code.
    public let code: String?
    /// Set if and only if the cause is ``Cause/progressed``.
    public let progress: JobProgress?

    package init(
        sequence: Int64, at: Timestamp, document: DocumentID, kind: KindName, owner: OwnerID, cause: Cause,
        from: String?, to: String, fill: Int, job: JobID? = nil, stage: StageName? = nil, attempt: Int? = nil,
        duration: Duration? = nil, worker: String? = nil, code: String? = nil, progress: JobProgress? = nil
    ) {
        self.sequence = sequence
        self.at = at
        self.document = document
        self.kind = kind
        self.owner = owner
        self.cause = cause
        self.from = from
        self.to = to
        self.fill = fill
        self.job = job
        self.stage = stage
        self.attempt = attempt
        self.duration = duration
        self.worker = worker
        self.code = code
        self.progress = progress
    }

    /// What ``to`` says of a deleted document.
    package static let gone = "deleted"
}
