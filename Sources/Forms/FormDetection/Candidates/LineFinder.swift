import FormModel

/// Finds the places for one line of writing.
///
/// Each is above a rule, between its walls and the print that stands on it.
struct LineFinder: CandidateFinder {
    /// The height in points of the writing space on a rule with nothing above it.
    static let openHeight = 14.0

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        page.cells.filter { $0.region.height >= Cell.leastHeight }.flatMap(lines)
    }

    private func lines(in cell: Cell) -> [Candidate] {
        let region = cell.region
        var result: [Candidate] = []
        var from = region.left
        var isAfterText = false
        for print in cell.standingPrint {
            let to = min(print.left - 1, region.right)
            if to - from >= Cell.leastWidth {
                result += line(from, to, in: cell, textLeft: isAfterText, textRight: true)
            }
            if print.right + 1 > from {
                from = print.right + 1
                isAfterText = true
            }
        }
        if region.right - from >= Cell.leastWidth {
            result += line(from, region.right, in: cell, textLeft: isAfterText, textRight: false)
        }
        return result
    }

    private func line(_ from: Double, _ to: Double, in cell: Cell, textLeft: Bool, textRight: Bool) -> [Candidate] {
        let bottom = cell.region.bottom
        let above = cell.print.filter {
            $0.left < to - 0.5 && $0.right > from + 0.5 && !cell.stands($0)
        }
        let top = above.reduce(cell.region.top) { max($0, $1.bottom + 0.3) }
        guard bottom - top >= Cell.leastHeight else { return [] }
        var c = cell.candidate(
            .line, Region(left: from, top: max(top, bottom - Self.openHeight), right: to, bottom: bottom))
        c.free = bottom - top
        c.edges.textLeft = textLeft
        c.edges.textRight = textRight
        if textLeft { c.edges.left = false }
        if textRight { c.edges.right = false }
        return [c]
    }
}
