import Archive
package import Foundation

/// A builder of small workbooks that writes their parts as they are given, so that a test controls every byte.
package struct WorkbookBuilder {
    /// The texts of the parts, by their names.
    package var parts: [String: String]

    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

    /// Creates a workbook.
    ///
    /// - Parameters:
    ///   - sheets: the names of the sheets, and the XML of the rows of each.
    ///   - formats: the codes of number formats; the first is that of style 1.
    ///   - shared: the XML within each `si` of the shared texts.
    ///   - workbook: XML in the main part before the sheets.
    package init(
        sheets: [(name: String, rows: String)], formats: [String] = [], shared: [String] = [], workbook: String = ""
    ) {
        func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        }
        parts = [
            "[Content_Types].xml":
                "<Types><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/></Types>",
            "_rels/.rels":
                "<Relationships><Relationship Id=\"rId1\" Type=\"\(Self.office)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
            "xl/workbook.xml":
                "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.office)\">\(workbook)<sheets>"
                + sheets.enumerated().map { place, sheet in
                    "<sheet name=\"\(escaped(sheet.name))\" sheetId=\"\(place + 1)\" r:id=\"rId\(place + 1)\"/>"
                }.joined() + "</sheets></workbook>",
            "xl/styles.xml":
                "<styleSheet><numFmts>"
                + formats.enumerated().map { "<numFmt numFmtId=\"\(200 + $0)\" formatCode=\"\(escaped($1))\"/>" }
                .joined()
                + "</numFmts><cellXfs><xf numFmtId=\"0\"/>"
                + formats.indices.map { "<xf numFmtId=\"\(200 + $0)\"/>" }.joined() + "</cellXfs></styleSheet>",
            "xl/sharedStrings.xml": "<sst>" + shared.map { "<si>\($0)</si>" }.joined() + "</sst>",
        ]
        var links =
            "<Relationship Id=\"rIdA\" Type=\"\(Self.office)/styles\" Target=\"styles.xml\"/><Relationship Id=\"rIdB\" Type=\"\(Self.office)/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/>"
        for (place, sheet) in sheets.enumerated() {
            links +=
                "<Relationship Id=\"rId\(place + 1)\" Type=\"\(Self.office)/worksheet\" Target=\"worksheets/sheet\(place + 1).xml\"/>"
            parts["xl/worksheets/sheet\(place + 1).xml"] =
                "<worksheet xmlns=\"\(Self.main)\"><sheetData>\(sheet.rows)</sheetData></worksheet>"
        }
        parts["xl/_rels/workbook.xml.rels"] = "<Relationships>\(links)</Relationships>"
    }

    /// Creates a workbook with one sheet of texts.
    package init(texts rows: [[String]]) {
        let xml = rows.map { row in
            "<row>" + row.map { $0.isEmpty ? "<c/>" : "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined()
                + "</row>"
        }
        self.init(sheets: [("People", xml.joined())])
    }

    /// Returns the bytes of the workbook, with the parts in the order of their names.
    package func data() throws -> Data {
        try Self.zip(parts.sorted { $0.key < $1.key }.map { ($0.key, Data($0.value.utf8)) })
    }

    /// Returns a ZIP file of parts, also of several with one name.
    package static func zip(_ parts: [(name: String, bytes: Data)]) throws -> Data {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("formwright-\(UUID().uuidString).xlsx")
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        defer {
            close(descriptor)
            unlink(url.path)
        }
        let writer = try ArchiveWriter(descriptor: descriptor, format: .zip)
        for part in parts {
            try writer.add(name: part.name, byteCount: Int64(part.bytes.count))
            try writer.write(part.bytes)
        }
        try writer.finish()
        return try Data(contentsOf: url)
    }
}
