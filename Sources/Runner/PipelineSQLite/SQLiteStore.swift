package import FailureModel
package import GRDB
package import Pipeline
import Threads

/// The catalogue and queue in one SQLite file, for all processes of one machine.
///
/// Durability is explicit: with a write-ahead log and `synchronous = FULL`, a move that has returned survives a power
/// failure. Moves that arrive together share a transaction and its single `fsync`. This is unsuitable for network file
/// systems, on which SQLite's locks do not work.
package final class SQLiteStore: Store {
    package let doorbell = Doorbell()
    package let settled = SettledSignals()
    package let feedBell = Doorbell()
    /// The path of the file.
    package var path: String { pool.path }
    private let pool: DatabasePool
    private let commits: GroupCommit
    private let file: FileIdentity
    private let turns = ClaimTurns()
    /// The reading threads of all stores.
    ///
    /// GRDB's own queues change threads several times for each read.
    private static let readers = WorkerThreads(count: StoreFile.readers)

    /// Opens the file, creating or migrating it if necessary.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - domains: the content modules with tables to use. Tables of other modules in the file are left alone.
    ///   - patience: how long a move waits for other processes' writes before it throws `SQLITE_BUSY`.
    /// - Throws: GRDB's `DatabaseError`, or ``SchemaError``.
    package init(path: String, domains: [DomainSchema] = [], patience: Duration = .seconds(10)) throws {
        pool = try StoreFile.open(path, domains: domains, patience: patience)
        commits = GroupCommit(pool)
        file = try FileIdentity(ofFileAt: path)
    }

    /// Closes the file.
    ///
    /// - Throws: an error if it is in use.
    package func close() throws {
        try pool.close()
    }

    /// Writes a consistent copy of the whole file into an empty one.
    ///
    /// This blocks, but writers can continue.
    ///
    /// - Throws: GRDB's `DatabaseError`.
    package func snapshot(into path: String) throws {
        try pool.vacuum(into: path)
    }

    /// Returns whether the store has this document.
    ///
    /// This blocks.
    package func hasDocument(_ id: DocumentID) throws -> Bool {
        try pool.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM documents WHERE id = ?)", arguments: [id.description]) ?? false
        }
    }

    /// Runs SQLite's integrity check and returns `ok` or a description of the damage.
    package func integrityCheck() async throws -> String {
        try await pool.read { db in
            try String.fetchAll(db, sql: "PRAGMA integrity_check").joined(separator: "\n")
        }
    }

    /// Makes one move in a transaction and returns once it is durable.
    ///
    /// Moves that share a transaction ring the bell once.
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
        let (result, atRest, wroteEvents) = try await commits.write(
            isDurable: isDurable,
            ringing: { [doorbell] db in
                let tables = Tables(db: db)
                let result = try body(tables)
                let moved = tables.moved
                for (id, now) in moved.atRest { try tables.assemble(wholesOf: id, at: now) }
                return (
                    (result, moved.atRest.map(\.document), moved.wroteEvents),
                    makesWork && moved.madeWork ? doorbell : nil
                )
            })
        if wroteEvents { feedBell.ring() }
        settled.ring(atRest)
        return result
    }

    private func look<T: Sendable>(_ body: @escaping @Sendable (Tables) throws -> T) async throws -> T {
        try await read { try body(Tables(db: $0)) }
    }

    /// Reads all tables in the file from one consistent snapshot.
    package func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try await Self.readers.run { [pool] in try pool.read(body) }
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
    package func write<T: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (StoreTransaction) throws -> T
    ) async throws -> T {
        try await move(isDurable: isDurable, makesWork: true) { try body(StoreTransaction($0)) }
    }

    /// Writes to the file like a move, without changing anything.
    ///
    /// - Throws: the error of a move, such as `disk_full`.
    package func checkWritable() async throws {
        try await commits.write { try $0.execute(sql: "UPDATE feed SET boot = boot") }
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
        try await commits.write { try Tables(db: $0).renew(leases, until: deadline) }
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
        let isIdle = try await look { [file] tables in
            try file.check()
            return try tables.expired(at: now).isEmpty
        }
        if isIdle { return 0 }
        return try await move { try $0.expireLeases(at: now) }
    }

    package func purge(finishedBefore cutoff: Timestamp, limit: Int) async throws -> Int {
        try await commits.write { try Tables(db: $0).purge(finishedBefore: cutoff, limit: limit) }
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
        try await pool.writeWithoutTransaction { db in
            let patience = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 0
            // Nobody can write while this waits for readers.
            try db.execute(sql: "PRAGMA busy_timeout = 100")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = \(patience)") }
            do {
                try db.checkpoint(.truncate)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // The next deletion or housekeeping repeats it.
            }
        }
    }

    package func referenced(among contents: [ContentID]) async throws -> Set<ContentID> {
        try await look { try $0.referenced(among: contents) }
    }

    package func holding(
        _ contents: [ContentID], _ remove: @escaping @Sendable (Set<ContentID>) throws -> Int
    ) async throws -> Int {
        try await commits.write(isDurable: false, isAlone: true) { db in
            let garbage = Set(contents).subtracting(try Tables(db: db).referenced(among: contents))
            return garbage.isEmpty ? 0 : try remove(garbage)
        }
    }
}
