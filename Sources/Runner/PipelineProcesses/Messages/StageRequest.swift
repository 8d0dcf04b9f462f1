import Foundation
import Pipeline

/// The settings sent to a child once, when it starts.
struct HostSettings: Codable, Sendable {
    /// The interval between health signals while a stage runs.
    let heartbeat: Duration
    /// The nice value of the stage threads.
    let niceness: Int
}

/// The request for one attempt, sent to the child.
///
/// Artefact bytes are not sent: the child opens the same artefact store.
struct StageRequest: Codable, Sendable {
    let document: Document
    let job: Job
    let published: [PublishedArtefact]
    let parts: [Part]
    let limits: StageLimits
    /// The stage's fingerprint in the parent.
    ///
    /// A child that read other settings must not publish under it.
    let fingerprint: String?
    /// The locator of the artefact store.
    let artefacts: ArtefactLocator
    /// The secret of the artefact store, which only this connection carries.
    let credentials: Data?
    /// The request to the stage.
    let request: Data?

    init(_ context: StageContext, fingerprint: String?) {
        document = context.document
        job = context.job
        published = context.published
        parts = context.parts
        limits = context.limits
        self.fingerprint = fingerprint
        artefacts = context.artefacts.locator
        credentials = context.artefacts.credentials
        request = context.request
    }
}

/// The result of an attempt, sent back by the child.
enum StageAnswer: Codable, Sendable {
    case outcome(StageOutcome)
    case failed(IsolatedStageError)
}
