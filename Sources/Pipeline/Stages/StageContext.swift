public import FailureModel
public import Foundation

/// What a stage is given.
public struct StageContext: Sendable {
    /// What is worked on.
    public let document: Document
    /// The job, with its attempt.
    public let job: Job
    /// Everything published for the document in its analysis and in this fill, oldest first.
    public let published: [PublishedArtefact]
    /// Where bytes are read from and put.
    public let artefacts: any ArtefactStore
    /// The stage's limits, for those who can enforce more of them than the runner does.
    public let limits: StageLimits
    private let progress: @Sendable (JobProgress?) -> Void

    /// - Parameter progress: called for every part of the work that is done, on any thread; with how far the work has come,
    ///   where the stage says so.
    public init(
        document: Document, job: Job, published: [PublishedArtefact], artefacts: any ArtefactStore, limits: StageLimits,
        progress: @escaping @Sendable (JobProgress?) -> Void = { _ in }
    ) {
        self.document = document
        self.job = job
        self.published = published
        self.artefacts = artefacts
        self.limits = limits
        self.progress = progress
    }

    /// Says that a part of the work is done, such as a page: ``StageLimits/cpuTime`` counts anew from here, so that it can be
    /// short for what loops and enough for a long document.
    public func reportProgress() {
        progress(nil)
    }

    /// The same, and how far the work has come, for people to see. Returns at once, and may be called as often as there are
    /// parts: the store hears of the latest, twice a second at most.
    ///
    /// - Parameter unit: what a part is called, such as `page`; see ``JobProgress/unit``.
    public func reportProgress(completed: Int, total: Int, unit: String? = nil) {
        progress(JobProgress(completed: completed, total: total, unit: unit))
    }

    /// Passes on what another context was told.
    package func reportProgress(_ latest: JobProgress?) {
        progress(latest)
    }

    /// The document's original bytes.
    public func original() throws -> Data {
        try artefacts.read(document.content)
    }

    /// The artefact of this name that was published last, `nil` where there is none.
    public func artefact(_ name: String, from stage: StageName? = nil) -> Artefact? {
        published.last { $0.artefact.name == name && (stage == nil || $0.stage == stage) }?.artefact
    }

    /// The bytes of the artefact of this name; throws ``MissingArtefact`` where there is none.
    public func bytes(of name: String, from stage: StageName? = nil) throws -> Data {
        guard let artefact = artefact(name, from: stage) else { throw MissingArtefact(name: name) }
        return try artefacts.read(artefact.content)
    }

    /// Stores bytes durably under what they are. They become visible when the stage's result is published.
    public func put(_ bytes: Data, named name: String, mediaType: String) throws -> Artefact {
        Artefact(name: name, mediaType: mediaType, content: try artefacts.put(bytes), byteCount: Int64(bytes.count))
    }

    /// Throws `CancellationError` once the result is not wanted any more.
    public func checkCancellation() throws {
        try Task.checkCancellation()
    }
}

/// A stage asked for an artefact that no earlier stage published.
public struct MissingArtefact: StageError, Hashable {
    /// What was asked for.
    public let name: String

    public var failure: Failure {
        Failure(.artefactMissing, "The result “\(name)” of an earlier stage is missing.")
    }

    public var isTransient: Bool { false }
}
