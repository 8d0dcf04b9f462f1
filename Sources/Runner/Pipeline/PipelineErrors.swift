public import FailureModel

// The codes of the store and of jobs.
extension ErrorCode {
    /// The code `malformed_settings`.
    public static let malformedSettings = ErrorCode(
        "malformed_settings", exit: 48, http: 500, "`pipeline.yaml` has errors; each is listed with its line.",
        "Correct the file.")
    /// The code `document_unknown`.
    public static let documentUnknown = ErrorCode(
        "document_unknown", exit: 49, http: 404,
        "The store has no document or job with this id, or several whose ids begin with it.",
        "Look it up with `formwright documents list` or `jobs list`.")
    /// The code `move_not_allowed`.
    public static let moveNotAllowed = ErrorCode(
        "move_not_allowed", exit: 54, http: 409,
        "The document's state does not allow this; the message names the state.",
        "Wait, retry or fill it first, depending on the state.")
    /// The code `document_exists`.
    public static let documentExists = ErrorCode(
        "document_exists", exit: 55, http: 409, "The store already has a document with this id.", "Use another id.")
    /// The code `parts_refused`.
    public static let partsRefused = ErrorCode(
        "parts_refused", exit: 59, http: 422,
        "A document cannot be made of these parts: itself, one twice, or too many.", "Name each part once.")
    /// The code `store_unavailable`.
    public static let storeUnavailable = ErrorCode(
        "store_unavailable", exit: 56, http: 503, "The store cannot be read or written.",
        "Check its disk; the next run resumes the work.", isWorthAnotherTry: true)
    /// The code `store_damaged`.
    public static let storeDamaged = ErrorCode(
        "store_damaged", exit: 227, http: 503, "The database of the store is damaged.",
        "Check the disk; restore a backup with `formwright restore`.")
    /// The code `kind_unknown`.
    public static let kindUnknown = ErrorCode(
        "kind_unknown", exit: 57, http: 400, "No kind with this name is declared in `pipeline.yaml`.",
        "Declare it, or use one that is declared.")
    /// The code `lease_lost`.
    public static let leaseLost = ErrorCode(
        "lease_lost", exit: 90, http: 409,
        "Another worker took the job over, or it was cancelled or deleted; the result is not published.",
        "Nothing; the other worker runs the job.")
    /// The code `feed_truncated`.
    public static let feedTruncated = ErrorCode(
        "feed_truncated", exit: 97, http: 410, "Events requested from the feed have been purged, or never existed.",
        "Read the documents again, and continue after the newest event.")
    /// The code `worker_lost`.
    public static let workerLost = ErrorCode(
        "worker_lost", exit: 91, http: 500, "Workers repeatedly died or stopped responding while this stage ran.",
        "Check the worker's log; `formwright jobs retry` tries again.", isWorthAnotherTry: true)
    /// The code `stage_timed_out`.
    public static let stageTimedOut = ErrorCode(
        "stage_timed_out", exit: 92, http: 422, "The stage took longer than its `wallTime`.",
        "Raise the limit in `pipeline.yaml`, or split the document.", isWorthAnotherTry: true)
    /// The code `artefact_missing`.
    public static let artefactMissing = ErrorCode(
        "artefact_missing", exit: 93, http: 500, "The result of an earlier stage is missing.",
        "Delete the document and add it again.", isWorthAnotherTry: true)
    /// The code `artefact_damaged`.
    public static let artefactDamaged = ErrorCode(
        "artefact_damaged", exit: 94, http: 500, "Stored bytes were changed on the disk.",
        "Check the disk; add the document again.")
    /// The code `disk_read_only`.
    public static let diskReadOnly = ErrorCode(
        "disk_read_only", exit: 95, http: 503, "The disk of the store is read-only.",
        "Mount it writable; the work waits and resumes.", isWorthAnotherTry: true)
    /// The code `disk_error`.
    public static let diskError = ErrorCode(
        "disk_error", exit: 96, http: 503, "The disk of the store reported an error.",
        "Check the disk; the message names the call.", isWorthAnotherTry: true)
}

extension ErrorRow {
    /// The codes of the job runner, its store and its settings.
    public static let pipeline = rows(
        .malformedSettings, .documentUnknown, .moveNotAllowed, .documentExists, .partsRefused, .storeUnavailable,
        .storeDamaged, .kindUnknown, .leaseLost, .feedTruncated, .workerLost, .stageTimedOut, .artefactMissing,
        .artefactDamaged, .diskReadOnly, .diskError, .objectStoreUnavailable, .objectStoreCredentials,
        .objectStoreBucket, .objectStoreClock)
}
