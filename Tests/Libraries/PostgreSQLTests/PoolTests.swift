import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import Synchronization
import TestTraits
import Testing

@Suite("A pool of connections", .blocking, .timeLimit(.minutes(30)))
struct ConnectionPoolTests {
    private let server: PostgreSQLTestDatabase

    init() throws {
        server = try .copy(of: "pool") { _ in }
    }

    /// Runs a closure while a write has the only connection of a database.
    private func occupying(_ database: PostgreSQLDatabase, _ body: () async throws -> Void) async throws {
        let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let write: Void = database.write(isDurable: false, isAlone: false) { _ in
            isHeld.signal()
            isDone.wait()
        } committed: { _ in
        }
        await Task { isHeld.waitForSignal() }.value
        do {
            try await body()
        } catch {
            isDone.signal()
            throw error
        }
        isDone.signal()
        try await write
    }

    @Test("waiting for a connection ends in an error of the kind busy")
    func exhausted() async throws {
        let database = try server.open(limit: 1, patience: .milliseconds(50))
        try await occupying(database) {
            let error = await #expect(throws: SQLError.self) { try await database.read { _ in } }
            #expect(error?.kind == .busy)
            let blocking = #expect(throws: SQLError.self) { try database.readBlocking { _ in } }
            #expect(blocking?.kind == .busy)
            #expect(database.load.waiting == 0)
        }
        try await database.read { _ in }
    }

    @Test("more work than connections waits for its turn, and all of it is done")
    func turns() async throws {
        let database = try server.open(limit: 3)
        try database.writeBlocking { try $0.script("CREATE TABLE t (n bigint)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for n in 0..<100 {
                group.addTask {
                    _ = try await database.write(isDurable: false, isAlone: false) { db in
                        try db.execute("INSERT INTO t VALUES (?)", [n])
                    } committed: { _ in
                    }
                }
            }
            try await group.waitForAll()
        }
        let (rows, connections) = try database.readBlocking { db in
            (
                try db.value(Int.self, "SELECT count(*) FROM t"),
                try db.value(
                    Int.self, "SELECT count(*) FROM pg_stat_activity WHERE datname = ?", [server.name])
            )
        }
        #expect(rows == 100)
        #expect((connections ?? 0) <= 3)
        #expect(database.load.inUse == 0)
    }

    @Test("cancellation ends a read that waits for a connection")
    func cancelledWait() async throws {
        let database = try server.open(limit: 1)
        try await occupying(database) {
            let read = Task { try await database.read { _ in } }
            while database.load.waiting == 0 { await Task.yield() }
            read.cancel()
            await #expect(throws: CancellationError.self) { try await read.value }
            #expect(database.load.waiting == 0)
        }
    }

    @Test("cancellation ends the statement of a read, and its connection is not used again")
    func cancelledRead() async throws {
        let database = try server.open()
        let other = try server.open()
        let read = Task { try await database.read { try $0.execute("SELECT pg_sleep(100000)") } }
        let isRunning =
            "SELECT 1 FROM pg_stat_activity WHERE datname = ? AND query LIKE 'SELECT pg_sleep%' AND state = 'active'"
        while try !other.readBlocking({ try $0.hasRow(isRunning, [server.name]) }) { await Task.yield() }
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
        #expect(database.load.idle == 0)
        #expect(try await database.read { try $0.value(Int.self, "SELECT 1") } == 1)
        while try other.readBlocking({ try $0.hasRow(isRunning, [server.name]) }) { await Task.yield() }
    }

    @Test("cancellation does not interrupt a write")
    func cancelledWrite() async throws {
        let database = try server.open(limit: 1)
        try database.writeBlocking { try $0.script("CREATE TABLE t (n bigint)") }
        try await occupying(database) {
            let write = Task {
                try await database.write(isDurable: true, isAlone: false) { db in
                    try db.execute("INSERT INTO t VALUES (1)")
                } committed: { _ in
                }
            }
            while database.load.waiting == 0 { await Task.yield() }
            write.cancel()
            #expect(database.load.waiting == 1)
        }
        while try database.readBlocking({ try $0.value(Int.self, "SELECT count(*) FROM t") }) == 0 {
            await Task.yield()
        }
    }

    @Test("connections without work are closed")
    func idle() throws {
        let database = try server.open()
        #expect(database.load.idle == 1)
        database.closeIdle()
        #expect(database.load.idle == 0)
        #expect(try database.readBlocking { try $0.value(Int.self, "SELECT 1") } == 1)
    }

    @Test("a database in use is not closed, and a closed one is not used")
    func closing() async throws {
        let database = try server.open()
        try await occupying(database) {
            #expect(throws: SQLError.self) { try database.close() }
        }
        try database.close()
        let error = await #expect(throws: SQLError.self) { try await database.read { _ in } }
        #expect(error?.kind == .unreachable)
    }

    @Test("a connection keeps a limited number of compiled statements")
    func statements() throws {
        let database = try server.open(limit: 1)
        let count = try database.readBlocking { db in
            for n in 0..<300 { #expect(try db.value(Int.self, "SELECT \(n)") == n) }
            for n in 0..<100 { #expect(try db.value(Int.self, "SELECT -\(n)", reuse: .recent) == -n) }
            for n in 0..<100 { #expect(try db.value(Int.self, "SELECT +\(n)", reuse: .never) == n) }
            // The first has given way to others and is compiled again.
            #expect(try db.value(Int.self, "SELECT 0") == 0)
            return try db.value(Int.self, "SELECT count(*) FROM pg_prepared_statements", reuse: .never)
        }
        #expect(count == 256 + 32)
    }
}

extension DispatchSemaphore {
    /// Waits on a thread that may block.
    fileprivate func waitForSignal() { wait() }
}
