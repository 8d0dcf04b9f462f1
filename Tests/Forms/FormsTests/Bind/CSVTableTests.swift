import FailureModel
import Files
import FormModel
import FormFilling
import FormImport
import Foundation
import TestSupport
import Testing

@Suite("CSV") struct CSVTableTests {
    private func reader(_ text: String, limits: CSVTable.Limits = CSVTable.Limits()) throws -> CSVTable {
        try CSVTable(data: Data(text.utf8), name: "people.csv", limits: limits)
    }

    private func rows(_ text: String, limits: CSVTable.Limits = CSVTable.Limits()) throws -> [CSVReader.Row] {
        var reader = try reader(text, limits: limits)
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    private func cells(_ text: String) throws -> [[String]] { try rows(text).map { try $0.cells.get() } }

    private func message(_ row: CSVReader.Row) -> String? {
        if case .failure(let error) = row.cells { error.message } else { nil }
    }

    @Test("cells are what stands between the commas, white space included")
    func plain() throws {
        #expect(try cells("a,b,c\n1, 2 ,\n") == [["1", " 2 ", ""]])
        #expect(try reader("a , b\n").header == ["a", "b"])
    }

    @Test("quotes hold commas, doubled quotes and newlines")
    func quotes() throws {
        #expect(
            try cells("a,b\n\"x, y\",\"he said \"\"no\"\"\"\n\"two\r\nlines\",\"\"\n") == [
                ["x, y", "he said \"no\""], ["two\r\nlines", ""],
            ])
    }

    @Test("apostrophes that guard against formulas are no part of keys and values")
    func guarded() throws {
        var rows = CSVRows(try reader("'-a,b\n'-500,'quoted'\n"))
        let row = try #require(try rows.next())
        let entries = try row.entries.get()
        #expect(rows.keys == ["-a", "b"])
        #expect(entries.map(\.key) == ["-a", "b"])
        #expect(entries.map(\.value) == [.text("-500"), .text("'quoted'")])
        #expect(row.cells == ["-500", "'quoted'"])
    }

    @Test("a quote within an unquoted cell is a character like others")
    func inches() throws {
        #expect(try cells("a,b\n5\" pipe,x\n") == [["5\" pipe", "x"]])
    }

    @Test("lines end as on any system, the last one also in nothing", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(_ end: String) throws {
        let text = ["a,b", "1,2", "", "3,4"].joined(separator: end)
        #expect(try cells(text) == [["1", "2"], ["3", "4"]])
        #expect(try rows(text).map(\.line) == [2, 4])
        #expect(try cells(text + end) == [["1", "2"], ["3", "4"]])
    }

    @Test("rows know the line that they begin on, behind cells of several lines")
    func lines() throws {
        #expect(try rows("a,b\n\"1\n2\r\n3\",x\n4,y\n").map(\.line) == [2, 5])
    }

    @Test("the separator is detected from the header", arguments: [",", ";", "\t"])
    func separators(_ sign: String) throws {
        let text = "\"name, first; last\"\(sign)age\(sign)town\nAda\(sign)36\(sign)London\n"
        #expect(try reader(text).header == ["name, first; last", "age", "town"])
        #expect(try cells(text) == [["Ada", "36", "London"]])
    }

    @Test("a byte order mark is not part of the first name")
    func byteOrderMark() throws {
        #expect(try reader("\u{FEFF}a,b\n").header == ["a", "b"])
    }

    @Test("a single column needs no separator")
    func singleColumn() throws {
        #expect(try cells("name\nAda\nGrace\n") == [["Ada"], ["Grace"]])
    }

    @Test(
        "a file without a proper header is refused",
        arguments: [
            ("a,b,a\n", "two columns named \"a\""),
            ("\"a,b\n1,2\n", "never closed"),
        ])
    func badHeader(_ text: String, _ says: String) {
        let error = #expect(throws: Failure.self) { try reader(text) }
        #expect(error?.code == .malformedValues)
        #expect(error?.message.contains(says) == true)
    }

    @Test("a file without a line is empty", arguments: ["", "\n\n"])
    func noHeader(text: String) {
        let error = #expect(throws: Failure.self) { try reader(text) }
        #expect(error?.code == .inputEmpty)
    }

    @Test("a bad row is an error with its line, and the rows behind it are read")
    func badRows() throws {
        let rows = try rows("a,b\n1\n1,2,3\n\"x\"y,2\n3,4\n\0,5\n")
        #expect(rows.map(\.line) == [2, 3, 4, 5, 6])
        let says = ["1 cell,", "3 cells", "closing quote", nil, "zero byte"]
        for (row, says) in zip(rows, says) {
            #expect(says.map { message(row)?.contains($0) == true } ?? (message(row) == nil), "line \(row.line)")
        }
    }

    @Test("blanks around quotes are ignored, and others are part of a cell")
    func paddedCells() throws {
        #expect(
            try rows("a,b\n \"1\", \"2,3\"\n 4,5\"\n").map { try $0.cells.get() } == [["1", "2,3"], [" 4", "5\""]])
        let rows = try rows("a,b\n\"1\" ,\"2\"\t \n\"3\",\"4\"  ")
        #expect(try rows.map { try $0.cells.get() } == [["1", "2"], ["3", "4"]])
    }

    @Test("errors do not quote values")
    func privacy() throws {
        for row in try rows("a,b\nsecret\n\"secret\"secret,2\nsecret,\"secret\n") {
            #expect(message(row)?.contains("secret") == false)
        }
    }

    @Test("an open quote takes all that follows")
    func openQuote() throws {
        #expect(try rows("a,b\n\"1,2\n3,4\n").map { message($0) ?? "" } == ["A quote in the row is never closed."])
    }

    @Test("a row that is too long is one bad row, whatever its quoted cells hold")
    func longRow() throws {
        var limits = CSVTable.Limits()
        limits.row.rowLength = 20
        let lines = String(repeating: "3,4\n\"\"5\"\",6\n", count: 10)
        for text in ["a,b\n\"\(lines)\",2\n7,8\n", "a,b\n\"1\n2\",\"\(lines)\"\n7,8\n"] {
            let rows = try rows(text, limits: limits)
            #expect(rows.count == 2)
            #expect(message(rows[0])?.contains("longer than 20 bytes") == true)
            #expect(try rows[1].cells.get() == ["7", "8"])
        }
    }

    @Test(
        "one JSON array of objects is distinguished from a table whose first heading begins with a bracket",
        arguments: [
            ("[{\"a\": \"1\"}]", nil), ("[\n  {\"a\":1}, {\"a\":2}]", nil), ("\u{FEFF} [ ]", nil),
            ("[a],b\n", ["[a]", "b"]),
        ] as [(String, [String]?)])
    func jsonArray(_ text: String, _ headings: [String]?) throws {
        let rows = try RowsFile(data: Data(text.utf8), name: "rows", folder: URL(fileURLWithPath: "/")).rows()
        #expect(rows.keys == headings)
    }

    @Test(
        "a JSON array that is not one of objects is refused",
        arguments: ["[\n  {\n", "[{}] x", "[{}, {]"])
    func badArray(_ text: String) {
        let error = #expect(throws: Failure.self) {
            try RowsFile(data: Data(text.utf8), name: "rows", folder: URL(fileURLWithPath: "/")).rows()
        }
        #expect(error?.code == .malformedValues)
    }

    @Test("rows and columns have limits")
    func limited() throws {
        var limits = CSVTable.Limits()
        limits.row.columns = 2
        limits.row.rowLength = 10
        #expect(throws: Failure.self) { try reader("a,b,c\n", limits: limits) }
        let rows = try rows("a,b\n1,2,3\n1234567890123,2\n3,4\n", limits: limits)
        #expect(rows.map { message($0) != nil } == [true, true, false])
        #expect(rows.map(\.line) == [2, 3, 4])
    }

    @Test("a file is read like memory, whatever the chunks split")
    func descriptor() throws {
        let folder = try TemporaryFolder()
        let rowCount = 20_000
        let text = "a,b\r\n" + (0..<rowCount).map { "\"x\"\"\($0)\r\né\",漢字\r\n" }.joined()
        let handle = try FileHandle(forReadingFrom: folder.write(text, "rows.csv"))
        var reader = try CSVTable(descriptor: handle.fileDescriptor, name: "rows.csv")
        var number = 0
        while let row = try reader.next() {
            #expect(try row.cells.get() == ["x\"\(number)\r\né", "漢字"])
            #expect(row.line == 2 + 2 * number)
            number += 1
        }
        #expect(number == rowCount)
    }

    @Test("a header longer than a chunk is found")
    func longHeader() throws {
        let folder = try TemporaryFolder()
        let names = (0..<4_000).map { "A rather long name for a column \($0)" }
        let url = try folder.write(names.joined(separator: ";") + "\n", "rows.csv")
        let handle = try FileHandle(forReadingFrom: url)
        #expect(try CSVTable(descriptor: handle.fileDescriptor, name: "rows.csv").header == names)
    }

    @Test("records are the cells with values under the header's names")
    func records() throws {
        var rows = CSVRows(try reader("First name,Last name\nAda,\n,\n\nonly\n\"\",Hopper\n"))
        #expect(rows.keys == ["First name", "Last name"])
        let first = try #require(try rows.next())
        #expect(first.number == 1 && first.line == 2)
        #expect(try first.entries.get() == [ValueEntry(key: "First name", value: .text("Ada"))])
        let second = try #require(try rows.next())
        #expect((second.number, second.line) == (2, 5))
        #expect(throws: Failure.self) { try second.entries.get() }
        let third = try #require(try rows.next())
        #expect((third.number, third.line) == (3, 6))
        #expect(try third.entries.get() == [ValueEntry(key: "Last name", value: .text("Hopper"))])
        #expect(try rows.next() == nil)
    }
}
