public import FailureModel
public import Pipeline

/// A store in front of another that a test can let fail.
public struct FaultyStore: Store {
    /// The moves that a test can stop.
    public enum Move: Sendable {
        case claim
        case renew
        case settle
        case expire
    }

    private let store: any Store
    private let fault: @Sendable (Move) throws -> Void

    /// - Parameter fault: asked before each move; what it throws, the move throws.
    public init(_ store: any Store, fault: @escaping @Sendable (Move) throws -> Void) {
        self.store = store
        self.fault = fault
    }

    public var doorbell: Doorbell { store.doorbell }
    public var settled: SettledSignals { store.settled }
    public var feedBell: Doorbell { store.feedBell }

    public func add(_ document: NewDocument, at now: Timestamp) async throws -> Document {
        try await store.add(document, at: now)
    }

    public func begin(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) async throws -> Document {
        try await store.begin(document, in: scope, along: route, inputs: inputs, at: now)
    }

    public func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) async throws
        -> Document
    {
        try await store.resume(document, in: scope, along: route, at: now)
    }

    public func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document {
        try await store.cancel(document, in: scope, at: now)
    }

    public func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws {
        try await store.delete(document, in: scope, at: now)
    }

    public func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim] {
        try fault(.claim)
        return try await store.claim(request, at: now)
    }

    public func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease] {
        try fault(.renew)
        return try await store.renew(leases, until: deadline, at: now)
    }

    public func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws {
        try await store.report(progress, at: now)
    }

    public func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp
    ) async throws {
        try fault(.settle)
        try await store.complete(lease, with: result, then: route, at: now)
    }

    public func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.retry(lease, because: failure, due: due, at: now)
    }

    public func snooze(
        _ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp
    ) async throws {
        try fault(.settle)
        try await store.snooze(lease, because: failure, until: due, at: now)
    }

    public func release(_ lease: Lease, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.release(lease, at: now)
    }

    public func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.cancel(lease, because: failure, at: now)
    }

    public func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.fail(lease, because: failure, at: now)
    }

    public func expireLeases(at now: Timestamp) async throws -> Int {
        try fault(.expire)
        return try await store.expireLeases(at: now)
    }

    public func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int {
        try await store.purge(finishedBefore: cutoff, limit: limit)
    }

    public func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try await store.document(id, in: scope)
    }

    public func documents(_ query: DocumentQuery) async throws -> [Document] {
        try await store.documents(query)
    }

    public func count(_ query: DocumentQuery) async throws -> Int {
        try await store.count(query)
    }

    public func jobs(_ query: JobQuery) async throws -> [Job] {
        try await store.jobs(query)
    }

    public func count(_ query: JobQuery) async throws -> Int {
        try await store.count(query)
    }

    public func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws -> [PublishedArtefact]
    {
        try await store.artefacts(of: document, in: scope, fill: fill)
    }

    public func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event] {
        try await store.events(of: document, in: scope)
    }

    public func events(_ query: EventQuery) async throws -> EventPage {
        try await store.events(query)
    }

    public func newestEvent() async throws -> Int64 {
        try await store.newestEvent()
    }

    public func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus {
        try await store.status(in: scope, at: now)
    }

    public func referenced(among contents: [ContentID]) async throws -> Set<ContentID> {
        try await store.referenced(among: contents)
    }
}
