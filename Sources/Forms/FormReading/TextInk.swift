import FormModel
import KnownForms

/// The ink where words of a text layer stand on a page.
struct TextInk {
    private let seen: SeenPage
    private let blank: BlankPage
    private let registration: Registration

    /// Samples per point, and their maximum number in each direction.
    private static let (scale, mostSamples) = (2.0, 200)
    /// The share of samples that the darkest and the brightest ones are behind.
    private static let extremes = 0.01
    /// Minimum difference of their levels where there is text.
    private static let leastContrast = 20.0
    /// Minimum share of samples without the blank's ink, from which something can be said.
    private static let leastClear = 0.3

    init(on seen: SeenPage, blank: BlankPage, by registration: Registration) {
        (self.seen, self.blank, self.registration) = (seen, blank, registration)
    }

    /// Returns whether there may be text in a region of the blank's page.
    ///
    /// Where the blank has ink all over, nothing is known.
    func isVisible(in region: Region) -> Bool {
        func count(_ length: Double) -> Int {
            max(1, Int(min(Double(Self.mostSamples), (length * Self.scale).rounded(.up))))
        }
        let (columns, rows) = (count(region.width), count(region.height))
        var levels: [Double] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let place = Place(
                    region.x + (Double(column) + 0.5) * region.width / Double(columns),
                    region.y + (Double(row) + 0.5) * region.height / Double(rows))
                guard !blank.hasInk(near: place, pixels: 1) else { continue }
                levels.append(seen.level(at: registration.place(place)))
            }
        }
        guard Double(levels.count) >= Self.leastClear * Double(rows * columns) else { return true }
        levels.sort()
        let behind = Int(Double(levels.count) * Self.extremes)
        return levels[levels.count - 1 - behind] - levels[behind] >= Self.leastContrast
    }
}
