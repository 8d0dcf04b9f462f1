import Foundation
import Spreadsheet
import TestSupport
import Testing

/// Workbooks from people who mean harm, and files that are no workbooks.
@Suite("Hostile workbooks") struct HostileWorkbookTests {
    private static let row = "<row><c><v>1</v></c></row>"

    private func code(_ data: Data, _ limits: WorkbookLimits = WorkbookLimits()) -> WorkbookError.Code? {
        do throws(WorkbookError) {
            _ = try Sheet(data, limits: limits)
            return nil
        } catch {
            return error.code
        }
    }

    /// Returns the error of a workbook in which a part is replaced.
    private func code(
        _ part: String, _ text: String?, limits: WorkbookLimits = WorkbookLimits()
    ) throws -> WorkbookError.Code? {
        var builder = WorkbookBuilder(sheets: [("A", Self.row)])
        builder.parts[part] = text
        return code(try builder.data(), limits)
    }

    private static func sheet(_ rows: String) -> String {
        "<worksheet><sheetData>\(rows)</sheetData></worksheet>"
    }

    @Test(
        "a malformed sheet is refused, and the message has no value of a cell",
        arguments: [
            sheet("<row r=\"2\"><c r=\"A2\"><v>1</v></c></row><row r=\"1\"><c r=\"A1\"><v>1</v></c></row>"),
            sheet("<row r=\"1\"/><row r=\"1\"/>"), sheet("<row r=\"0\"/>"), sheet("<row r=\"1048577\"/>"),
            sheet("<row r=\"x\"/>"), sheet("<row r=\"1\"><c r=\"B1\"/><c r=\"A1\"/></row>"),
            sheet("<row r=\"1\"><c r=\"A2\"/></row>"), sheet("<row r=\"1\"><c r=\"AAAAAAAA1\"/></row>"),
            sheet("<row><c t=\"s\"><v>99</v></c></row>"), sheet("<row><c t=\"s\"><v>-1</v></c></row>"),
            sheet("<row><c><v>nan</v></c></row>"), sheet("<row><c><v>0x10</v></c></row>"),
            sheet("<row><c><v>1E999</v></c></row>"), sheet("<row><c><v>secret</v></c></row>"),
            sheet("<row><c t=\"b\"><v>2</v></c></row>"), sheet("<row><c t=\"z\"><v>1</v></c></row>"),
            sheet("<row><c t=\"d\"><v>2026-02-31</v></c></row>"), sheet("<row><c><v>1</v></c></row></row>"),
            "<chartsheet/>", "", "<worksheet><sheetData><row>", "not XML",
            "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><worksheet><sheetData/></worksheet>",
            sheet(String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)),
        ])
    func malformedSheets(_ text: String) throws {
        #expect(try code("xl/worksheets/sheet1.xml", text) == .damaged)
    }

    @Test("what the limits forbid is refused while it is unpacked")
    func limits() throws {
        var limits = WorkbookLimits()
        limits.byteCount = 1 << 20
        // Compressed, this is some kilobytes.
        let long = Self.sheet("<row><c t=\"str\"><v>\(String(repeating: "a", count: 2 << 20))</v></c></row>")
        #expect(try code("xl/worksheets/sheet1.xml", long, limits: limits) == .tooLarge)
        #expect(
            try code(
                "xl/sharedStrings.xml", "<sst><si><t>\(String(repeating: "a", count: 2 << 20))</t></si></sst>",
                limits: limits) == .tooLarge)
        limits = WorkbookLimits()
        limits.rows = 3
        let rows = (1...4).map { "<row r=\"\($0)\"><c><v>1</v></c></row>" }
        #expect(try code("xl/worksheets/sheet1.xml", Self.sheet(rows.joined()), limits: limits) == .tooLarge)
        #expect(
            try code(
                "xl/worksheets/sheet1.xml", Self.sheet(rows.dropLast().joined() + "<row r=\"9\"/>"), limits: limits)
                == nil)
        limits.parts = 4
        #expect(try code("x", "", limits: limits) == .tooLarge)
        // Column FAN is the 4,096th.
        #expect(try code("xl/worksheets/sheet1.xml", Self.sheet("<row r=\"1\"><c r=\"FAO1\"/></row>")) == nil)
        for (cell, expected) in [("FAN1", nil), ("FAO1", WorkbookError.Code.tooLarge)] {
            let row = "<row r=\"1\"><c r=\"\(cell)\"><v>1</v></c></row>"
            #expect(try code("xl/worksheets/sheet1.xml", Self.sheet(row)) == expected)
        }
        limits = WorkbookLimits()
        limits.styles = 2
        #expect(
            try code("xl/styles.xml", "<styleSheet><cellXfs><xf/><xf/><xf/></cellXfs></styleSheet>", limits: limits)
                == .tooLarge)
    }

    @Test("cells that are merged over and over cost little")
    func manyMerges() throws {
        var limits = WorkbookLimits()
        limits.mergedCells = 1_000
        let rows = (1...100).map { "<row r=\"\($0)\"><c r=\"B\($0)\"><v>1</v></c><c r=\"C\($0)\"><v>1</v></c></row>" }
        let merges = String(repeating: "<mergeCell ref=\"B1:B100\"/>", count: 100)
        let text = "<worksheet><sheetData>\(rows.joined())</sheetData><mergeCells>\(merges)</mergeCells></worksheet>"
        #expect(try code("xl/worksheets/sheet1.xml", text, limits: limits) == .tooLarge)
    }

    @Test(
        "a path never leads out of the workbook",
        arguments: [
            "../../../../etc/passwd", "/../etc/passwd", "worksheets/../../../x",
        ])
    func paths(_ target: String) throws {
        let link = "<Relationship Id=\"rId1\" Type=\"x/worksheet\" Target=\"\(target)\"/>"
        #expect(try code("xl/_rels/workbook.xml.rels", "<Relationships>\(link)</Relationships>") == .damaged)
    }

    @Test("a sheet in another file, a missing sheet and a missing main part are refused")
    func missing() throws {
        let link =
            "<Relationship Id=\"rId1\" Type=\"x/worksheet\" Target=\"http://example.org/\" TargetMode=\"External\"/>"
        #expect(try code("xl/_rels/workbook.xml.rels", "<Relationships>\(link)</Relationships>") == .damaged)
        #expect(try code("xl/worksheets/sheet1.xml", nil) == .damaged)
        #expect(try code("xl/workbook.xml", nil) == .unsupported)
        #expect(try code("xl/workbook.xml", "<workbook/>") == .damaged)
        #expect(try code("xl/styles.xml", nil) == nil)
        #expect(try code("xl/sharedStrings.xml", nil) == nil)
    }

    @Test("two parts of one name are refused, and so are bytes that are damaged")
    func ambiguous() throws {
        let builder = WorkbookBuilder(sheets: [("A", Self.row)])
        let parts = builder.parts.sorted { $0.key < $1.key }.map { ($0.key, Data($0.value.utf8)) }
        #expect(code(try WorkbookBuilder.zip(parts + [("XL/workbook.xml", Data())])) == .damaged)
        let whole = try WorkbookBuilder.zip(parts)
        #expect(code(whole) == nil)
        #expect(code(whole.prefix(whole.count / 2)) == .damaged)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var damaged = whole
            damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            // Whatever it is, nothing crashes; in names and times a byte may change without effect.
            _ = code(damaged)
        }
    }

    @Test("files of other formats are refused for what they are")
    func otherFormats() throws {
        func detail(_ data: Data) -> String {
            do throws(WorkbookError) {
                return try Sheet(data).name
            } catch {
                return error.detail
            }
        }
        let compound = Data([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
        func name(_ text: String) -> Data { Data(text.utf8.flatMap { [$0, 0] } + [0, 0]) }
        #expect(detail(compound + name("EncryptedPackage")).hasPrefix("has a password"))
        #expect(detail(compound + name("Workbook")).contains(".xls)"))
        #expect(detail(compound + name("WordDocument")).contains("not a workbook"))
        let type = "application/vnd.oasis.opendocument.spreadsheet"
        #expect(
            detail(try WorkbookBuilder.zip([("mimetype", Data(type.utf8)), ("content.xml", Data())])).contains(".ods"))
        #expect(detail(try WorkbookBuilder.zip([("a.txt", Data("x".utf8))])).contains("not a workbook"))
        #expect(detail(Data("Name,ZIP\n".utf8)).contains("not a workbook"))
        var builder = WorkbookBuilder(sheets: [("A", Self.row)])
        let types = "[Content_Types].xml"
        let whole = builder.parts[types] ?? ""
        builder.parts[types] = whole.replacing("spreadsheetml.sheet.main", with: "wordprocessingml.document.main")
        #expect(detail(try builder.data()).contains("another document"))
        builder.parts[types] = whole.replacing(
            "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
            with: "vnd.ms-excel.sheet.binary.macroEnabled.main")
        #expect(detail(try builder.data()).contains(".xlsb"))
        builder.parts[types] = whole.replacing(
            "vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
            with: "vnd.ms-excel.sheet.macroEnabled.main+xml")
        #expect(detail(try builder.data()) == "A")
    }
}
