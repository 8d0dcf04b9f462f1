import FailureModel
import Files

/// One step of a kind's work: a function from a document and its artefacts to new artefacts.
///
/// A stage may run more than once for one result, since its worker can die at any moment. Its only effects must
/// therefore be what it returns and the bytes it puts into ``StageContext/artefacts``, which are invisible until they
/// are published.
public protocol Stage: Sendable {
    /// The name in `pipeline.yaml`.
    var name: StageName { get }

    /// A text that changes whenever the same bytes would give another result, such as the version of the code and its
    /// options.
    ///
    /// Documents with the same bytes share a result only while it is the same. `nil`, the default, shares nothing.
    var fingerprint: String? { get }

    /// Whether the result also depends on the document's name, so that documents with other names do not share it;
    /// `false` by default.
    var readsFileName: Bool { get }

    /// The stages of the kind whose results this one reads, which must be declared before it; none by default.
    var needs: Set<StageName> { get }

    /// Does the work on one of the runner's own threads, which it may block and keep busy.
    ///
    /// Long work should call ``StageContext/checkCancellation()`` regularly. An error counts as a failed attempt,
    /// unless it is a `CancellationError` while the runner shuts down. Errors that conform to `StageError` have a
    /// code and determine whether the stage is retried.
    func run(_ context: StageContext) async throws -> StageOutcome
}

extension Stage {
    /// Runs the stage, and blames the machine for any failure in a process that can open no further file: libraries report a
    /// file that they could not open as one that is damaged.
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
    /// The bytes alone decide.
    public var readsFileName: Bool { false }
    /// No stages.
    public var needs: Set<StageName> { [] }
}
