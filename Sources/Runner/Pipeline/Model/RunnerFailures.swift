package import FailureModel

extension Failure {
    /// The failure of cancelled work.
    package static let cancelled = Failure(.cancelled, "The work was cancelled.")

    /// The failure of a worker that was killed, hung or cut off.
    package static let workerLost = Failure(
        .workerLost, "The worker died or stopped responding while this stage ran.")

    /// The failure of a stage that exceeded its wall-time limit.
    package static func timedOut(after limit: Duration) -> Failure {
        Failure(.stageTimedOut, "The stage took longer than its limit of \(limit.text).")
    }
}
