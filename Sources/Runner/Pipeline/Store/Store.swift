public import FailureModel

/// The catalogue of documents and the queue of their jobs.
///
/// Each moving method is one move and one transaction. Every move obeys ``DocumentMove/allowed`` and
/// ``JobMove/allowed``, writes its events in the same transaction, and rings ``doorbell`` once it is durable, if it
/// created work. A move that throws has changed nothing. Documents outside the ``OwnerScope`` of a call are
/// `document_unknown` and are neither counted nor listed. All stores pass the same test suite.
public protocol Store: Sendable {
    /// The bell for workers, rung at least after every move that creates work.
    var doorbell: Doorbell { get }

    /// The bells for waiting callers, rung once settled documents are durable.
    var settled: SettledSignals { get }

    /// The bell for feeds, rung once a move's events are readable.
    ///
    /// Moves of other processes do not ring it.
    var feedBell: Doorbell { get }

    // MARK: Moves of documents

    /// Adds a document: nothing → `imported`.
    ///
    /// Its parts must be existing documents of the same owner, so that no document can be a part of itself, even
    /// through others.
    ///
    /// - Throws: `document_exists` if the ID is taken, `document_unknown` for an unknown part, `parts_refused` for a
    ///   part named twice, the document itself, or more than ``Part/maximumCount`` parts.
    func add(_ document: NewDocument, at now: Timestamp) async throws -> Document

    /// Starts an analysis or a fill: `imported` → `processing`, `ready` or `filled` → `filling`.
    ///
    /// Freezes the inputs and enqueues the first stage, or reuses results of stages on the same bytes. A route through
    /// `filling` begins a new fill. While a part of the document is in work, the first job is `waiting`; it becomes
    /// `available` when the last part comes to rest or is deleted.
    ///
    /// - Throws: `move_not_allowed`, also for a part that is `imported`, since nobody would begin it.
    func begin(_ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp)
        async throws
        -> Document

    /// Resumes a failed document: `failed` → the state in which it failed.
    ///
    /// It continues along `route`, which begins with the failed stage.
    func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) async throws
        -> Document

    /// Cancels the work on a document: `processing` or `filling` → `failed` with the code `cancelled`.
    ///
    /// A worker running its job can no longer publish.
    func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document

    /// Deletes a document in any state, with its jobs, artefacts and events.
    ///
    /// One event records the deletion. A worker running its job can no longer publish.
    func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws

    // MARK: Moves of jobs

    /// Claims jobs: `available` → `running`, by priority, owners' turns, due time and age.
    ///
    /// Owners with ``ClaimRequest/ownerShare`` running jobs come after all others. An owner with fewer running jobs
    /// comes first, and among equals the one from whom this process claimed least recently, so that nobody waits for
    /// all the jobs of another. A document's next stage has the same due time as its last, so an owner's documents are
    /// finished in the order in which they were begun.
    func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim]

    /// Returns the owners of available jobs for each of the stages.
    func waitingOwners(for stages: [StageAddress]) async throws -> [StageAddress: Set<OwnerID>]

    /// Renews leases until `deadline` and returns the lost ones.
    func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease]

    /// Stores the progress of running jobs instead of earlier reports; lost leases are skipped.
    ///
    /// Like a claim, and unlike every other move, a report may be undone by a power cut after the method has returned.
    func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws

    /// Completes a job: `running` → `done`.
    ///
    /// Publishes the result for this job and all its followers, and moves each document along `route`.
    ///
    /// - Parameters:
    ///   - lease: the job's lease.
    ///   - result: the result of the stage.
    ///   - route: the remaining stages.
    ///   - now: the current time.
    ///   - check: called first, in the same transaction and therefore never during ``holding(_:_:)``. If it throws,
    ///     nothing is published. It must be quick.
    /// - Throws: `lease_lost`, like all moves below, unless the lease is the job's current one; the error of `check`.
    func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp,
        checking check: @escaping @Sendable () throws -> Void
    ) async throws

    /// Schedules another attempt: `running` → `scheduled`.
    ///
    /// The current attempt is counted; another one must be left.
    func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws

    /// Schedules the job again without counting the attempt: `running` → `scheduled`.
    ///
    /// The optional reason is for people to see.
    func snooze(_ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp) async throws

    /// Releases a job without counting the attempt: `running` → `available`.
    func release(_ lease: Lease, at now: Timestamp) async throws

    /// Cancels a job at the request of its stage: `running` → `cancelled`.
    ///
    /// The document fails for this reason.
    func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws

    /// Ends a job for good: `running` → `dead`.
    ///
    /// The document fails for this reason.
    func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws

    /// Releases every job with an expired lease: `running` → `available`, or `dead`.
    ///
    /// A job is `dead` after the last attempt. A lease that ends later than ``Job/longestLease`` from now has expired
    /// as well.
    ///
    /// - Returns: the number of jobs.
    /// - Throws: ``StoreError/unavailable(_:)`` if the store was deleted while this process had it open, in which case
    ///   the process cannot continue.
    func expireLeases(at now: Timestamp) async throws -> Int

    /// Removes final jobs that ended before `cutoff`, with their events.
    ///
    /// It removes at most `limit` jobs, and as many events of documents deleted before then. Afterwards the feed
    /// reaches back only to the newest event removed in this way.
    ///
    /// - Returns: the number of jobs.
    func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int

    // MARK: Looking

    /// Returns a document.
    ///
    /// - Throws: `document_unknown` if there is none in the scope.
    func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document

    /// Returns one page of documents, newest first.
    func documents(_ query: DocumentQuery) async throws -> [Document]

    /// Counts the documents on all pages of a query, up to a limit.
    func count(_ query: DocumentQuery, upTo limit: Int) async throws -> Int

    /// Returns one page of jobs, newest first.
    func jobs(_ query: JobQuery) async throws -> [Job]

    /// Counts the jobs on all pages of a query, up to a limit.
    func count(_ query: JobQuery, upTo limit: Int) async throws -> Int

    /// Returns the artefacts of a document, oldest first.
    ///
    /// They are those of all fills, or of the analysis and one fill.
    func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws -> [PublishedArtefact]

    /// Returns the parts of a document in order, with their published artefacts.
    func parts(of document: DocumentID, in scope: OwnerScope) async throws -> [Part]

    /// Returns the document's events, oldest first.
    func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event]

    /// Returns one page of the feed of all documents, in commit order.
    ///
    /// Events are written in the transaction of their move, so none is missing and none is premature. The events of a
    /// deleted document are replaced by its ``Event/Cause/deleted``.
    ///
    /// - Throws: `feed_truncated` if events after ``EventQuery/after`` were purged, or if that number was never
    ///   assigned, for example because another store has replaced this one.
    func events(_ query: EventQuery) async throws -> EventPage

    /// Returns the number of the newest event, 0 before the first.
    ///
    /// A feed of new events starts after it.
    func newestEvent() async throws -> Int64

    /// Returns counts of documents and jobs for display.
    ///
    /// A store for any number of documents may stop counting at some number.
    func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus

    /// Returns whether work gets done, which takes no longer the more jobs there are.
    ///
    /// - Parameters:
    ///   - stages: the stages whose jobs count as waiting.
    ///   - now: the current time.
    /// - Returns: the activity.
    /// - Throws: `store_unavailable` if the store cannot be reached.
    func activity(of stages: [StageAddress], at now: Timestamp) async throws -> StoreActivity

    /// Returns the subset of these bytes that a document needs.
    func referenced(among contents: [ContentID]) async throws -> Set<ContentID>

    /// Erases remnants of deleted documents in the store's files, as far as possible without waiting.
    ///
    /// The default does nothing.
    func eraseDeleted() async throws

    /// Calls `remove` with the unneeded bytes, if any, while no move can be made.
    ///
    /// No document can therefore begin to need them.
    ///
    /// - Parameters:
    ///   - contents: the bytes.
    ///   - remove: removes bytes quickly, and returns their number.
    /// - Returns: the result of `remove`; 0 if it was not called.
    /// - Throws: the error of `remove`, and the store's errors.
    func holding(
        _ contents: [ContentID], _ remove: @escaping @Sendable (Set<ContentID>) throws -> Int
    ) async throws -> Int
}

extension Store {
    /// Returns the number of documents on all pages of a query.
    public func count(_ query: DocumentQuery) async throws -> Int { try await count(query, upTo: .max) }

    /// Returns the number of jobs on all pages of a query.
    public func count(_ query: JobQuery) async throws -> Int { try await count(query, upTo: .max) }

    /// Does nothing.
    public func eraseDeleted() async throws {}

    /// Completes a job without a check; see ``complete(_:with:then:at:checking:)``.
    public func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp
    ) async throws {
        try await complete(lease, with: result, then: route, at: now, checking: {})
    }
}
