import Dispatch
import SQL
import Synchronization

/// The open connections of a database, and those who wait for one.
///
/// It counts leases, each of which has one connection or none yet. Connections are opened by the threads that use them.
final class ConnectionPool: Sendable {
    private struct Waiter {
        let number: Int
        let resume: @Sendable (Result<PostgreSQLConnection?, any Error>) -> Void
    }

    private struct State {
        var idle: [(connection: PostgreSQLConnection, since: ContinuousClock.Instant)] = []
        var leases = 0
        var waiting: [Waiter] = []
        var waiters = 0
        var isSweeping = false
        var isClosed = false
    }

    /// How long a connection stays open without work.
    static let idleTime = Duration.seconds(60)

    private let state = Mutex(State())
    private let limit: Int
    private let patience: Duration

    /// Creates a pool without a connection.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of leases at a time.
    ///   - patience: how long to wait for a lease before an error of the kind `busy`.
    init(limit: Int, patience: Duration) {
        self.limit = max(1, limit)
        self.patience = patience
    }

    /// The number of leases, of those who wait for one, and of connections without work.
    var load: (inUse: Int, waiting: Int, idle: Int) {
        state.withLock { ($0.leases, $0.waiting.count, $0.idle.count) }
    }

    // MARK: Leases

    /// Takes a lease, and waits for it without a thread.
    ///
    /// - Parameter isCancellable: whether cancellation of the task ends the waiting.
    /// - Returns: a connection that was idle; `nil` if the holder has to open one.
    /// - Throws: ``SQL/SQLError``, or `CancellationError`.
    func take(isCancellable: Bool) async throws -> PostgreSQLConnection? {
        let number = nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                take(number) { continuation.resume(with: $0) }
                if isCancellable, Task.isCancelled { dismiss(number, CancellationError()) }
            }
        } onCancel: {
            if isCancellable { dismiss(number, CancellationError()) }
        }
    }

    /// Takes a lease and blocks until there is one.
    func takeBlocking() throws -> PostgreSQLConnection? {
        let arrival = Arrival()
        take(nextNumber()) { result in
            arrival.result.withLock { $0 = result }
            arrival.signal.signal()
        }
        arrival.signal.wait()
        return try arrival.result.withLock { $0 }?.get() ?? nil
    }

    private func nextNumber() -> Int {
        state.withLock { state in
            state.waiters += 1
            return state.waiters
        }
    }

    private func take(
        _ number: Int, _ resume: @escaping @Sendable (Result<PostgreSQLConnection?, any Error>) -> Void
    ) {
        let result: Result<PostgreSQLConnection?, any Error>? = state.withLock { state in
            guard !state.isClosed else { return .failure(SQLError(.unreachable, "The database is closed.")) }
            guard state.leases >= limit else {
                state.leases += 1
                return .success(state.idle.popLast()?.connection)
            }
            state.waiting.append(Waiter(number: number, resume: resume))
            return nil
        }
        if let result { return resume(result) }
        DispatchQueue.global(qos: .userInitiated).asyncAfter(deadline: .now() + patience / .seconds(1)) { [weak self] in
            self?.dismiss(number, SQLError(.busy, "All connections to the database are in use."))
        }
    }

    /// Ends the waiting of one who is still waiting.
    private func dismiss(_ number: Int, _ error: any Error) {
        let waiter = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiter?.resume(.failure(error))
    }

    /// Ends a lease.
    ///
    /// - Parameters:
    ///   - connection: the connection that others may use from now on.
    ///   - isLost: whether it was lost, as probably were the idle ones.
    func end(_ connection: PostgreSQLConnection?, isLost: Bool = false) {
        // Connections are closed after the lock is released.
        let (waiter, dropped) = state.withLock { state -> (Waiter?, [PostgreSQLConnection]) in
            let dropped = isLost ? state.idle.map(\.connection) : []
            if isLost { state.idle = [] }
            if !state.waiting.isEmpty { return (state.waiting.removeFirst(), dropped) }
            state.leases -= 1
            if let connection { state.idle.append((connection, .now)) }
            return (nil, dropped)
        }
        waiter?.resume(.success(connection))
        _ = dropped
        sweepLater()
    }

    // MARK: Ends

    /// Closes connections that have had no work for long, later.
    private func sweepLater() {
        let starts = state.withLock { state in
            guard !state.isSweeping, !state.idle.isEmpty else { return false }
            state.isSweeping = true
            return true
        }
        guard starts else { return }
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.idleTime / .seconds(1)) { [weak self] in
            self?.sweep(before: .now - Self.idleTime)
            self?.sweepLater()
        }
    }

    /// Closes the connections without work since a point in time.
    func sweep(before start: ContinuousClock.Instant) {
        let old = state.withLock { state in
            state.isSweeping = false
            let old = state.idle.filter { $0.since <= start }
            state.idle.removeAll { $0.since <= start }
            return old
        }
        _ = old
    }

    /// Closes all connections.
    ///
    /// - Throws: ``SQL/SQLError`` if one is in use.
    func close() throws(SQLError) {
        let idle = try state.withLock { state throws(SQLError) in
            guard state.leases == 0 else { throw SQLError(.busy, "A connection to the database is in use.") }
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        _ = idle
    }
}

/// The answer for a thread that waits.
private final class Arrival: Sendable {
    let result = Mutex<Result<PostgreSQLConnection?, any Error>?>(nil)
    let signal = DispatchSemaphore(value: 0)
}
