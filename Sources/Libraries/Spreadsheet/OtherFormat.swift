import Foundation

/// Recognises files that people take for workbooks, by their content.
enum OtherFormat {
    /// Microsoft's compound file, which holds old workbooks, and new ones with a password.
    private static let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    private static let zip: [UInt8] = [0x50, 0x4B]

    /// Returns whether a file may be a workbook, of any format.
    static func mayBeWorkbook(_ start: Data) -> Bool {
        start.starts(with: compound) || start.starts(with: [0x50, 0x4B, 0x03, 0x04])
            || start.starts(with: [0x50, 0x4B, 0x05, 0x06])
    }

    /// Throws if the file is not a ZIP file.
    static func checkContainer(_ data: Data) throws(WorkbookError) {
        guard data.starts(with: compound) else {
            guard data.starts(with: zip) else { throw WorkbookError(.unsupported, "is not a workbook.") }
            return
        }
        if contains("EncryptedPackage", data) { throw .password }
        throw WorkbookError(
            .unsupported,
            contains("Workbook", data) || contains("Book", data)
                ? "is a workbook of Excel 97 to 2003 (.xls); save it as .xlsx."
                : "is a document of an old Office program, not a workbook.")
    }

    /// Returns whether the directory of a compound file has a name.
    ///
    /// Names are stored in UTF-16.
    private static func contains(_ name: String, _ data: Data) -> Bool {
        data.range(of: Data(name.utf8.flatMap { [$0, 0] } + [0, 0])) != nil
    }

    /// Returns the error for a ZIP file without the parts of a workbook.
    static func failure(of parts: WorkbookParts) throws(WorkbookError) -> WorkbookError {
        let type = try parts.start(of: "mimetype") ?? ""
        if type.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") {
            return WorkbookError(.unsupported, "is an OpenDocument spreadsheet (.ods); save it as .xlsx.")
        }
        if parts.has("Index/Document.iwa") || parts.has("Index.zip") {
            return WorkbookError(.unsupported, "is a document of Numbers or Pages; export it as .xlsx.")
        }
        return WorkbookError(.unsupported, "is not a workbook (.xlsx).")
    }

    /// Throws for a main part of another type than a workbook in XML.
    static func check(mainPart type: String) throws(WorkbookError) {
        let kind = type.lowercased()
        if kind.contains("sheet.binary") {
            throw WorkbookError(.unsupported, "is a binary workbook (.xlsb); save it as .xlsx.")
        }
        let isWorkbook =
            kind.hasSuffix("main+xml") && (kind.contains("spreadsheetml") || kind.contains("ms-excel"))
        if !kind.isEmpty, !isWorkbook {
            throw WorkbookError(.unsupported, "is not a workbook, but another document of an Office program.")
        }
    }
}
