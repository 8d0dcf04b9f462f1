package import FailureModel
import Files
package import Pipeline
package import SQL
package import SQLite

/// The catalogue and queue in one SQLite file, for all processes of one machine.
///
/// A move that has returned survives a power failure; see ``SQLite/SQLiteDatabase``.
package final class SQLStore: Store {
    package let doorbell = Doorbell()
    package let settled = SettledSignals()
    package let feedBell = Doorbell()
    /// The open file.
    package let database: SQLiteDatabase
    /// The path of the file.
    package var path: String { database.path }
    private let turns = ClaimTurns()

    /// Opens the file, creating or migrating it if necessary.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - domains: the content modules with tables to use. Tables of other modules in the file are left alone.
    ///   - patience: how long a move waits for other processes' writes before it throws an error of the kind `busy`.
    /// - Throws: ``SQL/SQLError``, or ``SchemaError``.
    package init(path: String, domains: [DomainSchema] = [], patience: Duration = .seconds(10)) throws {
        // One process at a time: two that create or migrate the file at the same time would both try to do so, and one
        // would fail.
        database = try FileSystemError.naming {
            try LocalFileSystem().withLock(path + ".lock", alone: true) {
                try SQLiteDatabase.open(
                    path, functions: [SearchFunction.function] + domains.flatMap(\.functions), patience: patience
                ) { database in
                    try Schema.migrate(database)
                    for domain in domains { try domain.migrate(database) }
                    try LostNumbers.skip(in: database)
                }
            }
        }
    }

    /// Closes the file.
    ///
    /// - Throws: an error if it is in use.
    package func close() throws {
        try database.close()
    }

    /// Writes a consistent copy of the whole file into an empty one.
    ///
    /// This blocks, but writers can continue.
    package func snapshot(into path: String) throws {
        try database.snapshot(into: path)
    }

    /// Checks the integrity of the file and returns `ok` or a description of the damage.
    package func integrityCheck() async throws -> String {
        try await database.integrityCheck()
    }

    /// Returns whether the store has this document.
    ///
    /// This blocks.
    package func hasDocument(_ id: DocumentID) throws -> Bool {
        try database.readBlocking { try $0.hasRow("SELECT 1 FROM documents WHERE id = ?", [id.description]) }
    }

    /// Makes one move in a transaction and returns once it is durable.
    private func move<T: Sendable>(_ body: @escaping @Sendable (Tables) throws -> T) async throws -> T {
        try await move(isDurable: true, makesWork: true, body)
    }

    /// Makes one move in a transaction.
    ///
    /// `isDurable` is false for a move that may be lost in a power failure, and `makesWork` for a move that creates no
    /// work for workers.
    private func move<T: Sendable>(
        isDurable: Bool, makesWork: Bool, _ body: @escaping @Sendable (Tables) throws -> T
    ) async throws -> T {
        try await database.write(isDurable: isDurable, isAlone: false) { db in
            let tables = Tables(db: db)
            let result = try body(tables)
            let moved = tables.moved
            for (id, now) in moved.atRest { try tables.assemble(wholesOf: id, at: now) }
            return Made(
                result: result, atRest: moved.atRest.map(\.document), wroteEvents: moved.wroteEvents,
                madeWork: makesWork && moved.madeWork)
        } committed: { [doorbell, feedBell, settled] made in
            if made.madeWork { doorbell.ring() }
            if made.wroteEvents { feedBell.ring() }
            settled.ring(made.atRest)
        }.result
    }

    /// The result of a move, with its news for waiting callers.
    private struct Made<T: Sendable>: Sendable {
        let result: T
        let atRest: [DocumentID]
        let wroteEvents: Bool
        let madeWork: Bool
    }

    /// Writes without waking anybody.
    private func change<T: Sendable>(
        isDurable: Bool = true, isAlone: Bool = false, _ body: @escaping @Sendable (Tables) throws -> T
    ) async throws -> T {
        try await database.write(isDurable: isDurable, isAlone: isAlone) {
            try body(Tables(db: $0))
        } committed: { _ in
        }
    }

    private func look<T: Sendable>(_ body: @escaping @Sendable (Tables) throws -> T) async throws -> T {
        try await read { try body(Tables(db: $0)) }
    }

    /// Reads all tables in the file from one consistent snapshot.
    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await database.read(body)
    }

    /// Changes a domain's tables and moves documents in one transaction.
    ///
    /// If `body` throws, the transaction is rolled back. It blocks every other move, so it must not compute, read files
    /// or wait. Cancellation does not interrupt it: it either takes effect or throws.
    ///
    /// - Parameters:
    ///   - isDurable: false for changes that may be lost in a power failure; they become durable with the next durable
    ///     move.
    ///   - body: makes the changes.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`, or the one that ended the transaction.
    @discardableResult
    package func write<T: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws -> T {
        try await move(isDurable: isDurable, makesWork: true) { try body(StoreTransaction($0)) }
    }

    /// Writes to the file like a move, without changing anything.
    ///
    /// - Throws: the error of a move, such as `disk_full`.
    package func checkWritable() async throws {
        _ = try await change { try $0.db.execute("UPDATE feed SET boot = boot") }
    }

    package func add(_ document: NewDocument, at now: Timestamp) async throws -> Document {
        try await move { try $0.add(document, at: now) }
    }

    package func begin(
        _ document: DocumentID, in scope: OwnerScope, along route: Route, inputs: [Artefact], at now: Timestamp
    ) async throws -> Document {
        try await move { try $0.begin(document, in: scope, along: route, inputs: inputs, at: now) }
    }

    package func resume(_ document: DocumentID, in scope: OwnerScope, along route: Route, at now: Timestamp)
        async throws
        -> Document
    {
        try await move { try $0.resume(document, in: scope, along: route, at: now) }
    }

    package func cancel(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws -> Document {
        try await move { try $0.cancel(document, in: scope, at: now) }
    }

    package func delete(_ document: DocumentID, in scope: OwnerScope, at now: Timestamp) async throws {
        try await move { try $0.delete(document, in: scope, at: now) }
    }

    package func claim(_ request: ClaimRequest, at now: Timestamp) async throws -> [Claim] {
        // A claim creates no work, and ringing on every poll would keep the bell ringing endlessly. It need not survive
        // a power failure either, which stops its worker as well; the first heartbeat makes it durable.
        try await move(isDurable: false, makesWork: false) { [turns] in try $0.claim(request, by: turns, at: now) }
    }

    package func waitingOwners(for stages: [StageAddress]) async throws -> [StageAddress: Set<OwnerID>] {
        try await look { try $0.waitingOwners(for: stages) }
    }

    package func renew(_ leases: [Lease], until deadline: Timestamp, at now: Timestamp) async throws -> [Lease] {
        try await change { try $0.renew(leases, until: deadline) }
    }

    package func report(_ progress: [Lease: JobProgress], at now: Timestamp) async throws {
        try await move(isDurable: false, makesWork: false) { try $0.report(progress, at: now) }
    }

    package func complete(
        _ lease: Lease, with result: StageResult, then route: Route, at now: Timestamp,
        checking check: @escaping @Sendable () throws -> Void
    ) async throws {
        try await move { tables in
            try check()
            try tables.complete(lease, with: result, then: route, at: now)
        }
    }

    package func retry(_ lease: Lease, because failure: Failure, due: Timestamp, at now: Timestamp) async throws {
        try await move { try $0.postpone(lease, cause: .retried, failure: failure, due: due, at: now) }
    }

    package func snooze(
        _ lease: Lease, because failure: Failure?, until due: Timestamp, at now: Timestamp
    ) async throws {
        try await move { try $0.postpone(lease, cause: .snoozed, failure: failure, due: due, at: now) }
    }

    package func release(_ lease: Lease, at now: Timestamp) async throws {
        try await move { try $0.release(lease, at: now) }
    }

    package func cancel(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try await move { try $0.end(lease, as: .cancelled, because: failure, at: now) }
    }

    package func fail(_ lease: Lease, because failure: Failure, at now: Timestamp) async throws {
        try await move { try $0.end(lease, as: .dead, because: failure, at: now) }
    }

    package func expireLeases(at now: Timestamp) async throws -> Int {
        // First check without the write lock: this is called often and rarely finds anything.
        let isIdle = try await look { [database] tables in
            do throws(SQLError) { try database.checkPresence() } catch {
                throw StoreError.unavailable(error.description)
            }
            return try tables.expired(at: now).isEmpty
        }
        if isIdle { return 0 }
        return try await move { try $0.expireLeases(at: now) }
    }

    package func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int {
        try await change { try $0.purge(finishedBefore: cutoff, limit: limit) }
    }

    package func document(_ id: DocumentID, in scope: OwnerScope) async throws -> Document {
        try await look { try $0.document(id, in: scope) }
    }

    package func documents(_ query: DocumentQuery) async throws -> [Document] {
        try await look { try $0.documents(query) }
    }

    package func count(_ query: DocumentQuery) async throws -> Int {
        try await look { try $0.count(query) }
    }

    package func jobs(_ query: JobQuery) async throws -> [Job] {
        try await look { try $0.jobs(query) }
    }

    package func count(_ query: JobQuery) async throws -> Int {
        try await look { try $0.count(query) }
    }

    package func artefacts(of document: DocumentID, in scope: OwnerScope, fill: Int?) async throws
        -> [PublishedArtefact]
    {
        try await look { tables in
            _ = try tables.document(document, in: scope)
            return try tables.artefacts(of: document, fill: fill)
        }
    }

    package func parts(of document: DocumentID, in scope: OwnerScope) async throws -> [Part] {
        try await look { try $0.parts(of: $0.document(document, in: scope)) }
    }

    package func events(of document: DocumentID, in scope: OwnerScope) async throws -> [Event] {
        try await look { tables in
            _ = try tables.document(document, in: scope)
            return try tables.events(of: document)
        }
    }

    package func events(_ query: EventQuery) async throws -> EventPage {
        try await look { try $0.events(query) }
    }

    package func newestEvent() async throws -> Int64 {
        try await look { try $0.newestEvent() }
    }

    package func status(in scope: OwnerScope, at now: Timestamp) async throws -> StoreStatus {
        try await look { try $0.status(in: scope, at: now) }
    }

    /// Empties the log with earlier versions of rows, unless another connection uses it.
    package func eraseDeleted() async throws {
        try await database.eraseDeleted()
    }

    package func referenced(among contents: [ContentID]) async throws -> Set<ContentID> {
        try await look { try $0.referenced(among: contents) }
    }

    package func holding(
        _ contents: [ContentID], _ remove: @escaping @Sendable (Set<ContentID>) throws -> Int
    ) async throws -> Int {
        try await change(isDurable: false, isAlone: true) { tables in
            let garbage = Set(contents).subtracting(try tables.referenced(among: contents))
            return garbage.isEmpty ? 0 : try remove(garbage)
        }
    }
}
