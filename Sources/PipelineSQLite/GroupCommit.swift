import Dispatch
package import GRDB
package import Pipeline
import Synchronization

/// Writes the moves that arrive while the disk is busy in one transaction, so that they share one synchronisation.
///
/// A move that arrives alone is committed alone and at once. Each has a savepoint of its own: one that throws takes
/// nothing of its neighbours with it. Nobody hears of a move before the transaction is durable, if one of its moves must be;
/// if that fails, all of its moves throw.
package final class GroupCommit: Sendable {
    private struct State {
        var waiting: [any PendingMove] = []
        var isDraining = false
        /// What the connection was told last.
        var isDurable = true
    }

    private let pool: DatabasePool
    private let queue = DispatchQueue(label: "formwright.pipeline.commit", qos: .userInitiated)
    private let state = Mutex(State())
    /// The most moves in one transaction: few enough that no process keeps the others from writing for long.
    private let limit: Int

    package init(_ pool: DatabasePool, limit: Int = 256) {
        self.pool = pool
        self.limit = limit
    }

    /// How many moves wait for the next transaction.
    package var waiting: Int {
        state.withLock { $0.waiting.count }
    }

    /// Runs `body` in a transaction and returns once that is durable. Not cut short by cancellation: a move has
    /// either happened or thrown.
    ///
    /// - Parameter isDurable: false for a move that a power failure may take back; it is durable with the next that must be.
    package func write<T: Sendable>(
        isDurable: Bool = true, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try await write(isDurable: isDurable, ringing: { (try body($0), nil) })
    }

    /// The same; the bell that `body` answers rings after the transaction and before the move returns.
    package func write<T: Sendable>(
        isDurable: Bool = true, ringing body: @escaping @Sendable (Database) throws -> (T, Doorbell?)
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let move = Move(isDurable: isDurable, body: body, continuation: continuation)
            let startsDraining = state.withLock { state in
                state.waiting.append(move)
                defer { state.isDraining = true }
                return !state.isDraining
            }
            if startsDraining { queue.async { self.drain() } }
        }
    }

    /// Commits group after group until nothing waits.
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

    /// Before a transaction, where SQLite lets it be said.
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
            let group = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(group.count)
            return group
        }
    }
}

/// A move on its way: first run, then, when its transaction has ended, finished.
private protocol PendingMove: Sendable {
    /// Throws only where the whole transaction is lost.
    func run(_ db: Database) throws
    func finish(_ failure: (any Error)?)
    var bell: Doorbell? { get }
    var isDurable: Bool { get }
}

/// Safe to share unchecked: after its making it is touched by the draining queue only.
private final class Move<T: Sendable>: PendingMove, @unchecked Sendable {
    let isDurable: Bool
    private(set) var bell: Doorbell?
    private let body: @Sendable (Database) throws -> (T, Doorbell?)
    private let continuation: CheckedContinuation<T, any Error>
    private var result: Result<T, any Error>?

    init(
        isDurable: Bool, body: @escaping @Sendable (Database) throws -> (T, Doorbell?),
        continuation: CheckedContinuation<T, any Error>
    ) {
        self.isDurable = isDurable
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
            // A full disk can make SQLite roll back everything by itself. Then there is no savepoint to go back to, the
            // whole group is lost, and this error says why.
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
