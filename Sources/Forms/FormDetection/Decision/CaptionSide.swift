import FormModel

/// Determines whether captions stand under their lines, or above and beside them.
///
/// The text between two lines may name either of them. The other captions of the page show which.
struct CaptionSide {
    private let around: TextNeighbourhood
    private let lines: [Line]
    private let places: [Region: Int]
    /// Whether most captions of the page stand under their lines.
    let isUnder: Bool

    /// A writing line and the texts that may name it.
    private struct Line {
        var region: Region
        /// The text directly under the line.
        var under: Region?
        /// Whether that text is also above or in front of another line.
        var isClaimed = false
        /// Whether a caption is beside the line, or above it and not under another line.
        var isNamed = false
        /// The neighbouring lines in a column of lines and texts.
        var lower: Int?
        var upper: Int?
    }

    /// Maximum distance in points of a caption under its line.
    private static let underReach = 9.0
    /// Maximum distance in points of a caption above its line.
    private static let aboveReach = 12.0
    /// Maximum distances in points of a caption in front of its line.
    private static let besideReach = (plain: 14.0, colon: 60.0)
    /// The difference in points of the font size of small print.
    private static let smallPrint = 0.9
    /// Maximum number of lines of a column.
    private static let mostLines = 50
    /// Minimum length of a column that decides by its shape.
    private static let longColumn = 3
    /// Maximum difference in points of the font sizes of captions in a column.
    private static let sameSize = 0.6
    /// Maximum distance in points of the left edges of captions in a column.
    private static let sameLeft = 3.0

    /// Reads the captions of a page with these fields.
    init(_ around: TextNeighbourhood, fields: [PlacedField], roles: TextRoles) {
        self.around = around
        let regions = fields.filter { $0.kind == .line }.map(\.region)
        var lines = regions.map { region in
            Line(
                region: region, under: Self.textUnder(region, around),
                isNamed: Self.isNamed(region, around, roles))
        }
        for (place, line) in lines.enumerated() {
            guard let text = line.under else { continue }
            let lower = regions.firstIndex { $0 != line.region && Self.isOver(text, $0) }
            lines[place].lower = lower
            lines[place].isClaimed = lower != nil || roles.isBeforeField(text, otherThan: line.region)
            if let lower, lines[lower].upper == nil { lines[lower].upper = place }
        }
        self.lines = lines
        places = Dictionary(zip(regions, regions.indices)) { first, _ in first }
        let under = lines.count { !$0.isNamed && $0.under != nil && !$0.isClaimed }
        let other = lines.count { $0.isNamed && $0.under == nil }
        isUnder = under > 0 && 2 * under >= other
    }

    /// Returns whether text under a line belongs to another line, or to none.
    func isOfOther(_ text: Phrase, under region: Region) -> Bool {
        guard let place = places[region] else { return false }
        let line = lines[place]
        if line.isClaimed, let column = columnAbove(place) {
            // Captions under lines are often smaller than all else, unless the first of many stands above its line.
            let isDecided = column.lines >= Self.longColumn && isAlike(text, column.first)
            return isDecided || !isUnder && text.fontSize > around.usualFontSize - Self.smallPrint
        }
        guard !isUnder, !line.isClaimed else { return false }
        guard let upper = lines.first(where: { $0.isNamed && Self.isFirst($0.region, above: region) }) else {
            return false
        }
        // Text between the two lines begins another blank.
        return around.above(region).map { around.phrases[$0.index].region.midY < upper.region.bottom } ?? true
    }

    /// Returns whether a text is printed like the one above a line.
    private func isAlike(_ text: Phrase, _ line: Int) -> Bool {
        guard let above = around.above(lines[line].region), above.distance < Self.aboveReach else { return false }
        let first = around.phrases[above.index]
        return abs(first.fontSize - text.fontSize) < Self.sameSize
            && abs(first.region.left - text.region.left) < Self.sameLeft
    }

    /// Returns the first line and the length of a column with captions above.
    ///
    /// It is nil if the captions stand below. If they stand above, the first line has a caption above or beside it, and
    /// the last has none under it.
    private func columnAbove(_ place: Int) -> (first: Int, lines: Int)? {
        var (first, last, size) = (place, place, 1)
        while size < Self.mostLines, let upper = lines[first].upper { (first, size) = (upper, size + 1) }
        while size < Self.mostLines, let lower = lines[last].lower { (last, size) = (lower, size + 1) }
        return lines[first].isNamed && (lines[last].under == nil || lines[last].isClaimed) ? (first, size) : nil
    }

    /// Returns whether a line is directly above another of the same blank.
    private static func isFirst(_ upper: Region, above line: Region) -> Bool {
        let step = line.bottom - upper.bottom
        return step > 0.6 * line.height && step < 1.6 * line.height + 4 && abs(upper.right - line.right) < 14
            && line.left < upper.left + 4
    }

    /// Returns the text directly under a line.
    private static func textUnder(_ line: Region, _ around: TextNeighbourhood) -> Region? {
        guard let below = around.below(line, floor: line.bottom), below.distance < underReach else { return nil }
        let phrase = around.phrases[below.index]
        guard phrase.isCaption, phrase.region.left > line.left - 6, phrase.region.left < line.right else { return nil }
        return phrase.region
    }

    private static func isNamed(_ line: Region, _ around: TextNeighbourhood, _ roles: TextRoles) -> Bool {
        if let left = around.left(of: line, floor: line.bottom), around.phrases[left.index].isCaption,
            left.distance < besideReach.plain
                || left.distance < besideReach.colon && around.phrases[left.index].text.hasSuffix(":")
        {
            return true
        }
        guard let above = around.above(line), above.distance < aboveReach else { return false }
        let phrase = around.phrases[above.index]
        return phrase.isCaption && !roles.isUnderField(phrase.region, otherThan: line)
    }

    /// Returns whether a text is directly above a line.
    private static func isOver(_ text: Region, _ line: Region) -> Bool {
        let gap = line.top - text.bottom
        return gap > -4 && gap < aboveReach && text.horizontalOverlap(line) > min(4, 0.5 * text.width)
            && text.left > line.left - 6
    }
}
