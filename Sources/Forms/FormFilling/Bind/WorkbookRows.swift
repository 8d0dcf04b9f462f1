import FailureModel
import Files
import FormImport
import FormModel
import Foundation
import Spreadsheet
import Values

/// The rows of a workbook's sheet as records to fill a form with.
///
/// The rules of tables hold, as in ``CSVRows``. Values are as their cells display them; what a field with a format of its
/// own needs stands beside that.
struct WorkbookRows: ValueRows {
    private var table: CSVTable
    private let sheet: Sheet
    private let isChosen: Bool
    private let name: String
    private var count = 0

    /// Reads the header.
    ///
    /// - Parameters:
    ///   - sheet: the sheet.
    ///   - isChosen: whether the user named it.
    ///   - name: the name of the workbook for messages.
    ///   - byteCount: the size of the workbook.
    /// - Throws: `malformed_values` or `input_empty` if the header is missing or is not a row of keys.
    init(_ sheet: Sheet, isChosen: Bool, name: String, byteCount: Int) throws(Failure) {
        self.sheet = sheet
        self.isChosen = isChosen
        self.name = name
        table = try CSVTable(SheetRows(sheet, byteCount: byteCount), name: name)
    }

    var keys: [String]? { table.header }
    var bytesRead: Int { table.bytesRead }

    var notes: [String] {
        var notes: [String] = []
        if !isChosen, sheet.visibleNames.count > 1 {
            notes.append("\(name): the sheet \(sheet.name.quoted) was read, the first of \(sheet.visibleNames.count).")
        }
        if sheet.hasLinks {
            notes.append("\(name): the files that it refers to were not read; the values stored in it were used.")
        }
        if sheet.hiddenRowCount > 0 {
            notes.append(
                "\(name): \(sheet.hiddenRowCount.counted("hidden row")) \(sheet.hiddenRowCount == 1 ? "was" : "were") read as well."
            )
        }
        return notes + table.notes
    }

    mutating func next() throws(Failure) -> ValueRow? {
        while let row = try table.next() {
            let plains = plains(ofLine: row.line)
            let places = table.places
            let entries = row.cells.map { [table] cells in
                cells.indices.filter { !cells[$0].isEmpty }.map { index in
                    let value = plains[places[index]].map { FieldValue.shown(cells[index], plain: $0) }
                    return ValueEntry(key: table.header[index], value: value ?? .text(cells[index]))
                }
            }
            if case .success(let entries) = entries, entries.isEmpty { continue }
            count += 1
            var record = ValueRow(number: count, line: row.line, entries: entries)
            record.cells = table.lastCells.map { cells in
                // Another table must not leave the order of a date open.
                cells.indices.map { plains[places[$0]].flatMap { CalendarDay($0)?.description } ?? cells[$0] }
            }
            return record
        }
        return nil
    }

    /// Returns the values of a row in plain notation, by their columns.
    private func plains(ofLine line: Int) -> [Int: String] {
        guard let place = sheet.place(ofRow: line) else { return [:] }
        var plains: [Int: String] = [:]
        for cell in sheet.cells(ofRow: place) {
            if case .success(let value) = cell.value, let plain = value.plain { plains[cell.column] = plain }
        }
        return plains
    }
}

/// The rows of a sheet as texts.
///
/// All have as many cells as the widest of the first, since a sheet does not store empty ones.
private struct SheetRows: TableRows {
    private let sheet: Sheet
    private let byteCount: Int
    private let limits = CSVTable.Limits().row
    private let width: Int
    private var place = 0
    private var lastNumber = 0

    /// The number of rows that can be the header or stand above it.
    private static let headRows = 12

    init(_ sheet: Sheet, byteCount: Int) {
        self.sheet = sheet
        self.byteCount = byteCount
        width =
            (0..<min(Self.headRows, sheet.rowCount)).map { (sheet.cells(ofRow: $0).last?.column ?? 0) + 1 }.max() ?? 0
    }

    var bytesRead: Int { sheet.rowCount == 0 ? byteCount : byteCount * place / sheet.rowCount }
    var encoding: TextEncoding? { nil }
    var lineName: String { "row" }
    var endsRows: Bool { false }

    mutating func next() throws(Failure) -> CSVReader.Row? {
        guard place < sheet.rowCount else { return nil }
        defer { place += 1 }
        let number = sheet.number(ofRow: place)
        let isApart = number > lastNumber + 1
        lastNumber = number
        return CSVReader.Row(line: number, cells: texts(sheet.cells(ofRow: place)), followsBlankLine: isApart)
    }

    private func texts(_ cells: [Sheet.Cell]) -> Result<[String], Failure> {
        var texts = Array(repeating: "", count: max(width, (cells.last?.column ?? -1) + 1))
        var length = 0
        for cell in cells {
            switch cell.value {
            case .success(let value): texts[cell.column] = value.text
            case .failure(.error(let name)):
                texts[cell.column] = CellErrors.names.contains(name) ? name : CellErrors.missing
            case .failure(.noResult), .failure(.noDate): texts[cell.column] = CellErrors.missing
            }
            let text = texts[cell.column]
            length += text.utf8.count
            guard text.utf8.count <= limits.cellLength else {
                return .failure(
                    Failure(.valueTooLong, "Cell \(cell.reference) is longer than \(limits.cellLength) bytes."))
            }
            guard !text.utf8.contains(0) else {
                return .failure(
                    Failure(.malformedValues, "Cell \(cell.reference) contains a zero byte, which text must not."))
            }
        }
        guard length <= limits.rowLength else {
            return .failure(Failure(.malformedValues, "The row is longer than \(limits.rowLength) bytes."))
        }
        return .success(texts)
    }

    func problem(inCell place: Int, ofLine line: Int) -> String? {
        guard let row = sheet.place(ofRow: line),
            let cell = sheet.cells(ofRow: row).first(where: { $0.column == place }),
            case .failure(let problem) = cell.value
        else { return nil }
        switch problem {
        case .error(let name):
            let known = CellErrors.names.contains(name) ? name : CellErrors.missing
            return "Cell \(cell.reference) has the error \(known) instead of a value."
        case .noResult:
            return
                "Cell \(cell.reference) has a formula whose result is not stored; open the workbook in a spreadsheet program, and save it."
        case .noDate: return "Cell \(cell.reference) has the format of a date, but its number is none."
        }
    }
}

extension WorkbookError {
    /// Returns the failure of a workbook.
    func failure(of name: String) -> Failure {
        let code: ErrorCode =
            switch self.code {
            case .tooLarge: .inputTooLarge
            case .libraryMissing: .toolMissing
            case .unsupported, .encrypted, .damaged, .unknownSheet: .malformedValues
            }
        return Failure(code, "\(name) \(detail)")
    }
}
