package import FailureModel
package import Files
import FormModel
package import Foundation

/// A table of comma-separated values whose first row names its columns; see ``CSVReader``.
package struct CSVTable: Sendable {
    /// The limits of a table; exceeding one is an error of the row, or of the file if it happens in the header.
    package struct Limits: Sendable, Hashable {
        /// The limits of a row.
        package var row = CSVReader.Limits()
        /// The maximum length of a column name in bytes.
        package var nameLength = ValueLimits().keyLength

        package init() {
            row.cellLength = ValueLimits().valueLength
        }
    }

    /// The names of the columns, without surrounding white space.
    package private(set) var header: [String]

    /// The number of bytes read so far.
    package var bytesRead: Int { reader.bytesRead }

    private var reader: CSVReader

    /// Reads the header from an open file or pipe, which the caller keeps open while rows are read and closes
    /// afterwards.
    ///
    /// `name` is used in messages.
    ///
    /// - Throws: `malformed_values` if there is no header, two columns share a name, a column has none, or the text is
    ///   not UTF-8; `input_unreadable`.
    package init(descriptor: Int32, name: String, limits: Limits = Limits()) throws(Failure) {
        try self.init(ByteFeed(descriptor: descriptor, name: name), name: name, limits: limits)
    }

    /// Reads the header from bytes in memory.
    package init(data: Data, name: String, limits: Limits = Limits()) throws(Failure) {
        try self.init(ByteFeed(data: data, name: name), name: name, limits: limits)
    }

    init(_ source: ByteFeed, name: String, limits: Limits = Limits()) throws(Failure) {
        reader = try CSVReader(
            source, name: name, limits: limits.row,
            codes: CSVReader.Codes(malformed: .malformedValues, tooLong: .valueTooLong))
        guard let row = try reader.next() else {
            throw Failure(.inputEmpty, "\(name) is empty; the first line of a table names its columns.")
        }
        switch row.cells {
        case .failure(let error):
            throw Failure(.malformedValues, "The header of \(name) cannot be read. \(error.message)")
        case .success(let cells): header = cells.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        if let place = header.firstIndex(of: "") {
            throw Failure(
                .malformedValues, "Column \(place + 1) of \(name) has no name; name it in the header or delete it.")
        }
        if let place = header.firstIndex(where: { $0.utf8.count > limits.nameLength }) {
            throw Failure(
                .malformedValues,
                "The name of column \(place + 1) of \(name) is longer than \(limits.nameLength) bytes.")
        }
        var seen: Set<String> = []
        if let twice = header.first(where: { !seen.insert($0).inserted }) {
            throw Failure(.malformedValues, "\(name) has two columns named \(twice.quoted).")
        }
    }

    /// Returns the next row below the header, or nil at the end.
    ///
    /// It has as many cells as the header, or an error: `malformed_values` or `value_too_long`.
    ///
    /// - Throws: `input_unreadable`, after which there are no more rows.
    package mutating func next() throws(Failure) -> CSVReader.Row? {
        guard var row = try reader.next() else { return nil }
        row.cells = row.cells.flatMap { [header] cells in
            guard cells.count == header.count else {
                return .failure(
                    Failure(
                        .malformedValues, "The row has \(cells.count) cells, but the header has \(header.count)."))
            }
            return .success(cells)
        }
        return row
    }
}
