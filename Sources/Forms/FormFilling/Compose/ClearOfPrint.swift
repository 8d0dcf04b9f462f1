import FormModel

/// Finds room for a text beside the words that a form prints in its field.
struct ClearOfPrint {
    /// The places of the words that reach into the field.
    private let words: [Region]
    private let field: Field

    /// The smallest room that is tried, in points.
    private static let least = (width: 8.0, height: 6.0)
    /// The distance that is kept from a word beside the text, in points.
    private static let distance = 1.0
    /// What ink and word may share in each direction without touching visibly, in points.
    private static let tolerance = (width: 0.75, height: 1.0)

    /// Creates it for a field that printed words reach into; nil for others.
    init?(_ field: Field) {
        guard let words = field.printedWords, !words.isEmpty else { return nil }
        self.words = words
        self.field = field
    }

    /// Whether ink covers a word.
    func isCovered(by ink: Region) -> Bool {
        words.contains { word in
            word.horizontalOverlap(ink) > Self.tolerance.width && word.verticalOverlap(ink) > Self.tolerance.height
        }
    }

    /// The field reduced to the widest and to the highest part without words, if they are large enough.
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

    /// The longest part of a stretch that none of the others covers.
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
