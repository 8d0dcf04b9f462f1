import Pipeline
import SQL
import Synchronization

/// What a transaction of the store promises and needs.
struct MoveTraits: Sendable {
    /// Whether it survives a power failure once it has returned.
    var isDurable = true
    /// Whether the jobs that it makes available are news to workers.
    var makesWork = true
    /// Whether documents may begin to need bytes by it; see ``SQLStore/holding(_:_:)``.
    var addsContents = false
    /// Whether it may be made again when it is unknown whether it took effect.
    var isIdempotent = false
    /// Whether it has effects outside the database.
    var isAlone = false

    static let usual = MoveTraits()
    static let adding = MoveTraits(addsContents: true)
    static let addingLightly = MoveTraits(isDurable: false, addsContents: true)
    /// The traits of a claim.
    ///
    /// It creates no work, and ringing on every poll would keep the bell ringing endlessly. It need not survive a power
    /// failure either, which stops its worker as well; the first heartbeat makes it durable.
    static let claiming = MoveTraits(isDurable: false, makesWork: false)
    static let reporting = MoveTraits(isDurable: false, makesWork: false, isIdempotent: true)
    static let repeatable = MoveTraits(isIdempotent: true)
}

extension SQLStore {
    /// Makes one move in a transaction, and tells waiting tasks.
    func move<T: Sendable>(
        _ traits: MoveTraits = .usual, _ body: @escaping @Sendable (Tables) throws -> T
    ) async throws -> T {
        try await perform(traits) { tables in
            let result = try body(tables)
            let moved = tables.moved
            for (id, now, isPart) in moved.atRest where isPart { try tables.assemble(wholesOf: id, at: now) }
            try tables.writeEvents()
            if let second = moved.beganSecond { try tables.forgetEndings(before: second - 600) }
            let news = News(
                madeWork: traits.makesWork && moved.madeWork, wroteEvents: moved.wroteEvents,
                atRest: moved.atRest.map(\.document))
            return Made(result: result, news: news, witness: try moved.witness?())
        }
    }

    /// Writes without waking anybody.
    func change<T: Sendable>(
        _ traits: MoveTraits = .repeatable, _ body: @escaping @Sendable (Tables) throws -> T
    ) async throws -> T {
        try await perform(traits) { Made(result: try body($0), news: News(), witness: nil) }
    }

    /// Reads from one snapshot.
    ///
    /// - Parameters:
    ///   - asksTime: whether the time of the clock that leases are taken from is needed.
    ///   - body: reads.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`, and the database's errors.
    func look<T: Sendable>(
        asksTime: Bool = false, _ body: @escaping @Sendable (Tables) throws -> T
    ) async throws -> T {
        try await read { [leaseClock, clock] db in
            let server = asksTime && leaseClock == .server ? try Tables.serverTime(db, for: clock) : nil
            return try body(Tables(db: db, clock: MoveClock(server: server)))
        }
    }

    /// Reads the feed from one snapshot, after all earlier events got their numbers.
    func lookAtFeed<T: Sendable>(_ body: @escaping @Sendable (Tables) throws -> T) async throws -> T {
        let known = try await look { tables in try tables.hasPendingEvents() ? nil : try body(tables) }
        if let known { return known }
        try await numberEvents()
        return try await look(body)
    }

    /// Gives all committed events their numbers in the feed.
    func numberEvents() async throws {
        let batch = 5_000
        var numbered = batch
        while numbered == batch { numbered = try await change { try $0.numberEvents(limit: batch) } }
    }

    // MARK: Attempts

    /// The result of a transaction that is about to be committed.
    private struct Made<T: Sendable>: Sendable {
        let result: T
        let news: News
        let witness: Witness?
    }

    /// The latest attempt's result, which a lost answer takes with it.
    private final class Noted<T: Sendable>: Sendable {
        let made = Mutex<Made<T>?>(nil)
    }

    /// How often locks that were wanted out of order are taken in advance.
    ///
    /// Each attempt knows more of them, and a move touches few documents.
    private static var planLimit: Int { 100 }
    /// The maximum number of attempts with an unknown commit.
    private static var commitLimit: Int { 3 }

    /// Makes a transaction until its locks are in order and its commit is known.
    private func perform<T: Sendable>(
        _ traits: MoveTraits, _ body: @escaping @Sendable (Tables) throws -> Made<T>
    ) async throws -> T {
        var plan = LockPlan()
        var (plans, commits) = (0, 0)
        var lost: Made<T>?
        while true {
            let noted = Noted<T>()
            do {
                return try await transact(traits, plan, noted, body).result
            } catch let error as LocksOutOfOrder where plans < Self.planLimit {
                plans += 1
                plan = error.plan
            } catch let error as SQLError where error.kind == .commitUnknown && commits < Self.commitLimit {
                commits += 1
                if traits.isIdempotent { continue }
                let made = noted.made.withLock { $0 }
                guard let made, let witness = made.witness else { throw error }
                if try await hasHappened(witness, orThrow: error) { return result(of: made) }
                lost = made
            } catch let error as StoreError {
                // A new document is seen only now, when adding it again has waited for the first attempt.
                if let lost, let witness = lost.witness, try await hasHappened(witness, orThrow: error) {
                    return result(of: lost)
                }
                throw error
            }
        }
    }

    private func transact<T: Sendable>(
        _ traits: MoveTraits, _ plan: LockPlan, _ noted: Noted<T>,
        _ body: @escaping @Sendable (Tables) throws -> Made<T>
    ) async throws -> Made<T> {
        try await database.write(isDurable: traits.isDurable, isAlone: traits.isAlone) { [leaseClock, clock] db in
            let tables = try Tables.opened(db, by: leaseClock, for: clock, addsContents: traits.addsContents)
            try tables.lock(plan)
            let made = try body(tables)
            if tables.isShared { noted.made.withLock { $0 = made } }
            return made
        } committed: { [weak self] made in
            self?.announce(made.news)
        }
    }

    /// Returns the result of a move with a lost answer, and announces it.
    private func result<T>(of made: Made<T>) -> T {
        announce(made.news)
        return made.result
    }

    /// Returns whether a move has taken effect, as soon as the server can be asked.
    ///
    /// - Throws: the given error if it cannot be asked for half a minute.
    private func hasHappened(_ witness: Witness, orThrow error: any Error) async throws -> Bool {
        for attempt in 0..<20 {
            do {
                return try await database.write(isDurable: false, isAlone: false) { db in
                    try Tables(db: db).hasHappened(witness)
                } committed: { _ in
                }
            } catch let refusal as SQLError where !refusal.isFaultOfContent {
                // In an unstructured task, since cancellation does not interrupt a move.
                let pause = Duration.milliseconds(min(2_000, 50 << attempt))
                await Task { try? await Task.sleep(for: pause) }.value
            }
        }
        throw error
    }
}

extension Tables {
    /// Begins a transaction that changes rows.
    static func opened(
        _ db: any SQLSession, by clock: LeaseClock, for storeClock: StoreClock, addsContents: Bool
    ) throws -> Tables {
        guard db.dialect == .postgreSQL else { return Tables(db: db) }
        let lock = "pg_advisory_xact_lock_shared(\(AdvisoryLock.space), \(AdvisoryLock.contents))"
        switch (clock, addsContents) {
        case (.server, true):
            return Tables(db: db, clock: MoveClock(server: try serverTime(db, for: storeClock, after: lock)))
        case (.server, false): return Tables(db: db, clock: MoveClock(server: try serverTime(db, for: storeClock)))
        case (.caller, true): try db.enqueue("SELECT \(lock)", [])
        case (.caller, false): break
        }
        return Tables(db: db)
    }

    /// Asks for the server's time, once a lock is taken.
    static func serverTime(
        _ db: any SQLSession, for clock: StoreClock, after lock: String? = nil
    ) throws -> PendingRows<Timestamp> {
        // The columns are computed from left to right.
        try db.pendingRows("SELECT \(lock.map { $0 + ", " } ?? "")\(MoveClock.query) AS now") { row in
            let time = Timestamp(milliseconds: row["now"])
            clock.note(time)
            return time
        }
    }
}
