import Foundation
import Pipeline

/// What a child is told once, when it starts.
struct HostSettings: Codable, Sendable {
    /// How often it gives a sign of life while a stage runs.
    let heartbeat: Duration
}

/// One attempt, as it goes to the child. Bytes stay where they are: the child opens the same artefact store.
struct StageRequest: Codable, Sendable {
    let document: Document
    let job: Job
    let published: [PublishedArtefact]
    let limits: StageLimits
    /// The stage's, as the parent knows it: a child that read other settings must not publish under it.
    let fingerprint: String?
    /// Where the bytes are.
    let artefacts: ArtefactLocator

    init(_ context: StageContext, fingerprint: String?) {
        document = context.document
        job = context.job
        published = context.published
        limits = context.limits
        self.fingerprint = fingerprint
        artefacts = context.artefacts.locator
    }
}

/// What came of it.
enum StageAnswer: Codable, Sendable {
    case outcome(StageOutcome)
    case failed(IsolatedStageError)
}
