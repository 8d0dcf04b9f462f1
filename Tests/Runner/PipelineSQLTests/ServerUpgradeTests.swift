import Foundation
import Pipeline
import PipelineSQL
import PipelineTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import Synchronization
import TestTraits
import Testing

/// Programs of two versions on one database; the newer one is made by migrations that this one does not know.
@Suite("An upgrade of one node after the other", .blocking, .timeLimit(.minutes(60)))
struct ServerUpgradeTests {
    private let bench: ServerBench

    init() throws {
        bench = try ServerBench()
    }

    /// What a migration of a minor version may do.
    private static let newer = SQLMigration("99: a later version") { db in
        try db.script(
            """
            CREATE TABLE later (document bigint PRIMARY KEY REFERENCES documents (sequence) ON DELETE CASCADE);
            ALTER TABLE events ADD COLUMN reason text;
            ALTER TABLE jobs ADD COLUMN weight bigint NOT NULL DEFAULT 1;
            ALTER TABLE artefacts ADD COLUMN origin text;
            ALTER TABLE documents ADD COLUMN language text NOT NULL DEFAULT '';
            CREATE INDEX jobs_by_weight ON jobs (weight, id) WHERE finished_at IS NULL;
            """)
    }

    private static let notes = DomainSchema.Migration("notes") { db in
        try db.script("CREATE TABLE trading_notes (id \(db.dialect.numbering), note TEXT) \(db.dialect.tableOptions)")
    }

    private static func trading(_ migrations: [DomainSchema.Migration]) -> DomainSchema {
        DomainSchema("trading", migrations: migrations)
    }

    /// How far several nodes are.
    private final class Progress: Sendable {
        let finished = Mutex(0)
        let isOver = Mutex(false)
    }

    private func open(_ domains: [DomainSchema] = []) throws -> SQLStore {
        try SQLStore(
            address: PostgreSQLAddress(bench.database.url), domains: domains, connections: 2,
            patience: .seconds(1_800))
    }

    /// Begins a document, and takes one through its stage.
    private func work(in store: SQLStore) async throws {
        _ = try await bench.begun(in: store)
        var claims: [Claim] = []
        while claims.isEmpty { claims = try await bench.claim(in: store) }
        try await store.complete(
            claims[0].lease, with: StageResult(artefacts: [.named("a.txt")]), then: .processing(), at: bench.now)
    }

    @Test("nodes of the version before go on while and after a newer one migrates, with statements compiled before")
    func running() async throws {
        let nodes = try (0..<2).map { _ in try bench.node() }
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for node in nodes {
                group.addTask {
                    var rest = 20
                    while rest > 0 {
                        try await work(in: node)
                        progress.finished.withLock { $0 += 1 }
                        // Some more after the migration.
                        if progress.isOver.withLock({ $0 }) { rest -= 1 }
                    }
                }
            }
            group.addTask {
                // Every statement has been compiled.
                while progress.finished.withLock({ $0 }) < 20 { try await Task.sleep(for: .milliseconds(1)) }
                defer { progress.isOver.withLock { $0 = true } }
                try bench.database.open(limit: 1).migrate([Self.newer])
            }
            try await group.waitForAll()
        }
        let count = progress.finished.withLock { $0 }
        #expect(count >= 60)
        for node in nodes {
            #expect(try await node.status(in: .all, at: bench.now).documents == [.ready: count])
            let events = try await bench.feed(in: node)
            #expect(events.map(\.sequence) == (1...Int64(events.count)).map { $0 })
        }
        // A newer node's rows are deleted with their documents by an older one.
        let document = try #require(try await nodes[0].documents(DocumentQuery(in: .all, limit: 1)).first)
        let server = try bench.database.open(limit: 1)
        try server.writeBlocking { db in
            try db.execute("INSERT INTO later VALUES (?)", [document.sequence])
        }
        try await nodes[0].delete(document.id, in: .all, at: bench.now)
        #expect(try server.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM later") } == 0)
    }

    @Test("a program of the version before does not start any more, while those that run go on")
    func refused() async throws {
        let running = try open()
        try bench.database.open(limit: 1).migrate([Self.newer])
        #expect(throws: SchemaError.newer(migration: Self.newer.identifier)) { try open() }
        try await work(in: running)
        #expect(try await running.status(in: .all, at: bench.now).documents == [.ready: 1])
    }

    @Test("a module's newer tables refuse older programs with the module, and none without it")
    func refusedModule() throws {
        _ = try open([Self.trading([Self.notes])])
        #expect(throws: SchemaError.newer(migration: "trading/notes")) { try open([Self.trading([])]) }
        _ = try open()
    }

    @Test("newer nodes that start together migrate once, and an older one that waited for them is refused")
    func startingTogether() async throws {
        let mayEnd = DispatchSemaphore(value: 0)
        let runs = Mutex(0)
        let slow = SQLMigration(Self.newer.identifier) { db in
            try Self.newer.body(db)
            runs.withLock { $0 += 1 }
            mayEnd.wait()
        }
        let server = try bench.database.open(limit: 1)
        let older = try await withThrowingTaskGroup(of: (any Error)?.self) { group in
            func startNewer() {
                group.addTask {
                    try bench.database.open(limit: 1).migrate([slow])
                    return nil
                }
            }
            startNewer()
            while runs.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
            for _ in 0..<2 { startNewer() }
            group.addTask {
                do {
                    _ = try open()
                    return nil
                } catch {
                    return error
                }
            }
            while try server.readBlocking({ try $0.value(Int.self, Self.waiting) }) != 3 {
                try await Task.sleep(for: .milliseconds(1))
            }
            mayEnd.signal()
            return try await group.reduce(into: [any Error]()) { if let error = $1 { $0.append(error) } }
        }
        #expect(older.map { $0 as? SchemaError } == [.newer(migration: Self.newer.identifier)])
        #expect(runs.withLock { $0 } == 1)
    }

    /// The number of sessions that wait for the lock of migrations.
    private static let waiting = """
        SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()
        """
}
