import FailureModel
import Trading

/// A column of a table that its reader uses.
struct TableColumn: Hashable {
    /// The number of the cell, from 0.
    let index: Int
    /// What messages call it: the reader's own name for it, not the file's.
    let name: String
}

extension [TableColumn] {
    /// The columns without repetitions.
    func uniqued() -> [TableColumn] {
        var seen: Set<Int> = []
        return filter { seen.insert($0.index).inserted }
    }
}

/// The first row of a table, whose cells name its columns.
struct TableHeader {
    /// The names as the file writes them.
    let titles: [String]
    /// The names without surrounding white space, in lower case.
    let names: [String]
    /// The line of the row, from 1.
    let line: Int
    private let indices: [String: Int]
    private let requests = Requests()

    /// The columns that the format asked for.
    private final class Requests {
        var indices: Set<Int> = []
    }

    init(_ cells: [String], line: Int) {
        titles = cells
        names = cells.map { $0.trimmed.lowercased() }
        self.line = line
        indices = Dictionary(zip(names, names.indices).filter { !$0.0.isEmpty }) { first, _ in first }
    }

    /// Forgets which columns were asked for, before another format tries the header.
    func forgetRequests() { requests.indices = [] }

    /// The column with a name, in any case; the first one if there are several.
    func column(_ name: String) -> TableColumn? {
        guard let index = indices[name.lowercased()] else { return nil }
        requests.indices.insert(index)
        return TableColumn(index: index, name: name)
    }

    /// The first of several columns that exists.
    func column(_ names: [String]) -> TableColumn? {
        for name in names {
            if let column = column(name) { return column }
        }
        return nil
    }

    /// Whether there are columns with all of these names.
    func contains(_ names: [String]) -> Bool { names.allSatisfy { indices[$0.lowercased()] != nil } }

    /// Whether a row names the same columns again.
    func isRepeated(in row: TableRow) -> Bool {
        row.cells.count >= names.count && zip(row.cells, names).allSatisfy { $0.trimmed.lowercased() == $1 }
    }

    /// Whether a format has asked for a column.
    func isUsed(_ index: Int) -> Bool { requests.indices.contains(index) }

    /// What to call a column in a list: its name on one line, cut short, or its number.
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
    /// The line on which the row begins, from 1.
    let line: Int

    /// The text of a cell without surrounding white space; empty if the row has no such cell.
    subscript(column: TableColumn?) -> Substring {
        guard let column, column.index < cells.count else { return "" }
        return cells[column.index].trimmed
    }

    /// The number of cells up to the last one that is not empty.
    var width: Int { cells.lastIndex { !$0.trimmed.isEmpty }.map { $0 + 1 } ?? 0 }

    /// The number of cells that are not empty.
    var filledCount: Int { cells.count { !$0.trimmed.isEmpty } }

    /// Whether all cells are empty.
    var isBlank: Bool { cells.allSatisfy { $0.trimmed.isEmpty } }
}

/// Cells as values.
///
/// A missing cell is `nil`; one that cannot be read is `nil` and a mistake.
extension Draft {
    /// Reports a mistake in a cell.
    mutating func report(_ code: ErrorCode, _ message: String, _ row: TableRow, _ column: TableColumn? = nil) {
        mistakes.add(code, message, line: row.line, column: column.map { $0.index + 1 })
    }

    /// Leaves out a row with a word for what happened that is not known.
    ///
    /// In a file that is refused for other mistakes, `message` says what is wrong with the word, and those count that
    /// `check` finds in the other cells.
    mutating func omitUnknown(
        _ row: TableRow, _ column: TableColumn, _ security: Int32?, _ message: String,
        check: (inout Draft) -> Void
    ) {
        let word = String(row[column].prefix(limits.wordLength))
        file.omissions.append(
            Omission(.unknown, security: security, line: Int32(clamping: row.line), word: word.isEmpty ? nil : word))
        swap(&mistakes, &mistakesOfUnknownRows)
        report(.unknownAction, message, row, column)
        check(&self)
        swap(&mistakes, &mistakesOfUnknownRows)
    }

    /// Returns text.
    mutating func text(_ row: TableRow, _ column: TableColumn?) -> String? {
        let text = row[column]
        guard let column, !text.isEmpty else { return nil }
        // A tab or a line break in a name would break lists and logs; notes are on one line as well.
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

    /// Returns a symbol or an identifier, which is short.
    mutating func name(_ row: TableRow, _ column: TableColumn?) -> String? {
        guard let column, let text = text(row, column) else { return nil }
        guard text.utf8.count <= limits.nameLength else {
            report(.malformedTable, "The column \(column.name) has more than \(limits.nameLength) bytes.", row, column)
            return nil
        }
        return text
    }

    /// Returns a symbol in capital letters.
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

    /// Returns a number that is not negative.
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

    /// Returns a number above 0, which must be there.
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

    /// Returns a date with or without a time, which must be there.
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

    /// Returns a day, which must be there.
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
