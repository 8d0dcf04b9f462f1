public import Foundation
public import Pipeline

extension StageContext {
    /// Returns a context that belongs to no store, with a document without bytes.
    public static func loose(
        _ address: StageAddress, facts: [String: String], fileName: String = "file", attempt: Int = 1,
        artefacts: any ArtefactStore, limits: StageLimits, request: Data? = nil,
        progress: @escaping @Sendable (JobProgress?) -> Void = { _ in }
    ) -> StageContext {
        let began = Timestamp(milliseconds: 0)
        let document = Document(
            id: DocumentID(UUID()), sequence: 1, owner: .local, kind: address.kind, fileName: fileName,
            mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0, state: .processing, fill: 0, failure: nil, priority: 0,
            facts: facts, partCount: 0, createdAt: began, updatedAt: began)
        let job = Job(
            id: JobID(1), document: document.id, kind: address.kind, stage: address.stage, fill: 0, state: .running,
            priority: 0, attempt: attempt, attemptLimit: 3, due: began, reuseKey: nil, fence: 1, worker: "test",
            leaseUntil: nil, startedAt: nil, createdAt: began, finishedAt: nil, failure: nil)
        return StageContext(
            document: document, job: job, published: [], artefacts: artefacts, limits: limits, request: request,
            progress: progress)
    }
}
