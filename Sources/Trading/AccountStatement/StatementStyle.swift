import Foundation
import Typesetting

/// The style of a statement's texts and tables.
package struct StatementStyle: Sendable {
    /// The size of text in tables, in points.
    let tableSize: Double
    /// The column width for numbers of shares, given the default widths of the others.
    private let quantityWidth: Double

    /// Chooses sizes that let the widest figures fit their columns.
    ///
    /// - Parameters:
    ///   - amount: the number of characters of the widest amount of money.
    ///   - quantity: the number of characters of the widest number of shares.
    package init(widestAmount amount: Int, widestQuantity quantity: Int = 0) {
        let size = amount > 19 ? 5 : amount > 16 ? 6 : amount > 13 ? 6.8 : Self.usualSize
        // The extra width of a column of shares is taken from all columns in proportion, and so is the text size.
        quantityWidth = (Double(quantity) * 0.57 + 0.7) * Self.usualSize
        tableSize = size * Self.tableWidth / (Self.tableWidth + max(0, quantityWidth - Self.leastQuantityWidth))
    }

    /// The size of text in tables without long figures.
    private static let usualSize = 7.8
    /// The sum of the default column widths in the widest table.
    private static let tableWidth = 512.0
    /// The default width of the narrowest column of shares.
    private static let leastQuantityWidth = 50.0

    /// Returns a column for numbers of shares, with its default width in points.
    func shares(_ title: String, _ points: Double) -> Column { .figures(title, max(points, quantityWidth)) }

    static let gray = Color(gray: 0.35)
    static let text = TextStyle(size: 9.5)
    static let note = TextStyle(size: 8, color: gray)

    var cell: TextStyle { TextStyle(size: tableSize) }
    var bold: TextStyle { TextStyle(size: tableSize, weight: 700) }
    var detail: TextStyle { TextStyle(size: tableSize * 0.88, color: Self.gray) }

    /// Returns a section heading.
    static func heading(_ text: String, level: Int = 2) -> FlowBlock {
        let size: Double = level == 1 ? 20 : level == 2 ? 13.5 : 10.5
        return .heading(
            Heading(
                level: level,
                Paragraph(
                    text, TextStyle(size: size, weight: 700),
                    style: ParagraphStyle(spaceBefore: level == 1 ? 0 : level == 2 ? 16 : 8, spaceAfter: 5))))
    }

    static func paragraph(_ text: String, _ style: TextStyle = Self.text) -> FlowBlock {
        .paragraph(Paragraph(text, style, style: ParagraphStyle(spaceAfter: 5)))
    }

    /// Returns a highlighted notice.
    static func notice(_ title: String, _ text: String) -> FlowBlock {
        .paragraph(
            Paragraph(
                [TextRun(title + " ", TextStyle(size: 9.5, weight: 700)), TextRun(text, Self.text)],
                style: ParagraphStyle(
                    spaceBefore: 4, spaceAfter: 8,
                    box: BoxStyle(
                        padding: Insets(top: 6, start: 10, bottom: 6, end: 8), background: Color(gray: 0.93),
                        barColor: Color(gray: 0.2), barWidth: 3), staysTogether: true)))
    }

    // MARK: Tables

    func table(_ columns: [Column], summary: String) -> FlowBlock {
        .begin(
            .table(
                Table(
                    columns: columns.map { TableColumn($0.width) },
                    header: [
                        TableRow(
                            columns.map { column in
                                Self.cell([TextRun(column.title, bold)], alignment: column.alignment)
                            })
                    ],
                    style: TableStyle(
                        cellPadding: Insets(top: 2.5, start: tableSize * 0.35, bottom: 2.5, end: tableSize * 0.35),
                        rules: .rows,
                        ruleColor: Color(gray: 0.8), ruleWidth: 0.4, headerBackground: Color(gray: 0.92)),
                    summary: summary)))
    }

    /// A table column: its title, its width, and its alignment.
    struct Column {
        var title: String
        var width: TableColumn.Width
        var alignment: Alignment

        static func text(_ title: String, _ width: TableColumn.Width) -> Column {
            Column(title: title, width: width, alignment: .start)
        }

        static func figures(_ title: String, _ points: Double) -> Column {
            Column(title: title, width: .share(points), alignment: .end)
        }
    }

    private static func cell(
        _ runs: [TextRun], alignment: Alignment = .start, span: Int = 1, isRowHeader: Bool = false
    ) -> TableCell {
        // Names of either direction are aligned to the same side; their own letters stay in order.
        TableCell(
            [
                Paragraph(
                    runs, style: ParagraphStyle(alignment: alignment, direction: .leftToRight, spaceAfter: 0))
            ], columnSpan: span, isRowHeader: isRowHeader)
    }

    /// Returns a cell with a text, and an optional smaller line below.
    func text(_ text: String, detail: String? = nil, isBold: Bool = false, span: Int = 1, isRowHeader: Bool = false)
        -> TableCell
    {
        let first = TextRun(text, isBold ? bold : cell)
        let runs = detail.map { [first, TextRun("\n" + $0, self.detail)] } ?? [first]
        return Self.cell(runs, span: span, isRowHeader: isRowHeader)
    }

    /// Returns a cell with smaller text.
    func note(_ text: String, span: Int) -> TableCell { Self.cell([TextRun(text, detail)], span: span) }

    /// Returns a cell with an end-aligned figure.
    func figure(_ text: String, detail: String? = nil, isBold: Bool = false) -> TableCell {
        let first = TextRun(text, isBold ? bold : cell)
        return Self.cell(detail.map { [first, TextRun("\n" + $0, self.detail)] } ?? [first], alignment: .end)
    }

    /// Returns a row of totals.
    func totals(_ title: String, span: Int = 1, _ figures: [String], staysWithNext: Bool = false) -> FlowBlock {
        .row(
            TableRow(
                [text(title, isBold: true, span: span, isRowHeader: true)]
                    + figures.map { figure($0, isBold: true) },
                background: Color(gray: 0.96), staysWithNext: staysWithNext))
    }
}
