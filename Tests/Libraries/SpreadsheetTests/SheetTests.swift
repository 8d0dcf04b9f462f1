import Foundation
import Spreadsheet
import TestSupport
import Testing

/// The cells of workbooks as programs write them.
@Suite("Sheets") struct SheetTests {
    /// Returns the texts of all cells with a value, by their references; nil for a problem.
    private func texts(_ sheet: Sheet) -> [String: String?] {
        var texts: [String: String?] = [:]
        for place in 0..<sheet.rowCount {
            for cell in sheet.cells(ofRow: place) { texts[cell.reference] = .some(try? cell.value.get().text) }
        }
        return texts
    }

    private func sheet(_ rows: String, shared: [String] = [], after: String = "") throws -> Sheet {
        var builder = WorkbookBuilder(sheets: [("A", rows)], shared: shared)
        let name = "xl/worksheets/sheet1.xml"
        builder.parts[name] = builder.parts[name]?.replacing("</sheetData>", with: "</sheetData>\(after)")
        return try Sheet(builder.data())
    }

    @Test("texts, shared or not, are joined from their runs, without phonetic guides")
    func sharedTexts() throws {
        let read = try sheet(
            "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"s\"><v>1</v></c><c r=\"C1\" t=\"inlineStr\"><is><r><rPr><b/></rPr><t>in</t></r><r><t>line</t></r></is></c><c r=\"D1\" t=\"s\"><v>2</v></c></row>",
            shared: [
                "<t>plain</t>", "<r><rPr><b/></rPr><t xml:space=\"preserve\">rich </t></r><r><t>text</t></r>",
                "<t>山田</t><rPh sb=\"0\" eb=\"2\"><t>ヤマダ</t></rPh><phoneticPr fontId=\"1\"/>",
            ])
        #expect(texts(read) == ["A1": "plain", "B1": "rich text", "C1": "inline", "D1": "山田"])
    }

    @Test("escaped characters of a text are decoded")
    func escapes() throws {
        let read = try sheet("<row><c t=\"str\"><v>a_x000D_&#10;b_x005F_x000D_c_xZZZZ_</v></c></row>")
        #expect(texts(read) == ["A1": "a\r\nb_x000D_c_xZZZZ_"])
    }

    @Test("booleans, errors and formulas: stored results count, and their absence is a problem of the cell")
    func kinds() throws {
        let read = try sheet(
            "<row><c t=\"b\"><v>1</v></c><c t=\"b\"><v>0</v></c><c t=\"e\"><v>#N/A</v></c><c><f>1+1</f><v>2</v></c><c><f>1+1</f></c><c t=\"str\"><f>\"\"</f><v></v></c><c t=\"d\"><v>2026-04-03</v></c></row>"
        )
        let cells = read.cells(ofRow: 0)
        #expect(cells.map(\.reference) == ["A1", "B1", "C1", "D1", "E1", "G1"])
        #expect(try cells[0].value.get() == CellValue(text: "TRUE", plain: "yes"))
        #expect(try cells[1].value.get() == CellValue(text: "FALSE", plain: "no"))
        #expect(cells[2].value == .failure(.error("#N/A")))
        #expect(try cells[3].value.get().text == "2")
        #expect(cells[4].value == .failure(.noResult))
        #expect(try cells[5].value.get().text == "2026-04-03")
    }

    @Test("rows and cells without a reference follow the one before, and blank ones are left out")
    func references() throws {
        let read = try sheet(
            "<row r=\"3\"><c r=\"B3\"><v>1</v></c><c><v>2</v></c><c r=\"F3\" s=\"9\"/></row><row/><row><c><v>3</v></c></row><row r=\"1048576\"><c r=\"A1048576\"><v>4</v></c></row>"
        )
        #expect(texts(read) == ["B3": "1", "C3": "2", "A5": "3", "A1048576": "4"])
        #expect((0..<read.rowCount).map(read.number(ofRow:)) == [3, 5, 1_048_576])
        #expect(read.place(ofRow: 5) == 1)
        #expect(read.place(ofRow: 4) == nil)
    }

    @Test("a cell that is merged downwards holds for each row beside it, and not for rows without another value")
    func merged() throws {
        let read = try sheet(
            "<row r=\"1\"><c r=\"A1\"><v>7</v></c><c r=\"B1\"><v>1</v></c></row><row r=\"2\"><c r=\"B2\"><v>2</v></c></row><row r=\"3\"><c r=\"B3\"><v>3</v></c></row>",
            after: "<mergeCells count=\"2\"><mergeCell ref=\"A1:A2\"/><mergeCell ref=\"B3:C9\"/></mergeCells>")
        #expect(texts(read) == ["A1": "7", "B1": "1", "A2": "7", "B2": "2", "B3": "3"])
    }

    @Test("hidden rows are read and counted")
    func hidden() throws {
        let read = try sheet("<row hidden=\"1\"><c><v>1</v></c></row><row><c><v>2</v></c></row><row hidden=\"true\"/>")
        #expect(read.rowCount == 2 && read.hiddenRowCount == 1)
    }

    @Test("elements of extensions are not taken for rows")
    func extensions() throws {
        let read = try sheet(
            "<row><c><v>1</v><extLst><ext><v>9</v></ext></extLst></c></row>",
            after: "<extLst><ext><row r=\"9\"><c><v>9</v></c></row></ext></extLst>")
        #expect(texts(read) == ["A1": "1"])
    }

    @Test("the strict variant, with other namespaces and prefixes, is read")
    func strict() throws {
        var builder = WorkbookBuilder(sheets: [("A", "<row><c><v>1</v></c></row>")])
        for (name, text) in builder.parts {
            builder.parts[name] = text.replacing(
                "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
                with: "http://purl.oclc.org/ooxml/officeDocument/relationships")
        }
        builder.parts["xl/worksheets/sheet1.xml"] =
            "<x:worksheet xmlns:x=\"http://purl.oclc.org/ooxml/spreadsheetml/main\"><x:sheetData><x:row><x:c><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>"
        #expect(texts(try Sheet(builder.data())) == ["A1": "5"])
    }

    @Test("a sheet is chosen by name or number; the first that a person sees is the default")
    func choice() throws {
        var builder = WorkbookBuilder(
            sheets: ["Hidden", "2026", "Notes"].enumerated().map { ($1, "<row><c><v>\($0)</v></c></row>") })
        builder.parts["xl/workbook.xml"] = builder.parts["xl/workbook.xml"]?.replacing(
            "name=\"Hidden\"", with: "name=\"Hidden\" state=\"hidden\"")
        let data = try builder.data()
        #expect(try Sheet(data).name == "2026")
        #expect(try Sheet(data).visibleNames == ["2026", "Notes"])
        #expect(try Sheet(data, choice: "2").name == "Notes")
        #expect(try Sheet(data, choice: "2026").name == "2026")
        #expect(try Sheet(data, choice: "notes").name == "Notes")
        #expect(try Sheet(data, choice: "hidden").name == "Hidden")
        let error = #expect(throws: WorkbookError.self) { try Sheet(data, choice: "3") }
        #expect(error?.code == .unknownSheet)
        #expect(error?.detail.contains("\"2026\", \"Notes\"") == true)
    }

    @Test("references to other files are noted")
    func links() throws {
        #expect(try !sheet("<row><c><v>1</v></c></row>").hasLinks)
        let builder = WorkbookBuilder(
            sheets: [("A", "<row><c><v>1</v></c></row>")],
            workbook: "<externalReferences><externalReference/></externalReferences>")
        #expect(try Sheet(builder.data()).hasLinks)
    }
}
