import Pipeline
import FailureModel

/// The data of the memory store.
///
/// The moves are in extensions; each checks everything before it changes anything.
struct MemoryTables {
    /// The facts that a stage derived from certain bytes, and a document that has its result.
    struct SharedResult {
        let document: DocumentID
        let stage: StageName
        let facts: [String: String]
    }

    var documents: [DocumentID: Document] = [:]
    /// Ids in the order of arrival.
    var arrivals: [DocumentID] = []
    var jobs: [JobID: Job] = [:]
    var artefacts: [PublishedArtefact] = []
    /// The parts of each document that has some: ids and numbers, of which a deleted document's is never given again.
    var parts: [DocumentID: [(id: DocumentID, sequence: Int64)]] = [:]
    var sharedResults: [ContentID: [SharedResult]] = [:]
    var events: [Event] = []
    /// The jobs that ended in the last minute, for the status.
    var endings: [(at: Timestamp, state: JobState, owner: OwnerID)] = []
    /// The documents that the current move has settled or deleted, and when.
    var atRest: [(document: DocumentID, at: Timestamp)] = []
    private var lastDocument: Int64 = 0
    private var lastJob: Int64 = 0
    private(set) var lastEvent: Int64 = 0
    /// The number of the newest purged event.
    var purgedEvents: Int64 = 0

    mutating func nextArrival() -> Int64 {
        lastDocument += 1
        return lastDocument
    }

    mutating func nextJobID() -> JobID {
        lastJob += 1
        return JobID(lastJob)
    }

    mutating func log(
        _ cause: Event.Cause, _ document: Document, from: DocumentState?, at now: Timestamp
    ) {
        if !document.state.isWorking { atRest.append((document.id, now)) }
        lastEvent += 1
        events.append(
            Event(
                sequence: lastEvent, at: now, document: document.id, kind: document.kind, owner: document.owner,
                cause: cause, from: from?.rawValue,
                to: document.state.rawValue, fill: document.fill, stage: document.failure?.stage,
                attempt: document.failure?.attempt, code: document.failure?.code.rawValue))
    }

    /// Writes the last event of a document, which remains after all others are removed.
    mutating func logDeletion(of document: Document, at now: Timestamp) {
        atRest.append((document.id, now))
        lastEvent += 1
        events.append(
            Event(
                sequence: lastEvent, at: now, document: document.id, kind: document.kind, owner: document.owner,
                cause: .deleted, from: document.state.rawValue, to: Event.gone, fill: document.fill))
    }

    /// Writes an event for a job after its move; what the move cleared is read from `before`.
    mutating func log(_ cause: Event.Cause, _ job: Job, before: Job?, at now: Timestamp) {
        lastEvent += 1
        events.append(
            Event(
                sequence: lastEvent, at: now, document: job.document, kind: job.kind,
                owner: documents[job.document]?.owner ?? .local, cause: cause, from: before?.state.rawValue,
                to: job.state.rawValue, fill: job.fill, job: job.id, stage: job.stage,
                attempt: before?.state == .running ? before?.attempt : job.attempt,
                duration: before?.startedAt.map { now - $0 }, worker: job.worker ?? before?.worker,
                code: cause != .progressed && before?.state == .running ? job.failure?.code.rawValue : nil,
                progress: job.progress))
    }

    /// Writes a job's move and its event; clears the lease unless the job is running, and sets the time at which it
    /// ended.
    mutating func move(
        _ before: Job, to state: JobState, cause: Event.Cause, at now: Timestamp,
        changing: (inout Job) -> Void = { _ in }
    ) {
        var job = before
        job.state = state
        changing(&job)
        job.progress = nil
        if state != .running {
            job.worker = nil
            job.leaseUntil = nil
            job.startedAt = nil
        }
        if state.isFinal {
            job.finishedAt = now
            count(state, of: job.document, at: now)
        }
        jobs[job.id] = job
        log(cause, job, before: before, at: now)
    }

    /// Counts a job that ended, for the status of the last minute.
    mutating func count(_ state: JobState, of document: DocumentID, at now: Timestamp) {
        if let owner = documents[document]?.owner { endings.append((now, state, owner)) }
        endings.removeAll { $0.at < now - .seconds(60) }
    }

    /// Returns the job of a lease if the lease is the current one.
    func held(_ lease: Lease) throws(StoreError) -> Job {
        guard let job = jobs[lease.job], job.state == .running, job.fence == lease.fence else {
            throw .leaseLost(lease.job)
        }
        return job
    }

    /// Returns a document; one outside the scope is unknown, like one that does not exist.
    func document(_ id: DocumentID, in scope: OwnerScope = .all) throws(StoreError) -> Document {
        guard let document = documents[id], scope.contains(document.owner) else { throw .documentUnknown(id) }
        return document
    }

    /// Returns the only job of the document that is not final.
    func liveJob(of document: DocumentID) -> Job? {
        jobs.values.first { $0.document == document && !$0.state.isFinal }
    }
}
