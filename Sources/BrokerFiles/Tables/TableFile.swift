import FailureModel
import Files
import Trading

/// Reads a table row by row: finds its header, and hands the rows below it to the format that knows the header.
struct TableFile {
    /// Returns the reader of the rows below a header; `nil` if the row is not the header of a known table.
    typealias Opening = (TableHeader, inout Draft) throws(Failure) -> (any TableFormat)?

    /// How many rows can come before the header, such as a title.
    let preamble: Int
    /// What separates cells; `nil` to find it in the first line.
    var separator: CSVReader.Separator?
    /// What messages say of the columns of a table without a known header.
    var mismatch = "are not named in its first row"
    /// Finds the format.
    let opening: Opening

    private static let codes = CSVReader.Codes(malformed: .malformedTable, tooLong: .malformedTable)

    /// Reads all rows.
    ///
    /// - Throws: `unknown_columns` if no row is a known header, `too_many_rows`, `input_empty`, or an error of reading
    ///   the file. Mistakes in rows are noted in the draft.
    func read(_ feed: ByteFeed, into draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        var limits = CSVReader.Limits()
        limits.rowLength = draft.limits.rowLength
        limits.cellLength = draft.limits.cellLength
        limits.columns = draft.limits.columns
        var reader = try CSVReader(feed, name: name, limits: limits, codes: Self.codes, separator: separator)
        var format: (any TableFormat)?
        var columns = 0
        var rows = 0
        var isEmpty = true
        while let row = try reader.next() {
            isEmpty = false
            let cells: [String]
            switch row.cells {
            case .success(let read): cells = read
            case .failure(let error):
                guard format != nil else { throw Failure(error.code, error.message, at: location(row.line, name)) }
                draft.mistakes.add(error.code, error.message, line: row.line)
                continue
            }
            let table = TableRow(cells: cells, line: row.line)
            if table.isBlank { continue }
            rows += 1
            guard rows <= draft.limits.rows + preamble + 1 else {
                throw Failure(
                    .tooManyRows, "\(name) has more than \(draft.limits.rows) rows.", at: location(row.line, name))
            }
            if format == nil || format?.isHeader(cells) == true {
                let header = TableHeader(cells, line: row.line)
                if let found = try opening(header, &draft) {
                    format?.finish(&draft)
                    format = found
                    columns = width(of: cells)
                } else if format != nil {
                    draft.report(
                        .unknownColumns,
                        "The table that begins here has columns that are not known; leave it out of the export.", table)
                    break
                } else if rows > preamble {
                    break
                }
                continue
            }
            // Some exports end each row in a separator.
            guard cells.count >= columns, width(of: cells) <= columns else {
                draft.report(
                    .malformedTable, "The row has \(cells.count) cells, but the header has \(columns).", table)
                continue
            }
            format?.read(table, into: &draft)
        }
        if isEmpty { throw Failure(.inputEmpty, "\(name) is empty; the first line of a table names its columns.") }
        guard format != nil else {
            throw draft.mistakes.failure
                ?? Failure(
                    .unknownColumns, "The columns of \(name) \(mismatch).", at: location(1, name))
        }
        format?.finish(&draft)
    }

    /// The number of cells up to the last one that is not empty.
    private func width(of cells: [String]) -> Int { cells.lastIndex { !$0.trimmed.isEmpty }.map { $0 + 1 } ?? 0 }

    private func location(_ line: Int, _ name: String) -> Failure.Location { .file(name, line: line, column: nil) }
}
