public import Pipeline
public import FailureModel
import Synchronization

/// A store in memory, which is lost with the process, for tests.
public final class MemoryStore: Store {
    /// Rung after every move that leaves a job for a worker.
    public let doorbell = Doorbell()
    /// Rung for documents that a move has settled.
    public let settled = SettledSignals()
    /// Rung when events of a move can be read.
    public let feedBell = Doorbell()
    private let tables = Mutex(MemoryTables())
    private let turns = ClaimTurns()

    /// Creates an empty store.
    public init() {}

    /// Makes a move under the lock, and rings the bells after it.
    private func move<T: Sendable>(_ body: (inout sending MemoryTables) throws -> sending T) rethrows -> T {
        let (result, atRest) = try tables.withLock { tables in
            tables.atRest = []
            let result = try body(&tables)
            for (id, now) in tables.atRest { tables.assemble(wholesOf: id, at: now) }
            return (result, tables.atRest.map(\.document))
        }
        doorbell.ring()
        feedBell.ring()
        settled.ring(atRest)
        return result
    }

    /// Adds a document in the state `imported`.
    public func add(_ document: NewDocument, at now: Timestamp) async throws -> Document {
        try move { try $0.add(document, at: now) }
    }

    /// Starts an analysis or a fill along a route.
    public func begin(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) async throws -> Document {
        try move { try $0.begin(document, in: scope, along: route, inputs: inputs, at: now) }
    }

    /// Resumes a failed document along a route.
    public func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) async throws
        -> Document
    {
        try move { try $0.resume(document, in: scope, along: route, at: now) }
    }

    /// Cancels the work on a document.
    public func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document {
        try move { try $0.cancel(document, in: scope, at: now) }
    }

    /// Deletes a document with its jobs, artefacts and events.
    public func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws {
        try move { try $0.delete(document, in: scope, at: now) }
    }

    /// Claims the most urgent jobs of the requested stages.
    public func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim] {
        // Not a `move`: a claim creates no work, and if every attempt to claim rang the bell, it would never stop
        // ringing.
        let claims = tables.withLock { $0.claim(request, by: turns, at: now) }
        if !claims.isEmpty { feedBell.ring() }
        return claims
    }

    /// Returns, for each of the stages, the owners of whom jobs are available.
    public func waitingOwners(for stages: [StageAddress]) async throws -> [StageAddress: Set<OwnerID>] {
        tables.withLock { $0.waitingOwners(for: stages) }
    }

    /// Renews leases until `deadline` and returns those that are lost.
    public func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease] {
        tables.withLock { $0.renew(leases, until: deadline) }
    }

    /// Stores the progress of running jobs.
    public func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws {
        tables.withLock { $0.report(progress, at: now) }
        feedBell.ring()
    }

    /// Publishes a job's result and moves its document along the route.
    public func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp,
        checking check: @escaping @Sendable () throws -> Void
    ) async throws {
        try move { tables in
            try check()
            try tables.complete(lease, with: result, then: route, at: now)
        }
    }

    /// Schedules another attempt; counts the current one.
    public func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws {
        try move { try $0.postpone(lease, cause: .retried, failure: failure, due: due, at: now) }
    }

    /// Schedules the job again without counting the attempt.
    public func snooze(
        _ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp
    ) async throws {
        try move { try $0.postpone(lease, cause: .snoozed, failure: failure, due: due, at: now) }
    }

    /// Makes the job available again without counting the attempt.
    public func release(_ lease: Lease, at now: Timestamp) async throws {
        try move { try $0.release(lease, at: now) }
    }

    /// Cancels a job for a reason given by its stage.
    public func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try move { try $0.end(lease, as: .cancelled, because: failure, at: now) }
    }

    /// Ends a job as dead; its document fails.
    public func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try move { try $0.end(lease, as: .dead, because: failure, at: now) }
    }

    /// Releases jobs whose leases have expired, and returns their number.
    public func expireLeases(at now: Timestamp) async throws -> Int {
        // Not a `move` unless there is one, which rings the bells.
        if tables.withLock({ $0.expired(at: now).isEmpty }) { return 0 }
        return move { $0.expireLeases(at: now) }
    }

    /// Removes final jobs that ended before `cutoff`, and returns their number.
    public func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int {
        tables.withLock { $0.purge(finishedBefore: cutoff, limit: limit) }
    }

    /// Returns a document.
    public func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try tables.withLock { try $0.document(id, in: scope) }
    }

    /// Returns a page of documents, newest first.
    public func documents(_ query: DocumentQuery) async throws -> [Document] {
        tables.withLock { $0.documents(query) }
    }

    /// Returns the number of documents of a query, and at most its limit.
    public func count(_ query: DocumentQuery, upTo limit: Int) async throws -> Int {
        tables.withLock { $0.count(query, upTo: limit) }
    }

    /// Returns a page of jobs, newest first.
    public func jobs(_ query: JobQuery) async throws -> [Job] {
        tables.withLock { $0.jobs(query) }
    }

    /// Returns the number of jobs of a query, and at most its limit.
    public func count(_ query: JobQuery, upTo limit: Int) async throws -> Int {
        tables.withLock { $0.count(query, upTo: limit) }
    }

    /// Returns the published artefacts of a document, oldest first.
    public func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws -> [PublishedArtefact]
    {
        try tables.withLock { try $0.artefacts(of: document, in: scope, fill: fill) }
    }

    /// Returns the parts of a document.
    public func parts(of document: DocumentID, in scope: OwnerScope) async throws -> [Part] {
        try tables.withLock { tables in
            _ = try tables.document(document, in: scope)
            return tables.parts(of: document)
        }
    }

    /// Returns the events of a document, oldest first.
    public func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event] {
        try tables.withLock { try $0.events(of: document, in: scope) }
    }

    /// Returns a page of the feed.
    public func events(_ query: EventQuery) async throws -> EventPage {
        try tables.withLock { try $0.events(query) }
    }

    /// Returns the number of the newest event.
    public func newestEvent() async throws -> Int64 {
        tables.withLock { $0.lastEvent }
    }

    /// Returns counts of documents and jobs.
    public func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus {
        tables.withLock { $0.status(in: scope, at: now) }
    }

    /// Returns whether work gets done.
    public func activity(of stages: [StageAddress], at now: Timestamp) async throws -> StoreActivity {
        tables.withLock { $0.activity(of: stages, at: now) }
    }

    /// Returns which of these bytes a document still needs.
    public func referenced(among contents: [ContentID]) async throws -> Set<ContentID> {
        tables.withLock { $0.referenced(among: contents) }
    }

    /// Calls `remove` with those of these bytes that no document needs, under the lock.
    public func holding(
        _ contents: [ContentID], _ remove: @escaping @Sendable (Set<ContentID>) throws -> Int
    ) async throws -> Int {
        try tables.withLock { tables in
            let garbage = Set(contents).subtracting(tables.referenced(among: contents))
            return garbage.isEmpty ? 0 : try remove(garbage)
        }
    }
}
