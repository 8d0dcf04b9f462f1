import Dispatch
import GRDB
import SQL
import Synchronization

/// Commits the writes that arrive while the disk is busy together, with one `fsync`.
///
/// A write that arrives alone is committed alone and immediately. Each write has its own savepoint, so one that throws
/// does not affect the others. If any of the writes must be durable, none returns before the transaction is durable; if
/// the transaction fails, all of its writes throw.
final class GroupCommit: Sendable {
    private struct State {
        var waiting: [any PendingWrite] = []
        var isDraining = false
        /// The current durability of the connection.
        var isDurable = true
    }

    private let pool: DatabasePool
    private let recent: RecentStatements
    private let queue = DispatchQueue(label: "formwright.sqlite.commit", qos: .userInitiated)
    private let state = Mutex(State())
    /// The maximum number of writes in one transaction.
    ///
    /// It is low enough that no process blocks the other writers for long.
    private let limit: Int

    /// Creates a queue with up to `limit` writes per transaction.
    init(_ pool: DatabasePool, _ recent: RecentStatements, limit: Int = 256) {
        self.pool = pool
        self.recent = recent
        self.limit = limit
    }

    /// The number of writes waiting for the next transaction.
    var waiting: Int {
        state.withLock { $0.waiting.count }
    }

    /// Runs `body` in a transaction and returns once it is durable; see ``SQL/SQLDatabase``.
    func write<Value: Sendable>(
        isDurable: Bool, isAlone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let write = Write(
                isDurable: isDurable, isAlone: isAlone, body: body, committed: committed, continuation: continuation)
            let startsDraining = state.withLock { state in
                state.waiting.append(write)
                defer { state.isDraining = true }
                return !state.isDraining
            }
            if startsDraining { queue.async { self.drain() } }
        }
    }

    /// Commits groups until no write is waiting.
    private func drain() {
        while let group = nextGroup() {
            do {
                try SQLError.converting {
                    try pool.writeWithoutTransaction { db in
                        try setDurable(group.contains { $0.isDurable }, db)
                        let session = SQLiteSession(db, recent, isTransaction: true)
                        try db.inTransaction(.immediate) {
                            for write in group { try write.run(session) }
                            return .commit
                        }
                    }
                }
                for write in group { write.finish(nil) }
            } catch {
                for write in group { write.finish(error) }
            }
        }
    }

    /// Sets the durability before a transaction, since SQLite ignores the setting inside one.
    private func setDurable(_ isDurable: Bool, _ db: Database) throws {
        guard state.withLock({ $0.isDurable }) != isDurable else { return }
        try db.execute(sql: "PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
        state.withLock { $0.isDurable = isDurable }
    }

    private func nextGroup() -> [any PendingWrite]? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.isDraining = false
                return nil
            }
            let together = state.waiting.prefix(limit).prefix { !$0.isAlone }
            let group = Array(together.isEmpty ? state.waiting.prefix(1) : together)
            state.waiting.removeFirst(group.count)
            return group
        }
    }
}

/// A submitted write, run first and finished at the end of its transaction.
private protocol PendingWrite: Sendable {
    /// Runs the write; throws only if the whole transaction is lost.
    func run(_ session: SQLiteSession) throws
    func finish(_ failure: (any Error)?)
    var isDurable: Bool { get }
    /// Whether the write needs a separate transaction.
    var isAlone: Bool { get }
}

/// A write with its result.
///
/// Unchecked sharing is safe: after its creation only the draining queue uses it.
private final class Write<Value: Sendable>: PendingWrite, @unchecked Sendable {
    let isDurable: Bool
    let isAlone: Bool
    private let body: @Sendable (any SQLSession) throws -> Value
    private let committed: @Sendable (Value) -> Void
    private let continuation: CheckedContinuation<Value, any Error>
    private var result: Result<Value, any Error>?

    init(
        isDurable: Bool, isAlone: Bool, body: @escaping @Sendable (any SQLSession) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void, continuation: CheckedContinuation<Value, any Error>
    ) {
        self.isDurable = isDurable
        self.isAlone = isAlone
        self.body = body
        self.committed = committed
        self.continuation = continuation
    }

    func run(_ session: SQLiteSession) throws {
        let db = session.db
        try db.cachedStatement(sql: "SAVEPOINT move").execute()
        do {
            result = .success(try body(session))
        } catch {
            // When the disk is full, SQLite may roll back the whole transaction. Then there is no savepoint to return
            // to, the whole group is lost, and this error gives the reason.
            guard db.isInsideTransaction else { throw error }
            result = .failure(error)
            try db.cachedStatement(sql: "ROLLBACK TO move").execute()
        }
        try db.cachedStatement(sql: "RELEASE move").execute()
    }

    func finish(_ failure: (any Error)?) {
        if let failure {
            continuation.resume(throwing: failure)
        } else if let result {
            if case .success(let value) = result { committed(value) }
            continuation.resume(with: result)
        }
    }
}
