import FormImport

import FormModel

/// Finds the headings of columns of fields.
struct TableHeads {
    let around: TextNeighbourhood
    /// All fields of the page.
    let fields: [PlacedField]
    let roles: TextRoles

    /// Returns the heading cell's text of a column of adjoining cells.
    func overCell(_ cell: Region) -> String? {
        var top = cell.top
        while let next = fields.first(where: { field in
            let r = field.region
            return abs(r.bottom - top) < 4 && r.horizontalOverlap(cell) > 0.6 * min(r.width, cell.width)
                && r.top < top - 4
        })?.region {
            // Up to the line at the top of the next cell, unless the column's heading is in that cell.
            let line =
                around.marks.horizontals.last {
                    $0.position < next.top + 3 && $0.position > next.top - 30
                        && $0.coverage(from: cell.left + 2, to: cell.right - 2) > 0.6
                }?.position ?? next.top
            let isHeaded = around.phrases.contains { p in
                p.isCaption && p.region.midY > line && p.region.midY < next.top + 2 && p.region.left > cell.left - 2
                    && p.region.left < cell.right && !roles.isOption(p.region)
            }
            top = isHeaded ? next.top : line
            if isHeaded { break }
        }
        let column = around.phrases.enumerated().filter { _, p in
            p.region.midY < top + 1 && p.region.midX > cell.left - 2 && p.region.midX < cell.right + 2
                && p.region.width < cell.width + 8 && p.isCaption && !roles.isOption(p.region)
        }
        let heads = column.filter { !roles.isUnderField($0.element.region, otherThan: cell) }
        guard let nearest = heads.max(by: { $0.element.region.midY < $1.element.region.midY }),
            top - nearest.element.region.bottom < 34,
            !around.isRuled(from: nearest.element.region.midY, to: top - 2, left: cell.left + 2, right: cell.right - 2)
        else { return nil }
        // The lines of a heading are often centred.
        var edge = nearest.element.region.top
        var lines: [Int] = []
        for (i, p) in column.reversed()
        where p.region.midY <= nearest.element.region.midY && p.region.bottom > edge - 0.9 * p.region.height {
            if around.isRuled(
                from: p.region.midY, to: nearest.element.region.midY, left: cell.left + 2, right: cell.right - 2)
            {
                break
            }
            edge = min(edge, p.region.top)
            lines.append(i)
        }
        return around.text(lines.sorted())
    }

    /// Returns the heading of a column of blanks of equal width.
    ///
    /// `margin` is the maximum extent in points of the lines beyond the column; if it is nil, they can extend by more
    /// than the column's width.
    func overColumn(of r: Region, margin: Double? = nil) -> String? {
        let column = fields.map(\.region).filter { abs($0.left - r.left) < 5 && abs($0.right - r.right) < 5 }
            .sorted { $0.top > $1.top }
        guard column.count >= 2 else { return nil }
        var top = r.top
        for field in column where field.top < top && top - field.bottom < 90 {
            if headTokens(over: r, from: field.bottom, to: top, margin: margin).contains(where: { $0.text.count > 2 }) {
                break
            }
            top = field.top
        }
        let above = headTokens(over: r, from: top - 75, to: top, margin: margin)
        guard let nearest = above.first, top - nearest.region.bottom < 30 else { return nil }
        var lines: [[Token]] = []
        var edge = top
        for token in above {
            if let last = lines.last?.first, abs(last.region.midY - token.region.midY) < 3 {
                lines[lines.count - 1].append(token)
            } else {
                let isFar = !lines.isEmpty && edge - token.region.bottom > 0.9 * token.region.height
                if isFar || lines.count == 5 { break }
                lines.append([token])
            }
            edge = min(edge, token.region.top)
        }
        let words = lines.reversed().flatMap { $0.sorted { $0.region.left < $1.region.left }.map(\.text) }
        let text = words.joined(separator: " ")
        return text.contains(where: \.isLetter) ? text : nil
    }

    /// Returns the words above a column between two heights, lowest first.
    ///
    /// Words are used rather than phrases, since the headings of adjacent columns are close together.
    private func headTokens(over r: Region, from top: Double, to bottom: Double, margin: Double?) -> [Token] {
        around.phrases.filter { p in
            guard p.region.midY < bottom, p.region.bottom > top, p.region.horizontalOverlap(r) > 0, !p.isDateHint
            else { return false }
            guard let margin else { return p.region.width < max(3.2 * r.width, r.width + 60) }
            return p.region.left > r.left - margin && p.region.right < r.right + margin && !roles.isOption(p.region)
        }.flatMap(\.tokens).filter {
            $0.region.midX > r.left - 10 && $0.region.midX < r.right + 10 && $0.hasLetterOrDigit
        }.sorted { $0.region.midY > $1.region.midY }
    }
}
