import Dispatch
import SQL
import Synchronization

/// The right to use one connection of a pool until ``end()``.
final class ConnectionLease: Sendable {
    private struct State {
        var connection: PostgreSQLConnection?
        var isCancelled = false
        var isEnded = false
    }

    private let pool: ConnectionPool
    private let state: Mutex<State>

    /// Creates a lease that a pool has granted, with a connection that was idle.
    init(_ pool: ConnectionPool, idle: PostgreSQLConnection?) {
        self.pool = pool
        state = Mutex(State(connection: idle))
    }

    /// Whether the task that waits was cancelled.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Returns a connection on which a transaction has begun.
    ///
    /// A connection that turns out to be lost is replaced by a new one: nothing has happened on it.
    ///
    /// - Parameters:
    ///   - mode: what the transaction promises.
    ///   - isEager: whether it begins now rather than with its first statement.
    ///   - connect: opens a connection.
    /// - Returns: the connection.
    /// - Throws: ``SQL/SQLError``, or `CancellationError`.
    func beginning(
        _ mode: PostgreSQLTransaction.Mode, isEager: Bool, connect: () throws(SQLError) -> PostgreSQLConnection
    ) throws -> PostgreSQLConnection {
        let isOld = state.withLock { $0.connection != nil }
        let connection = try connection(connect: connect)
        do {
            try connection.begin(mode.beginning, isEager: isEager)
            return connection
        } catch {
            guard error.isLost, isOld else { throw error.error }
            state.withLock { $0.connection = nil }
            return try beginning(mode, isEager: isEager, connect: connect)
        }
    }

    /// Returns the connection, which is opened unless there is one that is ready; blocks.
    func connection(connect: () throws(SQLError) -> PostgreSQLConnection) throws -> PostgreSQLConnection {
        if isCancelled { throw CancellationError() }
        if let ready = state.withLock({ $0.connection }), ready.prepareForWork() { return ready }
        state.withLock { $0.connection = nil }
        let new = try connect()
        state.withLock { $0.connection = new }
        return new
    }

    /// Interrupts the current statement, and keeps the connection from others.
    ///
    /// A request may reach the server after the statement has ended, and would end another one then.
    func cancel() {
        let isFirst = state.withLock { state in
            guard !state.isEnded, !state.isCancelled else { return false }
            state.isCancelled = true
            return true
        }
        if isFirst { interrupt(after: .seconds(0)) }
    }

    /// Interrupts the current statement, and those after it until the lease ends.
    ///
    /// The server ignores a request that reaches it between two statements, such as the preparation of one and its
    /// execution.
    private func interrupt(after delay: DispatchTimeInterval) {
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + delay) {
            let (canceller, isEnded) = self.state.withLock { ($0.connection?.canceller, $0.isEnded) }
            if isEnded { return }
            canceller?.cancel()
            self.interrupt(after: .seconds(1))
        }
    }

    /// Returns the connection to the pool, or closes one that is unfit for others.
    func end() {
        let (connection, isCancelled) = state.withLock { state in
            state.isEnded = true
            defer { state.connection = nil }
            return (state.connection, state.isCancelled)
        }
        let isFit = !isCancelled && connection?.isIdle == true
        pool.end(isFit ? connection : nil, isLost: connection?.isLost == true)
    }
}
