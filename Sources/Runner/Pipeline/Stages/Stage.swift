import FailureModel
import Files

/// One step of a kind's work, from a document and its artefacts to new artefacts.
///
/// A stage may run more than once for one result, since its worker can die at any moment. Its only effects must
/// therefore be its return value and the bytes it puts into ``StageContext/artefacts``, which are invisible until they
/// are published.
public protocol Stage: Sendable {
    /// The name in `pipeline.yaml`.
    var name: StageName { get }

    /// A text that changes whenever the same bytes would give another result.
    ///
    /// It has the version of the code and its options, for example. Documents with the same bytes share a result only
    /// while it is the same. `nil`, the default, shares nothing.
    var fingerprint: String? { get }

    /// Whether the result also depends on the document's name; `false` by default.
    ///
    /// Documents with other names do not share it then.
    var readsFileName: Bool { get }

    /// The fact that decides for later stages; `nil`, the default, for none.
    ///
    /// Its result, which depends on more than the bytes, is not shared. Those of later stages are, among documents with
    /// the same fact.
    var decidingFact: String? { get }

    /// The stages with results that this one reads; empty by default.
    ///
    /// They must be declared before it.
    var needs: Set<StageName> { get }

    /// Runs the stage on one of the runner's own threads, which may block.
    ///
    /// Long work should call ``StageContext/checkCancellation()`` regularly. An error counts as a failed attempt,
    /// unless it is a `CancellationError` while the runner shuts down. Errors that conform to `StageError` have a code
    /// and determine whether the stage is retried.
    func run(_ context: StageContext) async throws -> StageOutcome
}

extension Stage {
    /// Runs the stage, and reports exhausted file descriptors as the cause of any failure.
    ///
    /// Libraries report a file that they could not open as damaged.
    package func attempt(_ context: StageContext) async throws -> StageOutcome {
        let outcome: StageOutcome
        do {
            outcome = try await run(context)
        } catch let error where !(error is CancellationError) && FileDescriptor.areExhausted {
            throw Failure.tooManyOpenFiles
        }
        if case .fail = outcome, FileDescriptor.areExhausted { throw Failure.tooManyOpenFiles }
        return outcome
    }

    /// No fingerprint: results are not shared.
    public var fingerprint: String? { nil }
    /// Only the bytes matter.
    public var readsFileName: Bool { false }
    /// Decides nothing.
    public var decidingFact: String? { nil }
    /// No stages.
    public var needs: Set<StageName> { [] }
}
