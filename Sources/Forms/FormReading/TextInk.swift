import FormModel
import KnownForms

/// The ink where words of a text layer stand on a page.
struct TextInk {
    private let seen: SeenPage

    /// Samples per point, and their maximum number in each direction.
    private static let (scale, mostSamples) = (2.0, 200)
    /// The share of samples that the darkest and the brightest ones are behind.
    private static let extremes = 0.01
    /// Minimum difference of their levels where there is text.
    private static let leastContrast = 20.0
    /// Minimum share of samples without printed ink, from which something can be said.
    private static let leastClear = 0.3

    init(on seen: SeenPage) { self.seen = seen }

    /// Whether there may be text where each word of the text layer stands.
    var showsAllWords: Bool { seen.content.words.allSatisfy { isVisible(in: $0.region) { $0 } } }

    /// Returns whether there may be text in a region.
    ///
    /// Where there is print all over, nothing is known.
    ///
    /// - Parameters:
    ///   - region: the region.
    ///   - place: returns the place on the displayed page of one in the region; nil where there is print.
    /// - Returns: whether the brightness differs enough for text.
    func isVisible(in region: Region, _ place: (Place) -> Place?) -> Bool {
        func count(_ length: Double) -> Int {
            max(1, Int(min(Double(Self.mostSamples), (length * Self.scale).rounded(.up))))
        }
        let (columns, rows) = (count(region.width), count(region.height))
        var levels: [Double] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let sample = Place(
                    region.x + (Double(column) + 0.5) * region.width / Double(columns),
                    region.y + (Double(row) + 0.5) * region.height / Double(rows))
                if let place = place(sample) { levels.append(seen.level(at: place)) }
            }
        }
        guard Double(levels.count) >= Self.leastClear * Double(rows * columns) else { return true }
        levels.sort()
        let behind = Int(Double(levels.count) * Self.extremes)
        return levels[levels.count - 1 - behind] - levels[behind] >= Self.leastContrast
    }
}
