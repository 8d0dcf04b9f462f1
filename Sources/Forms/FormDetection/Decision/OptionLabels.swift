import FormImport

import FormModel

/// Finds the text of the option that a box represents.
struct OptionLabels {
    let around: TextNeighbourhood
    /// All fields of the page.
    let fields: [PlacedField]
    let heads: TableHeads

    /// Returns the text to the right of a box, or else nearby.
    ///
    /// Otherwise it is the text to the left or above.
    ///
    /// Text to the right extends to the next box and includes continuation lines. For boxes in a grid, the column
    /// heading is the option, since the text in front of the row is the question.
    func option(of box: Region) -> Caption {
        if let (text, distance) = textRight(of: box) {
            return Caption(text: text, position: .right, distance: distance)
        }
        if let head = head(over: box) { return Caption(text: head, position: .table, distance: 20) }
        if let left = around.left(of: box, floor: box.bottom), left.distance < 30 {
            return Caption(
                text: around.text(around.paragraph(endingIn: left.index)), position: .left,
                distance: left.distance)
        }
        if let above = around.above(box), above.distance < 14 {
            return Caption(
                text: around.text(around.paragraph(endingIn: above.index)), position: .above,
                distance: above.distance)
        }
        if let left = around.left(of: box, floor: box.bottom) {
            return Caption(
                text: around.text(around.paragraph(endingIn: left.index)), position: .left,
                distance: left.distance)
        }
        return .none
    }

    /// Returns a yes or no heading of a box's column.
    ///
    /// Another box must be beside it for the other answer.
    private func head(over box: Region) -> String? {
        guard let head = heads.overColumn(of: box, margin: 40), OptionNames.isMereYesOrNo(head) else { return nil }
        let isBesideOther = fields.contains {
            $0.isBox && $0.region != box && abs($0.region.midY - box.midY) < 5
                && abs($0.region.midX - box.midX) < 80
        }
        return isBesideOther ? head : nil
    }

    private func textRight(of box: Region) -> (String, Double)? {
        let boxes = fields.filter {
            $0.isBox && abs($0.region.midY - box.midY) < 6 && $0.region.left > box.right
        }
        let limit = boxes.map(\.region.left).min() ?? .infinity
        var line: [Token] = []
        for p in around.phrases
        where abs(p.region.midY - box.midY) < max(4.5, 0.5 * box.height) && p.region.right > box.right {
            // OCR reads a box as a bracket of the following word.
            let tokens = p.tokens.filter { token in
                let isMerged =
                    token.text.first.map { "[]|(".contains($0) } ?? false && token.region.left > box.left - 3
                    && token.region.right > box.right + 6
                return (token.region.left > box.right - 2.5 || isMerged) && token.region.left < limit - 1
            }
            guard let first = tokens.first, first.region.left - box.right < 26,
                !around.isWalled(from: box.right + 1.5, to: first.region.left - 0.5, y: box.midY)
            else { continue }
            if first.region.left < line.first?.region.left ?? .infinity { line = tokens }
        }
        guard let first = line.first, let last = line.last else { return nil }
        var text = String(line.map(\.text).joined(separator: " ").drop { "[]|".contains($0) })
        var bottom = Region(
            left: first.region.left, top: first.region.top, right: last.region.right, bottom: first.region.bottom)
        // Continuation lines start at the same left edge and have no box.
        for _ in 0..<3 {
            guard let next = around.phrases.first(where: { isContinuation($0.region, of: bottom) }) else { break }
            text += " " + next.text
            bottom = next.region
        }
        return (text, first.region.left - box.right)
    }

    private func isContinuation(_ line: Region, of above: Region) -> Bool {
        let gap = line.top - above.bottom
        guard gap > -2, gap < 1.1 * above.height, abs(line.left - above.left) < 3 else { return false }
        return !fields.contains {
            $0.isBox && abs($0.region.midY - line.midY) < 5 && $0.region.right < line.left
                && line.left - $0.region.right < 14
        }
    }
}
