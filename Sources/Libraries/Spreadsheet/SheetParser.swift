import Values

/// Reads the part of a sheet: its cells, and which of them are merged.
struct SheetParser {
    private(set) var stored = StoredCells()

    private let part: String
    private let limits: WorkbookLimits
    private let sharedCount: Int
    private var list = ""
    private var row = (number: 0, isHidden: false, start: 0)
    private var isInRow = false
    private var isInCell = false
    private var column = 0
    private var cell = Cell()

    /// The cell being read.
    private struct Cell {
        var type = "n"
        var style = 0
        var value: String?
        var isFormula = false
        var rich: RichText?
        var isValue = false
    }

    init(part: String, sharedCount: Int, limits: WorkbookLimits) {
        (self.part, self.sharedCount, self.limits) = (part, sharedCount, limits)
    }

    /// Takes an event of the part.
    mutating func take(_ event: WorkbookParts.Event, _ depth: Int) throws(WorkbookError) {
        switch event {
        case .start(let element, let attributes): try start(element, attributes, depth)
        case .text(let text):
            guard isInCell, depth >= 5 else { return }
            if cell.isValue, depth == 5 { cell.value = (cell.value ?? "") + text }
            cell.rich?.add(text, depth - 5)
        case .end:
            if depth == 5 { cell.isValue = false }
            if depth == 4, isInCell { try endCell() }
            if depth == 3, isInRow { try endRow() }
        }
    }

    private mutating func start(
        _ element: String, _ attributes: [String: String], _ depth: Int
    ) throws(WorkbookError) {
        switch (depth, list) {
        case (1, _):
            guard element == "worksheet" else { throw .damaged(part, "it is not a sheet of cells") }
        case (2, _): list = element
        case (3, "sheetData"): if element == "row" { try startRow(attributes) }
        case (3, "mergeCells"):
            if element == "mergeCell", let range = attributes["ref"] { try merge(range) }
        case (4, _): if element == "c", isInRow { try startCell(attributes) }
        case (5, _) where isInCell:
            cell.isValue = element == "v"
            if element == "v", cell.value == nil { cell.value = "" }
            if element == "f" { cell.isFormula = true }
            if element == "is" { cell.rich = RichText() }
        case (6..., _) where isInCell: cell.rich?.start(element, depth - 5)
        default: break
        }
    }

    // MARK: Rows

    private mutating func startRow(_ attributes: [String: String]) throws(WorkbookError) {
        let number = attributes["r"].map { Int($0) ?? 0 } ?? row.number + 1
        guard number > row.number, number <= Self.lastRow else {
            throw .damaged(part, "its rows are out of order")
        }
        row = (number, ["1", "true"].contains(attributes["hidden"]), stored.cells.count)
        column = 0
        isInRow = true
    }

    /// The number of the last row that spreadsheet programs have.
    private static let lastRow = 1 << 20

    private mutating func endRow() throws(WorkbookError) {
        isInRow = false
        guard stored.cells.count > row.start else { return }
        guard stored.rows.count < limits.rows else {
            throw WorkbookError(.tooLarge, "has more than \((limits.rows - 1).formatted) rows.")
        }
        stored.rows.append(
            StoredCells.Row(number: row.number, isHidden: row.isHidden, cells: row.start..<stored.cells.count))
    }

    private mutating func merge(_ range: String) throws(WorkbookError) {
        let ends = range.split(separator: ":").compactMap { CellReference($0) }
        guard ends.count == 2, ends[1].row >= ends[0].row, ends[1].column >= ends[0].column else { return }
        guard ends[1].row > ends[0].row else { return }
        guard stored.merges.count < limits.mergedCells else { throw .damaged(part, "too many cells are merged") }
        stored.merges.append((ends[0], ends[1].row))
    }

    // MARK: Cells

    private mutating func startCell(_ attributes: [String: String]) throws(WorkbookError) {
        if let text = attributes["r"] {
            guard let place = CellReference(text[...]), place.row == row.number, place.column > column else {
                throw .damaged(part, "its cells are out of order")
            }
            column = place.column
        } else {
            column += 1
        }
        isInCell = true
        cell = Cell(type: attributes["t"] ?? "n", style: attributes["s"].flatMap { Int($0) } ?? 0)
    }

    private var name: String { CellReference(column: column, row: row.number).name }

    private mutating func endCell() throws(WorkbookError) {
        defer {
            cell = Cell()
            isInCell = false
        }
        guard let (kind, content) = try content() else { return }
        guard column <= limits.columns else {
            throw WorkbookError(
                .tooLarge, "has a value in \(name), beyond the limit of \(limits.columns.formatted) columns.")
        }
        stored.cells.append(
            StoredCell(
                column: UInt16(column), style: UInt16(clamping: max(0, cell.style)), kind: kind, content: content))
    }

    /// Returns the content of the cell; nil if it has no value.
    private mutating func content() throws(WorkbookError) -> (StoredCell.Kind, UInt64)? {
        if let rich = cell.rich { return try text(rich.text, .text) }
        guard let value = cell.value else {
            if cell.isFormula { return (.formula, 0) }
            return nil
        }
        switch cell.type {
        case "s":
            guard let number = Int(value), (0..<sharedCount).contains(number) else { throw malformed() }
            return (.shared, UInt64(number))
        case "str", "inlineStr": return try text(EscapedText.decoded(value), .text)
        case "b":
            guard let flag = ["1": 1, "true": 1, "0": 0, "false": 0][value] else { throw malformed() }
            return (.boolean, UInt64(flag))
        case "e": return try text(value, .error)
        case "d":
            guard let serial = SerialTime.serial(of: value) else { throw malformed() }
            return (.day, serial.bitPattern)
        case "n":
            if value.isEmpty { return nil }
            guard let number = PlainNumber.value(of: value) else { throw malformed() }
            return (.number, number.bitPattern)
        default: throw malformed()
        }
    }

    private mutating func text(
        _ text: String, _ kind: StoredCell.Kind
    ) throws(WorkbookError) -> (StoredCell.Kind, UInt64)? {
        if text.isEmpty { return nil }
        let start = stored.bytes.count
        stored.bytes += text.utf8
        return (kind, UInt64(start) << 32 | UInt64(stored.bytes.count - start))
    }

    private func malformed() -> WorkbookError {
        .damaged(part, "cell \(name) has no value of its type")
    }
}

extension SerialTime {
    /// Returns the number of a day or time in ISO 8601.
    ///
    /// An example is `2026-04-03T14:30:00`. It is nil for anything else.
    static func serial(of text: String) -> Double? {
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first else { return nil }
        var serial = 0.0
        if !first.isEmpty {
            guard let day = CalendarDay(first), let number = Self.number(of: day) else { return nil }
            serial = Double(number)
        }
        guard parts.count == 2 else { return first.isEmpty ? nil : serial }
        let time = (parts[1].hasSuffix("Z") ? parts[1].dropLast() : parts[1]).split(separator: ":")
        let numbers = time.compactMap { PlainNumber.value(of: String($0)) }
        guard (2...3).contains(numbers.count), numbers.count == time.count, (0..<24).contains(numbers[0]),
            (0..<60).contains(numbers[1]), numbers.count < 3 || (0..<60).contains(numbers[2])
        else { return nil }
        return serial + (numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)) / 86_400
    }

    private static func number(of day: CalendarDay) -> Int? {
        guard let first = CalendarDay(year: 1900, month: 3, day: 1), day >= first else {
            return CalendarDay(year: 1899, month: 12, day: 31).flatMap { day > $0 ? day.days(since: $0) : nil }
        }
        return day.days(since: first) + SerialTime.inserted + 1
    }
}

extension Int {
    /// The number with separators, as in `100,000`.
    var formatted: String {
        var text = ""
        for (place, digit) in String(self).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text = "," + text }
            text = String(digit) + text
        }
        return text
    }
}
