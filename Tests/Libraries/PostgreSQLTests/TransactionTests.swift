import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import Synchronization
import TestTraits
import Testing

@Suite("Transactions of a server", .blocking, .timeLimit(.minutes(30)))
struct PostgreSQLTransactionTests {
    private let server: PostgreSQLTestDatabase
    private let database: PostgreSQLDatabase

    init() throws {
        server = try .copy(of: "transactions") { database in
            try database.writeBlocking { try $0.script("CREATE TABLE t (n bigint PRIMARY KEY, size bigint)") }
        }
        database = try server.open()
    }

    private func write(
        isDurable: Bool = true, isAlone: Bool = false, _ body: @escaping @Sendable (any SQLSession) throws -> Void
    ) async throws {
        _ = try await database.write(isDurable: isDurable, isAlone: isAlone, body) { _ in }
    }

    private var numbers: [Int] {
        get throws { try database.readBlocking { try $0.values(Int.self, "SELECT n FROM t ORDER BY n") } }
    }

    @Test("after a rollback by a script, no statement takes effect by itself")
    func rolledBack() async throws {
        await #expect(throws: SQLError.self) {
            try await write { db in
                try db.script("ROLLBACK")
                try db.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(try numbers == [])
    }

    @Test("a write whose error was caught throws it, since its changes are gone")
    func caughtError() async throws {
        let error = await #expect(throws: SQLError.self) {
            try await write { db in
                try db.execute("INSERT INTO t VALUES (1)")
                _ = try? db.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(error?.kind == .uniqueViolation)
        #expect(try numbers == [])
    }

    @Test("after an error no further statement runs")
    func statementAfterError() async throws {
        let error = await #expect(throws: SQLError.self) {
            try await write { db in
                _ = try? db.execute("INSERT INTO nowhere VALUES (1)")
                try db.execute("INSERT INTO t VALUES (1)")
            }
        }
        #expect(error?.description.contains("rolled back") == true)
        #expect(try numbers == [])
    }

    @Test("a write that throws leaves nothing, and the next has a working connection")
    func thrown() async throws {
        struct Reason: Error {}
        await #expect(throws: Reason.self) {
            try await write { db in
                try db.execute("INSERT INTO t VALUES (1)")
                throw Reason()
            }
        }
        try await write { try $0.execute("INSERT INTO t VALUES (2)") }
        #expect(try numbers == [2])
    }

    @Test("a result is reported after its commit")
    func committed() async throws {
        let seen = Mutex<[Int]>([])
        let database = database
        _ = try await database.write(isDurable: false, isAlone: false) { db in
            try db.execute("INSERT INTO t VALUES (1)")
            return 7
        } committed: { _ in
            seen.withLock { seen in
                seen = (try? database.readBlocking { try $0.values(Int.self, "SELECT n FROM t") }) ?? []
            }
        }
        #expect(seen.withLock { $0 } == [1])
    }

    @Test("only a durable write waits for the disk", arguments: [true, false])
    func durability(isDurable: Bool) async throws {
        let setting = try await database.write(isDurable: isDurable, isAlone: false) { db in
            try db.value(String.self, "SELECT current_setting('synchronous_commit')")
        } committed: { _ in
        }
        #expect(setting == (isDurable ? "on" : "off"))
    }

    @Test("a read sees one snapshot and cannot write")
    func snapshot() async throws {
        let database = database
        let counts = try await database.read { db in
            let before = try db.value(Int.self, "SELECT count(*) FROM t")
            try database.writeBlocking { try $0.execute("INSERT INTO t VALUES (1)") }
            return [before, try db.value(Int.self, "SELECT count(*) FROM t")]
        }
        #expect(counts == [0, 0])
        let error = await #expect(throws: SQLError.self) {
            try await database.read { try $0.execute("INSERT INTO t VALUES (2)") }
        }
        #expect(error?.kind == .readOnly)
    }

    @Test("two writes in a deadlock both take effect, at least one of them in another run")
    func deadlock() async throws {
        try await write { try $0.execute("INSERT INTO t VALUES (1, 0), (2, 0)") }
        let runs = Count()
        let meeting = Meeting()
        let database = database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for order in [[1, 2], [2, 1]] {
                group.addTask {
                    _ = try await database.write(isDurable: true, isAlone: false) { db in
                        runs.add()
                        try db.execute("UPDATE t SET size = size + 1 WHERE n = ?", [order[0]])
                        meeting.wait()
                        try db.execute("UPDATE t SET size = size + 1 WHERE n = ?", [order[1]])
                    } committed: { _ in
                    }
                }
            }
            try await group.waitForAll()
        }
        // The other run may meet the first write again.
        #expect(runs.value >= 3)
        #expect(try database.readBlocking { try $0.values(Int.self, "SELECT size FROM t") } == [2, 2])
    }

    @Test("a write that is alone runs once, also after a conflict")
    func alone() async throws {
        let runs = Count()
        let error = await #expect(throws: SQLError.self) {
            try await write(isAlone: true) { db in
                runs.add()
                try db.script("DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$")
            }
        }
        #expect(error?.kind == .busy)
        #expect(runs.value == 1)
    }

    @Test("a conflict without end is an error in the end")
    func endlessConflict() async throws {
        let runs = Count()
        let error = await #expect(throws: SQLError.self) {
            try await write { db in
                runs.add()
                try db.script("DO $$ BEGIN RAISE EXCEPTION SQLSTATE '40001'; END $$")
            }
        }
        #expect(error?.kind == .busy)
        #expect(runs.value == 8)
    }

    @Test("a statement that was compiled for other tables is compiled again")
    func changedTable() async throws {
        let database = database
        let sql = "SELECT * FROM t"
        let other = try server.open()
        #expect(try await database.read { try $0.rows(sql).count } == 0)
        try other.writeBlocking { try $0.script("ALTER TABLE t ADD COLUMN name text") }
        try other.writeBlocking { try $0.execute("INSERT INTO t VALUES (1, 2, 'a')") }
        #expect(try await database.read { try $0.rows(sql)[0].names } == ["n", "size", "name"])
    }

    @Test("waiting for a lock ends in an error of the kind busy")
    func lock() async throws {
        let impatient = try server.open(patience: .milliseconds(50))
        try await write { try $0.execute("INSERT INTO t VALUES (1, 0)") }
        try await write { db in
            try db.execute("UPDATE t SET size = 1")
            let error = #expect(throws: SQLError.self) {
                try impatient.writeBlocking { try $0.execute("UPDATE t SET size = 2") }
            }
            #expect(error?.kind == .busy)
        }
    }
}
