public import FailureModel
public import Pipeline

/// A store that forwards to another store and fails when a test says so.
public struct FaultyStore: Store {
    /// The moves that a test can make fail.
    public enum Move: Sendable {
        /// The start of an analysis or a fill.
        case begin
        /// The claim of jobs.
        case claim
        /// The renewal of leases.
        case renew
        /// Any move that ends an attempt: complete, retry, snooze, release, cancel or fail.
        case settle
        /// The release of jobs with expired leases.
        case expire
        /// The reading of the feed.
        case feed
    }

    private let store: any Store
    private let fault: @Sendable (Move) throws -> Void

    /// Wraps a store; `fault` is called before each move, which throws what `fault` throws.
    public init(_ store: any Store, fault: @escaping @Sendable (Move) throws -> Void) {
        self.store = store
        self.fault = fault
    }

    /// The doorbell of the wrapped store.
    public var doorbell: Doorbell { store.doorbell }
    /// The signals of the wrapped store.
    public var settled: SettledSignals { store.settled }
    /// The feed's bell of the wrapped store.
    public var feedBell: Doorbell { store.feedBell }

    /// Forwards to the wrapped store.
    public func add(_ document: NewDocument, at now: Timestamp) async throws -> Document {
        try await store.add(document, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func begin(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) async throws -> Document {
        try fault(.begin)
        return try await store.begin(document, in: scope, along: route, inputs: inputs, at: now)
    }

    /// Forwards to the wrapped store.
    public func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) async throws
        -> Document
    {
        try await store.resume(document, in: scope, along: route, at: now)
    }

    /// Forwards to the wrapped store.
    public func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document {
        try await store.cancel(document, in: scope, at: now)
    }

    /// Forwards to the wrapped store.
    public func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws {
        try await store.delete(document, in: scope, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim] {
        try fault(.claim)
        return try await store.claim(request, at: now)
    }

    /// Forwards to the wrapped store.
    public func waitingOwners(for stages: [StageAddress]) async throws -> [StageAddress: Set<OwnerID>] {
        try await store.waitingOwners(for: stages)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease] {
        try fault(.renew)
        return try await store.renew(leases, until: deadline, at: now)
    }

    /// Forwards to the wrapped store.
    public func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws {
        try await store.report(progress, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp,
        checking check: @escaping @Sendable () throws -> Void
    ) async throws {
        try fault(.settle)
        try await store.complete(lease, with: result, then: route, at: now, checking: check)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.retry(lease, because: failure, due: due, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func snooze(
        _ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp
    ) async throws {
        try fault(.settle)
        try await store.snooze(lease, because: failure, until: due, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func release(_ lease: Lease, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.release(lease, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.cancel(lease, because: failure, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try fault(.settle)
        try await store.fail(lease, because: failure, at: now)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func expireLeases(at now: Timestamp) async throws -> Int {
        try fault(.expire)
        return try await store.expireLeases(at: now)
    }

    /// Forwards to the wrapped store.
    public func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int {
        try await store.purge(finishedBefore: cutoff, limit: limit)
    }

    /// Forwards to the wrapped store.
    public func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try await store.document(id, in: scope)
    }

    /// Forwards to the wrapped store.
    public func documents(_ query: DocumentQuery) async throws -> [Document] {
        try await store.documents(query)
    }

    /// Forwards to the wrapped store.
    public func count(_ query: DocumentQuery, upTo limit: Int) async throws -> Int {
        try await store.count(query, upTo: limit)
    }

    /// Forwards to the wrapped store.
    public func jobs(_ query: JobQuery) async throws -> [Job] {
        try await store.jobs(query)
    }

    /// Forwards to the wrapped store.
    public func count(_ query: JobQuery, upTo limit: Int) async throws -> Int {
        try await store.count(query, upTo: limit)
    }

    /// Forwards to the wrapped store.
    public func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws -> [PublishedArtefact]
    {
        try await store.artefacts(of: document, in: scope, fill: fill)
    }

    /// Forwards to the wrapped store.
    public func parts(of document: DocumentID, in scope: OwnerScope) async throws -> [Part] {
        try await store.parts(of: document, in: scope)
    }

    /// Forwards to the wrapped store.
    public func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event] {
        try await store.events(of: document, in: scope)
    }

    /// Forwards to the wrapped store unless the fault throws.
    public func events(_ query: EventQuery) async throws -> EventPage {
        try fault(.feed)
        return try await store.events(query)
    }

    /// Forwards to the wrapped store.
    public func newestEvent() async throws -> Int64 {
        try await store.newestEvent()
    }

    /// Forwards to the wrapped store.
    public func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus {
        try await store.status(in: scope, at: now)
    }

    /// Forwards to the wrapped store.
    public func activity(of stages: [StageAddress], at now: Timestamp) async throws -> StoreActivity {
        try await store.activity(of: stages, at: now)
    }

    /// Forwards to the wrapped store.
    public func referenced(among contents: [ContentID]) async throws -> Set<ContentID> {
        try await store.referenced(among: contents)
    }

    /// Forwards to the wrapped store.
    public func eraseDeleted() async throws {
        try await store.eraseDeleted()
    }

    /// Forwards to the wrapped store.
    public func holding(
        _ contents: [ContentID], _ remove: @escaping @Sendable (Set<ContentID>) throws -> Int
    ) async throws -> Int {
        try await store.holding(contents, remove)
    }
}
