public import FormModel
public import Foundation

/// The values of one record among many, or what is wrong with it.
public struct ValueRow: Sendable, Hashable {
    /// The record's place among all, from 1; bad ones count too.
    public var number: Int
    /// Where it begins in its file, from 1.
    public var line: Int
    public var entries: Result<[ValueEntry], FormError>

    public init(number: Int, line: Int, entries: Result<[ValueEntry], FormError>) {
        self.number = number
        self.line = line
        self.entries = entries
    }
}

/// Comma-separated values as records to fill a form with: the header holds the keys of fields, each row the values of
/// one record.
///
/// An empty cell is no value: its field is left as it is. A row without any value is skipped, as the blank rows at a
/// spreadsheet's end are.
public struct CSVRows: Sendable {
    private var reader: CSVReader
    private var count = 0

    public init(_ reader: CSVReader) {
        self.reader = reader
    }

    /// The keys.
    public var header: [String] { reader.header }

    /// The next record, good or bad; nil at the end.
    ///
    /// - Throws: `input_unreadable`, after which there is nothing more to read.
    public mutating func next() throws(FormError) -> ValueRow? {
        while let row = try reader.next() {
            let entries = row.cells.map { [header] cells in
                zip(header, cells).filter { !$0.1.isEmpty }.map { ValueEntry(key: $0.0, value: .text($0.1)) }
            }
            if case .success(let entries) = entries, entries.isEmpty { continue }
            count += 1
            return ValueRow(number: count, line: row.line, entries: entries)
        }
        return nil
    }
}
