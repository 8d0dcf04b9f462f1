import Foundation
import SQLite
import Testing
import FolderTestSupport
import SQL

@Suite("Statements that requests shape")
struct RecentStatementTests {
    private let folder: TemporaryFolder
    private let database: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        database = try SQLiteDatabase.open(folder.path + "/recent.sqlite", patience: .seconds(10))
    }

    private func sum(_ terms: Int, reuse: StatementReuse = .recent) throws -> Int? {
        try database.readBlocking { db in
            try db.value(
                Int.self, "SELECT " + Array(repeating: "?", count: terms).joined(separator: " + "),
                SQLArguments(Array(repeating: 1, count: terms)), reuse: reuse)
        }
    }

    @Test("one statement serves requests of one shape, each with its own values")
    func values() throws {
        for number in [1, 7, 3] {
            let value = try database.readBlocking { try $0.value(Int.self, "SELECT ?", [number], reuse: .recent) }
            #expect(value == number)
        }
        #expect(database.recentStatementCounts == [1])
    }

    @Test("there are never more than the limit, and answers stay the same")
    func limit() throws {
        for _ in 0..<2 {
            for terms in 1...SQLiteDatabase.recentStatementLimit * 2 {
                #expect(try sum(terms) == terms)
                #expect(database.recentStatementCounts.allSatisfy { $0 <= SQLiteDatabase.recentStatementLimit })
            }
        }
    }

    @Test("a long statement, or one for a single use, is not kept")
    func notKept() throws {
        let list = Array(repeating: "1", count: 5_000).joined(separator: ", ")
        let found = try database.readBlocking { db in
            try db.value(Bool.self, "SELECT 1 IN (\(list))", reuse: .recent)
        }
        #expect(found == true)
        #expect(try sum(2, reuse: .never) == 2)
        #expect(database.recentStatementCounts.isEmpty)
    }
}
