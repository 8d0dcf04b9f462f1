import FormImport

package import FailureModel
package import Files
import FormModel
package import Foundation

/// A table with a header row: comma-separated values (``CSVReader``), or a sheet of a workbook.
///
/// Title rows above the header and remarks below the last row, common in spreadsheets, are not part of the table;
/// ``notes`` gives their lines. A column without a name has no values.
package struct CSVTable: Sendable {
    /// The limits of a table.
    ///
    /// Exceeding one is an error of the row, or of the file if it happens in the header.
    package struct Limits: Sendable, Hashable {
        /// The limits of a row.
        package var row = CSVReader.Limits()
        /// The maximum length of a column name in bytes.
        package var nameLength = ValueLimits().keyLength

        package init() {
            row.cellLength = ValueLimits().valueLength
        }
    }

    /// The column names, without surrounding white space.
    package private(set) var header: [String] = []

    /// The number of bytes read so far.
    package var bytesRead: Int { reader.bytesRead }

    /// Notes on lines that were skipped, and on the encoding if it is not UTF-8.
    ///
    /// The list is complete when all rows are read.
    package var notes: [String] {
        var notes: [String] = []
        if let encoding = reader.encoding, encoding != .utf8 { notes.append(encoding.note(of: name)) }
        if let titles { notes.append("\(name): \(lines(titles)) above the header \(Self.were(titles)) not read.") }
        if let trailers {
            notes.append("\(name): \(lines(trailers)) below the last row \(Self.were(trailers)) not read.")
        }
        return notes
    }

    /// The separator of its cells; nil for a sheet.
    var separator: Character? {
        (reader as? CSVReader).map { Character(Unicode.Scalar($0.separator)) }
    }

    /// The cells of the last row under the named columns.
    ///
    /// It is nil if the row has other cells, too few of them, or could not be read.
    private(set) var lastCells: [String]?

    private let name: String
    private var reader: any TableRows
    /// The indices of the columns that have names.
    private(set) var places: [Int] = []
    /// The number of cells in the header.
    private var width = 0
    /// Rows that were read ahead.
    private var ahead: [CSVReader.Row] = []
    /// The kinds of text that occurred in each column so far.
    private var kinds: [Int: Set<TextKind>] = [:]
    /// The line ranges of skipped rows above the header and below the last row.
    private var titles: ClosedRange<Int>?
    private var trailers: ClosedRange<Int>?

    /// Maximum number of rows above the header, and of rows below the table.
    private static let titleLimit = 10

    /// Reads the header from an open file or pipe.
    ///
    /// The caller keeps the descriptor open while rows are read and closes it afterwards. `name` is used in messages.
    ///
    /// - Throws: `malformed_values` if there is no header, two columns share a name, or the file is a spreadsheet;
    ///   `input_empty`, `input_unreadable`.
    package init(descriptor: Int32, name: String, limits: Limits = Limits()) throws(Failure) {
        try self.init(ByteFeed(descriptor: descriptor, name: name), name: name, limits: limits)
    }

    /// Reads the header from bytes in memory.
    package init(data: Data, name: String, limits: Limits = Limits()) throws(Failure) {
        try self.init(ByteFeed(data: data, name: name), name: name, limits: limits)
    }

    init(_ source: ByteFeed, name: String, limits: Limits = Limits()) throws(Failure) {
        let reader = try CSVReader(
            source, name: name, limits: limits.row,
            codes: CSVReader.Codes(malformed: .malformedValues, tooLong: .valueTooLong))
        try self.init(reader, name: name, limits: limits)
    }

    /// Reads the header of any rows of cells.
    init(_ reader: any TableRows, name: String, limits: Limits = Limits()) throws(Failure) {
        self.name = name
        self.reader = reader
        try readHeader(limits)
    }

    // MARK: The header

    private mutating func readHeader(_ limits: Limits) throws(Failure) {
        var first: [CSVReader.Row] = []
        // One row after the header shows how wide the table is.
        while first.count < Self.titleLimit + 2, let row = try reader.next() { first.append(row) }
        while let row = first.first, Self.filled(row).isEmpty, case .success = row.cells { first.removeFirst() }
        let place = Self.headerPlace(in: first)
        if let last = first[..<place].last(where: { !Self.filled($0).isEmpty }) { titles = first[0].line...last.line }
        guard first.indices.contains(place) else {
            throw Failure(.inputEmpty, "\(name) is empty; the first line of a table names its columns.")
        }
        ahead = Array(first[(place + 1)...])
        switch first[place].cells {
        case .failure(let error):
            throw Failure(.malformedValues, "The header of \(name) cannot be read. \(error.message)")
        case .success(let cells):
            width = cells.count
            places = Self.filled(first[place])
            header = places.map { cells[$0].trimmingCharacters(in: .whitespaces) }
            if let column = places.first(where: { CellErrors.names.contains(cells[$0]) }) {
                let problem = problem(in: column, cells[column], first[place].line)
                throw Failure(.malformedValues, "The header of \(name) cannot be read. \(problem)")
            }
        }
        if let column = header.firstIndex(where: { $0.utf8.count > limits.nameLength }) {
            throw Failure(
                .malformedValues,
                "The name of column \(places[column] + 1) of \(name) is longer than \(limits.nameLength) bytes.")
        }
        var seen: Set<String> = []
        if let twice = header.first(where: { !seen.insert($0).inserted }) {
            throw Failure(.malformedValues, "\(name) has two columns named \(twice.quoted).")
        }
    }

    /// Returns the index of the header: 0 unless a title stands above the table.
    ///
    /// A header below a title names the columns of the row that follows it. The title rows have one cell each, or fewer
    /// than the header if a blank row separates them.
    private static func headerPlace(in rows: [CSVReader.Row]) -> Int {
        var titleCells = 0
        for place in rows.indices.dropLast() {
            let (row, next) = (rows[place], rows[place + 1])
            guard case .success(let cells) = row.cells, case .success(let values) = next.cells else { return 0 }
            let (named, below) = (filled(row), filled(next))
            let isHeader =
                named.count > max(1, titleCells) && cells.count == values.count && !below.isEmpty
                && Set(below).isSubset(of: named)
            if isHeader {
                if place == 0 { return 0 }
                let isApart = row.followsBlankLine || filled(rows[place - 1]).isEmpty
                // "Lovelace, Ada" below "Name" is a row, not a header.
                let isTight = !cells.contains { $0.first == " " }
                if isApart || titleCells == 1 && isTight { return place }
            }
            titleCells = max(titleCells, named.count)
        }
        return 0
    }

    // MARK: Rows

    /// Returns the next row below the header, or nil at the end.
    ///
    /// Its cells are the values of the named columns, or an error: `malformed_values` or `value_too_long`.
    ///
    /// - Throws: `input_unreadable`, after which there are no more rows.
    package mutating func next() throws(Failure) -> CSVReader.Row? {
        guard var row = try take() else { return nil }
        let line = row.line
        lastCells = nil
        if case .success(let cells) = row.cells { row.cells = values(cells, line: line) }
        return row
    }

    /// Returns the next row of the table, skipping remarks below it.
    private mutating func take() throws(Failure) -> CSVReader.Row? {
        var held: [CSVReader.Row] = []
        var isApart = false
        while true {
            guard let row = ahead.isEmpty ? try reader.next() : ahead.removeFirst() else {
                let remarks = held.filter { !Self.filled($0).isEmpty }
                if let first = remarks.first, let last = remarks.last { trailers = first.line...last.line }
                return nil
            }
            isApart = isApart || row.followsBlankLine
            held.append(row)
            guard held.count <= Self.titleLimit, isRemark(row, isApart: isApart) else { break }
            isApart = isApart || Self.filled(row).isEmpty
        }
        ahead.insert(contentsOf: held.dropFirst(), at: 0)
        if case .success(let cells) = held[0].cells {
            for place in Self.filled(held[0]) { kinds[place, default: []].insert(TextKind(cells[place])) }
        }
        return held[0]
    }

    /// Returns whether a row is blank or has a single cell where others have more.
    ///
    /// Such a row at the end of the table is a remark. A row that was cut off may look the same. A row with all its
    /// cells counts as a row unless it has text of a kind that its column lacks, since spreadsheet programs give all
    /// rows the same number of cells.
    private func isRemark(_ row: CSVReader.Row, isApart: Bool) -> Bool {
        guard case .success(let cells) = row.cells else { return false }
        let filled = Self.filled(row)
        if filled.isEmpty { return true }
        guard filled.count == 1 else { return false }
        if isApart, cells.count >= width, width > 1, reader.endsRows {
            return header.count > 2 && kinds[filled[0]].map { !$0.contains(TextKind(cells[filled[0]])) } ?? false
        }
        if isApart { return header.count > (cells.count == 1 ? 1 : 2) }
        return cells.count == 1 && header.count > 2 && row.isTerminated
    }

    /// Returns the cells of the named columns.
    private mutating func values(_ cells: [String], line: Int) -> Result<[String], Failure> {
        // Spreadsheet programs omit or add empty cells at the end of a row.
        guard let last = places.last, cells.count > last,
            cells.count <= width || cells[width...].allSatisfy(Self.isBlank)
        else {
            return .failure(
                Failure(.malformedValues, "The row has \(cells.count.counted("cell")), but the header has \(width)."))
        }
        if places.count < width,
            let place = cells[..<min(width, cells.count)].indices.first(where: { place in
                !places.contains(place) && !Self.isBlank(cells[place])
            })
        {
            return .failure(
                Failure(
                    .malformedValues,
                    "Cell \(place + 1) has a value, but its column has no name; name it in the header, or empty it."))
        }
        lastCells = places.map { cells[$0] }
        if let place = places.first(where: { CellErrors.names.contains(cells[$0]) }) {
            return .failure(Failure(.malformedValues, problem(in: place, cells[place], line)))
        }
        return .success(places.map { cells[$0] })
    }

    /// Returns a sentence about a cell with an error.
    private func problem(in place: Int, _ error: String, _ line: Int) -> String {
        reader.problem(inCell: place, ofLine: line) ?? "Cell \(place + 1) has the error \(error) instead of a value."
    }

    /// Returns the indices of the cells that are not blank.
    ///
    /// The result is empty if the row is invalid.
    private static func filled(_ row: CSVReader.Row) -> [Int] {
        guard case .success(let cells) = row.cells else { return [] }
        return cells.indices.filter { !isBlank(cells[$0]) }
    }

    private static func isBlank(_ cell: String) -> Bool { cell.allSatisfy(\.isWhitespace) }

    private func lines(_ range: ClosedRange<Int>) -> String {
        let word = reader.lineName
        return range.count == 1 ? "\(word) \(range.lowerBound)" : "\(word)s \(range.lowerBound) to \(range.upperBound)"
    }

    private static func were(_ range: ClosedRange<Int>) -> String { range.count == 1 ? "was" : "were" }
}

/// The kind of text in a cell.
///
/// It distinguishes "Total: 2" from the names above it.
private struct TextKind: Hashable {
    let hasLetters: Bool
    let hasDigits: Bool

    init(_ text: String) {
        hasLetters = text.contains(where: \.isLetter)
        hasDigits = text.contains(where: \.isNumber)
    }
}
