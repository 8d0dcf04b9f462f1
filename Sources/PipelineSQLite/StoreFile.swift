import Foundation
package import GRDB
import Pipeline

/// The store's file and how its connections are set up.
package enum StoreFile {
    /// Opens the file, making or migrating it where needed. Blocks; throws GRDB's `DatabaseError`.
    ///
    /// - Parameter patience: how long a transaction waits for other processes' writes before it throws `SQLITE_BUSY`.
    package static func open(_ path: String, patience: Duration) throws -> DatabasePool {
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
            try pool(path, configuration, patience)
        }
    }

    private static func pool(
        _ path: String, _ configuration: Configuration, _ patience: Duration
    ) throws -> DatabasePool {
        try patiently(for: patience) {
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Not above: when a pool turns the log on, after its connection was prepared, it chooses NORMAL.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Schema.migrator.migrate(pool)
            return pool
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
