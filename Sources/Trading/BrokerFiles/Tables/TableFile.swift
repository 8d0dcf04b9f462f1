import FailureModel
import Files
import Trading

/// Reads a table row by row.
///
/// It finds the header, and passes the rows below it to the matching format.
struct TableFile {
    /// Returns the reader of rows below a header; `nil` for an unknown header.
    typealias Opening = (TableHeader, inout Draft) throws(Failure) -> (any TableFormat)?

    /// Maximum number of rows before the header, such as a title.
    let preamble: Int
    /// Whether the user declares the number of these rows, so that they may contain anything.
    var isPreambleDeclared = false
    /// The cell separator; `nil` to detect it in the first line.
    var separator: CSVReader.Separator?
    /// The encoding stated by the user; `nil` to detect it.
    var encoding: TextEncoding?
    /// The part of a message about the columns of a table without a known header.
    var mismatch = "are not named in its first row"
    /// Says what an unknown header resembles.
    var likeness: (TableHeader) -> TableLikeness? = { _ in nil }
    /// Finds the format.
    let opening: Opening

    private static let codes = CSVReader.Codes(malformed: .malformedTable, tooLong: .malformedTable)

    /// Reads all rows.
    ///
    /// - Throws: `unknown_columns` if no row is a known header, `too_many_rows`, `input_empty`, or an error of reading
    ///   the file. Errors in rows are recorded in the draft.
    func read(_ feed: ByteFeed, into draft: inout Draft) throws(Failure) {
        let name = draft.file.name
        var limits = CSVReader.Limits()
        limits.rowLength = draft.limits.rowLength
        limits.cellLength = draft.limits.cellLength
        limits.columns = draft.limits.columns
        var reader = try CSVReader(
            feed, name: name, limits: limits, codes: Self.codes, separator: separator,
            encoding: encoding)
        var table = OpenTable()
        var titles = TitleRows()
        var nearest: TableLikeness?
        var rows = 0
        var isEmpty = true
        while let row = try reader.next() {
            isEmpty = false
            let cells: [String]
            switch row.cells {
            case .success(let read): cells = read
            case .failure(let error):
                guard table.format != nil else {
                    throw Failure(error.code, error.message, at: location(row.line, name))
                }
                draft.diagnostics.add(error.code, error.message, line: row.line)
                continue
            }
            let row = TableRow(cells: cells, line: row.line)
            if row.isBlank { continue }
            rows += 1
            guard rows <= draft.limits.rows + preamble + 1 else {
                throw Failure(
                    .tooManyRows, "\(name) has more than \(draft.limits.rows) rows.", at: location(row.line, name))
            }
            guard table.format == nil || table.format?.isHeader(cells) == true else {
                table.read(row, into: &draft)
                continue
            }
            let before = draft.diagnostics.count
            let header = TableHeader(cells, line: row.line)
            if let found = try opening(header, &draft) {
                table.finish(&draft)
                table = OpenTable(found, header)
                titles.finish(&draft, isDeclared: isPreambleDeclared)
                continue
            }
            nearest = nearest ?? likeness(header)
            if table.format != nil || rows > preamble || draft.diagnostics.count > before {
                // Content below a table must not be lost silently.
                if table.format != nil, draft.diagnostics.count == before { draft.reportUnknownTable(line: row.line) }
                break
            } else {
                titles.add(row)
            }
        }
        if isEmpty { throw Failure(.inputEmpty, "\(name) is empty; the first line of a table names its columns.") }
        guard table.format != nil else {
            throw draft.diagnostics.failure
                ?? nearest.map {
                    Failure(.unknownColumns, $0.message, hint: $0.hint, at: location($0.line, name))
                } ?? Failure(.unknownColumns, "The columns of \(name) \(mismatch).", at: location(1, name))
        }
        table.finish(&draft)
        if encoding == nil, let found = reader.encoding, found != .utf8 {
            draft.file.notes = [found.note(of: name)]
        }
    }

    private func location(_ line: Int, _ name: String) -> Failure.Location { .file(name, line: line, column: nil) }
}
