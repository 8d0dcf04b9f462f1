public import FailureModel

// The codes of the store and of jobs.
extension ErrorCode {
    /// `pipeline.yaml` has mistakes; each is listed with its line.
    public static let malformedSettings = ErrorCode("malformed_settings")
    /// The store has no document or job with this id, or several whose ids begin with it.
    public static let documentUnknown = ErrorCode("document_unknown")
    /// The document's state does not allow this; the message names the state.
    public static let moveNotAllowed = ErrorCode("move_not_allowed")
    /// The store already has a document with this id.
    public static let documentExists = ErrorCode("document_exists")
    /// A document cannot be made of these parts: itself, one twice, or too many.
    public static let partsRefused = ErrorCode("parts_refused")
    /// The store cannot be read or written.
    public static let storeUnavailable = ErrorCode("store_unavailable")
    /// The database of the store is damaged.
    public static let storeDamaged = ErrorCode("store_damaged")
    /// No kind with this name is declared in `pipeline.yaml`.
    public static let kindUnknown = ErrorCode("kind_unknown")
    /// Another worker took the job over, or it was cancelled or deleted; the result is not published.
    public static let leaseLost = ErrorCode("lease_lost")
    /// Events that a reader of the feed requested have been purged, or never existed.
    public static let feedTruncated = ErrorCode("feed_truncated")
    /// Workers repeatedly died or stopped responding while this stage ran.
    public static let workerLost = ErrorCode("worker_lost")
    /// The stage took longer than its `wallTime`.
    public static let stageTimedOut = ErrorCode("stage_timed_out")
    /// The result of an earlier stage is missing.
    public static let artefactMissing = ErrorCode("artefact_missing")
    /// Stored bytes were changed on the disk.
    public static let artefactDamaged = ErrorCode("artefact_damaged")
    /// The disk of the store is read-only.
    public static let diskReadOnly = ErrorCode("disk_read_only")
    /// The disk of the store reported an error.
    public static let diskError = ErrorCode("disk_error")
}

extension ErrorRow {
    /// The codes of the job runner, its store and its settings.
    public static let pipeline: [ErrorRow] = [
        ErrorRow(
            .malformedSettings, exit: 48, http: 500,
            "`pipeline.yaml` has mistakes; each is listed with its line.", "Correct the file."),
        ErrorRow(
            .documentUnknown, exit: 49, http: 404,
            "The store has no document or job with this id, or several whose ids begin with it.",
            "Look it up with `formwright documents list` or `jobs list`."),
        ErrorRow(
            .moveNotAllowed, exit: 54, http: 409,
            "The document's state does not allow this; the message names the state.",
            "Wait, retry or fill it first, depending on the state."),
        ErrorRow(
            .documentExists, exit: 55, http: 409, "The store already has a document with this id.", "Use another id."),
        ErrorRow(
            .partsRefused, exit: 59, http: 422,
            "A document cannot be made of these parts: itself, one twice, or too many.", "Name each part once."),
        ErrorRow(
            .storeUnavailable, exit: 56, http: 503, "The store cannot be read or written.",
            "Check its disk; the next run resumes the work.", isWorthAnotherTry: true),
        ErrorRow(
            .storeDamaged, exit: 227, http: 503, "The database of the store is damaged.",
            "Check the disk; restore a backup with `formwright restore`."),
        ErrorRow(
            .kindUnknown, exit: 57, http: 400, "No kind with this name is declared in `pipeline.yaml`.",
            "Declare it, or use one that is declared."),
        ErrorRow(
            .leaseLost, exit: 90, http: 409,
            "Another worker took the job over, or it was cancelled or deleted; the result is not published.",
            "Nothing; the other worker runs the job."),
        ErrorRow(
            .feedTruncated, exit: 97, http: 410,
            "Events requested from the feed have been purged, or never existed.",
            "Read the documents again, and continue after the newest event."),
        ErrorRow(
            .workerLost, exit: 91, http: 500, "Workers repeatedly died or stopped responding while this stage ran.",
            "Check the worker's log; `formwright jobs retry` tries again.", isWorthAnotherTry: true),
        ErrorRow(
            .stageTimedOut, exit: 92, http: 422, "The stage took longer than its `wallTime`.",
            "Raise the limit in `pipeline.yaml`, or split the document.", isWorthAnotherTry: true),
        ErrorRow(
            .artefactMissing, exit: 93, http: 500, "The result of an earlier stage is missing.",
            "Delete the document and add it again.", isWorthAnotherTry: true),
        ErrorRow(
            .artefactDamaged, exit: 94, http: 500, "Stored bytes were changed on the disk.",
            "Check the disk; add the document again."),
        ErrorRow(
            .diskReadOnly, exit: 95, http: 503, "The disk of the store is read-only.",
            "Mount it writable; the work waits and resumes.", isWorthAnotherTry: true),
        ErrorRow(
            .diskError, exit: 96, http: 503, "The disk of the store reported an error.",
            "Check the disk; the message names the call.", isWorthAnotherTry: true),
    ]
}
