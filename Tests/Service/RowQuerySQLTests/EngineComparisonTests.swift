import Foundation
import RowQuery
import RowQuerySQL
import SQL
import SQLTestSupport
import Testing

@Suite("Row queries on two engines")
struct EngineComparisonTests {
    @Test("random queries over the same rows have the same answers, to the byte and in the same order")
    func answers() throws {
        let (one, other) = (try Families(on: .sqlite), try Families(on: .postgreSQL))
        var generator = QueryGenerator(seed: 31, ordersAll: true)
        var (answered, rows) = (0, 0)
        for _ in 0..<4_000 {
            let table = generator.table()
            let query = generator.query(of: table)
            let (mine, theirs) = (try Answer(of: table, query, one), try Answer(of: table, query, other))
            #expect(mine == theirs, "\(table)?\(query)")
            if case .rows(let text, let range) = mine {
                answered += 1
                rows += text == "[]" ? 0 : range.count
            }
        }
        // The test is worth little if most queries are refused, or find nothing.
        #expect(answered > 500 && rows > 500, "\(answered) queries found \(rows) rows")
    }

    private enum Answer: Equatable {
        case rows(String, ContentRange)
        case refused(RowQueryError.Code)

        init(of table: String, _ query: String, _ families: Families) throws {
            do {
                let result = try families.get(table, query, prefer: "count=exact")
                self = .rows(String(decoding: result.array, as: UTF8.self), result.range)
            } catch let error as RowQueryError {
                self = .refused(error.code)
            }
        }
    }

    @Test(
        "patterns that ignore case map letters alike, beyond ASCII and whatever the operating system's locales",
        arguments: ["straße", "ΟΔΥΣΣΕΥΣ", "İstanbul", "ÅNGSTRÖM", "ДОМ", "Ǆ ǅ ǆ", "ẞ", "K Å", "𐐀𐐨", "%_\\\\", "é É"])
    func cases(_ text: String) throws {
        let both = try SQLEngine.allCases.map { engine in
            let families = try Families(on: engine)
            try families.database.writeBlocking { db in
                try db.execute("UPDATE test_children SET name = ? WHERE id = ?", [text, Families.mia])
            }
            return families
        }
        for pattern in [text, text.lowercased(), text.uppercased(), text.prefix(1) + "%", "%" + text.lowercased()] {
            var allowed = CharacterSet.alphanumerics
            allowed.remove(charactersIn: "%_\\")
            let written = try #require(pattern.addingPercentEncoding(withAllowedCharacters: allowed))
            let found = try both.map { try $0.rows("children", "select=name&name=ilike.\(written)&order=name") }
            #expect(found[0] == found[1], "\(pattern)")
        }
    }
}
