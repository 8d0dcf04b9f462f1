import FailureModel
import FormFilling
import FormImport
import FormModel
import Foundation
import TestSupport
import Testing

/// Workbooks as tables of records.
@Suite("Workbooks as tables") struct WorkbookRowsTests {
    private struct Read {
        var keys: [String]
        /// The values of each row, in the order of the columns; nil for an error.
        var rows: [[FieldValue]?] = []
        var lines: [Int] = []
        var messages: [String] = []
        var notes: [String] = []
    }

    private func read(_ builder: WorkbookBuilder, sheet: String? = nil) throws -> Read {
        var rows = try RowsFile(data: builder.data(), name: "people.xlsx", folder: nil).rows(sheet: sheet)
        var read = Read(keys: rows.keys ?? [])
        while let row = try rows.next() {
            read.rows.append(try? row.entries.get().map(\.value))
            if case .failure(let error) = row.entries { read.messages.append(error.message) }
            read.lines.append(row.line)
        }
        read.notes = rows.notes
        return read
    }

    private func text(_ text: String) -> String { "<c t=\"str\"><v>\(text)</v></c>" }

    @Test("rows are read as those of CSV: titles, blank rows, remarks, columns without a name")
    func likeCSV() throws {
        let read = try read(
            WorkbookBuilder(texts: [
                ["Members"], [], ["Name", "", "ZIP", "Town"], ["Ada", "", "01067", "Ely"], [], ["Eve", "x", "1"],
                ["Grace", "", "2", "York"], [], ["Exported"],
            ]))
        #expect(read.keys == ["Name", "ZIP", "Town"])
        #expect(read.rows == [["Ada", "01067", "Ely"], nil, ["Grace", "2", "York"]])
        #expect(read.lines == [4, 6, 7])
        #expect(
            read.notes == [
                "people.xlsx: row 1 above the header was not read.",
                "people.xlsx: row 9 below the last row was not read.",
            ])
    }

    @Test("values are as displayed, with the plain notation where a field may need it")
    func displayed() throws {
        let builder = WorkbookBuilder(
            sheets: [
                (
                    "A",
                    "<row>\(["Born", "ZIP", "Pay", "Member"].map(text).joined())</row><row><c s=\"1\"><v>46115</v></c><c s=\"2\"><v>1067</v></c><c s=\"3\"><v>1234.5</v></c><c t=\"b\"><v>1</v></c></row>"
                )
            ], formats: ["dd/mm/yyyy", "00000", "#,##0.00"])
        let read = try read(builder)
        #expect(
            read.rows == [
                [
                    .shown("03/04/2026", plain: "2026-04-03"), .shown("01067", plain: "1067"),
                    .shown("1,234.50", plain: "1234.5"), .shown("TRUE", plain: "yes"),
                ]
            ])
    }

    @Test("an error, and a formula without a result, are errors of the row that name the cell")
    func errors() throws {
        let builder = WorkbookBuilder(
            sheets: [
                (
                    "A",
                    "<row>\(text("Name"))\(text("Sum"))</row><row>\(text("Ada"))<c t=\"e\"><v>#DIV/0!</v></c></row><row>\(text("Eve"))<c><f>1+1</f></c></row><row>\(text("Ida"))<c t=\"e\"><v>secret</v></c></row>"
                )
            ])
        let read = try read(builder)
        #expect(read.rows == [nil, nil, nil])
        #expect(
            read.messages == [
                "Cell B2 has the error #DIV/0! instead of a value.",
                "Cell B3 has a formula whose result is not stored; open the workbook in a spreadsheet program, and save it.",
                "Cell B4 has the error #N/A instead of a value.",
            ])
        // The same in a table of text.
        var rows = try RowsFile(data: Data("Name,Sum\nAda,#N/A\n".utf8), name: "a.csv", folder: nil).rows()
        #expect(throws: Failure.self) { try rows.next()?.entries.get() }
    }

    @Test("notes name the sheet that was read, links and hidden rows")
    func notes() throws {
        let rows = "<row>\(text("Name"))</row><row hidden=\"1\">\(text("Ada"))</row>"
        let builder = WorkbookBuilder(
            sheets: [("People", rows), ("Notes", rows)],
            workbook: "<externalReferences><externalReference/></externalReferences>")
        #expect(
            try read(builder).notes == [
                "people.xlsx: the sheet \"People\" was read, the first of 2.",
                "people.xlsx: the files that it refers to were not read; the values stored in it were used.",
                "people.xlsx: 1 hidden row was read as well.",
            ])
        #expect(try read(builder, sheet: "2").notes.count == 2)
    }

    @Test("what cannot be read is refused with a code", arguments: [("Nowhere", ErrorCode.malformedValues)])
    func refused(_ sheet: String, _ code: ErrorCode) throws {
        let table = try WorkbookBuilder(texts: [["Name"], ["Ada"]]).data()
        #expect(throws: Failure.self) {
            try RowsFile(data: table, name: "people.xlsx", folder: nil).rows(sheet: sheet)
        }
        #expect(throws: Failure.self) {
            try RowsFile(data: Data("Name\nAda\n".utf8), name: "people.csv", folder: nil).rows(sheet: "1")
        }
        let empty = #expect(throws: Failure.self) { try read(WorkbookBuilder(texts: [])) }
        #expect(empty?.code == .inputEmpty)
        let damaged = #expect(throws: Failure.self) {
            try RowsFile(data: table.prefix(200), name: "people.xlsx", folder: nil).rows()
        }
        #expect(damaged?.code == .malformedValues)
    }

    @Test("a day is never misread: date fields get it in their notation, and text fields as displayed")
    func days() throws {
        func content(_ type: FieldType, _ label: String = "When") throws -> String? {
            let field = Field(
                id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 200, height: 20), type: type,
                label: label, confidence: 1, evidence: .box)
            let entry = ValueEntry(key: "a", value: .shown("03/04/2026", plain: "2026-04-03"))
            guard case .text(let text)? = try Binder(fields: [field]).bind([entry]).first?.content else { return nil }
            return text
        }
        #expect(try content(.date) == "2026-04-03")
        #expect(try content(.date, "When (MM/DD/YYYY)") == "04/03/2026")
        #expect(try content(.date, "Wann (TT.MM.JJJJ)") == "03.04.2026")
        #expect(try content(.text, "When (MM/DD/YYYY)") == "04/03/2026")
        #expect(try content(.text) == "03/04/2026")
        #expect(try content(.multiline) == "03/04/2026")
    }

    @Test("yes ticks a box, and a number suits the format of a field")
    func otherFields() throws {
        func content(_ value: FieldValue, _ change: (inout Field) -> Void) throws -> BoundValue.Content? {
            var field = Field(
                id: UUID(), name: "a", page: 0, region: Region(x: 0, y: 0, width: 200, height: 20), type: .text,
                label: "A", confidence: 1, evidence: .widget)
            change(&field)
            return try Binder(fields: [field]).bind([ValueEntry(key: "a", value: value)]).first?.content
        }
        #expect(try content(.shown("TRUE", plain: "yes")) { $0.type = .checkbox } == .checked(true))
        #expect(try content(.shown("FALSE", plain: "no")) { $0.type = .checkbox } == .checked(false))
        #expect(try content(.shown("TRUE", plain: "yes")) { _ in } == .text("TRUE"))
        let pay = FieldValue.shown("$1,234.50", plain: "1234.5")
        #expect(try content(pay) { _ in } == .text("$1,234.50"))
        #expect(
            try content(pay) {
                $0.format = FieldFormat(kind: .number, decimals: 2, separators: .pointComma)
            } == .text("1.234,50"))
    }
}
