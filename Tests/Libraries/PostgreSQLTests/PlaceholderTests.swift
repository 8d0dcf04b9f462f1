import PostgreSQL
import PostgreSQLTestSupport
import SQL
import TestTraits
import Testing

@Suite("Placeholders", .blocking)
struct PlaceholderTests {
    private static let statements: [(sql: String, arguments: SQLArguments, expected: [String?])] = [
        ("SELECT ?, ?", ["a", "b"], ["a", "b"]),
        ("SELECT ?2, ?1, ?2", ["a", "b"], ["b", "a", "b"]),
        ("SELECT ?2, ?", ["a", "b", "c"], ["b", "c"]),
        ("SELECT '?', ?", ["a"], ["?", "a"]),
        ("SELECT 'it''s ?1', ?", ["a"], ["it's ?1", "a"]),
        (#"SELECT 'back\', ?, '?'"#, ["a"], [#"back\"#, "a", "?"]),
        (#"SELECT E'it\'s ?', ?"#, ["a"], ["it's ?", "a"]),
        (#"SELECT e'?''?\\', ?"#, ["a"], [#"?'?\"#, "a"]),
        ("SELECT date'2026-01-01' || '', ?", ["a"], ["2026-01-01", "a"]),
        (#"SELECT "what?" || ? FROM (SELECT 'a' AS "what?") AS t"#, ["b"], ["ab"]),
        (#"SELECT "w""?" || ? FROM (SELECT 'a' AS "w""?") AS t"#, ["b"], ["ab"]),
        ("SELECT ? -- why? '\n, ?", ["a", "b"], ["a", "b"]),
        ("SELECT /* ? /* ' */ ? */ ?", ["a"], ["a"]),
        ("SELECT /*/ ? */ ?", ["a"], ["a"]),
        ("SELECT 4 / 2 || '', ? -- ?", ["a"], ["2", "a"]),
        ("SELECT $$ ? ' $$, ?", ["a"], [" ? ' ", "a"]),
        ("SELECT $tag$ ? $$ $tag$, ?", ["a"], [" ? $$ ", "a"]),
        ("SELECT x$y || ? FROM (SELECT 'a' AS x$y) AS t", ["b"], ["ab"]),
        ("SELECT 'ü?', ?", ["ß"], ["ü?", "ß"]),
    ]

    @Test("only those outside texts, names and comments stand for arguments", arguments: statements.indices)
    func translation(index: Int) throws {
        let (sql, arguments, expected) = Self.statements[index]
        let database = try PostgreSQLTestDatabase.copy(of: "placeholders") { _ in }
        // The first argument of the third statement is in no place that tells its type.
        let values = try database.open().readBlocking { db in
            try db.rows(index == 2 ? sql + " WHERE ?1 = 'a'" : sql, arguments)[0].values
        }
        #expect(values == expected.map { $0.map(SQLValue.text) ?? .null })
    }
}
