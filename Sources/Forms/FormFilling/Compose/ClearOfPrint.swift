import FormModel

/// Finds room for a text beside the words printed in its field.
struct ClearOfPrint {
    /// The regions of the words in the field.
    private let words: [Region]
    private let field: Field

    /// Minimum size in points of a usable room.
    private static let least = (width: 8.0, height: 6.0)
    /// Minimum distance in points from a word beside the text.
    private static let distance = 1.0
    /// Maximum overlap of ink and word in points that is not visible.
    private static let tolerance = (width: 0.75, height: 1.0)

    /// Creates a finder for a field with printed words in it; nil for other fields.
    init?(_ field: Field) {
        guard let words = field.printedWords, !words.isEmpty else { return nil }
        self.words = words
        self.field = field
    }

    /// Returns whether ink covers a word.
    func isCovered(by ink: Region) -> Bool {
        words.contains { word in
            word.horizontalOverlap(ink) > Self.tolerance.width && word.verticalOverlap(ink) > Self.tolerance.height
        }
    }

    /// The field reduced to its widest and its highest free part, if large enough.
    var rooms: [Field] {
        let region = field.region
        let inside = words.filter { $0.intersection(region) != nil }
        guard !inside.isEmpty else { return [] }
        var rooms: [Field] = []
        if let gap = Self.gap(from: region.left, to: region.right, between: inside.map { ($0.left, $0.right) }),
            gap.upperBound - gap.lowerBound >= Self.least.width
        {
            var beside = field
            beside.region.x = gap.lowerBound
            beside.region.width = gap.upperBound - gap.lowerBound
            rooms.append(beside)
        }
        if let gap = Self.gap(from: region.top, to: region.bottom, between: inside.map { ($0.top, $0.bottom) }),
            gap.upperBound - gap.lowerBound >= Self.least.height
        {
            var below = field
            below.region.y = gap.lowerBound
            below.region.height = gap.upperBound - gap.lowerBound
            if let baseline = field.baseline, !gap.contains(baseline) { below.baseline = nil }
            rooms.append(below)
        }
        return rooms
    }

    /// Returns the longest part of an interval that others do not cover.
    private static func gap(
        from start: Double, to end: Double, between stretches: [(start: Double, end: Double)]
    ) -> ClosedRange<Double>? {
        var best: ClosedRange<Double>?
        var reached = start
        func consider(_ end: Double) {
            guard end > reached, end - reached > best.map({ $0.upperBound - $0.lowerBound }) ?? 0 else { return }
            best = reached...end
        }
        for stretch in stretches.sorted(by: { $0.start < $1.start }) {
            consider(stretch.start - distance)
            reached = max(reached, stretch.end + distance)
        }
        consider(end)
        return best
    }
}
