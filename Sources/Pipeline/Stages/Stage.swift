import FailureModel

/// One step of a kind's work: a function from a document and its artefacts to new artefacts.
///
/// A stage may run more than once for one result: its worker can die at any moment. It must therefore have no effect
/// but what it returns and the bytes it puts into ``StageContext/artefacts``, which nobody sees before they are published.
public protocol Stage: Sendable {
    /// The name in `pipeline.yaml`.
    var name: StageName { get }

    /// Changes whenever the same bytes would give another result: the code's version and its options. Documents with
    /// the same bytes share a result only while it is the same. `nil`, the default, shares nothing.
    var fingerprint: String? { get }

    /// The stages of the kind whose results this one reads. They must be declared before it; none by default.
    var needs: Set<StageName> { get }

    /// Does the work on one of the runner's own threads, which it may block and keep busy.
    ///
    /// Long work should call ``StageContext/checkCancellation()`` now and then. What is thrown counts as a failed
    /// attempt, unless it is a `CancellationError` of a runner that shuts down. Errors that conform to
    /// ``StageError`` name their code and say whether to try again.
    func run(_ context: StageContext) async throws -> StageOutcome
}

extension Stage {
    /// Nothing is shared.
    public var fingerprint: String? { nil }
    public var needs: Set<StageName> { [] }
}
