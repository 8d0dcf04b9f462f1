import FormModel

/// Finds what names check boxes that are alone in their cells of a table.
struct BoxCells {
    let around: TextNeighbourhood
    /// All fields of the page.
    let fields: [PlacedField]

    /// Maximum distance in points from a box to the walls of its cell.
    private static let reach = 110.0
    /// The least length of a wall, over the height of a box.
    ///
    /// A box's own sides are shorter.
    private static let leastWall = 1.4
    /// Minimum width of a cell, over the width of its box.
    private static let leastWidth = 1.5
    /// The gap between two lines of a heading, over their height.
    private static let lineGap = 0.9
    /// Maximum distance in points of a box from the text in the next cell.
    private static let cellGap = 60.0

    /// The space between the walls of a column.
    private struct Column {
        var left: Double
        var right: Double
        /// The top of the box's cell.
        var top: Double

        func contains(_ region: Region) -> Bool {
            region.midX > left - 1 && region.midX < right + 1 && region.width < right - left + 8
        }
    }

    /// Returns the heading over the column of a box.
    ///
    /// It is nil if the box's cell has text or no walls.
    func heading(over box: Region) -> String? {
        guard let column = column(of: box) else { return nil }
        let inside = around.phrases.contains { phrase in
            column.contains(phrase.region) && phrase.region.midY > column.top && phrase.region.midY < box.bottom + 4
                && Self.isText(phrase)
        }
        guard !inside else { return nil }
        let above = around.phrases.filter {
            column.contains($0.region) && $0.region.midY < column.top && Self.isText($0)
        }.sorted { $0.region.midY > $1.region.midY }
        guard let nearest = above.first, nearest.isCaption, isWalled(column, at: nearest.region.midY) else {
            return nil
        }
        var lines = [nearest]
        for phrase in above.dropFirst() {
            let last = lines[lines.count - 1].region
            guard last.top - phrase.region.bottom < Self.lineGap * last.height,
                !around.isRuled(
                    from: phrase.region.midY, to: last.midY, left: column.left + 2, right: column.right - 2)
            else { break }
            lines.append(phrase)
        }
        let ordered = lines.sorted {
            abs($0.region.midY - $1.region.midY) > 3
                ? $0.region.midY < $1.region.midY : $0.region.left < $1.region.left
        }
        return ordered.map(\.text).joined(separator: " ")
    }

    /// Returns the text in the cell behind a box.
    ///
    /// The text in the cell in front of it belongs to the box before.
    ///
    /// - Parameters:
    ///   - box: the box.
    ///   - option: the text found for it so far.
    /// - Returns: nil unless the rows of the table begin with a box.
    func optionBehindWall(of box: Region, besides option: Caption) -> Caption? {
        let wall = Self.leastWall * box.height
        let isOfCellBefore =
            option.position == .left
            && around.isWalled(from: box.left - option.distance - 1, to: box.left - 1, y: box.midY, atLeast: wall)
        guard option.text.isEmpty || isOfCellBefore, let right = around.right(of: box, floor: box.bottom),
            right.distance < Self.cellGap,
            around.isWalled(from: box.right + 1, to: box.right + right.distance + 1, y: box.midY, atLeast: wall)
        else { return nil }
        let row = fields.filter { $0.isBox && abs($0.region.midY - box.midY) < 5 }.map(\.region)
        let text = around.phrases[right.index]
        guard let first = row.min(by: { $0.left < $1.left }), text.isCaption,
            !row.contains(where: { $0.left > box.right && $0.left < text.region.left }),
            around.left(of: first, floor: first.bottom).map({ $0.distance > Self.cellGap }) ?? true
        else { return nil }
        return Caption(text: Labeller.tidyOption(text.text), position: .right, distance: right.distance)
    }

    /// Returns whether a phrase is more than a sign.
    private static func isText(_ phrase: Phrase) -> Bool {
        phrase.text.count(where: { $0.isLetter || $0.isNumber }) > 1
    }

    /// Returns the column of the cell around a box; nil if it has no walls.
    private func column(of box: Region) -> Column? {
        let walls = around.marks.verticals.filter {
            $0.start < box.midY && $0.end > box.midY && $0.length > Self.leastWall * box.height
        }.map(\.position)
        guard let left = walls.filter({ $0 < box.left + 1 && $0 > box.left - Self.reach }).max(),
            let right = walls.filter({ $0 > box.right - 1 && $0 < box.right + Self.reach }).min(),
            right - left > Self.leastWidth * box.width
        else { return nil }
        let top = around.marks.horizontals.filter {
            $0.position < box.top + 1 && $0.coverage(from: left + 2, to: right - 2) > 0.7
        }.map(\.position).max()
        return top.map { Column(left: left, right: right, top: $0) }
    }

    /// Returns whether a wall of a column goes on at a height.
    private func isWalled(_ column: Column, at y: Double) -> Bool {
        around.marks.verticals.contains {
            $0.start < y && $0.end > y
                && (abs($0.position - column.left) < 2 || abs($0.position - column.right) < 2)
        }
    }
}
