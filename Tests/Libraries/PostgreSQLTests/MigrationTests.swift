import PostgreSQL
import PostgreSQLTestSupport
import SQL
import TestTraits
import Testing

@Suite("Migrations of a server", .blocking)
struct PostgreSQLMigrationTests {
    private let server: PostgreSQLTestDatabase

    init() throws {
        server = try PostgreSQLTestDatabase()
    }

    private let migrations = [
        SQLMigration("one") { try $0.script("CREATE TABLE t (n bigint); INSERT INTO t VALUES (1)") },
        SQLMigration("two") { try $0.execute("INSERT INTO t VALUES (2)") },
    ]

    @Test("each migration runs once, also when several nodes start together")
    func together() async throws {
        let nodes = try (0..<4).map { _ in try server.open() }
        let migrations = migrations
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { try node.migrate(migrations) } }
            try await group.waitForAll()
        }
        #expect(try nodes[0].readBlocking { try $0.values(Int.self, "SELECT n FROM t ORDER BY n") } == [1, 2])
        #expect(try nodes[3].appliedMigrations() == ["one", "two"])
    }

    @Test("a migration that fails leaves nothing, and those before it stay")
    func failure() throws {
        let database = try server.open()
        struct Reason: Error {}
        let failing = SQLMigration("three") { db in
            try db.script("DROP TABLE t")
            throw Reason()
        }
        #expect(throws: Reason.self) { try database.migrate(migrations + [failing]) }
        #expect(try database.appliedMigrations() == ["one", "two"])
        #expect(try database.readBlocking { try $0.hasTable("t") })
        // The lock is free again.
        try server.open().migrate([SQLMigration("three") { try $0.script("DROP TABLE t") }])
        #expect(try database.appliedMigrations() == ["one", "two", "three"])
    }

    @Test("a database without migrations has had none")
    func none() throws {
        #expect(try server.open().appliedMigrations() == [])
    }
}
