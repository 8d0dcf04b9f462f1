package import Pipeline
import SQL

/// A process of this program that is connected to a store's server.
package struct StoreNode: Sendable, Hashable {
    /// The name of its machine.
    package let host: String
    /// The number of the process on its machine.
    package let process: String
    /// When its oldest connection began.
    package let since: Timestamp
}

extension SQLStore {
    /// Returns the other processes that are connected now, by machine; `nil` for a file.
    ///
    /// The server knows them by their connections, and notices one that has vanished within seconds.
    ///
    /// - Throws: ``SQL/SQLError``.
    package func nodes() async throws -> [StoreNode]? {
        guard file == nil else { return nil }
        return try await read { db in
            try db.rows(
                """
                SELECT application_name, CAST(floor(extract(epoch FROM min(backend_start)) * 1000) AS bigint)
                FROM pg_stat_activity
                WHERE datname = current_database() AND application_name LIKE 'formwright/%/%'
                    AND application_name <> current_setting('application_name')
                GROUP BY application_name ORDER BY application_name
                """
            ) { row in (name: row[0] as String, since: row[1] as Int64) }
        }.compactMap { row in
            let parts = row.name.split(separator: "/")
            guard parts.count == 3 else { return nil }
            return StoreNode(
                host: String(parts[1]), process: String(parts[2]), since: Timestamp(milliseconds: row.since))
        }
    }
}
