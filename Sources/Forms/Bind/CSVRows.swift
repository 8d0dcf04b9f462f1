package import FailureModel
import FormModel

/// Comma-separated values as records to fill a form with: the header holds the keys of fields, each row the values of
/// one record.
///
/// An empty cell is no value: its field is left as it is. A row without any value is skipped, as the blank rows at a
/// spreadsheet's end are.
package struct CSVRows: ValueRows {
    private var reader: CSVReader
    private var count = 0

    package init(_ reader: CSVReader) {
        self.reader = reader
    }

    /// The header.
    package var keys: [String]? { reader.header }

    package var bytesRead: Int { reader.bytesRead }

    package mutating func next() throws(Failure) -> ValueRow? {
        while let row = try reader.next() {
            let entries = row.cells.map { [reader] cells in
                zip(reader.header, cells).filter { !$0.1.isEmpty }.map { ValueEntry(key: $0.0, value: .text($0.1)) }
            }
            if case .success(let entries) = entries, entries.isEmpty { continue }
            count += 1
            return ValueRow(number: count, line: row.line, entries: entries)
        }
        return nil
    }
}
