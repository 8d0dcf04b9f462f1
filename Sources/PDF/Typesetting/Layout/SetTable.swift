import Cairo
import Geometry

/// The placed columns of a table.
struct SetTable {
    let style: TableStyle
    /// The width of each column.
    private let widths: [Double]
    private let column: Column

    init(_ table: Table, in column: Column) {
        style = table.style
        self.column = column
        let fixed = table.columns.reduce(0) { total, column in
            if case .points(let points) = column.width { total + max(0, points) } else { total }
        }
        let shares = table.columns.reduce(0) { total, column in
            if case .share(let share) = column.width { total + max(0, share) } else { total }
        }
        // If columns are too wide together, all are narrowed by the same factor.
        let factor = fixed > column.width || shares == 0 && fixed > 0 ? min(1, column.width / fixed) : 1
        let rest = max(0, column.width - fixed * factor)
        widths = table.columns.map {
            switch $0.width {
            case .points(let points): max(0, points) * factor
            case .share(let share): shares > 0 ? rest * max(0, share) / shares : 0
            }
        }
    }

    /// The total width of all columns.
    var width: Double { widths.reduce(0, +) }

    /// Returns the place of a cell that begins at a column.
    func place(at index: Int, span: Int) -> Column {
        let before = widths.prefix(index).reduce(0, +)
        let width = widths.dropFirst(index).prefix(max(1, span)).reduce(0, +)
        let x = column.direction == .leftToRight ? column.x + before : column.x + column.width - before - width
        return Column(x: x, width: width, direction: column.direction)
    }

    /// Lays out a row.
    ///
    /// Cells beyond the last column are dropped.
    func set(_ row: TableRow, isHead: Bool, by setter: ParagraphSetter) -> SetRow {
        var cells: [SetRow.Cell] = []
        var index = 0
        for cell in row.cells where index < widths.count {
            let span = min(max(1, cell.columnSpan), widths.count - index)
            let place = place(at: index, span: span)
            cells.append(
                SetRow.Cell(
                    cell, span: span, place: place,
                    text: place.inset(by: style.cellPadding, narrowest: Column.narrowestCell),
                    padding: style.cellPadding,
                    by: setter))
            index += span
        }
        return SetRow(
            cells: cells, style: style, background: row.background ?? (isHead ? style.headerBackground : nil),
            staysWithNext: row.staysWithNext || isHead, isHead: isHead)
    }
}

/// A row of a table, or part of a row taller than a page.
final class SetRow {
    let cells: [Cell]
    let style: TableStyle
    let background: Color?
    let staysWithNext: Bool
    let isHead: Bool
    let height: Double
    /// The structure element of the row, once begun.
    var element: StructureTree.Element?

    init(cells: [Cell], style: TableStyle, background: Color?, staysWithNext: Bool, isHead: Bool) {
        self.cells = cells
        self.style = style
        self.background = background
        self.staysWithNext = staysWithNext
        self.isHead = isHead
        height = cells.map(\.height).max() ?? 0
    }

    /// Splits the row at a maximum height of the first part, or returns `nil`.
    ///
    /// `nil` if not even one line fits.
    func split(at height: Double) -> (SetRow, SetRow)? {
        let parts = cells.map { $0.split(at: height) }
        guard parts.contains(where: { !$0.0.lines.isEmpty }) else { return nil }
        func part(_ cells: [Cell]) -> SetRow {
            let row = SetRow(
                cells: cells, style: style, background: background, staysWithNext: staysWithNext, isHead: isHead)
            row.element = element
            return row
        }
        return (part(parts.map(\.0)), part(parts.map(\.1)))
    }

    struct Cell {
        /// The outer place of the cell.
        let place: Column
        let padding: Insets
        let lines: [Line]
        /// The structure of the cell, shared by the parts of a split row.
        let structure: Structure

        struct Line {
            var paragraph: SetParagraph
            var index: Int
            /// The distance from the top edge of the cell.
            var top: Double
            var height: Double { paragraph.lines[index].height }
        }

        final class Structure {
            let span: Int
            let isRowHeader: Bool
            /// Whether the cell has several paragraphs, with one element each.
            let hasParagraphs: Bool
            var cell: StructureTree.Element?

            init(span: Int, isRowHeader: Bool, hasParagraphs: Bool) {
                self.span = span
                self.isRowHeader = isRowHeader
                self.hasParagraphs = hasParagraphs
            }
        }

        init(
            _ cell: TableCell, span: Int, place: Column, text column: Column, padding: Insets,
            by setter: ParagraphSetter
        ) {
            var lines: [Line] = []
            var top = padding.top
            var gap = 0.0
            for paragraph in cell.paragraphs {
                let set = setter.set(paragraph, in: column)
                if !lines.isEmpty { top += max(gap, paragraph.style.spaceBefore) }
                for index in set.lines.indices {
                    lines.append(Line(paragraph: set, index: index, top: top + set.lines[index].top))
                }
                top += set.height
                gap = paragraph.style.spaceAfter
            }
            self.init(
                place: place, padding: padding, lines: lines,
                structure: Structure(
                    span: span, isRowHeader: cell.isRowHeader, hasParagraphs: cell.paragraphs.count > 1))
        }

        private init(place: Column, padding: Insets, lines: [Line], structure: Structure) {
            self.place = place
            self.padding = padding
            self.lines = lines
            self.structure = structure
        }

        var height: Double { (lines.last.map { $0.top + $0.height } ?? padding.top) + padding.bottom }

        func split(at height: Double) -> (Cell, Cell) {
            let count = lines.prefix { $0.top + $0.height + padding.bottom <= height }.count
            let rest = lines.dropFirst(count)
            let shift = (rest.first?.top ?? padding.top) - padding.top
            let moved = rest.map { Line(paragraph: $0.paragraph, index: $0.index, top: $0.top - shift) }
            return (
                Cell(place: place, padding: padding, lines: Array(lines.prefix(count)), structure: structure),
                Cell(place: place, padding: padding, lines: moved, structure: structure)
            )
        }
    }
}
