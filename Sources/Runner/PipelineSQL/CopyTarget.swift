import FailureModel
import Files
import Foundation
import Pipeline
import SQL
import Synchronization
import Threads

/// The target of a copy in progress.
///
/// Rows arrive in one transaction, which leaves a mark that names the source. Until the copy has been compared, the mark
/// lets the next copy of the same source continue. It is a separate table, so a store in use has no trace of it.
struct CopyTarget {
    private static let mark = "unfinished_copy"
    private static let space = 7_301
    /// The names of tables that do not belong to the content.
    static let tables: Set<String> = [mark]

    private let store: SQLStore

    init(_ store: SQLStore) { self.store = store }

    /// Returns the copied state of the source; `nil` if no copy is unfinished.
    static func unfinished(_ db: any SQLSession) throws -> String? {
        try db.hasTable(mark) ? db.value(String.self, "SELECT source FROM \(mark)", reuse: .never) : nil
    }

    /// Marks the copy as unfinished, in the transaction of its rows.
    static func begin(_ source: String, _ db: any SQLSession) throws {
        try db.script("CREATE TABLE \(mark) (source TEXT NOT NULL) \(db.dialect.tableOptions)")
        try db.execute("INSERT INTO \(mark) (source) VALUES (?)", [source])
    }

    /// Removes the mark of a copy that was compared; blocks.
    func finish() throws {
        try store.database.writeBlocking { try $0.script("DROP TABLE IF EXISTS \(Self.mark)") }
    }

    /// Refuses a second copy in the transaction of the rows.
    static func claim(_ db: any SQLSession) throws {
        guard db.dialect == .postgreSQL else { return }
        let isFree = try db.value(Bool.self, "SELECT pg_try_advisory_xact_lock(\(space), 2)", reuse: .never)
        guard isFree == true else { throw inUse }
    }

    /// Runs a copy, and refuses others into this target meanwhile.
    ///
    /// - Throws: `store_in_use` if another copy runs; the error of `body`.
    func alone<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        let lock = try await offPool { [store] in try Self.lock(store) }
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        try await offPool { lock.release() }
        return try outcome.get()
    }

    private static func lock(_ store: SQLStore) throws -> any CopyLock {
        guard let file = store.file else { return try ServerLock(store) }
        let lock = try FileSystemError.naming { try LocalFileSystem().claim(file.path + ".copy") }
        guard let lock else { throw inUse }
        return HeldFile(lock: lock, path: file.path + ".copy")
    }

    private static let inUse = Failure(
        .storeInUse, "Another copy into this target is under way.", hint: "Wait for its end, or stop it.")

    /// A lock of a file, which is removed with it.
    private struct HeldFile: CopyLock {
        let lock: any Sendable
        let path: String

        func release() {
            try? FileManager.default.removeItem(atPath: path)
            withExtendedLifetime(lock) {}
        }
    }

    /// A lock on a server, held by a separate connection.
    private final class ServerLock: CopyLock {
        private let end = DispatchSemaphore(value: 0)
        private let hasEnded = DispatchSemaphore(value: 0)

        init(_ store: SQLStore) throws {
            let isKnown = DispatchSemaphore(value: 0)
            let outcome = Outcome()
            let thread = Thread { [end, hasEnded] in
                defer { hasEnded.signal() }
                do {
                    try store.database.readBlocking { db in
                        let sql = "SELECT pg_try_advisory_xact_lock(\(CopyTarget.space), 1)"
                        outcome.set(.success(try db.value(Bool.self, sql, reuse: .never) == true))
                        isKnown.signal()
                        // The server ends a transaction that has been idle for a minute.
                        while end.wait(timeout: .now() + 20) == .timedOut {
                            _ = try db.value(Int.self, "SELECT 1", reuse: .never)
                        }
                    }
                } catch {
                    outcome.set(.failure(error))
                    isKnown.signal()
                }
            }
            thread.name = "copy-lock"
            thread.start()
            isKnown.wait()
            do {
                guard try outcome.get() else { throw CopyTarget.inUse }
            } catch {
                end.signal()
                throw error
            }
        }

        /// Waits for the end of the transaction, without which the next copy would be refused.
        func release() {
            end.signal()
            hasEnded.wait()
        }
    }

    private final class Outcome: Sendable {
        private let value = Mutex<Result<Bool, any Error>>(.success(false))

        func set(_ result: Result<Bool, any Error>) { value.withLock { $0 = result } }

        func get() throws -> Bool { try value.withLock { try $0.get() } }
    }
}

/// A lock that is held until it is released.
private protocol CopyLock: Sendable {
    func release()
}
