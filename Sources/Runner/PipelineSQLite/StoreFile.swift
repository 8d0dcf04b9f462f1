import CSQLite
import Files
import Foundation
package import GRDB
import Pipeline

/// Opens the store's file and configures its connections.
package enum StoreFile {
    /// The number of connections that can read at the same time.
    package static let readers = 4

    /// Turns off SQLite's memory statistics once per process.
    ///
    /// Reading threads would wait for their lock at each allocation.
    private static let countsNoMemory: Void = {
        _ = formwright_sqlite_count_no_memory()
    }()

    /// Opens the file, creating or migrating it if necessary.
    ///
    /// This blocks.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - domains: the domains with tables in the file.
    ///   - patience: how long a transaction waits for other processes' writes before it throws `SQLITE_BUSY`.
    /// - Returns: the open file.
    /// - Throws: GRDB's `DatabaseError`, or ``SchemaError``.
    package static func open(
        _ path: String, domains: [DomainSchema] = [], patience: Duration
    ) throws -> DatabasePool {
        _ = countsNoMemory
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience.inSeconds)
        configuration.label = "formwright.pipeline"
        configuration.maximumReaderCount = readers
        configuration.prepareDatabase { db in
            SearchFunction.add(to: db)
            for domain in domains { domain.prepare(db) }
            try db.execute(
                sql: """
                    -- What a savepoint must be able to undo, kept off the disk: nobody needs it after a crash.
                    PRAGMA temp_store = MEMORY;
                    -- In KiB: a group's pages stay in memory until its commit.
                    PRAGMA cache_size = -16384;
                    -- In pages: pages that are written again and again reach the database file once in 16 MiB of log.
                    PRAGMA wal_autocheckpoint = 4096;
                    -- Deleted rows are private: their bytes are overwritten with zeros, also in pages that become free.
                    PRAGMA secure_delete = ON;
                    """)
        }
        // One process at a time: two that create or migrate the file at the same time would both try to do so, and one
        // would fail.
        return try FileSystemError.naming {
            try LocalFileSystem().withLock(path + ".lock", alone: true) {
                try pool(path, configuration, domains, patience)
            }
        }
    }

    private static func pool(
        _ path: String, _ configuration: Configuration, _ domains: [DomainSchema], _ patience: Duration
    ) throws -> DatabasePool {
        try patiently(for: patience) {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Not set earlier: when a pool turns the write-ahead log on, after its connection has been prepared, it
            // chooses NORMAL.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Schema.migrate(pool)
            for domain in domains { try domain.migrate(pool) }
            try skipLostNumbers(pool)
            return pool
        }
    }

    /// Skips event numbers when the file is first opened after the machine has started.
    ///
    /// A power failure may undo moves that were not flushed (claims and progress) after a reader has seen them in the
    /// feed. The jump ensures that no event number is used twice.
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

    /// Runs `body`, retrying while the file is busy.
    ///
    /// Opening turns the write-ahead log on, or recovers it after a crash; SQLite itself does not wait for other
    /// processes doing the same.
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
