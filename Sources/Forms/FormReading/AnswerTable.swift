import Archive
import FailureModel
import Files
import FormFilling
import Formwright
package import Foundation

/// A table of answers that is written row by row.
///
/// The first column has the names of the files. A file is complete or absent: it is written under a temporary name.
package final class AnswerTable {
    /// The format of a table.
    package enum Format: String, Sendable, CaseIterable {
        case csv, xlsx, jsonl

        /// Returns the format of a file by its extension, if it has one.
        package init?(path: String) {
            self.init(rawValue: URL(fileURLWithPath: path).pathExtension.lowercased())
        }
    }

    /// The heading of the column of file names.
    package static let fileHeading = "File"

    private let format: Format
    private let headings: [String]
    /// Whether each column behind that of files has numbers.
    private let numbers: [Bool]
    private let file: GrowingFile?
    private let output: (Data) throws -> Void
    /// The rows of a workbook.
    ///
    /// Their size must be known before they are written.
    private var sheet = Data()
    private var rows = 0

    /// Maximum number of rows of a workbook, with the headings.
    private static let mostRows = 1_048_576
    /// Maximum number of bytes of a workbook's sheet.
    private static let mostBytes = 1 << 30
    /// Maximum number of characters of a workbook's cell.
    private static let mostCharacters = 32_767

    /// Starts a table with headings.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - headings: the headings of the columns behind that of files.
    ///   - numbers: whether each of these columns has numbers; none has without it.
    ///   - url: the file; nil to pass the bytes to `output`.
    ///   - output: takes the bytes if there is no file.
    /// - Throws: `output_unwritable` or `disk_full`.
    package init(
        _ format: Format, headings: [String], numbers: [Bool] = [], at url: URL?,
        output: @escaping (Data) throws -> Void = { _ in }
    ) throws {
        self.format = format
        self.numbers = [false] + numbers
        self.headings = Self.distinct([Self.fileHeading] + headings)
        let file = try url.map { try GrowingFile(at: $0) }
        self.file = file
        self.output = { data in if let file { try file.append(data) } else { try output(data) } }
        switch format {
        // Spreadsheet programs recognise UTF-8 by the mark.
        case .csv: try self.output(Data(("\u{FEFF}" + Self.line(self.headings)).utf8))
        case .xlsx: try addRow(self.headings, isHeading: true)
        case .jsonl: break
        }
    }

    /// Adds the row of a file.
    package func add(_ name: String, _ answer: Answer) throws {
        let cells = [name] + answer.cells.map(\.text)
        switch format {
        case .csv: try output(Data(Self.line(cells).utf8))
        case .xlsx: try addRow(cells)
        case .jsonl:
            var members: [String] = []
            for (heading, cell) in zip(headings, cells) where !cell.isEmpty {
                members.append("\(try Self.quoted(heading)):\(try Self.quoted(cell))")
            }
            try output(Data("{\(members.joined(separator: ","))}\n".utf8))
        }
    }

    /// Completes the table.
    package func finish() throws {
        if format == .xlsx {
            if let file { try writeWorkbook(to: file.rawDescriptor) } else { try passWorkbook() }
        }
        try file?.finish()
    }

    /// Passes a workbook to the output.
    ///
    /// A ZIP file is written to a file first, since its directory comes last.
    private func passWorkbook() throws {
        do {
            let workbook = try UnnamedFile()
            try writeWorkbook(to: workbook.descriptor.rawValue)
            let size = Int64(try workbook.descriptor.status().st_size)
            for start in stride(from: 0, to: size, by: 1 << 20) {
                try output(try workbook.descriptor.readRegularFile(in: start..<min(start + (1 << 20), size)))
            }
        } catch let error as SystemCallError {
            throw error.failure(writing: "the workbook")
        }
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// Returns headings that differ from the column of files.
    private static func distinct(_ headings: [String]) -> [String] {
        var taken = Set(headings.dropFirst())
        var first = headings[0]
        while !taken.insert(first).inserted { first += " name" }
        return [first] + headings.dropFirst()
    }

    private static func line(_ cells: [String]) -> String {
        cells.map(SpreadsheetText.guarded).map { cell in
            let needsQuotes =
                cell.first?.isWhitespace == true || cell.last?.isWhitespace == true
                || cell.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: ",") + "\r\n"
    }

    /// Adds a row of texts and plain numbers.
    ///
    /// Spreadsheet programs never take such texts for formulas.
    private func addRow(_ cells: [String], isHeading: Bool = false) throws {
        rows += 1
        let texts = cells.enumerated().map { column, cell in
            guard !cell.isEmpty else { return "<c/>" }
            if !isHeading, numbers.indices.contains(column), numbers[column], let number = PlainNumber(cell) {
                return "<c s=\"\(WorkbookStyles.style(decimals: number.decimals))\"><v>\(cell)</v></c>"
            }
            return "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(Self.escaped(cell))</t></is></c>"
        }
        sheet += Data("<row>\(texts.joined())</row>".utf8)
        guard rows <= Self.mostRows, sheet.count <= Self.mostBytes,
            cells.allSatisfy({ $0.utf16.count <= Self.mostCharacters })
        else {
            throw Failure(
                .outputUnwritable, "A workbook cannot hold that much; write a .csv or .jsonl file.")
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            // XML has no other control characters.
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private func writeWorkbook(to descriptor: Int32) throws {
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let package = "http://schemas.openxmlformats.org/package/2006"
        let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        let parts = [
            (
                "[Content_Types].xml",
                "<Types xmlns=\"\(package)/content-types\"><Default Extension=\"rels\" "
                    + "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                    + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(kind).sheet.main+xml\"/>"
                    + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(kind).styles+xml\"/>"
                    + "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"\(kind).worksheet+xml\"/></Types>"
            ),
            (
                "_rels/.rels",
                "<Relationships xmlns=\"\(package)/relationships\"><Relationship Id=\"rId1\" "
                    + "Type=\"\(office)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
            (
                "xl/workbook.xml",
                "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\"><sheets>"
                    + "<sheet name=\"Answers\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            ),
            (
                "xl/_rels/workbook.xml.rels",
                "<Relationships xmlns=\"\(package)/relationships\"><Relationship Id=\"rId1\" "
                    + "Type=\"\(office)/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" "
                    + "Type=\"\(office)/styles\" Target=\"styles.xml\"/></Relationships>"
            ),
            ("xl/styles.xml", WorkbookStyles.part(namespace: main)),
        ]
        do {
            let archive = try ArchiveWriter(descriptor: descriptor, format: .zip)
            for (name, text) in parts {
                let data = Data((start + text).utf8)
                try archive.add(name: name, byteCount: Int64(data.count))
                try archive.write(data)
            }
            let head = Data("\(start)<worksheet xmlns=\"\(main)\"><sheetData>".utf8)
            let tail = Data("</sheetData></worksheet>".utf8)
            try archive.add(
                name: "xl/worksheets/sheet1.xml", byteCount: Int64(head.count + sheet.count + tail.count))
            for data in [head, sheet, tail] { try archive.write(data) }
            try archive.finish()
        } catch {
            throw Failure(.outputUnwritable, "The workbook cannot be written.", underlying: "\(error)")
        }
    }
}
