import GRDB
package import SQL
import Threads

/// A database in one SQLite file, for all processes of one machine.
///
/// Durability is explicit: with a write-ahead log and `synchronous = FULL`, a write that has returned survives a power
/// failure. Writes that arrive together share a transaction and its single `fsync`. This is unsuitable for network file
/// systems, on which SQLite's locks do not work.
package final class SQLiteDatabase: SQLDatabase {
    /// The number of connections that can read at the same time.
    static let readerCount = 4
    /// The reading threads of all databases.
    ///
    /// GRDB's own queues change threads several times for each read.
    private static let readers = WorkerThreads(count: readerCount)

    let pool: DatabasePool
    private let recent = RecentStatements()
    private let commits: GroupCommit
    private let file: FileIdentity
    private let gate = ReadGate()

    init(_ pool: DatabasePool) throws {
        self.pool = pool
        commits = GroupCommit(pool, recent)
        file = try FileIdentity(ofFileAt: pool.path)
    }

    /// The path of the file.
    package var path: String { pool.path }

    /// The number of recent statements that each connection has compiled.
    package var recentStatementCounts: [Int] { recent.counts }

    /// The maximum number of recent statements per connection.
    package static var recentStatementLimit: Int { RecentStatements.limit }

    /// The number of writes waiting for the next transaction.
    package var waitingWrites: Int { commits.waiting }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let reader = WaitingReader()
        return try await withTaskCancellationHandler {
            try await Self.readers.run { try self.read(for: reader, body) }
        } onCancel: {
            reader.go()
        }
    }

    /// Reads for somebody who may go meanwhile; a limited statement then ends.
    private func read<Value>(for reader: WaitingReader, _ body: (any SQLSession) throws -> Value) throws -> Value {
        if reader.isGone { throw CancellationError() }
        do {
            return try read(reader, body)
        } catch {
            throw reader.isGone ? CancellationError() : error
        }
    }

    package func readBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try read(nil, body)
    }

    private func read<Value>(_ reader: WaitingReader?, _ body: (any SQLSession) throws -> Value) throws -> Value {
        guard gate.begin() else { throw SQLError(.other, "The database is closed.") }
        defer { gate.end() }
        return try SQLError.converting {
            try pool.read { try body(SQLiteSession($0, recent, isTransaction: true, reader: reader)) }
        }
    }

    /// Changes rows in a separate transaction, and blocks.
    @discardableResult
    package func writeBlocking<Value>(_ body: (any SQLSession) throws -> Value) throws -> Value {
        try SQLError.converting { try pool.write { try body(SQLiteSession($0, recent, isTransaction: true)) } }
    }

    package func write<Value: Sendable>(
        isDurable: Bool, isAlone: Bool, _ body: @escaping @Sendable (any SQLSession) throws -> Value,
        committed: @escaping @Sendable (Value) -> Void
    ) async throws -> Value {
        try await commits.write(isDurable: isDurable, isAlone: isAlone, body, committed: committed)
    }

    package func migrate(_ migrations: [SQLMigration]) throws {
        try SQLError.converting { try migrator(migrations).migrate(pool) }
    }

    package func appliedMigrations() throws -> Set<String> {
        try SQLError.converting { try pool.read { try migrator([]).appliedIdentifiers($0) } }
    }

    private func migrator(_ migrations: [SQLMigration]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.identifier) { [recent] db in
                try migration.body(SQLiteSession(db, recent, isTransaction: true))
            }
        }
        return migrator
    }

    package func close() throws {
        gate.close()
        do {
            try SQLError.converting { try pool.close() }
        } catch {
            gate.open()
            throw error
        }
    }

    // MARK: The file

    /// Checks that the file is still at its path.
    ///
    /// - Throws: ``SQL/SQLError`` of the kind `unreachable` if it was deleted or replaced.
    package func checkPresence() throws(SQLError) {
        try file.check()
    }

    /// Writes a consistent copy of the whole file into an empty one.
    ///
    /// This blocks, but writers can continue.
    package func snapshot(into path: String) throws {
        try SQLError.converting { try pool.vacuum(into: path) }
    }

    /// Opens another connection that counts the file's changes.
    ///
    /// This blocks.
    package func changeCounter() throws -> any ChangeCounter {
        try SQLError.converting { try SQLiteChangeCounter(of: self) }
    }

    /// Runs SQLite's integrity check and returns `ok` or a description of the damage.
    package func integrityCheck() async throws -> String {
        try await read { try $0.values(String.self, "PRAGMA integrity_check").joined(separator: "\n") }
    }

    /// Empties the log with earlier versions of rows, unless another connection uses it.
    package func eraseDeleted() async throws {
        try await pool.writeWithoutTransaction { db in
            try SQLError.converting {
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
    }
}
