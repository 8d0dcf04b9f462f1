public import FailureModel
import Synchronization

/// A store that forgets everything with the process: for tests and for batches that keep nothing.
public final class MemoryStore: Store {
    public let doorbell = Doorbell()
    public let settled = SettledSignals()
    public let feedBell = Doorbell()
    private let tables = Mutex(MemoryTables())

    public init() {}

    /// One move: under the lock, and heard of once it holds.
    private func move<T: Sendable>(_ body: (inout sending MemoryTables) throws -> sending T) rethrows -> T {
        let (result, atRest) = try tables.withLock { tables in
            tables.atRest = []
            return (try body(&tables), tables.atRest)
        }
        doorbell.ring()
        feedBell.ring()
        settled.ring(atRest)
        return result
    }

    public func add(_ document: NewDocument, at now: Timestamp) async throws -> Document {
        try move { try $0.add(document, at: now) }
    }

    public func begin(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) async throws -> Document {
        try move { try $0.begin(document, in: scope, along: route, inputs: inputs, at: now) }
    }

    public func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) async throws
        -> Document
    {
        try move { try $0.resume(document, in: scope, along: route, at: now) }
    }

    public func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document {
        try move { try $0.cancel(document, in: scope, at: now) }
    }

    public func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws {
        try move { try $0.delete(document, in: scope, at: now) }
    }

    public func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim] {
        // Not a `move`: a claim makes no work, and a bell rung by each look for work would never be still.
        let claims = tables.withLock { $0.claim(request, at: now) }
        if !claims.isEmpty { feedBell.ring() }
        return claims
    }

    public func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease] {
        tables.withLock { $0.renew(leases, until: deadline) }
    }

    public func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws {
        tables.withLock { $0.report(progress, at: now) }
        feedBell.ring()
    }

    public func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp
    ) async throws {
        try move { try $0.complete(lease, with: result, then: route, at: now) }
    }

    public func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws {
        try move { try $0.postpone(lease, cause: .retried, failure: failure, due: due, at: now) }
    }

    public func snooze(
        _ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp
    ) async throws {
        try move { try $0.postpone(lease, cause: .snoozed, failure: failure, due: due, at: now) }
    }

    public func release(_ lease: Lease, at now: Timestamp) async throws {
        try move { try $0.release(lease, at: now) }
    }

    public func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try move { try $0.end(lease, as: .cancelled, because: failure, at: now) }
    }

    public func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try move { try $0.end(lease, as: .dead, because: failure, at: now) }
    }

    public func expireLeases(at now: Timestamp) async throws -> Int {
        let count = tables.withLock { $0.expireLeases(at: now) }
        if count > 0 {
            doorbell.ring()
            feedBell.ring()
        }
        return count
    }

    public func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int {
        tables.withLock { $0.purge(finishedBefore: cutoff, limit: limit) }
    }

    public func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try tables.withLock { try $0.document(id, in: scope) }
    }

    public func documents(_ query: DocumentQuery) async throws -> [Document] {
        tables.withLock { $0.documents(query) }
    }

    public func count(_ query: DocumentQuery) async throws -> Int {
        tables.withLock { $0.count(query) }
    }

    public func jobs(_ query: JobQuery) async throws -> [Job] {
        tables.withLock { $0.jobs(query) }
    }

    public func count(_ query: JobQuery) async throws -> Int {
        tables.withLock { $0.count(query) }
    }

    public func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws -> [PublishedArtefact]
    {
        try tables.withLock { try $0.artefacts(of: document, in: scope, fill: fill) }
    }

    public func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event] {
        try tables.withLock { try $0.events(of: document, in: scope) }
    }

    public func events(_ query: EventQuery) async throws -> EventPage {
        try tables.withLock { try $0.events(query) }
    }

    public func newestEvent() async throws -> Int64 {
        tables.withLock { $0.lastEvent }
    }

    public func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus {
        tables.withLock { $0.status(in: scope, at: now) }
    }

    public func referenced(among contents: [ContentID]) async throws -> Set<ContentID> {
        tables.withLock { $0.referenced(among: contents) }
    }
}
