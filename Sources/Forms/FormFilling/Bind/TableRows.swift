import FailureModel
import Files

/// Rows of cells.
///
/// The first of them are the header of a table and what stands above it.
protocol TableRows: Sendable {
    /// The number of bytes read so far.
    var bytesRead: Int { get }
    /// The encoding of the text so far.
    ///
    /// It is nil if the text is ASCII, or the rows are no text.
    var encoding: TextEncoding? { get }
    /// The word for what ``CSVReader/Row/line`` counts.
    var lineName: String { get }

    /// Whether a row ends with its last cell.
    ///
    /// Otherwise a short row does not differ from one with empty cells at its end.
    var endsRows: Bool { get }

    /// Returns the next row, valid or not, or nil at the end.
    mutating func next() throws(Failure) -> CSVReader.Row?

    /// Returns a sentence about a cell with an error in place of a value.
    ///
    /// It is nil if the error itself says all.
    func problem(inCell place: Int, ofLine line: Int) -> String?
}

extension CSVReader: TableRows {
    var lineName: String { "line" }
    var endsRows: Bool { true }

    func problem(inCell place: Int, ofLine line: Int) -> String? { nil }
}

/// The errors that spreadsheet programs write in place of a value.
enum CellErrors {
    /// The names of the errors, which are the same in all languages within a workbook.
    static let names: Set = [
        missing, "#REF!", "#VALUE!", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#SPILL!", "#CALC!", "#FIELD!",
        "#GETTING_DATA", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!",
    ]

    /// The error of a value that is not available.
    static let missing = "#N/A"
}
