public import FailureModel
public import Foundation

/// The input of a stage.
public struct StageContext: Sendable {
    /// The document to work on.
    public let document: Document
    /// The job, including the number of its attempt.
    public let job: Job
    /// The document's artefacts of its analysis and this fill, oldest first.
    public let published: [PublishedArtefact]
    /// The document's parts in order, all at rest before its first stage begins.
    public let parts: [Part]
    /// The store of the bytes to read and write.
    public let artefacts: any ArtefactStore
    /// The stage's limits, for callers that enforce more of them than the runner.
    public let limits: StageLimits
    /// The request to a stage on demand, or what ``ContentKind/PlannedStage/request`` read for a job's stage.
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
    ///   - request: the request to the stage.
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

    /// Reports a finished part of the work, such as a page.
    ///
    /// The limit ``StageLimits/cpuTime`` starts again from here, so it can be short enough for an endless loop and
    /// still suffice for a long document.
    public func reportProgress() {
        progress(nil)
    }

    /// Reports a finished part of the work and the total progress, shown to people.
    ///
    /// It returns at once and may be called for every part: the store receives only the latest report, at most twice a
    /// second.
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

    /// Returns the latest artefact with this name, if any.
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

    /// Stores bytes as they are produced, without holding all in memory, as an artefact.
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

/// The error for an artefact not published by any earlier stage.
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
