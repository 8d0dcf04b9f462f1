import Dispatch
package import GRDB
package import Pipeline
import Synchronization

/// Commits the moves that arrive while the disk is busy together, with one `fsync`.
///
/// A move that arrives alone is committed alone and immediately. Each move has its own savepoint, so one that throws
/// does not affect the others. If any of the moves must be durable, none returns before the transaction is durable; if
/// the transaction fails, all of its moves throw.
package final class GroupCommit: Sendable {
    private struct State {
        var waiting: [any PendingMove] = []
        var isDraining = false
        /// The current durability of the connection.
        var isDurable = true
    }

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "formwright.pipeline.commit", qos: .userInitiated)
    private let state = Mutex(State())
    /// The maximum number of moves in one transaction.
    ///
    /// It is low enough that no process blocks the other writers for long.
    private let limit: Int

    /// Creates a queue with up to `limit` moves per transaction.
    package init(_ pool: DatabasePool, limit: Int = 256) {
        self.pool = pool
        self.limit = limit
    }

    /// The number of moves waiting for the next transaction.
    package var waiting: Int {
        state.withLock { $0.waiting.count }
    }

    /// Runs `body` in a transaction and returns once it is durable.
    ///
    /// Cancellation does not interrupt it: a move either takes effect or throws.
    ///
    /// - Parameters:
    ///   - isDurable: false for a move that may be lost in a power failure; it becomes durable with the next durable
    ///     one.
    ///   - isAlone: true for a move with effects outside the database, which must see nothing that may yet be undone.
    ///   - body: makes the move.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`, or the one that ended the transaction.
    package func write<T: Sendable>(
        isDurable: Bool = true, isAlone: Bool = false, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await write(isDurable: isDurable, isAlone: isAlone, ringing: { (try body($0), nil) })
    }

    /// Runs `body` in a transaction and rings its returned bell afterwards.
    ///
    /// The bell rings after the transaction and before the move returns.
    package func write<T: Sendable>(
        isDurable: Bool = true, isAlone: Bool = false,
        ringing body: @escaping @Sendable (Database) throws -> (T, Doorbell?)
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let move = Move(isDurable: isDurable, isAlone: isAlone, body: body, continuation: continuation)
            let startsDraining = state.withLock { state in
                state.waiting.append(move)
                defer { state.isDraining = true }
                return !state.isDraining
            }
            if startsDraining { queue.async { self.drain() } }
        }
    }

    /// Commits groups until no move is waiting.
    private func drain() {
        while let group = nextGroup() {
            do {
                try pool.writeWithoutTransaction { db in
                    try setDurable(group.contains { $0.isDurable }, db)
                    try db.inTransaction(.immediate) {
                        for move in group { try move.run(db) }
                        return .commit
                    }
                }
                group.first { $0.bell != nil }?.bell?.ring()
                for move in group { move.finish(nil) }
            } catch {
                for move in group { move.finish(error) }
            }
        }
    }

    /// Sets the durability before a transaction, since SQLite ignores the setting inside one.
    private func setDurable(_ isDurable: Bool, _ db: Database) throws {
        guard state.withLock({ $0.isDurable }) != isDurable else { return }
        try db.execute(sql: "PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")")
        state.withLock { $0.isDurable = isDurable }
    }

    private func nextGroup() -> [any PendingMove]? {
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

/// A submitted move, run first and finished at the end of its transaction.
private protocol PendingMove: Sendable {
    /// Runs the move; throws only if the whole transaction is lost.
    func run(_ db: Database) throws
    func finish(_ failure: (any Error)?)
    var bell: Doorbell? { get }
    var isDurable: Bool { get }
    /// Whether the move needs a separate transaction.
    var isAlone: Bool { get }
}

/// A move with its result.
///
/// Unchecked sharing is safe: after its creation only the draining queue uses it.
private final class Move<T: Sendable>: PendingMove, @unchecked Sendable {
    let isDurable: Bool
    let isAlone: Bool
    private(set) var bell: Doorbell?
    private let body: @Sendable (Database) throws -> (T, Doorbell?)
    private let continuation: CheckedContinuation<T, any Error>
    private var result: Result<T, any Error>?

    init(
        isDurable: Bool, isAlone: Bool, body: @escaping @Sendable (Database) throws -> (T, Doorbell?),
        continuation: CheckedContinuation<T, any Error>
    ) {
        self.isDurable = isDurable
        self.isAlone = isAlone
        self.body = body
        self.continuation = continuation
    }

    func run(_ db: Database) throws {
        try db.cachedStatement(sql: "SAVEPOINT move").execute()
        do {
            let (value, bell) = try body(db)
            result = .success(value)
            self.bell = bell
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
            continuation.resume(with: result)
        }
    }
}
