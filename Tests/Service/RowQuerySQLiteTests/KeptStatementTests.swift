import GRDB
import RowQuery
import RowQuerySQLite
import Testing

@Suite("Statements that are kept")
struct KeptStatementTests {
    private let families: Families

    init() throws {
        families = try Families()
    }

    private func count() throws -> Int { try families.queue.read { families.statements.count(on: $0) } }

    @Test("one statement serves requests of one shape, each with its own values and caller")
    func values() throws {
        func titles(_ title: String, as user: String) throws -> String {
            try families.rows("artworks", "select=title&title=eq.\(title)", as: user)
        }
        #expect(try titles("Sun", as: Families.ada) == #"[{"title":"Sun"}]"#)
        #expect(try titles("Sea", as: Families.ada) == #"[{"title":"Sea"}]"#)
        #expect(try titles("Sun", as: Families.eve) == "[]")
        #expect(try count() == 1)
    }

    @Test("there are never more than the limit, and answers stay the same")
    func limit() throws {
        let answer = try families.rows("artworks", "select=title&order=title")
        for round in 0..<2 {
            for number in 0..<KeptStatements.limit * 2 {
                let filters = Array(repeating: "title=neq.x", count: number + 1).joined(separator: "&")
                #expect(try families.rows("artworks", "select=title&order=title&\(filters)") == answer)
                #expect(try count() <= KeptStatements.limit, "round \(round)")
            }
        }
    }

    @Test("a long statement is not kept")
    func long() throws {
        let answer = try families.rows("artworks", "select=title&order=title&status=eq.ready")
        #expect(try count() == 1)
        let condition = Array(repeating: "status.eq.ready", count: 150).joined(separator: ",")
        #expect(try families.rows("artworks", "select=title&order=title&or=(\(condition))") == answer)
        #expect(try count() == 1)
    }
}
