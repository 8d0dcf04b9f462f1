public import FailureModel

/// The catalogue of documents and the queue of their jobs, in which each moving method is one move and one transaction.
///
/// Every move obeys ``DocumentMove/allowed`` and ``JobMove/allowed``, writes its events in the same transaction, and
/// rings ``doorbell`` once it is durable, if it created work. A move that throws has changed nothing. What is outside
/// the ``OwnerScope`` of a call is `document_unknown` and is neither counted nor listed. All stores pass the same test
/// suite.
public protocol Store: Sendable {
    /// The bell for workers, rung at least after every move that leaves a job for a worker; see ``Doorbell``.
    var doorbell: Doorbell { get }

    /// The bells for waiting callers, rung once a move that settled documents is durable.
    var settled: SettledSignals { get }

    /// The bell for feeds, rung once the events of a move can be read; moves of other processes do not ring it.
    var feedBell: Doorbell { get }

    // MARK: Moves of documents

    /// Adds a document: nothing → `imported`.
    ///
    /// Its parts must be documents of the same owner that exist already, so that no document can be a part of itself,
    /// even through others.
    ///
    /// - Throws: `document_exists` if the id is taken, `document_unknown` for an unknown part, `parts_refused` for a part
    ///   that is named twice, the document itself, or more than ``Part/maximumCount`` parts.
    func add(_ document: NewDocument, at now: Timestamp) async throws -> Document

    /// Starts an analysis or a fill: `imported` → `processing`, `ready` or `filled` → `filling`.
    ///
    /// Freezes the inputs and enqueues the first stage, or reuses the results of stages that were already run on the
    /// same bytes. A route through `filling` begins a new fill. While a part of the document is being worked on, the first
    /// job is `waiting`; the move that brings the last part to rest, or deletes it, makes it `available`.
    ///
    /// - Throws: `move_not_allowed`, also for a part that is `imported`, since nobody would begin it.
    func begin(_ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp)
        async throws
        -> Document

    /// Resumes a failed document: `failed` → the state in which it failed.
    ///
    /// It continues along `route`, whose first step is the stage that failed.
    func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) async throws
        -> Document

    /// Cancels the work on a document: `processing` or `filling` → `failed` with the code `cancelled`.
    ///
    /// A worker that is running its job can no longer publish.
    func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document

    /// Deletes a document in any state, with its jobs, artefacts and events; one event records the deletion.
    ///
    /// A worker that is running its job can no longer publish.
    func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws

    // MARK: Moves of jobs

    /// Claims jobs: `available` → `running`, by priority, then by turns between owners, then due time, then age.
    ///
    /// Owners who have ``ClaimRequest/ownerShare`` running jobs come after all others. An owner with fewer running
    /// jobs comes first, and among equals the one from whom this process claimed least recently, so that nobody waits
    /// for all the jobs of another. A document's next stage has the same due time as its last, so an owner's documents
    /// are finished in the order in which they were begun.
    func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim]

    /// Returns, for each of the stages, the owners of whom jobs are available.
    func waitingOwners(for stages: [StageAddress]) async throws -> [StageAddress: Set<OwnerID>]

    /// Renews leases until `deadline` and returns those that are lost.
    func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease]

    /// Stores the progress of running jobs, replacing earlier reports; lost leases are skipped.
    ///
    /// Like a claim, and unlike every other move, a report may be undone by a power cut after the method has returned.
    func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws

    /// Completes a job: `running` → `done`.
    ///
    /// Publishes the result, here and for every job that follows this one, and moves each document along `route`, which
    /// holds what remains after the stage.
    ///
    /// - Parameters:
    ///   - lease: the job's lease.
    ///   - result: what the stage returned.
    ///   - route: the stages that remain.
    ///   - now: the current time.
    ///   - check: called first, in the same transaction and therefore never during ``holding(_:_:)``; if it throws, nothing
    ///     is published. It must be quick.
    /// - Throws: `lease_lost`, like all moves below, unless the lease is the job's current one; what `check` throws.
    func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp,
        checking check: @escaping @Sendable () throws -> Void
    ) async throws

    /// Schedules another attempt, `running` → `scheduled`, and counts the current one; only if another attempt is left.
    func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws

    /// Schedules the job again, `running` → `scheduled`, without counting the attempt; with a reason if people should
    /// see one.
    func snooze(_ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp) async throws

    /// Releases a job, `running` → `available`, without counting the attempt.
    func release(_ lease: Lease, at now: Timestamp) async throws

    /// Cancels a job at the request of its stage, `running` → `cancelled`; the document fails for this reason.
    func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws

    /// Ends a job for good, `running` → `dead`; the document fails for this reason.
    func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws

    /// Releases every job whose lease has expired, `running` → `available`, or `dead` after the last attempt, and
    /// returns their number.
    ///
    /// A lease that ends later than ``Job/longestLease`` from now has expired as well.
    ///
    /// - Throws: ``StoreError/unavailable(_:)`` if the store was deleted while this process had it open, in which case
    ///   the process cannot continue.
    func expireLeases(at now: Timestamp) async throws -> Int

    /// Removes at most `limit` final jobs that ended before `cutoff`, with their events, and as many events of
    /// documents deleted before then; returns the number of jobs.
    ///
    /// From then on the feed reaches back only to the newest event that was removed in this way.
    func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int

    // MARK: Looking

    /// Returns a document; throws `document_unknown` if there is none in the scope.
    func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document

    /// Returns one page of documents, newest first.
    func documents(_ query: DocumentQuery) async throws -> [Document]

    /// Returns the number of documents on all pages of a query.
    func count(_ query: DocumentQuery) async throws -> Int

    /// Returns one page of jobs, newest first.
    func jobs(_ query: JobQuery) async throws -> [Job]

    /// Returns the number of jobs on all pages of a query.
    func count(_ query: JobQuery) async throws -> Int

    /// Returns all artefacts published for a document, oldest first: those of all fills, or of the analysis and one
    /// fill.
    func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws -> [PublishedArtefact]

    /// Returns the parts of a document in their order, with what has been published for them.
    func parts(of document: DocumentID, in scope: OwnerScope) async throws -> [Part]

    /// Returns the document's events, oldest first.
    func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event]

    /// Returns one page of the feed, the log of all documents, in the order in which their moves were committed.
    ///
    /// Events are written in the transaction of their move, so none is missing and none is premature. The events of a
    /// deleted document are removed, and its ``Event/Cause/deleted`` takes their place.
    ///
    /// - Throws: `feed_truncated` if events after ``EventQuery/after`` were purged, or if that number was never
    ///   assigned, for example because another store has replaced this one.
    func events(_ query: EventQuery) async throws -> EventPage

    /// Returns the number of the newest event ever written, 0 before the first; a feed of new events starts after it.
    func newestEvent() async throws -> Int64

    /// Returns counts of documents and jobs for people to look at.
    func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus

    /// Returns which of these bytes a document still needs.
    func referenced(among contents: [ContentID]) async throws -> Set<ContentID>

    /// Removes what is left of deleted documents in the store's own files, as far as that is possible without waiting.
    ///
    /// The default does nothing.
    func eraseDeleted() async throws

    /// Calls `remove` with those of these bytes that no document needs, if there are any, while no move can be made, so
    /// that none can begin to need them.
    ///
    /// - Parameters:
    ///   - contents: the bytes.
    ///   - remove: removes bytes quickly, and returns how many.
    /// - Returns: what `remove` returns; 0 if it was not called.
    /// - Throws: what `remove` throws, and the store's errors.
    func holding(
        _ contents: [ContentID], _ remove: @escaping @Sendable (Set<ContentID>) throws -> Int
    ) async throws -> Int
}

extension Store {
    /// Does nothing.
    public func eraseDeleted() async throws {}

    /// Completes a job without a check; see ``complete(_:with:then:at:checking:)``.
    public func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp
    ) async throws {
        try await complete(lease, with: result, then: route, at: now, checking: {})
    }
}
