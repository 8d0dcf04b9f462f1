import CSQLite
import Foundation
import GRDB
package import SQL

extension SQLiteDatabase {
    /// Turns off SQLite's memory statistics once per process.
    ///
    /// Reading threads would wait for their lock at each allocation.
    private static let countsNoMemory: Void = {
        _ = formwright_sqlite_count_no_memory()
    }()

    /// Opens a file, creating it if necessary.
    ///
    /// This blocks. Only one process at a time may create or migrate a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - functions: the functions that statements can call.
    ///   - patience: how long a transaction waits for other processes' writes before it throws an error of the kind
    ///     `busy`.
    ///   - prepare: migrates the file; it may run again while the file is busy.
    /// - Returns: the open file.
    /// - Throws: ``SQL/SQLError``, or the error of `prepare`.
    package static func open(
        _ path: String, functions: [SQLFunction] = [], patience: Duration,
        preparing prepare: (SQLiteDatabase) throws -> Void = { _ in }
    ) throws -> SQLiteDatabase {
        _ = countsNoMemory
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience / .seconds(1))
        configuration.label = "formwright.sqlite"
        configuration.maximumReaderCount = readerCount
        configuration.prepareDatabase { db in
            for function in functions { db.add(function: DatabaseFunction(function)) }
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
        return try SQLError.converting {
            try patiently(for: patience) {
                let database = try SQLiteDatabase(DatabasePool(path: path, configuration: configuration))
                // Not set earlier: when a pool turns the write-ahead log on, after its connection has been prepared, it
                // chooses NORMAL.
                try database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
                try prepare(database)
                return database
            }
        }
    }

    /// Runs `body`, retrying while the file is busy.
    ///
    /// Opening turns the write-ahead log on, or recovers it after a crash; SQLite itself does not wait for other
    /// processes doing the same.
    private static func patiently<Result>(for patience: Duration, _ body: () throws -> Result) throws -> Result {
        let deadline = ContinuousClock.now + patience
        while true {
            do {
                return try SQLError.converting(body)
            } catch let error as SQLError where error.kind == .busy && ContinuousClock.now < deadline {
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
    }
}

extension DatabaseFunction {
    fileprivate convenience init(_ function: SQLFunction) {
        self.init(function.name, argumentCount: function.argumentCount, pure: function.isPure) { values in
            function.body(values.map { SQLValue($0) }).databaseValue
        }
    }
}
