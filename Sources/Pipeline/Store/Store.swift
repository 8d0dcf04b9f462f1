public import FailureModel

/// The catalogue of documents and the queue of their jobs. Each method is one move, and one transaction.
///
/// Every move obeys ``DocumentMove/allowed`` and ``JobMove/allowed``, writes its line(s) to the event log in the same
/// transaction, and rings ``doorbell`` once it is durable, if it made work. A move that throws has changed nothing. What
/// lies outside the ``OwnerScope`` of a call is `document_unknown` and is not counted or listed. All stores pass the same
/// suite of behaviours.
public protocol Store: Sendable {
    /// Rung at least after every move that leaves a job for a worker; see ``Doorbell``.
    var doorbell: Doorbell { get }

    /// Rung once a move that brought documents to rest is durable.
    var settled: SettledSignals { get }

    /// Rung once events of a move can be read. Moves of other processes are not heard.
    var feedBell: Doorbell { get }

    // MARK: Moves of documents

    /// nothing → `imported`. Throws `document_exists` where the id is taken.
    func add(_ document: NewDocument, at now: Timestamp) async throws -> Document

    /// `imported` → `processing`, `ready` or `filled` → `filling`: freezes the inputs and enqueues the first stage,
    /// or takes over what was already done on the same bytes. A route through `filling` begins a new fill.
    func begin(_ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp)
        async throws
        -> Document

    /// `failed` → where it was: goes on along `route`, whose first step is the stage that failed.
    func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp) async throws
        -> Document

    /// `processing` or `filling` → `failed` with the code `cancelled`. A worker that runs its job cannot publish.
    func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document

    /// Any state → gone, with its jobs, artefacts and events; one event says that it is gone. A worker that runs its job
    /// cannot publish.
    func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws

    // MARK: Moves of jobs

    /// `available` → `running`: the most urgent jobs first, then the longest due, then the oldest. A document's next
    /// stage is due as its last was, so that documents are finished in the order of their begin.
    func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim]

    /// Keeps leases alive until `deadline`; answers those that are lost.
    func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease]

    /// Keeps how far running jobs have come, in place of what was kept before. Leases that are lost are passed over. The
    /// only thing that a store may lose in a power cut after it has returned.
    func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws

    /// `running` → `done`: publishes the result, here and for every job that follows this one, and moves each document
    /// along `route`, which holds what is left after the stage. Throws `lease_lost`, like all the moves below, unless the
    /// lease is the job's current one.
    func complete(_ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp) async throws

    /// `running` → `scheduled`, the attempt counted. Only where another attempt is left.
    func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws

    /// `running` → `scheduled`, the attempt not counted; with the reason, where there is one that people should see.
    func snooze(_ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp) async throws

    /// `running` → `available`, the attempt not counted.
    func release(_ lease: Lease, at now: Timestamp) async throws

    /// `running` → `cancelled`, by the stage's own word; the document fails with this reason.
    func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws

    /// `running` → `dead`; the document fails.
    func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws

    /// `running` → `available`, or `dead` after the last attempt, for every job whose lease has run out. Answers how
    /// many there were.
    ///
    /// A lease that ends later than ``Job/longestLease`` from now ran out as well. Throws ``StoreError/unavailable(_:)`` where
    /// the store was deleted under this process, which then cannot go on.
    func expireLeases(at now: Timestamp) async throws -> Int

    /// Removes at most `limit` final jobs that ended before `cutoff`, with their events, and as many events of documents
    /// that were deleted before. Answers how many jobs there were.
    ///
    /// From then on the feed reaches back to the last event that was removed in this way, and no further.
    func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int

    // MARK: Looking

    /// Throws `document_unknown`.
    func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document

    /// One page of documents, newest first.
    func documents(_ query: DocumentQuery) async throws -> [Document]

    /// How many documents all pages of the query have.
    func count(_ query: DocumentQuery) async throws -> Int

    /// One page of jobs, newest first.
    func jobs(_ query: JobQuery) async throws -> [Job]

    /// How many jobs all pages of the query have.
    func count(_ query: JobQuery) async throws -> Int

    /// Everything published for a document, oldest first: all fills, or the analysis and one fill.
    func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws -> [PublishedArtefact]

    /// The document's log, oldest first.
    func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event]

    /// One page of the feed: the log of all documents, in the order in which their moves were committed.
    ///
    /// Events are written in the transaction of the move that they tell of, so none is missing and none is premature. A
    /// deleted document's events are gone, and its ``Event/Cause/deleted`` comes instead.
    ///
    /// - Throws: `feed_truncated` where events after ``EventQuery/after`` were purged, or where that number was never given,
    ///   such as after another store has taken this one's place.
    func events(_ query: EventQuery) async throws -> EventPage

    /// The number of the newest event that ever was, 0 before the first: where a feed from now on begins.
    func newestEvent() async throws -> Int64

    /// Counts for a person to look at.
    func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus

    /// Which of these bytes some document still needs.
    func referenced(among contents: [ContentID]) async throws -> Set<ContentID>
}
