package import FailureModel
import Files
import FormModel

/// Comma-separated values as records to fill a form with.
///
/// The header holds the keys of fields; each row holds the values of one record.
///
/// An empty cell gives no value, so that its field is unchanged. A row without any value is skipped, such as the blank
/// rows at the end of a spreadsheet. Apostrophes that guard against formulas (``SpreadsheetText``) are taken away.
package struct CSVRows: ValueRows {
    private var table: CSVTable
    private let header: [String]
    private var count = 0

    package init(_ table: CSVTable) {
        self.table = table
        header = table.header.map(SpreadsheetText.unguarded)
    }

    /// The header.
    package var keys: [String]? { header }

    /// The separator of its cells.
    package var separator: Character? { table.separator }

    package var bytesRead: Int { table.bytesRead }

    package var notes: [String] { table.notes }

    package mutating func next() throws(Failure) -> ValueRow? {
        while let row = try table.next() {
            let entries = row.cells.map { [header] cells in
                zip(header, cells).filter { !$0.1.isEmpty }.map {
                    ValueEntry(key: $0.0, value: .text(SpreadsheetText.unguarded($0.1)))
                }
            }
            if case .success(let entries) = entries, entries.isEmpty { continue }
            count += 1
            var record = ValueRow(number: count, line: row.line, entries: entries)
            record.cells = table.lastCells.map { $0.map(SpreadsheetText.unguarded) }
            return record
        }
        return nil
    }
}
