/// An entry of the event log.
///
/// It is a move of a document or job, or a job's progress.
public struct Event: Hashable, Sendable, Codable {
    /// The cause of an event.
    public enum Cause: String, Sendable, Codable, CaseIterable {
        /// The document entered the catalogue.
        case imported
        /// The stages of the document's new state began.
        case began
        /// A failed document resumed at the stage that failed.
        case resumed
        /// The last stage of the state finished.
        case arrived
        /// The document failed.
        case failed
        /// The document was deleted with its earlier events; this one remains until it is purged.
        case deleted

        /// A job was created.
        case enqueued
        /// A worker claimed the job.
        case claimed
        /// The job's result was published.
        case completed
        /// The result of the same stage on the same bytes was reused.
        case reused
        /// The attempt failed, and the next one is scheduled.
        case retried
        /// The stage is to run again later; not counted as an attempt.
        case snoozed
        /// The worker shut down; not counted as an attempt.
        case released
        /// The worker's lease expired, and the job may be claimed again.
        case expired
        /// The delay of a retry or snooze is over.
        case due
        /// The job takes over from the one it followed, which ended without a result.
        case promoted
        /// All parts of the document have come to rest, and its first job can begin.
        case assembled
        /// The job was cancelled.
        case cancelled
        /// The job failed for good.
        case died
        /// The stage reported progress, which replaces the job's earlier such event.
        case progressed
    }

    /// The number in the log of all documents, which increases and is never reused.
    public let sequence: Int64
    /// The time of the event.
    public let at: Timestamp
    /// The document of the event.
    public let document: DocumentID
    /// The document's kind.
    public let kind: KindName
    /// The document's owner.
    public let owner: OwnerID
    /// The cause.
    public let cause: Cause
    /// The state before, of the job if ``job`` is set, else of the document.
    ///
    /// It is `nil` when the job or document is created.
    public let from: String?
    /// The state after, of the same job or document as ``from``; `deleted` for a deletion.
    public let to: String
    /// The fill of the job, or the current one of the document.
    public let fill: Int
    /// The job, if a job moved.
    public let job: JobID?
    /// The job's stage, or the stage at which the document failed.
    public let stage: StageName?
    /// The running or failed attempt, from 1.
    public let attempt: Int?
    /// The duration of the attempt.
    public let duration: Duration?
    /// The worker that held the lease.
    public let worker: String?
    /// The code of the failure.
    public let code: String?
    /// The progress; set only if the cause is ``Cause/progressed``.
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

    /// The value of ``to`` for a deleted document.
    package static let gone = "deleted"
}
