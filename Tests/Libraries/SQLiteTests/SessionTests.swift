import FolderTestSupport
import Foundation
import SQL
import SQLite
import Testing

@Suite("Sessions of a file")
struct SessionTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.open(folder.path + "/session.sqlite", patience: .seconds(10))
        try database.writeBlocking { try $0.script("CREATE TABLE t (n INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT") }
    }

    private func error(_ body: (any SQLSession) throws -> Void) throws -> SQLError.Kind? {
        do {
            try database.writeBlocking(body)
            return nil
        } catch let error as SQLError {
            return error.kind
        }
    }

    @Test(
        "values come back as they were bound",
        arguments: [
            .null, .integer(.min), .integer(.max), .integer(0), .real(-0.5), .real(.greatestFiniteMagnitude), .text(""),
            .text("Zoë 漢字 😀"), .text("a\u{0}b"), .text(String(repeating: "x", count: 100_000)), .blob(Data()),
            .blob(Data([0, 1, 255])),
        ] as [SQLValue])
    func values(value: SQLValue) throws {
        let values = try database.readBlocking { try $0.rows("SELECT ?1, ?1 IS NULL", [value]) }.map(\.values)
        #expect(values == [[value, .integer(value == .null ? 1 : 0)]])
    }

    @Test("a statement with too few or too many arguments is refused", arguments: [[], [1, 2, 3]])
    func count(arguments: [Int]) throws {
        #expect(try error { try $0.execute("INSERT INTO t VALUES (?, ?)", SQLArguments(arguments)) } == .statement)
    }

    @Test("each violated constraint has its kind of error")
    func constraints() throws {
        try database.writeBlocking { try $0.execute("INSERT INTO t VALUES (1, 'a')") }
        #expect(try error { try $0.execute("INSERT INTO t VALUES (2, 'a')") } == .uniqueViolation)
        #expect(try error { try $0.execute("INSERT INTO t VALUES (1, 'b')") } == .uniqueViolation)
        #expect(try error { try $0.execute("INSERT INTO t VALUES (3, 7)") } == nil, "the integer is stored as text")
        #expect(try error { try $0.execute("INSERT INTO t VALUES ('x', 'c')") } == .statement)
        #expect(try error { try $0.execute("INSERT INTO nowhere VALUES (1)") } == .statement)
    }

    @Test("a statement can run again while its rows are read")
    func nested() throws {
        try database.writeBlocking { db in
            for n in 1...3 { try db.execute("INSERT INTO t VALUES (?, ?)", [n, "\(n)"]) }
        }
        let sql = "SELECT n FROM t WHERE n >= ? ORDER BY n"
        let found = try database.readBlocking { db in
            try db.rows(sql, [1]) { row in [row[0]] + (try db.values(Int.self, sql, [2])) }
        }
        #expect(found == [[1, 2, 3], [2, 2, 3], [3, 2, 3]])
    }

    @Test("the first row ends a statement, whose changes stay")
    func firstRow() throws {
        let first = try database.writeBlocking { db in
            try db.value(Int.self, "INSERT INTO t VALUES (1, 'a'), (2, 'b') RETURNING n")
        }
        #expect(first == 1)
        #expect(try database.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM t") } == 2)
    }

    @Test("after a rollback by the database, no statement takes effect by itself")
    func rolledBack() async throws {
        await #expect(throws: SQLError.self) {
            try await database.write(isDurable: true, isAlone: false) { db in
                try db.script("ROLLBACK")
                try db.execute("INSERT INTO t VALUES (1, 'a')")
            } committed: { _ in
            }
        }
        #expect(try database.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM t") } == 0)
    }
}
