import FailureModel
import FormFilling
import FormModel
import Formwright
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Failed rows", .blocking) struct FailedRowsTests {
    private let fixture: BatchFixture

    init() async throws { fixture = try await BatchFixture() }

    private var file: URL { fixture.folder.file("out/failed.csv") }

    private func text(_ url: URL) throws -> String {
        try String(contentsOf: url, encoding: .utf8).replacing("\u{FEFF}", with: "")
    }

    /// Runs a batch on a table and returns where the failed rows are.
    @discardableResult
    private func run(
        _ table: String, template: String = "{row:04}-{Last name}.pdf", from url: URL? = nil
    ) async throws -> (summary: BatchSummary, file: URL?) {
        let read = try fixture.rows(table)
        let rows: any ValueRows = RetriedRows(read) ?? read
        let failed = try #require(FailedRows(of: rows, at: file, batch: template, table: url))
        let summary = try await fixture.batch(template).run(failed.recording(rows)) { result, _ in failed.take(result) }
        return (summary, try failed.finish(isComplete: true))
    }

    private static let table = #"""
        First name,Last name,ZIP
        Ada,Lovelace,02139
        Grace,"Hopper, ""Rear Admiral""",1000111
        Alan,Turing
        Mary," Shelley",7654321

        """#

    @Test("failed rows are written in order with their columns, their number and the reason")
    func written() async throws {
        let (summary, url) = try await run(Self.table)
        #expect(summary.failed == 3 && url == file)
        let lines = try text(file).split(separator: "\r\n")
        #expect(lines[0] == "\"First name\",\"Last name\",\"ZIP\",\"row\",\"error\"")
        #expect(lines[1].hasPrefix("Grace,\"Hopper, \"\"Rear Admiral\"\"\",1000111,2,\"The value for "))
        #expect(lines[2] == ",,,3,\"The row has 2 cells, but the header has 3.\"")
        #expect(lines[3].hasPrefix("Mary,\" Shelley\",7654321,4,"))
        #expect(lines.count == 4)
    }

    @Test("corrected rows are filled with their own numbers, and the others stay as they are")
    func corrected() async throws {
        try await run(Self.table)
        let corrected = try text(file).replacing("1000111", with: "10001")
        try Data(corrected.utf8).write(to: file)
        let (summary, url) = try await run(corrected, from: file)
        #expect((summary.filled, summary.failed) == (1, 2))
        #expect(fixture.outputs == ["0001-Lovelace.pdf", "0002-Hopper, _Rear Admiral_.pdf"])
        #expect(url?.lastPathComponent == "failed-2.csv")
        #expect(try text(file) == corrected)
        let rest = try text(try #require(url)).split(separator: "\r\n")
        #expect(rest.count == 3 && rest[1].hasPrefix(",,,3,") && rest[2].hasPrefix("Mary,"))
    }

    @Test("a table of an earlier run is replaced, and removed when no row fails any more")
    func removed() async throws {
        try await run(Self.table)
        let better = Self.table.replacing("1000111", with: "10001")
        try await run(better)
        #expect(try text(file).split(separator: "\r\n").count == 3)
        try await run(better.replacing("Turing", with: "Turing,").replacing("7654321", with: "76543"))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.folder.file("out").path).allSatisfy {
                !$0.contains("failed")
            })
    }

    @Test("a file that somebody changed, or another batch wrote, is neither replaced nor removed")
    func kept() async throws {
        try await run(Self.table)
        let corrected = try text(file) + "\r\n"
        try Data(corrected.utf8).write(to: file)
        #expect(try await run(Self.table).file?.lastPathComponent == "failed-2.csv")
        #expect(try await run("Last name,ZIP\nA,1\n", template: "b/{row}.pdf").file == nil)
        #expect(
            try await run("Last name,ZIP\nA,1\nB,7654321\n", template: "c/{row}.pdf").file?.lastPathComponent
                == "failed-3.csv")
        #expect(try text(file) == corrected)
    }

    @Test("nothing is written when nothing fails")
    func nothing() async throws {
        #expect(try await run("Last name\nLovelace\n").file == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("a run that ends early leaves the table of an earlier one alone")
    func incomplete() async throws {
        try await run(Self.table)
        let before = try text(file)
        let rows = try fixture.rows(Self.table)
        let failed = try #require(FailedRows(of: rows, at: file, batch: "{row:04}-{Last name}.pdf", table: nil))
        #expect(try failed.finish(isComplete: false) == nil)
        #expect(try text(file) == before)
    }

    @Test("columns called row and error keep their names")
    func clashes() async throws {
        let rows = try fixture.rows("Last name,row,error\nA,x,y\n")
        #expect(RetriedRows(rows) != nil)
        var own = try fixture.rows("row,error,Last name,row-2,error-2\nx,y,A,7,reason\n")
        let retried = RetriedRows(own)
        #expect(retried?.keys == ["row", "error", "Last name"])
        own = try #require(retried)
        let row = try #require(try own.next())
        #expect(row.number == 7)
        #expect(try row.entries.get().map(\.key) == ["row", "error", "Last name"])
    }

    @Test("a failed row without a number, or with that of another, ends the batch", arguments: ["x", "", "0", "1"])
    func numbers(_ number: String) throws {
        let rows = try fixture.rows("Last name,row,error\nA,1,\nB,\(number),reason\n")
        var retried = try #require(RetriedRows(rows))
        _ = try retried.next()
        #expect(throws: Failure.self) { try retried.next() }
    }

    @Test("a row without values fails rather than giving an empty form")
    func empty() throws {
        var retried = try #require(RetriedRows(try fixture.rows("Last name,row,error\n,3,reason\n")))
        #expect(throws: Failure.self) { try retried.next()?.entries.get() }
    }

    @Test("what a spreadsheet program would take for a formula is guarded, and comes back as it was")
    func formulas() async throws {
        let names = ["=1+1", "+49 30", "-5", "@a", "'=x", "''-", "'a", "\ttab"]
        let table = "First name,Last name,ZIP\n" + names.map { "\"\($0)\",L,7654321\n" }.joined()
        try await run(table)
        let written = try text(file)
        for line in written.split(separator: "\r\n").dropFirst() {
            #expect(!"=+-@\t\"".contains(try #require(line.first)), "\(line)")
        }
        var again = try #require(RetriedRows(try fixture.rows(written)))
        var read: [String?] = []
        while let row = try again.next() { read.append(try row.entries.get().first?.value.text) }
        // The apostrophes of the first table are taken for guards, too.
        #expect(read == names.map(SpreadsheetText.unguarded))
        try Data().write(to: file)
        let second = try await run(written)
        #expect(try text(try #require(second.file)) == written)
    }

    @Test("the separator is that of the table")
    func separator() async throws {
        try await run("Last name;ZIP\nA;7654321\n")
        #expect(try text(file).hasPrefix("\"Last name\";\"ZIP\";\"row\";\"error\"\r\nA;7654321;1;"))
    }
}
