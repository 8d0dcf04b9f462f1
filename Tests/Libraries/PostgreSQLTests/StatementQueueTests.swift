import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import Synchronization
import TestTraits
import Testing

@Suite("Statements that are sent together", .blocking, .timeLimit(.minutes(30)))
struct StatementQueueTests {
    private let server: PostgreSQLTestDatabase
    private let database: PostgreSQLDatabase

    init() throws {
        server = try .copy(of: "queues") { database in
            try database.writeBlocking { try $0.script("CREATE TABLE t (n bigint PRIMARY KEY)") }
        }
        database = try server.open()
    }

    private func write(
        on database: PostgreSQLDatabase? = nil, _ body: @escaping @Sendable (any SQLSession) throws -> Void
    ) async throws {
        _ = try await (database ?? self.database).write(isDurable: true, isAlone: false, body) { _ in }
    }

    private func insert(_ number: Int, _ db: any SQLSession) throws {
        try db.enqueue("INSERT INTO t VALUES (?)", [number], nil)
    }

    private var numbers: [Int] {
        get throws { try database.readBlocking { try $0.values(Int.self, "SELECT n FROM t ORDER BY n") } }
    }

    @Test("they run in order, before a statement whose result is wanted")
    func order() async throws {
        try await write { db in
            for number in 1...3 { try insert(number, db) }
            #expect(try db.value(Int.self, "SELECT sum(n) FROM t") == 6)
            try db.enqueue("UPDATE t SET n = n + ?", [10], nil)
            try db.enqueue("UPDATE t SET n = n * ?", [2], nil)
        }
        #expect(try numbers == [22, 24, 26])
    }

    @Test("those without a reader are sent with the commit", arguments: [1, 63, 64, 65, 200])
    func commit(count: Int) async throws {
        try await write { db in for number in 1...count { try insert(number, db) } }
        #expect(try numbers == Array(1...count))
    }

    @Test("rows are there when they are asked for, in any order, and each statement runs once")
    func rows() async throws {
        try await write { db in
            let pending = try (1...3).map { number in
                try db.pendingRows("INSERT INTO t VALUES (?) RETURNING n", [number]) { $0[0] as Int }
            }
            #expect(try pending[2].get() == [3])
            #expect(try pending[0].first() == 1)
            #expect(try db.pendingRows("SELECT n FROM t WHERE n > 9") { $0[0] as Int }.first() == nil)
        }
        #expect(try numbers == [1, 2, 3])
    }

    @Test("a reader sees its rows before the commit, and its error undoes everything")
    func refusingReader() async throws {
        let error = await #expect(throws: SQLError.self) {
            try await write { db in
                try insert(1, db)
                try db.enqueue("SELECT n FROM t", []) { rows in throw SQLError(.other, "\(rows.count)") }
            }
        }
        #expect(error?.description == "1")
        #expect(try numbers == [])
        try await write { try insert(2, $0) }
        #expect(try numbers == [2])
    }

    @Test("the error of one undoes the transaction, whichever call sends it", arguments: 0..<4)
    func errors(ending: Int) async throws {
        let seen = Mutex(0)
        let error = await #expect(throws: SQLError.self) {
            try await write { db in
                try insert(1, db)
                try insert(1, db)
                try db.enqueue("SELECT 1", []) { _ in seen.withLock { $0 += 1 } }
                switch ending {
                case 0: break
                case 1: try db.flush()
                case 2: try db.script("SELECT 1")
                default: _ = try db.rows("SELECT n FROM t")
                }
            }
        }
        #expect(error?.kind == .uniqueViolation)
        #expect(seen.withLock { $0 } == 0)
        #expect(try numbers == [])
    }

    @Test("a caught error does not let the rest be committed")
    func caughtError() async throws {
        await #expect(throws: SQLError.self) {
            try await write { db in
                try insert(1, db)
                try insert(1, db)
                try? db.flush()
                try? insert(2, db)
            }
        }
        #expect(try numbers == [])
    }

    @Test("a closure that throws sends none of them")
    func abandoned() async throws {
        await #expect(throws: CocoaError.self) {
            try await write { db in
                try insert(1, db)
                throw CocoaError(.featureUnsupported)
            }
        }
        #expect(try numbers == [])
    }

    @Test("a savepoint undoes those within, and keeps those before")
    func savepoint() async throws {
        try await write { db in
            try insert(1, db)
            #expect(throws: CocoaError.self) {
                try db.savepoint {
                    try insert(2, db)
                    throw CocoaError(.featureUnsupported)
                }
            }
            #expect(throws: SQLError.self) { try db.savepoint { try insert(1, db) } }
            try db.savepoint { try insert(3, db) }
        }
        #expect(try numbers == [1, 3])
    }

    @Test(
        "a link that is cut when they are sent with the commit is no reason to repeat them", arguments: [true, false])
    func lostCommit(arrives: Bool) async throws {
        let end = "COMMIT\u{0}"
        let link = try LinkProxy(to: server.server, cut: arrives ? .after(end) : .before(end))
        let database = try PostgreSQLDatabase.open(
            PostgreSQLAddress(link.url(of: server.name)), patience: .seconds(1_800))
        let runs = Count()
        let error = await #expect(throws: SQLError.self) {
            try await write(on: database) { db in
                runs.add()
                try insert(1, db)
            }
        }
        #expect(link.cutCount == 1)
        #expect(error?.kind == .commitUnknown)
        #expect(runs.value == 1)
    }
}
