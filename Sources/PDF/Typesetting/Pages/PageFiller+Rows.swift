import FailureModel
import Geometry

extension PageFiller {
    /// Draws the head of a continued table, unless it leaves little room for the table.
    func repeatHead(_ head: [SetRow]) {
        guard head.reduce(0, { $0 + $1.height }) <= template.bodyHeight / 2 else { return }
        for row in head {
            decorate(row)
            for cell in row.cells {
                for line in cell.lines { output.decorate(.line(line.paragraph, line.index, y: y + line.top)) }
            }
            y += row.height
        }
    }

    /// Draws a row, in parts if it is taller than a page.
    func place(_ row: SetRow) throws(Failure) {
        var rest = row
        while y + rest.height > bottom + Self.tolerance {
            guard let (part, next) = rest.split(at: bottom - y) else {
                // Not even a line fits on an empty page, so it is cut off.
                if isAtTop { break }
                try closePage()
                try openPage()
                continue
            }
            draw(part)
            next.element = part.element
            try closePage()
            try openPage()
            rest = next
        }
        draw(rest)
    }

    private func draw(_ row: SetRow) {
        decorate(row)
        let element = row.element ?? output.element(.tableRow, in: element, nil)
        row.element = element
        for cell in row.cells {
            let structure = cell.structure
            let owner =
                structure.cell ?? output.element(kind(of: structure, in: row), in: element, details(of: structure))
            structure.cell = owner
            for line in cell.lines {
                output.draw(
                    line.paragraph, line: line.index, y: y + line.top,
                    in: structure.hasParagraphs ? self.element(of: line.paragraph, in: owner) : owner)
            }
        }
        advance(row.height)
    }

    private func kind(of cell: SetRow.Cell.Structure, in row: SetRow) -> StructureTree.Kind {
        row.isHead ? .columnHeader : cell.isRowHeader ? .rowHeader : .tableCell
    }

    private func details(of cell: SetRow.Cell.Structure) -> StructureTree.Details? {
        cell.span > 1 ? StructureTree.Details(columnSpan: cell.span) : nil
    }

    /// Returns the element of a paragraph in a cell or a footnote.
    func element(of paragraph: SetParagraph, in owner: StructureTree.Element) -> StructureTree.Element {
        if let known = paragraph.element { return known }
        let element = output.element(.paragraph, in: owner, nil)
        paragraph.element = element
        return element
    }

    /// Adds the background and rules of a row.
    private func decorate(_ row: SetRow) {
        guard let first = row.cells.first, let last = row.cells.last else { return }
        let left = min(first.place.x, last.place.x)
        let right = max(first.place.x + first.place.width, last.place.x + last.place.width)
        if let background = row.background {
            output.decorate(.fill(Region(left: left, top: y, right: right, bottom: y + row.height), background))
        }
        let style = row.style
        guard style.rules != .none else { return }
        let half = style.ruleWidth / 2
        for edge in [y, y + row.height] {
            output.decorate(
                .fill(
                    Region(left: left - half, top: edge - half, right: right + half, bottom: edge + half),
                    style.ruleColor)
            )
        }
        guard style.rules == .grid else { return }
        for x in [left]
            + row.cells.map({ $0.place.direction == .leftToRight ? $0.place.x + $0.place.width : $0.place.x })
            + (first.place.direction == .rightToLeft ? [right] : [])
        {
            output.decorate(
                .fill(Region(left: x - half, top: y, right: x + half, bottom: y + row.height), style.ruleColor))
        }
    }
}
