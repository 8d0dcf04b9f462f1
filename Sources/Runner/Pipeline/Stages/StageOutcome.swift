public import FailureModel
public import Foundation

/// The outcome of a stage, turned into exactly one move of the job.
public enum StageOutcome: Sendable, Hashable, Codable {
    /// The stage finished with this result.
    case done(StageResult)
    /// The stage is to be tried again, counted as an attempt.
    ///
    /// This is after the delay, or after the runner's backoff if it is `nil`.
    case retry(Failure, after: Duration? = nil)
    /// The stage is to run again after the delay, not counted as an attempt.
    case snooze(Duration)
    /// The work is no longer needed; the document fails but can be retried.
    case cancel(Failure)
    /// No further attempt can succeed; the document fails.
    case fail(Failure)

    /// Returns the outcome of a finished stage with these artefacts and facts.
    public static func done(_ artefacts: [Artefact] = [], facts: [String: String] = [:]) -> StageOutcome {
        .done(StageResult(artefacts: artefacts, facts: facts))
    }

    /// Returns the outcome of a stage on demand.
    public static func replied(_ reply: Data) -> StageOutcome {
        .done(StageResult(reply: reply))
    }
}

/// The result of a finished stage, to be published.
public struct StageResult: Sendable, Hashable, Codable {
    /// The artefacts; the later of two with the same name counts.
    public let artefacts: [Artefact]
    /// Facts to merge into ``Document/facts``; the last writer of a key wins.
    public let facts: [String: String]
    /// The reply of a stage on demand, which is never published.
    public let reply: Data?

    /// Creates a result.
    public init(artefacts: [Artefact] = [], facts: [String: String] = [:], reply: Data? = nil) {
        self.artefacts = artefacts
        self.facts = facts
        self.reply = reply
    }
}
