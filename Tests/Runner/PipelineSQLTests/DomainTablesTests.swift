import Foundation
import GRDB
import Pipeline
import PipelineSQL
import PipelineTestSupport
import SQL
import Synchronization
import Testing

@Suite("Tables of a domain")
struct DomainTablesTests {
    private let folder: TemporaryFolder
    private let path: String
    private let now = Timestamp(milliseconds: 1_767_225_600_000)

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/pipeline.sqlite"
    }

    private static let accountTables = """
        CREATE TABLE trading_accounts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            document TEXT NOT NULL UNIQUE REFERENCES documents (id) ON DELETE CASCADE,
            name TEXT NOT NULL
        ) STRICT;
        CREATE INDEX trading_accounts_by_name ON trading_accounts (name);
        """
    private static let accounts = DomainSchema.Migration("accounts") { try $0.script(accountTables) }
    private static let notes = DomainSchema.Migration("notes") { db in
        try db.script(
            """
            CREATE TABLE trading_notes (
                account INTEGER NOT NULL REFERENCES trading_accounts (id) ON DELETE CASCADE, text TEXT NOT NULL
            ) STRICT;
            INSERT INTO trading_notes SELECT id, 'migrated' FROM trading_accounts;
            """)
    }
    private static let trading = DomainSchema("trading", migrations: [accounts])

    private func new(_ owner: OwnerID = .local) -> NewDocument {
        NewDocument(
            id: DocumentID(UUID()), owner: owner, kind: "account", fileName: "depot.ofx", mediaType: "text/plain",
            content: ContentID(of: Data()), byteCount: 0)
    }

    private func names(_ store: SQLStore) async throws -> [String] {
        try await store.read { try $0.values(String.self, "SELECT name FROM trading_accounts ORDER BY name") }
    }

    private func addAccount(_ name: String, to store: SQLStore) async throws -> Document {
        let new = new()
        return try await store.write { transaction in
            let document = try transaction.add(new, at: now)
            try transaction.db.execute(
                "INSERT INTO trading_accounts (document, name) VALUES (?, ?)",
                [document.id.description, name])
            return document
        }
    }

    @Test("change together with documents, and the moves notify readers like any others")
    func together() async throws {
        let store = try SQLStore(path: path, domains: [Self.trading])
        let (new, now) = (new("ada"), now)
        let (rings, news) = (store.doorbell.rings, store.feedBell.rings)
        let document = try await store.write { transaction in
            let document = try transaction.add(new, at: now)
            try transaction.db.execute(
                "INSERT INTO trading_accounts (document, name) VALUES (?, 'depot')",
                [document.id.description])
            return try transaction.begin(
                document.id, in: .owner("ada"), along: .processing("read"), inputs: [], at: now)
        }
        #expect(document.state == .processing)
        #expect(try await names(store) == ["depot"])
        #expect(store.doorbell.rings == rings + 1)
        #expect(store.feedBell.rings == news + 1)
        #expect(
            try await store.events(EventQuery(in: .owner("ada"), after: 0)).events.map(\.cause)
                == [.imported, .began, .enqueued])
        let found = try await store.write { transaction in
            (
                try transaction.document(new.id, in: .owner("ada")),
                try transaction.stored.documents(DocumentQuery(in: .all))
            )
        }
        #expect(found.0 == document)
        #expect(found.1 == [document])
    }

    @Test("a transaction that throws leaves neither rows nor documents, and does not affect the others")
    func atomic() async throws {
        struct Refused: Error {}
        let store = try SQLStore(path: path, domains: [Self.trading])
        let now = now
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                let new = new()
                group.addTask {
                    do {
                        try await store.write { transaction in
                            let document = try transaction.add(new, at: now)
                            try transaction.db.execute(
                                "INSERT INTO trading_accounts (document, name) VALUES (?, ?)",
                                [document.id.description, "\(number)"])
                            if number.isMultiple(of: 2) { throw Refused() }
                        }
                        return true
                    } catch {
                        #expect(error is Refused)
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 50)
        #expect(try await names(store).allSatisfy { Int($0)?.isMultiple(of: 2) == false })
        #expect(try await names(store).count == 50)
        #expect(try await store.count(DocumentQuery(in: .all)) == 50)
        #expect(try await store.newestEvent() == 50, "no number was used up, none is missing")
    }

    @Test("a row that refers to no document undoes the move beside it at once")
    func danglingReference() async throws {
        let store = try SQLStore(path: path, domains: [Self.trading])
        let (new, now) = (new(), now)
        await #expect(throws: SQLError.self) {
            try await store.write { transaction in
                try transaction.add(new, at: now)
                try transaction.db.execute("INSERT INTO trading_accounts (document, name) VALUES ('nobody', 'x')")
            }
        }
        #expect(try await store.count(DocumentQuery(in: .all)) == 0)
    }

    @Test("rows are deleted with their document, whichever program deletes it")
    func cascade() async throws {
        let store = try SQLStore(path: path, domains: [Self.trading])
        let documents = [
            try await addAccount("a", to: store), try await addAccount("b", to: store),
            try await addAccount("c", to: store),
        ]
        let now = now
        try await store.delete(documents[0].id, in: .all, at: now)
        #expect(try await names(store) == ["b", "c"])
        try await store.write { try $0.delete(documents[1].id, in: .all, at: now) }
        #expect(try await names(store) == ["c"])
        // A program that does not know the domain.
        try store.close()
        let other = try SQLStore(path: path)
        try await other.delete(documents[2].id, in: .all, at: now)
        #expect(try await names(other).isEmpty)
    }

    @Test("another owner's document is unknown in a transaction too")
    func scope() async throws {
        let store = try SQLStore(path: path, domains: [Self.trading])
        let document = try await store.add(new("ada"), at: now)
        let now = now
        for move: @Sendable (StoreTransaction) throws -> Void in [
            { _ = try $0.document(document.id, in: .owner("bob")) },
            { try $0.delete(document.id, in: .owner("bob"), at: now) },
            { try $0.cancel(document.id, in: .owner("bob"), at: now) },
            { try $0.resume(document.id, in: .owner("bob"), along: .processing("read"), at: now) },
            { try $0.begin(document.id, in: .owner("bob"), along: .processing("read"), inputs: [], at: now) },
        ] {
            await #expect(throws: StoreError.documentUnknown(document.id)) { try await store.write(move) }
        }
    }

    @Test("reading cannot write")
    func readOnly() async throws {
        let store = try SQLStore(path: path, domains: [Self.trading])
        _ = try await addAccount("a", to: store)
        await #expect(throws: SQLError.self) {
            try await store.read { try $0.execute("DELETE FROM trading_accounts") }
        }
        #expect(try await names(store) == ["a"])
    }

    @Test("each migration runs once, even if several processes open the file at the same time")
    func once() async throws {
        // Would throw if it ran again.
        let counted = DomainSchema.Migration("accounts") { db in
            try db.script(Self.accountTables)
            try db.script("CREATE TABLE trading_runs (x); INSERT INTO trading_runs VALUES (1)")
        }
        let errors = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            do {
                try SQLStore(path: path, domains: [DomainSchema("trading", migrations: [counted])]).close()
            } catch {
                errors.withLock { $0.append("\(error)") }
            }
        }
        #expect(errors.withLock { $0 } == [])

        let first = try SQLStore(path: path, domains: [DomainSchema("trading", migrations: [counted])])
        _ = try await addAccount("a", to: first)
        try first.close()
        let second = try SQLStore(path: path, domains: [DomainSchema("trading", migrations: [counted, Self.notes])])
        #expect(try await second.read { try $0.value(Int.self, "SELECT count(*) FROM trading_runs") } == 1)
        let notes = try await second.read { try $0.values(String.self, "SELECT text FROM trading_notes") }
        #expect(notes == ["migrated"])
    }

    @Test("a domain's migrations are independent of others with the same name")
    func names() async throws {
        let text = "1: documents, jobs, artefacts, events"
        let one = DomainSchema.Migration(text) { try $0.script("CREATE TABLE one_rows (x)") }
        let two = DomainSchema.Migration(text) { try $0.script("CREATE TABLE two_rows (x)") }
        let store = try SQLStore(
            path: path, domains: [DomainSchema("one", migrations: [one]), DomainSchema("two", migrations: [two])])
        let count = try await store.read { db in
            try db.value(Int.self, "SELECT (SELECT count(*) FROM one_rows) + (SELECT count(*) FROM two_rows)")
        }
        #expect(count == 0)
        _ = try await store.add(new(), at: now)
    }

    @Test(
        "a domain that touches other tables is refused, and leaves no trace",
        arguments: [
            "DROP TABLE documents", "ALTER TABLE jobs ADD COLUMN mine TEXT", "CREATE TABLE accounts (x)",
            "CREATE INDEX trading_by_kind ON documents (kind)",
            "CREATE TRIGGER trading_watch AFTER DELETE ON documents BEGIN SELECT 1; END",
            "CREATE TABLE other_rows (x)", "DROP INDEX jobs_live", "CREATE VIEW names AS SELECT 1",
            "CREATE TABLE trading_late (d TEXT REFERENCES documents (id) DEFERRABLE  INITIALLY\nDEFERRED)",
        ])
    func trespass(_ sql: String) async throws {
        let other = DomainSchema("other", migrations: [])
        try SQLStore(path: path, domains: [other]).close()
        func schema() throws -> [String] {
            try DatabaseQueue(path: path).read {
                try String.fetchAll($0, sql: "SELECT name || coalesce(sql, '') FROM sqlite_master ORDER BY 1")
            }
        }
        let before = try schema()
        let bad = DomainSchema.Migration("bad") { try $0.script(sql) }
        let error = #expect(throws: SchemaError.self) {
            try SQLStore(path: path, domains: [DomainSchema("trading", migrations: [bad])])
        }
        guard case .invalid(domain: "trading", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try schema() == before)
        let store = try SQLStore(path: path, domains: [Self.trading])
        _ = try await addAccount("a", to: store)
    }

    @Test(
        "a domain's name is not that of a store's table, and has only letters and digits",
        arguments: ["documents", "shared", "sqlite", "grdb", "feed", "", "1", "trading_log", "Trading", "a/b"])
    func badNames(_ name: String) {
        #expect(throws: SchemaError.self) {
            try SQLStore(path: path, domains: [DomainSchema(name, migrations: [])])
        }
    }

    @Test("two migrations with the same name are refused")
    func sameName() {
        let domain = DomainSchema("trading", migrations: [Self.accounts, Self.accounts])
        #expect(throws: SchemaError.self) { try SQLStore(path: path, domains: [domain]) }
    }

    @Test("a file migrated by a newer version of the store or a domain is refused")
    func newer() async throws {
        let newer = DomainSchema("trading", migrations: [Self.accounts, Self.notes])
        try SQLStore(path: path, domains: [newer]).close()
        #expect(throws: SchemaError.newer(migration: "trading/notes")) {
            try SQLStore(path: path, domains: [Self.trading])
        }
        // A program that does not use the domain can use the store.
        try SQLStore(path: path).close()
        try await DatabaseQueue(path: path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: another world')")
        }
        #expect(throws: SchemaError.newer(migration: "99: another world")) { try SQLStore(path: path) }
    }
}
