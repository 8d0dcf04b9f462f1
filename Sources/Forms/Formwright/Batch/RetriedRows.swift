package import FailureModel
package import FormFilling
import FormImport
import FormModel
import Foundation

/// The rows of a table of failed rows (``FailedRows``), without its two columns about them.
///
/// Each row keeps the number that it has in the table that it is from, so that files are named and resumed as there.
package struct RetriedRows: ValueRows {
    private var rows: any ValueRows
    /// Whether apostrophes guard texts, as in a workbook made of the table.
    private let isGuarded: Bool
    private let columns: FailedColumns
    private let ownKeys: [String]
    private var numbers: Set<Int> = []

    /// Takes the rows of a table with the two columns at its end.
    ///
    /// It returns nil if they are not there.
    package init?(_ rows: any ValueRows) {
        guard let keys = rows.keys, keys.count > 2 else { return nil }
        let isGuarded = !(rows is CSVRows)
        self.isGuarded = isGuarded
        ownKeys = keys.dropLast(2).map { isGuarded ? SpreadsheetText.unguarded($0) : $0 }
        columns = FailedColumns(besides: ownKeys)
        guard Array(keys.suffix(2)) == [columns.row, columns.error] else { return nil }
        self.rows = rows
    }

    /// The separator of the table's cells; nil for a sheet.
    var separator: Character? { (rows as? CSVRows)?.separator }

    package var keys: [String]? { ownKeys }
    package var bytesRead: Int { rows.bytesRead }

    package var notes: [String] {
        rows.notes + [
            "The rows have the numbers of the column \(columns.row.quoted), and the column \(columns.error.quoted) is not read."
        ]
    }

    /// Returns the next row.
    ///
    /// - Throws: `malformed_values` if the row has no number; `input_unreadable`.
    package mutating func next() throws(Failure) -> ValueRow? {
        guard var row = try rows.next() else { return nil }
        var number: Int?
        switch row.entries {
        case .success(let entries):
            number = entries.first { $0.key == columns.row }?.value.text.flatMap(Self.number)
            let own = entries.filter { ![columns.row, columns.error].contains($0.key) }.map(unguarded)
            row.entries = own.isEmpty ? .failure(Self.empty) : .success(own)
        case .failure: number = row.cells.flatMap { $0.dropLast().last }.flatMap(Self.number)
        }
        guard let number else {
            throw Failure(
                .malformedValues,
                "Line \(row.line) of the failed rows has no number in the column \(columns.row.quoted); delete the line, or give it that of its row."
            )
        }
        guard numbers.insert(number).inserted else {
            throw Failure(
                .malformedValues, "Line \(row.line) of the failed rows has the number of another one, \(number).")
        }
        row.number = number
        row.cells = row.cells.map { $0.dropLast(2).map { isGuarded ? SpreadsheetText.unguarded($0) : $0 } }
        return row
    }

    private func unguarded(_ entry: ValueEntry) -> ValueEntry {
        guard isGuarded else { return entry }
        var entry = entry
        entry.key = SpreadsheetText.unguarded(entry.key)
        // Other values are numbers and days of a workbook.
        if case .text(let text) = entry.value { entry.value = .text(SpreadsheetText.unguarded(text)) }
        return entry
    }

    private static func number(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

    private static var empty: Failure {
        Failure(.malformedValues, "The row has no values yet; take them from the table that it is from.")
    }
}

/// The names of the columns that a table of failed rows adds at its end.
struct FailedColumns {
    let row: String
    let error: String

    /// Chooses names that no other column has.
    init(besides keys: [String]) {
        let taken = Set(keys)
        func free(_ name: String) -> String {
            if !taken.contains(name) { return name }
            var number = 2
            while taken.contains("\(name)-\(number)") { number += 1 }
            return "\(name)-\(number)"
        }
        (row, error) = (free("row"), free("error"))
    }
}
