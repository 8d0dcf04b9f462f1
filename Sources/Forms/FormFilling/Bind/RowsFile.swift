import FormImport
public import FailureModel
import Files
import FormModel
public import Foundation
import Spreadsheet

/// A table of records in a file or in memory.
///
/// It is comma-separated values, a workbook (.xlsx), or JSON Lines if it starts with a brace.
///
/// A workbook is read whole before its first row. A table in memory can also be a JSON array of objects.
///
/// A file is closed when this object and the rows it returned are deallocated.
public final class RowsFile: Sendable {
    private enum Source {
        case descriptor(Int32)
        case data(Data)
    }

    /// The size in bytes; nil for a pipe.
    public let byteCount: Int?
    private let source: Source
    private let name: String
    private let folder: URL?

    /// Opens a file.
    ///
    /// Paths of pictures are relative to its folder.
    ///
    /// - Throws: `input_missing` or `input_unreadable`.
    public convenience init(contentsOf url: URL) throws(Failure) {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT
                ? Failure(.inputMissing, "There is no file \(url.path).")
                : Failure(
                    .inputUnreadable, "\(url.path) cannot be read: \(String(cString: strerror(errno)).lowercased()).")
        }
        self.init(owning: descriptor, name: url.lastPathComponent, folder: url.deletingLastPathComponent())
    }

    /// Uses an open file or pipe, and closes it at the end.
    ///
    /// - Parameters:
    ///   - descriptor: the file or pipe, positioned at the first row.
    ///   - name: a name for messages.
    ///   - folder: the base folder for paths of pictures; nil to reject pictures.
    package init(owning descriptor: Int32, name: String, folder: URL?) {
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        byteCount = isFile ? Int(status.st_size) : nil
        source = .descriptor(descriptor)
        self.name = name
        self.folder = folder
    }

    /// Uses a table in memory.
    ///
    /// - Parameters:
    ///   - data: the table's bytes.
    ///   - name: a name for messages.
    ///   - folder: the base folder for paths of pictures. Pass nil to reject pictures in tables from other people, who
    ///     may not be allowed to read files of this machine.
    public init(data: Data, name: String, folder: URL?) {
        byteCount = data.count
        source = .data(data)
        self.name = name
        self.folder = folder
    }

    deinit { if case .descriptor(let descriptor) = source { close(descriptor) } }

    /// Returns the rows.
    ///
    /// A file can be read once.
    ///
    /// - Parameter sheet: the name of the sheet of a workbook, or its number from 1; nil for the first.
    /// - Returns: the rows, none of which is read yet.
    /// - Throws: `malformed_values` if the header is not a row of keys, or the workbook is damaged, has a password or no
    ///   such sheet; `input_too_large`, `input_unreadable`.
    public func rows(sheet: String? = nil) throws(Failure) -> any ValueRows {
        var feed =
            switch source {
            case .descriptor(let descriptor): ByteFeed(descriptor: descriptor, name: name, owner: self)
            case .data(let data): ByteFeed(data: data, name: name)
            }
        let head = Data(try feed.lookAhead(limit: 8) { _ in false }.prefix(8))
        if Sheet.mayBeWorkbook(head) { return try workbookRows(&feed, sheet: sheet) }
        guard sheet == nil else {
            throw Failure(.malformedValues, "\(name) has no sheets, which only spreadsheets (.xlsx) have.")
        }
        _ = try feed.decodeUTF16()
        let start = Data(try feed.lookAhead(limit: 64) { _ in false }.prefix(64))
        if Self.text(start).first == UInt8(ascii: "{") { return JSONLinesRows(feed, name: name, folder: folder) }
        if Self.isArray(start) {
            if case .data = source {
                let array = Data(try feed.lookAhead(limit: .max) { _ in false })
                let lines = try JSONArrayLines.lines(ofArray: array, name: name)
                return JSONLinesRows(ByteFeed(data: lines, name: name), name: name, folder: folder)
            }
            throw Failure(
                .malformedValues,
                "\(name) is one JSON array; write each record as an object on its own line, as `jq -c '.[]'` does.")
        }
        return CSVRows(try CSVTable(feed, name: name))
    }

    /// Returns the rows of a workbook.
    private func workbookRows(_ feed: inout ByteFeed, sheet: String?) throws(Failure) -> any ValueRows {
        let limits = WorkbookLimits()
        let bytes = Data(try feed.lookAhead(limit: limits.byteCount + 1) { _ in false })
        let found: Sheet
        do throws(WorkbookError) {
            found = try Sheet(bytes, choice: sheet, limits: limits)
        } catch {
            throw error.failure(of: name)
        }
        return try WorkbookRows(found, isChosen: sheet != nil, name: name, byteCount: bytes.count)
    }

    /// Returns whether a file name has the extension of a table.
    package static func isTable(named name: String) -> Bool {
        [".csv", ".tsv", ".jsonl", ".xlsx", ".xlsm"].contains(where: name.lowercased().hasSuffix)
    }

    /// Returns whether bytes are a workbook, or what people take for one.
    package static func isWorkbook(_ table: Data) -> Bool { Sheet.mayBeWorkbook(table) }

    /// Returns the values of a table with one row, and notes on its format.
    ///
    /// - Parameter sheet: the sheet of a workbook, by name or number; nil for the first.
    /// - Returns: the values and the notes.
    /// - Throws: `several_rows`, `malformed_values` if it has none, or an error of reading the table.
    package func onlyRow(sheet: String? = nil) throws(Failure) -> (entries: [ValueEntry], notes: [String]) {
        var rows = try rows(sheet: sheet)
        guard let row = try rows.next() else { throw Failure(.malformedValues, "\(name) has no rows.") }
        guard try rows.next() == nil else {
            throw Failure(.severalRows, "\(name) has several rows, and one is expected.")
        }
        do throws(Failure) {
            return (try row.entries.get(), rows.notes)
        } catch {
            var failure = error
            failure.location = failure.location ?? .file(name, line: row.line, column: nil)
            throw failure
        }
    }

    /// Returns whether a table begins as a JSON array of objects.
    ///
    /// Comma-separated values with a first heading that begins with a bracket do not.
    package static func isArray(_ table: Data) -> Bool {
        let start = text(table.prefix(64))
        return ["[{", "[]"].contains { start.starts(with: $0.utf8) }
    }

    /// Returns bytes without a byte order mark and white space.
    private static func text(_ start: Data) -> [UInt8] {
        start.filter { ![0xEF, 0xBB, 0xBF].contains($0) && !" \t\r\n".utf8.contains($0) }
    }
}
