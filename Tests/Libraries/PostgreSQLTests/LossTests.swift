import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import TestTraits
import Testing

@Suite("Lost connections", .blocking, .timeLimit(.minutes(30)))
struct LostConnectionTests {
    private let server: PostgreSQLTestDatabase

    init() throws {
        server = try .copy(of: "losses") { database in
            try database.writeBlocking { try $0.script("CREATE TABLE t (n bigint PRIMARY KEY)") }
        }
    }

    private func write(_ database: PostgreSQLDatabase, _ body: @escaping @Sendable (any SQLSession) throws -> Void)
        async
        -> SQLError?
    {
        await #expect(throws: SQLError.self) {
            try await database.write(isDurable: true, isAlone: false, body) { _ in }
        }
    }

    private func count(_ database: PostgreSQLDatabase) throws -> Int? {
        try database.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM t") }
    }

    /// Ends a session's process on the server, and waits for its end.
    private static func terminate(_ process: Int?, by other: PostgreSQLDatabase) throws {
        _ = try other.readBlocking { try $0.rows("SELECT pg_terminate_backend(?::int)", [process]) }
        while try other.readBlocking({ try $0.hasRow("SELECT 1 FROM pg_stat_activity WHERE pid = ?", [process]) }) {}
    }

    @Test("a session that the server ended before the commit has changed nothing, and that is known")
    func beforeCommit() async throws {
        let database = try server.open()
        let other = try server.open()
        let error = await write(database) { db in
            try db.execute("INSERT INTO t VALUES (1)")
            try Self.terminate(try db.value(Int.self, "SELECT pg_backend_pid()"), by: other)
        }
        #expect(error?.kind == .unreachable)
        #expect(try count(database) == 0)
    }

    @Test("a session that the server ended fails in its next statement")
    func beforeStatement() async throws {
        let database = try server.open()
        let other = try server.open()
        let error = await write(database) { db in
            try Self.terminate(try db.value(Int.self, "SELECT pg_backend_pid()"), by: other)
            try db.execute("INSERT INTO t VALUES (1)")
        }
        #expect(error?.kind == .unreachable)
        #expect(try count(database) == 0)
    }

    @Test("connections that the server ended while they were idle are replaced without an error")
    func whileIdle() async throws {
        let database = try server.open()
        let other = try server.open()
        let process = try database.readBlocking { try $0.value(Int.self, "SELECT pg_backend_pid()") }
        try Self.terminate(process, by: other)
        try await database.notify("work")
        let successor = try database.readBlocking { try $0.value(Int.self, "SELECT pg_backend_pid()") }
        #expect(successor != process)
        try Self.terminate(successor, by: other)
        #expect(try count(database) == 0)
    }

    @Test("a commit whose answer is lost is unknown, and has happened here")
    func duringCommit() async throws {
        let link = try LinkProxy(to: server.server, cut: .after("COMMIT\u{0}"))
        // Reads end with a commit as well.
        let database = try PostgreSQLDatabase.open(
            PostgreSQLAddress(link.url(of: server.name)), patience: .seconds(1_800))
        let error = await write(database) { try $0.execute("INSERT INTO t VALUES (1)") }
        #expect(link.cutCount == 1)
        #expect(error?.kind == .commitUnknown)
        #expect(try count(database) == 1)
    }

    @Test("a commit that never reached the server is unknown as well")
    func unsentCommit() async throws {
        let link = try LinkProxy(to: server.server, cut: .before("COMMIT\u{0}"))
        let database = try PostgreSQLDatabase.open(
            PostgreSQLAddress(link.url(of: server.name)), patience: .seconds(1_800))
        let error = await write(database) { try $0.execute("INSERT INTO t VALUES (1)") }
        #expect(link.cutCount == 1)
        #expect(error?.kind == .commitUnknown)
        #expect(try count(database) == 0)
    }

    @Test(
        "a connection that is lost when a transaction begins is replaced, since nothing has happened",
        arguments: [true, false])
    func duringBeginning(isAlone: Bool) async throws {
        let link = try LinkProxy(to: server.server, cut: .before("BEGIN"))
        let database = try PostgreSQLDatabase.open(
            PostgreSQLAddress(link.url(of: server.name)), patience: .seconds(1_800))
        _ = try await database.write(isDurable: true, isAlone: isAlone) {
            try $0.execute("INSERT INTO t VALUES (1)")
        } committed: { _ in
        }
        #expect(link.cutCount == 1)
        #expect(try count(database) == 1)
    }

    @Test("a link cut during a statement is an error, after which the next write succeeds")
    func duringStatement() async throws {
        let link = try LinkProxy(to: server.server, cut: .after("INSERT"))
        let database = try PostgreSQLDatabase.open(
            PostgreSQLAddress(link.url(of: server.name)), patience: .seconds(1_800))
        let error = await write(database) { try $0.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.kind == .unreachable)
        _ = try await database.write(isDurable: true, isAlone: false) {
            try $0.execute("INSERT INTO t VALUES (1)")
        } committed: { _ in
        }
        #expect(try count(database) == 1)
    }

    @Test("a server that stands still while its kernel confirms every byte is noticed, a long statement is not")
    func frozen() async throws {
        let own = try PostgreSQLTestServer()
        let server = try PostgreSQLTestDatabase(on: own)
        let database = try server.open()
        try database.writeBlocking { try $0.script("CREATE TABLE t (n bigint)") }
        _ = try database.readBlocking { try $0.rows("SELECT CAST(pg_sleep(5) AS text)") }
        let error = await write(database) { db in
            try db.execute("INSERT INTO t VALUES (1)")
            own.freeze()
            try db.execute("INSERT INTO t VALUES (2)")
        }
        #expect(error?.kind == .unreachable)
        own.thaw()
        try database.writeBlocking { try $0.execute("INSERT INTO t VALUES (3)") }
        #expect(try count(database) == 1)
    }

    @Test("after a restart of the server, the database works as before", arguments: [true, false])
    func restart(isFast: Bool) async throws {
        let own = try PostgreSQLTestServer()
        let server = try PostgreSQLTestDatabase(on: own)
        let database = try server.open()
        try database.writeBlocking { try $0.script("CREATE TABLE t (n bigint)") }
        own.stop(isFast ? .fast : .immediate)
        let error = await write(database) { try $0.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.kind == .unreachable)
        try own.start()
        try database.writeBlocking { try $0.execute("INSERT INTO t VALUES (2)") }
        #expect(try count(database) == 1)
    }
}
