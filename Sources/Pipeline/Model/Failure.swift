/// Why work failed, without any field's value.
public struct Failure: Hashable, Sendable, Codable {
    /// Stable, in snake case, such as `page_too_large`.
    public let code: String
    /// One sentence that a person can act on.
    public let message: String

    public init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}

extension Failure {
    /// Somebody called the work off.
    public static let cancelled = Failure(code: "cancelled", message: "The work was cancelled.")

    /// The worker stopped renewing its lease: killed, hung, or cut off.
    public static let workerLost = Failure(
        code: "worker_lost", message: "The worker died or stopped answering while this stage ran.")

    /// The stage took longer than its wall-time limit.
    public static func timedOut(after limit: Duration) -> Failure {
        Failure(
            code: "stage_timed_out", message: "The stage took longer than its limit of \(limit.text).")
    }

    /// An error that names no code of its own. Only its type is kept: an error's text may quote what a person filled in.
    public static func unexpected(_ error: any Error) -> Failure {
        Failure(code: "unexpected_error", message: "The stage failed with an unexpected \(type(of: error)).")
    }
}

/// What a document's `failed` state remembers: where it stopped, and why.
public struct DocumentFailure: Hashable, Sendable, Codable {
    /// The stage that failed; retry resumes here.
    public let stage: StageName
    /// The state the document was in: processing or filling.
    public let during: DocumentState
    /// See ``Failure/code``.
    public let code: String
    /// See ``Failure/message``.
    public let message: String
    /// The attempt that failed, from 1; 0 where the job was cancelled before its first.
    public let attempt: Int

    public init(stage: StageName, during: DocumentState, failure: Failure, attempt: Int) {
        self.stage = stage
        self.during = during
        code = failure.code
        message = failure.message
        self.attempt = attempt
    }
}
