import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Synchronization
import Testing

@Suite("The cost of junctions") struct JunctionTests {
    private final class Count: Sendable {
        let number = Mutex(0)
    }

    @Test("an embed through a junction reads the rows of the junction, not all of its target")
    func cost() throws {
        let seen = Count()
        let functions = RowFunctions([
            "test_is_seen": { _ in
                seen.number.withLock { $0 += 1 }
                return .bool(true)
            }
        ])
        let schema = try Schema(tables: [
            Table("people", storedAs: "test_people", columns: [Column("id", .integer)]),
            Table("books", storedAs: "test_books", columns: [Column("id", .integer), Column("title", .text)]),
            Table(
                "loans", storedAs: "test_loans",
                columns: [
                    Column("row", .integer, isHidden: true), Column("person", .integer), Column("book", .integer),
                ], primaryKey: "row", key: ["person", "book"], uniqueKeys: [["person", "book"]],
                foreignKeys: [
                    ForeignKey("loan_person", "person", references: "people"),
                    ForeignKey("loan_book", "book", references: "books"),
                ]),
        ])
        // On PostgreSQL, functions are not called for each row.
        let database = try TestDatabase(on: .sqlite, tables: "junctions", functions: functions.functions) { db in
            try db.script(
                """
                CREATE TABLE test_people (id INTEGER PRIMARY KEY) STRICT;
                CREATE TABLE test_books (id INTEGER PRIMARY KEY, title TEXT) STRICT;
                CREATE TABLE test_loans ("row" INTEGER PRIMARY KEY, person INTEGER, book INTEGER,
                    UNIQUE (person, book)) STRICT;
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000)
                    INSERT INTO test_books SELECT i, 'b' || i FROM n;
                INSERT INTO test_people VALUES (1), (2);
                INSERT INTO test_loans VALUES (1, 1, 500), (2, 2, 7), (3, 2, 500);
                """)
        }
        let open = TablePolicy(select: .always, insert: .never, update: .never)
        let policies = try Policies(
            [
                "people": open, "loans": open,
                "books": TablePolicy(
                    select: .holds("test_is_seen", [.column("id")]), insert: .never, update: .never),
            ], for: schema)
        let plan = try RowPlanner(schema: schema, policies: policies).read(
            "people", RowRequest(QueryString.parameters(of: "select=id,books(title)&order=id&books.order=id")),
            as: .anonymous)
        let rows = try database.readBlocking { db in String(decoding: try plan.rows(db).array, as: UTF8.self) }
        #expect(
            rows == #"[{"id":1,"books":[{"title":"b500"}]},{"id":2,"books":[{"title":"b7"},{"title":"b500"}]}]"#)
        #expect(seen.number.withLock { $0 } == 3)
    }
}
