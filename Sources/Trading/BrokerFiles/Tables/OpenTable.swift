import FailureModel
import Trading

/// The table being read: its format, possible trailing lines, and unused columns.
struct OpenTable {
    private(set) var format: (any TableFormat)?
    /// The number of columns up to the last named one.
    private let width: Int
    private let header: TableHeader
    /// Unused columns without content so far.
    private var emptyColumns: [Int]
    /// Unused columns with content.
    private var unusedColumns: [Int] = []
    /// Lines that are not rows, which are errors if a row follows.
    private var trailers: [TableRow] = []

    /// Maximum number of non-row lines below a table.
    private static let maximumTrailerCount = 100

    /// Creates the state before the first table.
    init() {
        self.init(nil, TableHeader([], line: 0))
    }

    init(_ format: (any TableFormat)?, _ header: TableHeader) {
        self.format = format
        self.header = header
        width = TableRow(cells: header.titles, line: header.line).width
        // Columns without a name count as well if they have content.
        emptyColumns = header.titles.indices.filter { !header.isUsed($0) }
    }

    /// Reads a row, or keeps it as a possible trailing line.
    mutating func read(_ row: TableRow, into draft: inout Draft) {
        if header.isRepeated(in: row) {
            draft.file.passedOver.add(.repetition, line: row.line)
            return
        }
        let hasShape = hasShape(row)
        if !hasShape || row.filledCount * 2 <= width || isTotal(row), format?.isRow(row) == false {
            trailers.append(row)
            if trailers.count > Self.maximumTrailerCount { refuseTrailers(&draft) }
            return
        }
        if !trailers.isEmpty { refuseTrailers(&draft) }
        guard hasShape else {
            report(row, &draft)
            return
        }
        if !emptyColumns.isEmpty { noteColumns(of: row) }
        format?.read(row, into: &draft)
    }

    /// Completes the draft after the last row.
    mutating func finish(_ draft: inout Draft) {
        for row in trailers { draft.file.passedOver.add(.trailer, line: row.line) }
        trailers = []
        for column in unusedColumns.sorted() {
            let name = header.name(of: column)
            if !draft.file.passedOver.columns.contains(name) { draft.file.passedOver.columns.append(name) }
        }
        format?.finish(&draft)
    }

    /// Reports trailing lines that are followed by rows.
    private mutating func refuseTrailers(_ draft: inout Draft) {
        for row in trailers {
            if hasShape(row) {
                draft.report(.malformedTable, "The line has neither a date nor an action, and rows follow it.", row)
            } else {
                report(row, &draft)
            }
        }
        trailers = []
    }

    /// Returns whether a line has no digits in the date column.
    ///
    /// Damaged dates still have some.
    private func isTotal(_ row: TableRow) -> Bool {
        guard let date = format?.date else { return false }
        return !row[date].utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns whether a row fits the columns.
    ///
    /// Some exports end each row with a separator.
    private func hasShape(_ row: TableRow) -> Bool { row.cells.count >= width && row.width <= width }

    private func report(_ row: TableRow, _ draft: inout Draft) {
        let cells = row.cells.count.counted("cell")
        draft.report(.malformedTable, "The row has \(cells), but the header has \(width).", row)
    }

    private mutating func noteColumns(of row: TableRow) {
        let filled = emptyColumns.filter { $0 < row.cells.count && !row.cells[$0].trimmed.isEmpty }
        guard !filled.isEmpty else { return }
        unusedColumns += filled
        emptyColumns.removeAll { filled.contains($0) }
    }
}

/// The rows above a header.
struct TitleRows {
    private var rows: [(line: Int, filledCount: Int)] = []

    mutating func add(_ row: TableRow) { rows.append((row.line, row.filledCount)) }

    /// Records the rows as skipped, once the header is found.
    ///
    /// Two consecutive rows with many cells are a separate table, which must not be lost, unless the user declared
    /// them.
    mutating func finish(_ draft: inout Draft, isDeclared: Bool) {
        let pairs = zip(rows, rows.dropFirst())
        if !isDeclared, let table = pairs.first(where: { min($0.filledCount, $1.filledCount) >= Self.tableWidth }) {
            draft.reportUnknownTable(line: table.0.line)
        }
        for row in rows { draft.file.passedOver.add(.title, line: row.line) }
        rows = []
    }

    /// Titles, dates and account numbers have fewer cells per row.
    private static let tableWidth = 4
}

extension Draft {
    /// Reports an unsupported table.
    mutating func reportUnknownTable(line: Int) {
        diagnostics.add(
            .unknownColumns, "The table that begins here has columns that are not known; leave it out of the export.",
            line: line)
    }
}
