import FailureModel
import Files
import Foundation
import Testing

@Suite("Rows of comma-separated values") struct CSVReaderTests {
    private static let codes = CSVReader.Codes(
        malformed: ErrorCode("malformed_row"), tooLong: ErrorCode("cell_too_long"))

    private func rows(
        _ text: String, separator: CSVReader.Separator? = nil,
        limits: CSVReader.Limits = CSVReader.Limits()
    ) throws -> [CSVReader.Row] {
        let feed = ByteFeed(data: Data(text.utf8), name: "rows.csv")
        var reader = try CSVReader(feed, name: "rows.csv", limits: limits, codes: Self.codes, separator: separator)
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    @Test("rows have as many cells as are written, and the first is a row like the others")
    func ragged() throws {
        let rows = try rows("a title\n\nDate,Action\n\"1\n2\",x,\n")
        #expect(rows.map(\.line) == [1, 3, 4])
        #expect(try rows.map { try $0.cells.get() } == [["a title"], ["Date", "Action"], ["1\n2", "x", ""]])
    }

    @Test("a given separator is used, whatever the first line contains")
    func givenSeparator() throws {
        let rows = try rows("a, b, c\n1;2\n", separator: .semicolon)
        #expect(try rows.map { try $0.cells.get() } == [["a, b, c"], ["1", "2"]])
    }

    @Test("errors have the codes of the caller")
    func codes() throws {
        var limits = CSVReader.Limits()
        limits.cellLength = 3
        let codes = try rows("a,b\n1234,5\n\"x\"y,2\n\"", limits: limits).map { row in
            if case .failure(let error) = row.cells { error.code } else { nil as ErrorCode? }
        }
        #expect(codes == [nil, Self.codes.tooLong, Self.codes.malformed, Self.codes.malformed])
        #expect(throws: Failure.self) { try CSVReader(utf16, name: "rows.csv", codes: Self.codes) }
    }

    private var utf16: ByteFeed { ByteFeed(data: Data([0xFF, 0xFE, 0x61, 0x00]), name: "rows.csv") }

    @Test("what exceeds a row's limit is not kept, but the next row is found")
    func longRow() throws {
        var limits = CSVReader.Limits()
        limits.rowLength = 100_000
        let cell = String(repeating: "\"\"1,2\n", count: 100_000)
        let rows = try rows("a,b\n\"\(cell)\",2\n3,4\n", limits: limits)
        #expect(rows.count == 3)
        #expect(throws: Failure.self) { try rows[1].cells.get() }
        #expect(rows[2].line == 100_003)
        #expect(try rows[2].cells.get() == ["3", "4"])
    }
}
