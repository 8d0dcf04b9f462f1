public import FailureModel
public import Foundation

/// The outcome of a stage, which the runner turns into exactly one move of the job.
public enum StageOutcome: Sendable, Hashable, Codable {
    /// The stage finished with this result.
    case done(StageResult)
    /// Try again after the delay, or after the runner's backoff if it is `nil`; counted as an attempt.
    case retry(Failure, after: Duration? = nil)
    /// Run again after the delay; not counted as an attempt.
    case snooze(Duration)
    /// The work is no longer needed; the document fails for this reason and can be retried.
    case cancel(Failure)
    /// No further attempt can succeed; the document fails for this reason.
    case fail(Failure)

    /// Returns the outcome of a stage that finished with these artefacts and facts.
    public static func done(_ artefacts: [Artefact] = [], facts: [String: String] = [:]) -> StageOutcome {
        .done(StageResult(artefacts: artefacts, facts: facts))
    }

    /// Returns the outcome of a stage that ran on demand.
    public static func replied(_ reply: Data) -> StageOutcome {
        .done(StageResult(reply: reply))
    }
}

/// The result that a finished stage publishes.
public struct StageResult: Sendable, Hashable, Codable {
    /// The artefacts; of two with the same name the later one counts.
    public let artefacts: [Artefact]
    /// Facts to merge into ``Document/facts``; the last writer of a key wins.
    public let facts: [String: String]
    /// The answer of a stage that ran on demand, which is never published.
    public let reply: Data?

    /// Creates a result.
    public init(artefacts: [Artefact] = [], facts: [String: String] = [:], reply: Data? = nil) {
        self.artefacts = artefacts
        self.facts = facts
        self.reply = reply
    }
}
