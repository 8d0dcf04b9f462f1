import Foundation
import PostgreSQL
import PostgreSQLTestSupport
import SQL
import TestTraits
import Testing

@Suite("Sessions of a server", .blocking)
struct PostgreSQLSessionTests {
    private let server: PostgreSQLTestDatabase
    private let database: PostgreSQLDatabase

    init() throws {
        server = try .copy(of: "sessions") { database in
            try database.writeBlocking { db in
                try db.script(
                    """
                    CREATE TABLE t (
                        n bigint PRIMARY KEY, name text UNIQUE, part bigint REFERENCES t, size bigint CHECK (size > 0));
                    CREATE TABLE kinds (
                        i bigint, r double precision, b bytea, t text, j json, f boolean, s smallint, n numeric);
                    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN RAISE EXCEPTION 'no deletions'; END $$;
                    CREATE TRIGGER keep BEFORE DELETE ON t FOR EACH ROW EXECUTE FUNCTION refuse();
                    """)
            }
        }
        database = try server.open()
    }

    private func error(_ body: (any SQLSession) throws -> Void) throws -> SQLError? {
        do {
            try database.writeBlocking(body)
            return nil
        } catch let error as SQLError {
            return error
        }
    }

    private static let someValues: [SQLValue] = [
        .null, .integer(.min), .integer(.max), .integer(0), .real(-0.5), .real(.greatestFiniteMagnitude),
        .real(.leastNonzeroMagnitude), .real(0.1 + 0.2), .real(.infinity), .text(""), .text("Zoë 漢字 😀"),
        .text("it's \\ \"?1\" $1"), .text(String(repeating: "x", count: 100_000)), .blob(Data()), .blob(Data(0...255)),
        .blob(Data(repeating: 0, count: 100_000)),
    ]

    @Test("values come back as they were bound", arguments: someValues.indices)
    func values(index: Int) throws {
        let value = Self.someValues[index]
        for reuse in [StatementReuse.always, .recent, .never] {
            let rows = try database.readBlocking { db in
                try db.rows("SELECT ?1, CAST(?1 AS text) IS NULL", [value], reuse: reuse)
            }
            #expect(rows.map(\.values) == [[value, .integer(value == .null ? 1 : 0)]])
        }
    }

    @Test("one statement takes values of all types in the same place")
    func types() throws {
        for value in Self.someValues + Self.someValues.reversed() {
            #expect(try database.readBlocking { try $0.rows("SELECT ?", [value])[0].values } == [value])
        }
    }

    @Test("values come back from columns as they were stored")
    func columns() throws {
        let stored: [SQLValue] = [
            .integer(7), .real(0.1 + 0.2), .blob(Data([0, 0xFF])), .text("Zoë"), .text(#"{"a": [1]}"#), .text("true"),
            .integer(3), .text("12345678901234567890.5"),
        ]
        try database.writeBlocking { db in
            try db.execute("INSERT INTO kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?)", SQLArguments(stored))
        }
        let found = try database.readBlocking { try $0.rows("SELECT * FROM kinds") }
        #expect(found.map(\.names) == [["i", "r", "b", "t", "j", "f", "s", "n"]])
        let expected: [SQLValue] = stored[0..<5] + [.integer(1), .integer(3), .real(12_345_678_901_234_567_890.5)]
        #expect(found.map(\.values) == [expected])
    }

    @Test("the sum of integers is an integer, and their average a number")
    func numeric() throws {
        let row = try database.readBlocking { db in
            try db.rows("SELECT sum(n), avg(n % 4), max(n) FROM (VALUES (?), (?)) AS v (n)", [Int64.max - 1, 1])[0]
        }
        #expect(row.values == [.integer(.max), .real(1.5), .integer(.max - 1)])
    }

    @Test("one statement takes nulls and numbers in the same place, in any order")
    func nulls() throws {
        let rows: [[SQLValue]] = [
            [.null, .integer(1)], [.integer(2), .null], [.null, .null], [.integer(3), .integer(4)],
        ]
        for row in rows {
            let sum = try database.readBlocking { db in
                try db.row("SELECT coalesce(?, 5000000000) + coalesce(?, 5000000000)", SQLArguments(row)) {
                    $0[0] as Int
                }
            }
            let expected = row.reduce(0) { $0 + (Int(sqlValue: $1) ?? 5_000_000_000) }
            #expect(sum == expected)
        }
    }

    @Test("a text with the character NUL is refused and named, not cut")
    func nul() throws {
        let error = try error { try $0.execute("INSERT INTO t (n, name) VALUES (1, ?)", ["secret\u{0}b"]) }
        #expect(error?.kind == .other)
        #expect(error?.description.contains("NUL") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("a statement with too few or too many arguments is refused", arguments: [[], [1, 2, 3]])
    func count(arguments: [Int]) throws {
        #expect(
            try error { try $0.execute("INSERT INTO t (n, name) VALUES (?, ?)", SQLArguments(arguments)) }?.kind
                == .statement)
    }

    @Test("each violated constraint has its kind of error")
    func constraints() throws {
        try database.writeBlocking { try $0.execute("INSERT INTO t VALUES (1, 'a')") }
        let kinds: [(String, SQLError.Kind)] = [
            ("INSERT INTO t VALUES (2, 'a')", .uniqueViolation), ("INSERT INTO t VALUES (1, 'b')", .uniqueViolation),
            ("INSERT INTO t VALUES (2, 'b', 7)", .foreignKeyViolation),
            ("INSERT INTO t VALUES (NULL, 'b')", .notNullViolation),
            ("INSERT INTO t VALUES (2, 'b', 1, 0)", .checkViolation), ("DELETE FROM t", .refused),
            ("INSERT INTO t VALUES ('x', 'c')", .statement), ("INSERT INTO nowhere VALUES (1)", .statement),
            ("SELEC", .statement), ("SELECT 1 / 0", .statement), ("COPY t TO STDOUT", .statement),
        ]
        for (sql, kind) in kinds { #expect(try error { try $0.execute(sql) }?.kind == kind, "\(sql)") }
        #expect(try error { try $0.execute("DELETE FROM t") }?.description.contains("no deletions") == true)
    }

    @Test(
        "each code of the server has its kind of error",
        arguments: [
            ("53100", .diskFull), ("53200", .busy), ("53300", .busy), ("55P03", .busy), ("57014", .interrupted),
            ("40001", .busy), ("40P01", .busy), ("25006", .readOnly), ("57P01", .unreachable), ("57P03", .unreachable),
            ("08006", .unreachable), ("28P01", .unreachable), ("58030", .diskError), ("XX001", .damaged),
            ("42P01", .statement), ("22P02", .statement), ("0A000", .statement), ("XX000", .other),
        ] as [(String, SQLError.Kind)])
    func codes(state: String, kind: SQLError.Kind) throws {
        let error = try error {
            try $0.script("DO $$ BEGIN RAISE EXCEPTION 'words' USING ERRCODE = '\(state)'; END $$")
        }
        #expect(error?.kind == kind)
        #expect(error?.description.contains(state) == true)
    }

    @Test("a statement beyond its time ends, also one that writes, and those after the limit have time again")
    func time() throws {
        let endless = "SELECT count(*) FROM generate_series(1, 1000000000000) AS n"
        for sql in [endless, "INSERT INTO t (n) SELECT n FROM generate_series(1, 1000000000000) AS n"] {
            let error = try error { db in
                _ = try db.limitingStatements(to: .zero) { try db.rows(sql) }
            }
            #expect(error?.kind == .interrupted)
        }
        let limits = try database.readBlocking { db in
            let shown = "SELECT current_setting('statement_timeout')"
            let inner = try db.limitingStatements(to: .seconds(90)) { try db.value(String.self, shown) }
            return [inner, try db.value(String.self, shown)]
        }
        #expect(limits == ["90s", "0"])
    }

    @Test("more arguments than a statement can have are refused")
    func tooMany() throws {
        let count = 65_536
        let sql = "SELECT CAST(?\(count) AS bigint)"
        #expect(
            try error { try $0.execute(sql, SQLArguments((0..<count).map { $0 as any SQLBindable })) }?.kind
                == .statement)
    }

    @Test("no error contains a value that was bound or stored")
    func valueFree() throws {
        try database.writeBlocking { try $0.execute("INSERT INTO t VALUES (4711, 'geheim')") }
        let statements: [(String, SQLArguments)] = [
            ("INSERT INTO t VALUES (?, ?)", [1, "geheim"]), ("INSERT INTO t VALUES (?, 'b')", [4711]),
            ("INSERT INTO t (n, size) VALUES (2, ?)", [-4711]), ("SELECT n FROM t WHERE n = ?", ["geheim"]),
            ("SELECT CAST(? AS json)", ["geheim"]), ("SELECT CAST(? AS smallint)", [4_711_000]),
            ("INSERT INTO t (n, part) VALUES (3, ?)", [47_110]), ("SELECT CAST(CAST(? AS text) AS date)", ["geheim"]),
            ("SELECT CAST(name AS bigint) FROM t", []),
        ]
        for (sql, arguments) in statements {
            let error = try #require(try error { try $0.rows(sql, arguments) { $0 }.count == 0 ? () : () })
            #expect(!error.description.contains("geheim") && !error.description.contains("4711"), "\(error)")
        }
    }

    @Test("a statement can run again while its rows are read")
    func nested() throws {
        try database.writeBlocking { db in
            for n in 1...3 { try db.execute("INSERT INTO t (n, name) VALUES (?, ?)", [n, "\(n)"]) }
        }
        let sql = "SELECT n FROM t WHERE n >= ? ORDER BY n"
        let found = try database.readBlocking { db in
            try db.rows(sql, [1]) { row in [row[0]] + (try db.values(Int.self, sql, [2])) }
        }
        #expect(found == [[1, 2, 3], [2, 2, 3], [3, 2, 3]])
    }

    @Test("the number of changed rows is that of the statement")
    func changes() throws {
        let counts = try database.writeBlocking { db in
            [
                try db.execute("INSERT INTO t (n) VALUES (1), (2), (3)"),
                try db.execute("UPDATE t SET size = 1 WHERE n > ?", [1]),
                try db.execute("UPDATE t SET size = 1 WHERE n > 9"),
            ]
        }
        #expect(counts == [3, 2, 0])
    }

    @Test("the first row ends a statement, whose changes stay")
    func firstRow() throws {
        let first = try database.writeBlocking { db in
            try db.value(Int.self, "INSERT INTO t (n) VALUES (1), (2) RETURNING n")
        }
        #expect(first == 1)
        #expect(try database.readBlocking { try $0.value(Int.self, "SELECT count(*) FROM t") } == 2)
    }

    @Test("tables are found by the names that statements use")
    func tables() throws {
        try database.writeBlocking { try $0.script("CREATE TABLE mixedCase (n bigint)") }
        let found = try database.readBlocking { db in try ["t", "mixedCase", "nowhere"].map(db.hasTable) }
        #expect(found == [true, true, false])
    }

    @Test("a violation inside a savepoint undoes the savepoint only")
    func savepoint() throws {
        let names = try database.writeBlocking { db in
            try db.execute("INSERT INTO t VALUES (1, 'a')")
            try db.savepoint {
                try db.execute("INSERT INTO t VALUES (2, 'b')")
                #expect(throws: SQLError.self) {
                    try db.savepoint {
                        try db.execute("INSERT INTO t VALUES (3, 'c')")
                        try db.execute("INSERT INTO t VALUES (4, 'a')")
                    }
                }
                try db.execute("INSERT INTO t VALUES (5, 'e')")
            }
            return try db.values(String.self, "SELECT name FROM t ORDER BY n")
        }
        #expect(names == ["a", "b", "e"])
        #expect(try database.readBlocking { try $0.values(Int.self, "SELECT n FROM t ORDER BY n") } == [1, 2, 5])
    }
}
