package import FailureModel

extension Failure {
    /// Somebody cancelled the work.
    package static let cancelled = Failure(.cancelled, "The work was cancelled.")

    /// The worker stopped renewing its lease: killed, hung, or cut off.
    package static let workerLost = Failure(
        .workerLost, "The worker died or stopped answering while this stage ran.")

    /// The stage took longer than its wall-time limit.
    package static func timedOut(after limit: Duration) -> Failure {
        Failure(.stageTimedOut, "The stage took longer than its limit of \(limit.text).")
    }
}
