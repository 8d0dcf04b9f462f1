public import FailureModel

/// What a stage says about its work. The runner turns each into exactly one move of the job.
public enum StageOutcome: Sendable, Hashable, Codable {
    /// Finished, with these results.
    case done(StageResult)
    /// Try again after `delay`, or after the stage's backoff where it is `nil`; an attempt is counted.
    case retry(Failure, after: Duration? = nil)
    /// Not yet: run again after the delay; no attempt is counted.
    case snooze(Duration)
    /// The work is not wanted any more; the document fails with this reason and can be retried.
    case cancel(Failure)
    /// No further attempt can succeed.
    case fail(Failure)

    /// Finished, with these artefacts and facts.
    public static func done(_ artefacts: [Artefact] = [], facts: [String: String] = [:]) -> StageOutcome {
        .done(StageResult(artefacts: artefacts, facts: facts))
    }
}

/// What a finished stage publishes.
public struct StageResult: Sendable, Hashable, Codable {
    /// Of two with one name the later counts.
    public let artefacts: [Artefact]
    /// Merged into ``Document/facts``; the last writer of a key wins.
    public let facts: [String: String]

    public init(artefacts: [Artefact] = [], facts: [String: String] = [:]) {
        self.artefacts = artefacts
        self.facts = facts
    }
}
