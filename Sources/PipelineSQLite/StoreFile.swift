import Foundation
package import GRDB
import Pipeline

/// The store's file and how its connections are set up.
package enum StoreFile {
    /// Opens the file, making or migrating it where needed. Blocks; throws GRDB's `DatabaseError`, and ``SchemaError``.
    ///
    /// - Parameter patience: how long a transaction waits for other processes' writes before it throws `SQLITE_BUSY`.
    package static func open(
        _ path: String, domains: [DomainSchema] = [], patience: Duration
    ) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience.inSeconds)
        configuration.label = "formwright.pipeline"
        configuration.prepareDatabase { db in
            SearchFunction.add(to: db)
            try db.execute(
                sql: """
                    -- What a savepoint must be able to undo, kept off the disk: nobody needs it after a crash.
                    PRAGMA temp_store = MEMORY;
                    -- In KiB: a group's pages stay in memory until its commit.
                    PRAGMA cache_size = -16384;
                    -- In pages: pages that are written again and again reach the database file once in 16 MiB of log.
                    PRAGMA wal_autocheckpoint = 4096;
                    """)
        }
        // One after the other: two processes that make or migrate the file at the same time would both think it theirs to
        // do, and one would fail.
        return try LocalFileSystem().withLock(path + ".lock", alone: true) {
            try pool(path, configuration, domains, patience)
        }
    }

    private static func pool(
        _ path: String, _ configuration: Configuration, _ domains: [DomainSchema], _ patience: Duration
    ) throws -> DatabasePool {
        try patiently(for: patience) {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Not above: when a pool turns the log on, after its connection was prepared, it chooses NORMAL.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Schema.migrate(pool)
            for domain in domains { try domain.migrate(pool) }
            try skipLostNumbers(pool)
            return pool
        }
    }

    /// A power cut may take back what did not wait for the disk, claims and progress, after somebody has read it in the
    /// feed. So that no number of an event is given twice, they jump when the file is opened first after a start of
    /// the machine.
    private static func skipLostNumbers(_ pool: DatabasePool) throws {
        guard let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8) else { return }
        let boot = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let known = try pool.read { try String.fetchOne($0, sql: "SELECT boot FROM feed") }
        guard known != boot else { return }
        try pool.write { db in
            try db.execute(sql: "UPDATE feed SET boot = ?", arguments: [boot])
            // A new file has lost nothing.
            guard known?.isEmpty == false else { return }
            try db.execute(sql: "UPDATE sqlite_sequence SET seq = seq + 1000000 WHERE name = 'events'")
        }
    }

    /// Opening turns the log on, or recovers it after a crash; SQLite does not wait for others who are at that.
    private static func patiently<T>(for patience: Duration, _ body: () throws -> T) throws -> T {
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                return try body()
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
            {
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }
}
