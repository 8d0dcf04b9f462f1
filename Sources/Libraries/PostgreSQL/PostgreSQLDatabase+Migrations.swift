import Foundation
package import SQL

extension PostgreSQLDatabase {
    /// The number of the advisory lock, the same in each database.
    private static let migrationLock: Int64 = 7_305_811_394_002_771

    /// Maximum number of times that a migration is tried.
    ///
    /// It locks whole tables, so that busy nodes make it the victim of deadlocks more often than other transactions.
    private static let migrationAttempts = 100

    package func migrate(_ migrations: [SQLMigration]) throws {
        try withLease { connection in
            // Another node may take its time with the same migrations.
            try connection.runScript("SET lock_timeout = 0; SELECT pg_advisory_lock(\(Self.migrationLock))")
            defer {
                // Compiled for tables that may have changed. If the connection is lost, so is the lock.
                try? connection.runScript("SELECT pg_advisory_unlock(\(Self.migrationLock)); RESET lock_timeout")
                try? connection.discardStatements()
            }
            try connection.runScript(
                """
                CREATE TABLE IF NOT EXISTS schema_migrations (
                    identifier text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())
                """)
            let applied = try applied(connection)
            for migration in migrations where !applied.contains(migration.identifier) {
                try run(migration, on: connection)
            }
        }
    }

    /// Runs a migration in a transaction, again if moves of running nodes made it impossible.
    private func run(_ migration: SQLMigration, on connection: PostgreSQLConnection) throws {
        for attempt in 1... {
            try connection.begin(PostgreSQLTransaction.Mode.durableWrite.beginning, isEager: true)
            let transaction = PostgreSQLTransaction(connection, .durableWrite, functions: functions)
            do {
                return try transaction.run { session in
                    try migration.body(session)
                    try session.execute(
                        "INSERT INTO schema_migrations (identifier) VALUES (?)", [migration.identifier])
                }
            } catch {
                guard transaction.isRepeatable, attempt < Self.migrationAttempts else { throw error }
                // Lets the transactions of other nodes end.
                Thread.sleep(forTimeInterval: min(0.5, 0.01 * Double(attempt)))
            }
        }
    }

    package func appliedMigrations() throws -> Set<String> {
        try readBlocking { session in
            guard try session.hasTable("schema_migrations") else { return [] }
            return Set(try session.values(String.self, "SELECT identifier FROM schema_migrations"))
        }
    }

    private func applied(_ connection: PostgreSQLConnection) throws -> Set<String> {
        try connection.run("SELECT identifier FROM schema_migrations", [], reuse: .never) { result in
            Set((0..<result.rowCount).compactMap { String(sqlValue: result.values(ofRow: $0, result.types)[0]) })
        }
    }
}
