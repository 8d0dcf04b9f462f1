package import Foundation

/// One sheet of a workbook (.xlsx), with its cells as the workbook's formats display them.
///
/// The whole sheet is read and checked at once, so that no error appears in the middle of its rows. It takes a small
/// multiple of its unpacked size. Results of formulas are those that the workbook stores; nothing is calculated, and
/// nothing outside the file is read.
package struct Sheet: Sendable {
    /// The name of the sheet.
    package let name: String
    /// The names of the sheets that a person sees, in order.
    package let visibleNames: [String]
    /// Whether the workbook refers to other files.
    package let hasLinks: Bool

    private let stored: StoredCells
    private let shared: SharedStrings
    private let styles: CellStyles
    private let is1904: Bool

    /// The reason why a cell has no value to show.
    package enum Problem: Error, Sendable, Hashable {
        /// The result of a formula is an error, such as `#N/A`.
        case error(String)
        /// The workbook does not store the result of a formula.
        case noResult
        /// A number beyond all days has the format of a date.
        case noDate
    }

    /// A cell with a value.
    package struct Cell: Sendable, Hashable {
        /// The column, from 0.
        package let column: Int
        /// The reference, such as `B12`.
        package let reference: String
        /// What the cell displays.
        package let value: Result<CellValue, Problem>
    }

    init(
        name: String, visibleNames: [String], hasLinks: Bool, stored: StoredCells, shared: SharedStrings,
        styles: CellStyles, is1904: Bool
    ) {
        (self.name, self.visibleNames, self.hasLinks) = (name, visibleNames, hasLinks)
        (self.stored, self.shared, self.styles, self.is1904) = (stored, shared, styles, is1904)
    }

    /// The number of rows with a value.
    package var rowCount: Int { stored.rows.count }

    /// The number of hidden rows with a value.
    ///
    /// A person or a filter hides them.
    package var hiddenRowCount: Int { stored.rows.count(where: \.isHidden) }

    /// Returns the number of a row as the sheet counts it, from 1.
    ///
    /// `place` counts the rows with a value, from 0.
    package func number(ofRow place: Int) -> Int { stored.rows[place].number }

    /// Returns the place of the row with a number; nil if it has no value.
    package func place(ofRow number: Int) -> Int? {
        let place = stored.place(ofRow: number)
        return place < rowCount && stored.rows[place].number == number ? place : nil
    }

    /// Returns the cells of a row that have a value, from left to right.
    ///
    /// `place` counts the rows with a value, from 0.
    package func cells(ofRow place: Int) -> [Cell] {
        let row = stored.rows[place]
        return stored.cells[row.cells].map { cell in
            let reference = CellReference(column: Int(cell.column), row: row.number).name
            return Cell(column: Int(cell.column) - 1, reference: reference, value: value(of: cell))
        }
    }

    private func value(of cell: StoredCell) -> Result<CellValue, Problem> {
        let format = styles[Int(cell.style)]
        switch cell.kind {
        case .number, .day:
            let format = cell.kind == .day && !format.isDate ? NumberFormat.systemDate : format
            return format.display(Double(bitPattern: cell.content), is1904: is1904).map(Result.success)
                ?? .failure(.noDate)
        case .shared: return .success(CellValue(text: format.display(shared[Int(cell.content)] ?? "")))
        case .text: return .success(CellValue(text: format.display(stored.text(of: cell))))
        case .boolean:
            return .success(
                cell.content == 1 ? CellValue(text: "TRUE", plain: "yes") : CellValue(text: "FALSE", plain: "no"))
        case .error: return .failure(.error(stored.text(of: cell)))
        case .formula: return .failure(.noResult)
        }
    }

    /// Returns whether a file may be a workbook, by its first bytes.
    package static func mayBeWorkbook(_ start: Data) -> Bool { OtherFormat.mayBeWorkbook(start) }
}
