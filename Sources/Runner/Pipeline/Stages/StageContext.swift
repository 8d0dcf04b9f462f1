public import FailureModel
public import Foundation

/// The input of a stage.
public struct StageContext: Sendable {
    /// The document to work on.
    public let document: Document
    /// The job, including the number of its attempt.
    public let job: Job
    /// All artefacts published for the document in its analysis and in this fill, oldest first.
    public let published: [PublishedArtefact]
    /// The parts of the document, in their order; all have come to rest when its first stage begins.
    public let parts: [Part]
    /// The store from which bytes are read and into which they are put.
    public let artefacts: any ArtefactStore
    /// The stage's limits, for callers that can enforce more of them than the runner does.
    public let limits: StageLimits
    /// What is asked of a stage that runs on demand; `nil` for a stage that runs as a job.
    public let request: Data?
    private let progress: @Sendable (JobProgress?) -> Void

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - document: the document to work on.
    ///   - job: the job of the stage.
    ///   - published: the artefacts of the analysis and of this fill, oldest first.
    ///   - parts: the parts of the document.
    ///   - artefacts: the store of the bytes.
    ///   - limits: the stage's limits.
    ///   - request: what is asked of a stage that runs on demand.
    ///   - progress: called on any thread for every finished part of the work, with the progress if the stage reports
    ///     it.
    public init(
        document: Document, job: Job, published: [PublishedArtefact], parts: [Part] = [], artefacts: any ArtefactStore,
        limits: StageLimits, request: Data? = nil, progress: @escaping @Sendable (JobProgress?) -> Void = { _ in }
    ) {
        self.document = document
        self.job = job
        self.published = published
        self.parts = parts
        self.artefacts = artefacts
        self.limits = limits
        self.request = request
        self.progress = progress
    }

    /// Reports that a part of the work is done, such as a page.
    ///
    /// The limit ``StageLimits/cpuTime`` starts again from here, so it can be short enough for a stage that loops and
    /// still suffice for a long document.
    public func reportProgress() {
        progress(nil)
    }

    /// Reports that a part of the work is done and how much is done in all, for people to see.
    ///
    /// Returns at once and may be called as often as there are parts: the store receives only the latest report, at
    /// most twice a second.
    ///
    /// - Parameters:
    ///   - completed: the number of finished parts.
    ///   - total: the number of all parts.
    ///   - unit: the name of a part, such as `page`; see ``JobProgress/unit``.
    public func reportProgress(completed: Int, total: Int, unit: String? = nil) {
        progress(JobProgress(completed: completed, total: total, unit: unit))
    }

    /// Forwards a report that another context received.
    package func reportProgress(_ latest: JobProgress?) {
        progress(latest)
    }

    /// Returns the document's original bytes.
    public func original() throws -> Data {
        try artefacts.read(document.content)
    }

    /// Returns the artefact with this name that was published last, or `nil`.
    public func artefact(_ name: String, from stage: StageName? = nil) -> Artefact? {
        published.last { $0.artefact.name == name && (stage == nil || $0.stage == stage) }?.artefact
    }

    /// Returns the bytes of the artefact with this name.
    ///
    /// - Throws: ``MissingArtefact`` if there is no such artefact.
    public func bytes(of name: String, from stage: StageName? = nil) throws -> Data {
        guard let artefact = artefact(name, from: stage) else { throw MissingArtefact(name: name) }
        return try artefacts.read(artefact.content)
    }

    /// Returns the bytes of an artefact, such as one of a part.
    public func bytes(of artefact: Artefact) throws -> Data {
        try artefacts.read(artefact.content)
    }

    /// Stores bytes durably and returns an artefact for them.
    ///
    /// The artefact becomes visible when the stage's result, which must contain it, is published.
    public func put(_ bytes: Data, named name: String, mediaType: String) throws -> Artefact {
        Artefact(name: name, mediaType: mediaType, content: try artefacts.put(bytes), byteCount: Int64(bytes.count))
    }

    /// Stores bytes as they are made, so that they are never in memory as a whole, and returns an artefact for them.
    package func put(
        named name: String, mediaType: String, _ write: (_ append: (Data) throws -> Void) throws -> Void
    ) throws -> Artefact {
        let upload = try artefacts.upload()
        try write { try upload.append($0) }
        let stored = try upload.commit()
        return Artefact(name: name, mediaType: mediaType, content: stored.content, byteCount: stored.byteCount)
    }

    /// Throws `CancellationError` if the result is no longer needed.
    public func checkCancellation() throws {
        try Task.checkCancellation()
    }
}

/// The error for an artefact that no earlier stage has published.
public struct MissingArtefact: StageError, Hashable {
    /// The requested name.
    public let name: String

    /// The failure `artefact_missing`.
    public var failure: Failure {
        Failure(.artefactMissing, "The result “\(name)” of an earlier stage is missing.")
    }

    /// False: another attempt finds the same artefacts.
    public var isTransient: Bool { false }
}
