import Foundation
package import SQL
import Threads

/// A database on a PostgreSQL server, for the processes of several machines.
///
/// Reads see one snapshot, and writes have a transaction and a connection each, of which several run at the same time: they
/// lock what they rely on. A transaction that another one made impossible is repeated, so the closures of writes have no
/// effects of their own.
package final class PostgreSQLDatabase: SQLDatabase {
    /// The maximum number of connections, unless the caller chooses another.
    package static let connectionLimit = 8
    /// How often a transaction runs that others make impossible.
    static let attempts = 8
    /// The threads of all databases, which block while the server works.
    private static let threads = WorkerThreads(count: 4 * connectionLimit)

    let address: PostgreSQLAddress
    let pool: ConnectionPool
    /// The program's functions, which sessions name to those who answer for them.
    let functions: [String: SQLFunction]
    private let patience: Duration

    private init(_ address: PostgreSQLAddress, functions: [SQLFunction], limit: Int, patience: Duration) {
        self.address = address
        self.functions = Dictionary(functions.map { ($0.name, $0) }) { first, _ in first }
        self.patience = patience
        pool = ConnectionPool(limit: limit, patience: patience)
    }

    /// Connects to a server.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - address: where the server is, and how it is reached.
    ///   - functions: the functions of ``SQL/SQLSession/functions``.
    ///   - limit: the maximum number of connections.
    ///   - patience: how long a transaction waits for a connection, and for each lock of another transaction, before it
    ///     throws an error of the kind `busy`.
    ///   - prepare: migrates the database.
    /// - Returns: the open database.
    /// - Throws: ``SQL/SQLError``, or the error of `prepare`.
    package static func open(
        _ address: PostgreSQLAddress, functions: [SQLFunction] = [], limit: Int = connectionLimit, patience: Duration,
        preparing prepare: (PostgreSQLDatabase) throws -> Void = { _ in }
    ) throws -> PostgreSQLDatabase {
        let database = PostgreSQLDatabase(address, functions: functions, limit: limit, patience: patience)
        try database.withLease { _ in }
        try database.checkEncoding()
        try prepare(database)
        return database
    }

    /// Throws unless texts are stored as UTF-8.
    ///
    /// With another encoding, some would be refused one day, and be of another length for the server.
    private func checkEncoding() throws {
        // Outside a transaction, since this is one round trip of each start.
        let name = try withLease { connection in
            try connection.run("SHOW server_encoding", [], reuse: .never) { result -> String? in
                result.rows.first.flatMap { $0[0] as String? }
            }
        }
        guard name == "UTF8" else {
            let reason = "The encoding of the PostgreSQL database is \(name ?? "unknown"); create it with UTF8."
            throw SQLError(.unreachable, reason, reason: reason, isMistake: true)
        }
    }

    /// Opens a connection outside the pool.
    func connect() throws(SQLError) -> PostgreSQLConnection {
        try PostgreSQLConnection(address, options: ["lock_timeout=\(max(1, Int(patience / .milliseconds(1))))"])
    }

    // MARK: Transactions

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let lease = ConnectionLease(pool, idle: try await pool.take(isCancellable: true))
        return try await withTaskCancellationHandler {
            try await Self.threads.run { try self.transact(lease, .read, isRepeatable: true, body) }
        } onCancel: {
            lease.cancel()
        }
    }

    package func readBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try transact(ConnectionLease(pool, idle: pool.takeBlocking()), .read, isRepeatable: false, body)
    }

    package func write<Value: Sendable>(
        isDurable: Bool, isAlone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        // Cancellation does not interrupt a write, not even one that waits for its connection.
        let lease = ConnectionLease(pool, idle: try await pool.take(isCancellable: false))
        return try await Self.threads.run {
            let value = try self.transact(
                lease, isDurable ? .durableWrite : .write, isRepeatable: !isAlone, body)
            committed(value)
            return value
        }
    }

    /// Changes rows in a transaction, and blocks.
    @discardableResult
    package func writeBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try transact(ConnectionLease(pool, idle: pool.takeBlocking()), .durableWrite, isRepeatable: false, body)
    }

    private func transact<Value>(
        _ lease: ConnectionLease, _ mode: PostgreSQLTransaction.Mode, isRepeatable: Bool,
        _ body: (any SQLSession) throws -> Value
    ) throws -> Value {
        defer { lease.end() }
        var wasStale = false
        for attempt in 1... {
            var transaction: PostgreSQLTransaction?
            do {
                let begun = try PostgreSQLTransaction(
                    lease.beginning(mode, isEager: !isRepeatable, connect: connect), mode, functions: functions)
                transaction = begun
                return try begun.run(body)
            } catch {
                if lease.isCancelled { throw CancellationError() }
                guard isRepeatable, attempt < Self.attempts, let transaction else { throw error }
                // With statements that were just compiled, the same error has another reason.
                guard transaction.isRepeatable || transaction.isStale && !wasStale else { throw error }
                wasStale = transaction.isStale
                // Those that hinder each other come back at different times.
                Thread.sleep(forTimeInterval: .random(in: 0...0.002) * Double(1 << attempt))
            }
        }
        throw SQLError(.busy, "Other transactions made this one impossible.")
    }

    /// Runs a closure with a connection outside a transaction.
    func withLease<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
        let lease = ConnectionLease(pool, idle: try pool.takeBlocking())
        defer { lease.end() }
        do {
            return try body(lease.connection(connect: connect))
        } catch let error as PostgreSQLFailure {
            throw error.error
        }
    }

    /// Runs one statement that the server refuses inside a transaction, such as `VACUUM`; blocks.
    package func runOutsideTransaction(_ sql: String) throws { try withLease { try $0.runScript(sql) } }

    /// Notifies listeners, without waiting for the disk.
    private static let notification =
        "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, ?)"

    /// Notifies listeners of all nodes, outside a transaction.
    ///
    /// A transaction that notifies makes others that do so wait for its commit.
    ///
    /// - Parameters:
    ///   - channel: the name of the channel.
    ///   - payload: at most 7,999 bytes.
    /// - Throws: ``SQL/SQLError``.
    package func notify(_ channel: String, _ payload: String = "") async throws {
        let lease = ConnectionLease(pool, idle: try await pool.take(isCancellable: true))
        try await Self.threads.run {
            defer { lease.end() }
            do {
                try lease.connection(connect: self.connect)
                    .run(Self.notification, [channel, payload], reuse: .always) { _ in }
            } catch let error as PostgreSQLFailure {
                throw error.error
            }
        }
    }

    /// The numbers of connections in use, of waiters, and of idle connections.
    package var load: (inUse: Int, waiting: Int, idle: Int) { pool.load }

    /// Closes the connections without work, such as before a server is restarted.
    package func closeIdle() { pool.sweep(before: .now) }

    package func close() throws { try pool.close() }
}
