import FailureModel
import FormModel
import FormImport
import Formwright
import Foundation
import TestSupport
import Testing

@Suite("Batch") struct BatchTests {
    private let fixture: BatchFixture

    init() async throws { fixture = try await BatchFixture() }

    private let table = "First name,Last name,ZIP\nAda,Lovelace,02139\nGrace,Hopper,10001\nAlan,Turing,\n"

    @Test("each row becomes a file, identical to one that is filled separately")
    func fills() async throws {
        let results = Results()
        let summary = try await fixture.batch().run(try fixture.rows(table), handler: results.handler)
        #expect((summary.filled, summary.failed, summary.rows) == (3, 0, 3))
        #expect(fixture.outputs == ["0001-Lovelace.pdf", "0002-Hopper.pdf", "0003-Turing.pdf"])
        #expect(results.all.map(\.line) == [2, 3, 4])
        let alone = try await fixture.form.fill(["First name": "Grace", "Last name": "Hopper", "ZIP": "10001"])
        let ink = difference(
            try RenderedPages(fixture.output("0002-Hopper.pdf")).image(0), try RenderedPages(alone.data).image(0))
        #expect(ink == nil)
        #expect(try RenderedPages(fixture.output("0002-Hopper.pdf")).text(0).contains("Hopper"))
    }

    @Test("an empty cell leaves its field unchanged")
    func emptyCell() async throws {
        _ = try await fixture.batch().run(try fixture.rows(table))
        let filled = try await Form(Importer().document(fixture.output("0003-Turing.pdf"), fileName: "a.pdf"))
        #expect(filled.fields.map(\.name) == ["zip"])
    }

    @Test("bad rows are reported with their lines and do not stop the others")
    func badRows() async throws {
        let results = Results()
        let summary = try await fixture.batch().run(
            try fixture.rows(table + "too,few\nEdsger,Dijkstra,1234567\nBarbara,Liskov,02139\n"),
            handler: results.handler)
        #expect((summary.filled, summary.failed) == (4, 2))
        #expect(results.failures.map(\.line) == [5, 6])
        #expect(results.failures.map(\.code) == [.malformedValues, .valueTooLong])
        #expect(fixture.outputs.last == "0006-Liskov.pdf")
    }

    @Test("a strict batch ends at the first bad row, with its line")
    func strict() async throws {
        var batch = try fixture.batch()
        batch.isStrict = true
        batch.workers = 1
        let rows = try fixture.rows("First name,Last name,ZIP\nA,B,1234567\n" + String(repeating: "A,B,1\n", count: 50))
        let error = await #expect(throws: Failure.self) { try await batch.run(rows) }
        #expect(error?.code == .valueTooLong)
        #expect(error?.message.hasPrefix("Line 2:") == true)
        #expect(fixture.outputs.count < 50)
    }

    @Test("a column found by a guess ends the batch before anything is written, unless a mapping confirms it")
    func guessedColumn() async throws {
        let table = "Name first,Last name\nAda,Lovelace\n"
        let error = await #expect(throws: Failure.self) {
            try await fixture.batch().run(try fixture.rows(table))
        }
        #expect(error?.code == .mappingNeeded && error?.message.contains("\"Name first\"") == true)
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.file("out").path))

        var mapping = try await fixture.batch().mapping(of: try fixture.rows(table))
        #expect(mapping.columns.map(\.fields) == [["first"], ["last"]])
        #expect(
            mapping.columns.map(\.isConfirmed) == [false, true] && mapping.columns.map(\.value) == ["Ada", "Lovelace"])
        #expect(throws: Failure.self) { try fixture.form.applying(mapping) }
        mapping.columns[0].isConfirmed = true
        var batch = try fixture.batch()
        batch.form = try fixture.form.applying(mapping)
        // In another order, and with a further exact column.
        #expect(try await batch.run(try fixture.rows("Last name,ZIP,Name first\nLovelace,02139,Ada\n")).filled == 1)
        #expect(try RenderedPages(fixture.output("0001-Lovelace.pdf")).text(0).contains("Ada"))

        let other = try await Form(data: BatchFixture.formData(caption: "Another"), fileName: "b.pdf")
        let mismatch = #expect(throws: Failure.self) { try other.applying(mapping) }
        #expect(mismatch?.code == .fieldsMismatch)
    }

    @Test("guessed columns are left out with unknown ones, and guessed keys of JSON Lines fail their row")
    func guessesLeftOut() async throws {
        var batch = try fixture.batch()
        batch.skipsUnknownColumns = true
        let summary = try await batch.run(try fixture.rows("Name first,Last name\nAda,Lovelace\n"))
        #expect(summary.filled == 1 && summary.notes.contains { $0.contains("\"Name first\"") })
        #expect(try !RenderedPages(fixture.output("0001-Lovelace.pdf")).text(0).contains("Ada"))

        let results = Results()
        let lines = "{\"First name\":\"Ada\"}\n{\"Name first\":\"Grace\"}\n"
        let rows = try RowsFile(data: Data(lines.utf8), name: "a.jsonl", folder: nil).rows()
        _ = try await fixture.batch("{row}.pdf").run(rows, handler: results.handler)
        #expect(results.failures.map(\.code) == [.mappingNeeded])
    }

    @Test("a heading that only begins a label is used, and a note says where it goes")
    func beginning() async throws {
        let summary = try await fixture.batch("{row}.pdf").run(try fixture.rows("Last\nLovelace\n"))
        #expect(summary.filled == 1)
        #expect(summary.notes.contains { $0.contains("\"Last\"") && $0.contains("\"Last name\"") })
    }

    @Test("a column that matches no field is refused before anything is written, unless ignored or used for names")
    func unknownColumns() async throws {
        let rows = "Last name,Shoe size\nLovelace,37\n"
        let error = await #expect(throws: Failure.self) { try await fixture.batch().run(try fixture.rows(rows)) }
        #expect(error?.code == .unknownField)
        #expect(fixture.outputs.isEmpty)
        var lenient = try fixture.batch()
        lenient.skipsUnknownColumns = true
        #expect(try await lenient.run(try fixture.rows(rows)).filled == 1)
        let named = try fixture.batch("{Shoe size}.pdf")
        #expect(try await named.run(try fixture.rows(rows)).filled == 1)
        #expect(fixture.outputs == ["0001-Lovelace.pdf", "37.pdf"])
    }

    @Test("a template that uses a missing column is refused")
    func missingColumn() async throws {
        let error = await #expect(throws: Failure.self) {
            try await fixture.batch("{Surname}.pdf").run(try fixture.rows(table))
        }
        #expect(error?.code == .malformedTemplate)
        #expect(error?.message.contains("Surname") == true && error?.message.contains("Last name") == true)
    }

    @Test("duplicate names are numbered in the order of the rows, ignoring case")
    func collisions() async throws {
        let rows = "Last name\nSmith\nSmith\nsmith\nSmith-2\nJones\n"
        _ = try await fixture.batch("{Last name}.pdf").run(try fixture.rows(rows))
        #expect(fixture.outputs == ["Jones.pdf", "Smith-2-2.pdf", "Smith-2.pdf", "Smith.pdf", "smith-3.pdf"])
        #expect(try RenderedPages(fixture.output("smith-3.pdf")).text(0).contains("smith"))
    }

    @Test("a file that the batch did not write is left alone, and its row fails")
    func foreignFile() async throws {
        try FileManager.default.createDirectory(at: fixture.folder.file("out"), withIntermediateDirectories: true)
        try fixture.folder.write("mine", "out/0002-Hopper.pdf")
        let results = Results()
        let summary = try await fixture.batch().run(try fixture.rows(table), handler: results.handler)
        #expect((summary.filled, summary.failed) == (2, 1))
        #expect(results.failures.first?.code == .outputExists)
        #expect(try fixture.output("0002-Hopper.pdf") == Data("mine".utf8))
    }

    @Test("rows can be JSON Lines")
    func jsonLines() async throws {
        let lines = """
            {"First name": "Ada", "Last name": "Lovelace"}

            {"First name": ["no"], "Last name": "Nobody"}
            not an object
            {"Last name": "Hopper", "ZIP": 10001}
            """
        let results = Results()
        let summary = try await fixture.batch().run(try fixture.rows(lines), handler: results.handler)
        #expect((summary.filled, summary.failed) == (2, 2))
        #expect(results.failures.map(\.line) == [3, 4])
        #expect(results.failures.map(\.code) == [.wrongType, .malformedValues])
        #expect(fixture.outputs == ["0001-Lovelace.pdf", "0004-Hopper.pdf"])
    }

    @Test("the report has a line for every row, in order, without values")
    func report() async throws {
        let url = fixture.folder.file("report.jsonl")
        var batch = try fixture.batch("{row}.pdf")
        batch.report = url
        _ = try await batch.run(try fixture.rows(table + "Edsger,Dijkstra,1234567\n"))
        let text = try String(contentsOf: url, encoding: .utf8)
        let lines = try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["row"] as? Int } == [1, 2, 3, 4])
        #expect(lines.map { $0["line"] as? Int } == [2, 3, 4, 5])
        #expect(lines.map { $0["status"] as? String } == ["filled", "filled", "filled", "failed"])
        #expect(lines[1]["file"] as? String == "2.pdf")
        #expect(lines[3]["code"] as? String == "value_too_long")
        #expect(lines[3]["fields"] as? [String] == ["zip"])
        for value in ["Ada", "Hopper", "1234567", "02139"] { #expect(!text.contains(value)) }
    }

    @Test("the number of workers does not affect the files")
    func workers() async throws {
        let rows = "First name,Last name\n" + (1...40).map { "A\($0),B\($0 % 7)\n" }.joined()
        var alone = try fixture.batch("{Last name}.pdf")
        alone.workers = 1
        _ = try await alone.run(try fixture.rows(rows))
        let other = try await BatchFixture()
        _ = try await other.batch("{Last name}.pdf").run(try fixture.rows(rows))
        #expect(try fixture.contents() == other.contents())
    }
}
