import FolderTestSupport
import SQL
import SQLite
import TestTraits
import Testing

@Suite("The time of statements of a file", .blocking)
struct StatementWatchTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase
    /// Receives a value when the query without end has begun.
    private let began: AsyncStream<Void>

    /// A query without end.
    private static let endless = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n WHERE began(i) IS NULL
        """

    init() throws {
        folder = try TemporaryFolder()
        let (began, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.began = began
        let function = SQLFunction("began", argumentCount: 1) { values in
            signal.yield()
            return values[0]
        }
        database = try SQLiteDatabase.open(
            folder.path + "/watch.sqlite", functions: [function], patience: .seconds(1_800))
        try database.writeBlocking { try $0.script("CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT") }
    }

    /// Returns the kind of error of the query without end in no time.
    private static func errorOfEndless(_ db: any SQLSession, _ reuse: StatementReuse) throws -> SQLError.Kind? {
        do {
            _ = try db.limitingStatements(to: .zero) { try db.value(Int.self, endless, reuse: reuse) }
            return nil
        } catch let error as SQLError {
            return error.kind
        }
    }

    @Test("a statement that reads beyond its time ends, and those without a limit do not")
    func reading() throws {
        let finite = """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9999) SELECT count(*) FROM n
            """
        for reuse in [StatementReuse.always, .recent, .never] {
            let kind = try database.readBlocking { try Self.errorOfEndless($0, reuse) }
            #expect(kind == .interrupted)
        }
        let free = try database.readBlocking { db in
            _ = try Self.errorOfEndless(db, .always)
            return try db.value(Int.self, finite)
        }
        #expect(free == 9_999)
        let limited = try database.readBlocking { db in
            try db.limitingStatements(to: .seconds(1_800)) { try db.value(Int.self, finite) }
        }
        #expect(limited == 9_999)
    }

    @Test("one that writes goes on, since its end would undo the writes of others")
    func writing() async throws {
        let kind = try await database.write(isDurable: true, isAlone: false) { db in
            try db.execute("INSERT INTO t VALUES (-1)")
            return try db.limitingStatements(to: .zero) {
                try db.execute(
                    """
                    INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9999) SELECT i FROM n
                    """)
                return try Self.errorOfEndless(db, .always)
            }
        } committed: { _ in
        }
        #expect(kind == .interrupted)
        let count = try database.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM t") }
        #expect(count == 10_000)
    }

    @Test("a limited read ends when nobody waits for it any more")
    func cancelled() async throws {
        let reading = Task { [database] in
            try await database.read { db in
                try db.limitingStatements(to: .seconds(100_000)) { try db.value(Int.self, Self.endless) }
            }
        }
        for await _ in began { break }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }
}
