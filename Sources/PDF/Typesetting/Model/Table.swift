/// A table with body rows in subsequent ``FlowBlock/row(_:)`` blocks.
///
/// Columns follow each other in the page's direction. Rows are split only if they are taller than a page.
package struct Table: Hashable, Sendable {
    package var columns: [TableColumn]
    /// The rows repeated on each page.
    package var header: [TableRow]
    package var style: TableStyle
    /// A description of the table for screen readers.
    package var summary: String?

    package init(
        columns: [TableColumn], header: [TableRow] = [], style: TableStyle = TableStyle(), summary: String? = nil
    ) {
        self.columns = columns
        self.header = header
        self.style = style
        self.summary = summary
    }
}

/// A column of a table.
package struct TableColumn: Hashable, Sendable {
    package var width: Width

    package enum Width: Hashable, Sendable {
        case points(Double)
        /// A relative share of the width that fixed columns leave.
        case share(Double)
    }

    package init(_ width: Width = .share(1)) {
        self.width = width
    }
}

/// The layout style of a table.
///
/// Lengths are in points.
package struct TableStyle: Hashable, Sendable {
    /// The distance between a cell's edges and its text.
    package var cellPadding: Insets
    package var rules: Rules
    package var ruleColor: Color
    package var ruleWidth: Double
    package var headerBackground: Color?
    package var spaceBefore: Double
    package var spaceAfter: Double

    package enum Rules: Hashable, Sendable {
        case none
        /// Lines above and below each row.
        case rows
        /// Lines around each cell.
        case grid
    }

    package init(
        cellPadding: Insets = Insets(top: 3, start: 5, bottom: 3, end: 5), rules: Rules = .grid,
        ruleColor: Color = Color(gray: 0.6), ruleWidth: Double = 0.5, headerBackground: Color? = Color(gray: 0.92),
        spaceBefore: Double = 4, spaceAfter: Double = 10
    ) {
        self.cellPadding = cellPadding
        self.rules = rules
        self.ruleColor = ruleColor
        self.ruleWidth = ruleWidth
        self.headerBackground = headerBackground
        self.spaceBefore = spaceBefore
        self.spaceAfter = spaceAfter
    }
}

/// A row of a table.
package struct TableRow: Hashable, Sendable {
    package var cells: [TableCell]
    package var background: Color?
    /// Whether the row stays on the page of the next one, like a group's title.
    package var staysWithNext: Bool

    package init(_ cells: [TableCell], background: Color? = nil, staysWithNext: Bool = false) {
        self.cells = cells
        self.background = background
        self.staysWithNext = staysWithNext
    }
}

/// A cell with paragraphs, which wrap at its width.
///
/// Their spaces and boxes apply within the cell.
package struct TableCell: Hashable, Sendable {
    package var paragraphs: [Paragraph]
    /// The number of columns spanned by the cell.
    package var columnSpan: Int
    /// Whether the cell is the header of its row, for screen readers.
    ///
    /// Cells of the table's header are the headers of their columns.
    package var isRowHeader: Bool

    package init(_ paragraphs: [Paragraph], columnSpan: Int = 1, isRowHeader: Bool = false) {
        self.paragraphs = paragraphs
        self.columnSpan = columnSpan
        self.isRowHeader = isRowHeader
    }

    package init(
        _ text: String, _ style: TextStyle = TextStyle(), alignment: Alignment = .start, columnSpan: Int = 1,
        isRowHeader: Bool = false
    ) {
        self.init(
            [Paragraph(text, style, style: ParagraphStyle(alignment: alignment, spaceAfter: 0))],
            columnSpan: columnSpan, isRowHeader: isRowHeader)
    }
}
