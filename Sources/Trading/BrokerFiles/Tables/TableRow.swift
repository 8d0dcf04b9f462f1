import FailureModel
import Foundation
import Trading

/// A column used by the reader of a table.
struct TableColumn: Hashable {
    /// The index of the cell (0-based).
    let index: Int
    /// The reader's own name for the column, used in messages.
    let name: String
}

extension [TableColumn] {
    /// The columns without repetitions.
    func uniqued() -> [TableColumn] {
        var seen: Set<Int> = []
        return filter { seen.insert($0.index).inserted }
    }
}

/// The header of a table with the names of its columns.
struct TableHeader {
    /// The names as written in the file.
    let titles: [String]
    /// The names without surrounding white space, in lower case.
    let names: [String]
    /// The line of the row (1-based).
    let line: Int
    private let indices: [String: Int]
    /// Returns the name of a column in messages.
    private let title: @Sendable (String) -> String
    private let requests = Requests()

    /// The columns requested by a format.
    private final class Requests {
        var indices: Set<Int> = []
    }

    init(_ cells: [String], line: Int, title: @escaping @Sendable (String) -> String = { $0 }) {
        self.title = title
        titles = cells
        names = cells.map { $0.trimmed.lowercased() }
        self.line = line
        indices = Dictionary(zip(names, names.indices).filter { !$0.0.isEmpty }) { first, _ in first }
    }

    /// Forgets the requested columns before another format tries the header.
    func forgetRequests() { requests.indices = [] }

    /// Returns the first column with a name, ignoring case.
    func column(_ name: String) -> TableColumn? {
        guard let index = index(of: name) else { return nil }
        requests.indices.insert(index)
        return TableColumn(index: index, name: title(name))
    }

    /// Returns the index of a column.
    ///
    /// A name followed by ` + 1` is the column on its right, which has no name.
    func index(of name: String) -> Int? {
        if let index = indices[name.lowercased()] { return index }
        guard let plus = name.range(of: " + ", options: .backwards), let distance = Int(name[plus.upperBound...]),
            distance > 0, let index = indices[name[..<plus.lowerBound].lowercased()], index + distance < names.count,
            names[index + distance].isEmpty
        else { return nil }
        return index + distance
    }

    /// Returns the first column that exists.
    func column(_ names: [String]) -> TableColumn? {
        for name in names {
            if let column = column(name) { return column }
        }
        return nil
    }

    /// Returns whether there are columns with all of these names.
    func contains(_ names: [String]) -> Bool { names.allSatisfy { indices[$0.lowercased()] != nil } }

    /// Returns whether a row repeats the header.
    func isRepeated(in row: TableRow) -> Bool {
        row.cells.count >= names.count && zip(row.cells, names).allSatisfy { $0.trimmed.lowercased() == $1 }
    }

    /// Returns whether a format has requested a column.
    func isUsed(_ index: Int) -> Bool { requests.indices.contains(index) }

    /// Returns the truncated name of a column on one line, or else its number.
    func name(of index: Int) -> String {
        let name = titles[index].trimmed.prefix(Self.maximumNameLength)
        guard !name.isEmpty else { return "column \(index + 1)" }
        return String(
            String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    }

    private static let maximumNameLength = 60
}

/// A row of a table below its header.
struct TableRow {
    /// The cells.
    let cells: [String]
    /// The line on which the row begins (1-based).
    let line: Int

    /// The text of a cell without surrounding white space; empty if missing.
    subscript(column: TableColumn?) -> Substring {
        guard let column, column.index < cells.count else { return "" }
        return cells[column.index].trimmed
    }

    /// The number of cells up to the last non-empty one.
    var width: Int { cells.lastIndex { !$0.trimmed.isEmpty }.map { $0 + 1 } ?? 0 }

    /// The number of non-empty cells.
    var filledCount: Int { cells.count { !$0.trimmed.isEmpty } }

    /// Whether all cells are empty.
    var isBlank: Bool { cells.allSatisfy { $0.trimmed.isEmpty } }
}

/// Converts cells to values.
///
/// A missing cell is `nil`; a malformed one is `nil` and reported as an error.
extension Draft {
    /// Reports an error in a cell.
    mutating func report(_ code: ErrorCode, _ message: String, _ row: TableRow, _ column: TableColumn? = nil) {
        diagnostics.add(code, message, line: row.line, column: column.map { $0.index + 1 })
    }

    /// Omits a row with an unknown word for its action.
    ///
    /// If the file is refused for other errors, `message` reports the word, and `check` finds errors in the other
    /// cells.
    mutating func omitUnknown(
        _ row: TableRow, _ column: TableColumn, _ security: Int32?, _ message: String,
        check: (inout Draft) -> Void
    ) {
        let word = String(row[column].prefix(limits.wordLength))
        file.omissions.append(
            Omission(.unknown, security: security, line: Int32(clamping: row.line), word: word.isEmpty ? nil : word))
        swap(&diagnostics, &diagnosticsOfUnknownRows)
        report(.unknownAction, message, row, column)
        check(&self)
        swap(&diagnostics, &diagnosticsOfUnknownRows)
    }

    /// Returns text.
    mutating func text(_ row: TableRow, _ column: TableColumn?) -> String? {
        let text = row[column]
        guard let column, !text.isEmpty else { return nil }
        // A tab or line break in a name would break lists and logs. Notes are on a single line, too.
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            let line = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }
            guard line.allSatisfy({ $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }) else {
                report(.malformedTable, "The column \(column.name) contains a control character.", row, column)
                return nil
            }
            return String(line)
        }
        return String(text)
    }

    /// Returns a symbol or an identifier of limited length.
    mutating func name(_ row: TableRow, _ column: TableColumn?) -> String? {
        guard let column, let text = text(row, column) else { return nil }
        guard text.utf8.count <= limits.nameLength else {
            report(.malformedTable, "The column \(column.name) has more than \(limits.nameLength) bytes.", row, column)
            return nil
        }
        return text
    }

    /// Returns a symbol in upper case.
    mutating func symbol(_ row: TableRow, _ column: TableColumn?) -> String? { name(row, column)?.uppercased() }

    /// Returns a number.
    mutating func number(
        _ row: TableRow, _ column: TableColumn?, _ format: NumberFormat = .plain
    ) -> Amount? {
        let text = row[column]
        guard let column, !text.isEmpty else { return nil }
        guard let number = format.number(text) else {
            report(
                .malformedTable,
                "The column \(column.name) is not a number, or has more than 20 digits before or after the point.", row,
                column)
            return nil
        }
        return number
    }

    /// Returns a number that is 0 or more.
    mutating func amount(
        _ row: TableRow, _ column: TableColumn?, _ format: NumberFormat = .plain
    ) -> Amount? {
        guard let column, let number = number(row, column, format) else { return nil }
        guard number >= 0 else {
            report(.malformedTable, "The column \(column.name) must not be negative.", row, column)
            return nil
        }
        return number
    }

    /// Returns a required number above 0.
    mutating func positive(
        _ row: TableRow, _ column: TableColumn, _ format: NumberFormat = .plain
    ) -> Amount? {
        if row[column].isEmpty {
            report(.malformedTable, "The column \(column.name) is empty.", row, column)
            return nil
        }
        guard let number = number(row, column, format) else { return nil }
        guard number > 0 else {
            report(.malformedTable, "The column \(column.name) must be greater than 0.", row, column)
            return nil
        }
        return number
    }

    /// Returns a currency.
    mutating func currency(_ row: TableRow, _ column: TableColumn?) -> CurrencyCode? {
        let text = row[column]
        guard let column, !text.isEmpty else { return nil }
        guard let currency = CurrencyCode(text) else {
            report(.malformedTable, "The column \(column.name) is not a currency code of three letters.", row, column)
            return nil
        }
        return currency
    }

    /// Returns a required date, with or without a time.
    mutating func time(
        _ row: TableRow, _ column: TableColumn, _ read: (Substring) -> EntryTime? = DateText.iso
    ) -> EntryTime? {
        guard let time = read(row[column]) else {
            report(
                .dateUnreadable, "The column \(column.name) is not a date from 1900 to 2199 in the expected form.", row,
                column)
            return nil
        }
        return time
    }

    /// Returns a required day.
    mutating func day(_ row: TableRow, _ column: TableColumn) -> Day? {
        guard let day = Day(row[column]) else {
            report(
                .dateUnreadable, "The column \(column.name) is not a date such as 2025-12-31, from 1900 to 2199.", row,
                column)
            return nil
        }
        return day
    }
}
