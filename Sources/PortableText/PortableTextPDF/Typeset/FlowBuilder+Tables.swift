import PortableText

import Geometry
import Typesetting

extension FlowBuilder {
    mutating func write(_ table: PortableTextTable) {
        let count = table.columnCount
        guard count > 0 else { return }
        let look = look(ObjectType.table)
        let background = renderer.styles[ObjectType.table].backgroundColor?.color
        var columns = ColumnWidths(count: count, size: look.text.size)
        let numberColumns = table.numberColumns
        let rows = table.rows.enumerated().map { index, row in
            var cells = row.cells.enumerated().map { column, cell in
                var paragraphs = self.paragraphs(of: cell, look, isHead: index < table.headerRows)
                if numberColumns.contains(column) {
                    for place in paragraphs.indices { paragraphs[place].style.alignment = .end }
                }
                for paragraph in paragraphs { columns.add(paragraph, to: column) }
                return TableCell(paragraphs)
            }
            // A single cell replaces all missing ones.
            if cells.count < count { cells.append(TableCell([], columnSpan: count - cells.count)) }
            return TableRow(cells, background: index < table.headerRows ? nil : background)
        }
        let shares = columns.shares(of: textWidth)
        var style = TableStyle()
        // A background does not extend beyond the cells.
        let padding = renderer.styles[ObjectType.table].padding
        style.spaceBefore = padding.top ?? 0
        style.spaceAfter = padding.bottom ?? 0
        output.append(
            .begin(
                .table(
                    Table(
                        columns: shares.map { TableColumn(.share($0)) }, header: Array(rows.prefix(table.headerRows)),
                        style: style))))
        for row in rows.dropFirst(table.headerRows) { output.append(.row(row)) }
        output.append(.end)
    }

    /// A builder of blocks at another place of the document, such as a cell.
    var nested: FlowBuilder {
        var inner = FlowBuilder(
            renderer, destinations: [:], start: [], hyphenator: hyphenator, footnotes: footnotes, problems: problems)
        inner.path = path
        inner.names = names
        return inner
    }

    /// Returns the content of a cell as paragraphs.
    private func paragraphs(of cell: PortableTextTable.Cell, _ look: BlockLook, isHead: Bool) -> [Paragraph] {
        var inner = nested
        inner.looks[PortableTextBlock.normalStyle] = {
            var normal = look
            if isHead { normal.text.weight = max(700, normal.text.weight) }
            normal.paragraph.spaceBefore = 0
            normal.paragraph.spaceAfter = 0
            return normal
        }()
        inner.write(cell.blocks)
        return inner.output.paragraphs
    }
}

extension [FlowBlock] {
    /// Maximum height of a picture in a cell, in points.
    private static let greatestPicture = 180.0

    /// The blocks as paragraphs.
    ///
    /// Markers of list items precede their text, and pictures are on separate lines.
    var paragraphs: [Paragraph] {
        var paragraphs: [Paragraph] = []
        var marker: TextRun?
        func append(_ paragraph: Paragraph) {
            var paragraph = paragraph
            if let run = marker { paragraph.runs.insert(TextRun(run.text + " ", run.style), at: 0) }
            marker = nil
            paragraphs.append(paragraph)
        }
        for block in self {
            switch block {
            case .paragraph(let paragraph): append(paragraph)
            case .heading(let heading): append(heading.paragraph)
            case .code(let code): append(code.paragraph)
            case .begin(.item(let item)): marker = item.run
            case .begin(.table(let table)):
                for row in table.header { for cell in row.cells { cell.paragraphs.forEach(append) } }
            case .row(let row): for cell in row.cells { cell.paragraphs.forEach(append) }
            case .figure(let figure):
                guard case .picture(let file) = figure.content else { break }
                let height = Swift.min(file.naturalSize?.height ?? 0, Self.greatestPicture)
                let style = ParagraphStyle(spaceAfter: figure.spaceAfter)
                append(
                    Paragraph(
                        [
                            TextRun(
                                InlinePicture(file, height: height), alternativeText: figure.alternativeText,
                                TextStyle())
                        ],
                        style: style))
            default: break
            }
        }
        return paragraphs
    }
}
