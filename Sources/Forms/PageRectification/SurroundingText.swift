import Foundation

/// The lines of text around an upright rectangle in a picture.
///
/// A white box on a tinted page has edges as a sheet has, but the page goes on around it, with print in rows along the
/// box's sides. A table has no such rows, and the sheet in a photo is hardly ever exactly upright.
struct SurroundingText {
    /// The number of lines of text around the rectangle.
    private(set) var lines = 0

    /// Minimum number of lines on a page around a box.
    private static let leastLines = 4
    /// Maximum slope of a side of an upright rectangle.
    private static let mostSlope = 0.03
    /// Minimum brightness of the page around a box, over that within it.
    private static let leastBrightness = 0.5
    /// The share of an even page, and the difference of its brightness.
    private static let even = (share: 0.9, difference: 0.25)
    /// Minimum difference of print from its paper, over the paper's brightness.
    private static let leastContrast = 0.2
    /// The distance in pixels from the rectangle at which its surroundings begin.
    private static let gap = 6
    /// Minimum number of pixels of a row around the rectangle.
    private static let leastWidth = 20
    /// The shares of print in the rows of a line, and in those between lines.
    private static let share = (line: 0.05, between: 0.025)
    /// Maximum share of print in all rows.
    private static let mostPrint = 0.4
    /// Heights of a line's letters in pixels.
    private static let heights = 2...14
    /// Maximum mean length of a letter's strokes in pixels.
    private static let mostStroke = 6.0

    /// Whether the rectangle is a box on a page.
    var isPage: Bool { lines >= Self.leastLines }

    /// Looks for lines of text around an upright rectangle.
    ///
    /// Around any other quadrilateral there are none.
    ///
    /// - Parameters:
    ///   - corners: the rectangle.
    ///   - plane: the picture.
    ///   - paper: the picture without print.
    init(around corners: Quadrilateral, in plane: Plane, paper: Plane) {
        guard let slope = Self.slope(of: corners) else { return }
        let places = Self.places(around: corners, in: plane)
        guard Self.isPaper(places, around: corners, paper) else { return }
        // Rows follow the rectangle, which need not be exactly upright.
        let middle = Double(plane.width) / 2
        var (marks, counts) = ([Int](repeating: 0, count: plane.height), [Int](repeating: 0, count: plane.height))
        var (print, strokes, last) = (0, 0, -2)
        for place in places {
            let (y, x) = place.quotientAndRemainder(dividingBy: plane.width)
            let row = Int((Double(y) - slope * (Double(x) - middle)).rounded())
            guard row >= 0, row < plane.height else { continue }
            counts[row] += 1
            let ground = Double(paper.levels[place])
            guard ground - Double(plane.levels[place]) >= Self.leastContrast * ground else { continue }
            marks[row] += 1
            print += 1
            if place != last + 1 { strokes += 1 }
            last = place
        }
        guard strokes > 0, Double(print) <= Self.mostPrint * Double(places.count),
            Double(print) <= Self.mostStroke * Double(strokes)
        else { return }
        lines = Self.lines(marks, of: counts)
    }

    /// Returns the slope of a rectangle with upright sides; nil for any other quadrilateral.
    private static func slope(of corners: Quadrilateral) -> Double? {
        let slopes = (0..<4).map { side in
            let (a, b) = (corners.corners[side], corners.corners[(side + 1) & 3])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            return abs(dx) > abs(dy) ? dy / dx : -dx / dy
        }
        guard let least = slopes.min(), let most = slopes.max(), most - least <= mostSlope / 3,
            abs(least) <= mostSlope, abs(most) <= mostSlope
        else { return nil }
        return slopes.reduce(0, +) / 4
    }

    /// Returns the pixels around a rectangle, row by row.
    private static func places(around corners: Quadrilateral, in plane: Plane) -> [Int] {
        let (xs, ys) = (corners.corners.map(\.x), corners.corners.map(\.y))
        let (left, right) = (Int(xs.min() ?? 0) - gap, Int(xs.max() ?? 0) + gap)
        let (top, bottom) = (Int(ys.min() ?? 0) - gap, Int(ys.max() ?? 0) + gap)
        var places: [Int] = []
        for y in 0..<plane.height {
            let isBeside = y >= top && y <= bottom
            for x in 0..<plane.width where !isBeside || x < left || x > right { places.append(y * plane.width + x) }
        }
        return places
    }

    /// Returns whether the places are evenly bright, and not much darker than what they surround.
    private static func isPaper(_ places: [Int], around corners: Quadrilateral, _ paper: Plane) -> Bool {
        let around = places.map { paper.levels[$0] }.sorted()
        guard around.count >= leastWidth * leastLines else { return false }
        let most = Double(around[around.count / 2])
        let middle = corners.corners.reduce(Point(x: 0, y: 0)) { Point(x: $0.x + $1.x / 4, y: $0.y + $1.y / 4) }
        let (x, y) = (Int(middle.x), Int(middle.y))
        guard x >= 0, y >= 0, x < paper.width, y < paper.height,
            most >= leastBrightness * Double(paper.levels[y * paper.width + x])
        else { return false }
        let count = around.count { abs(Double($0) - most) <= even.difference * most }
        return Double(count) >= even.share * Double(around.count)
    }

    /// Returns the number of runs of rows with print, between rows without.
    private static func lines(_ marks: [Int], of counts: [Int]) -> Int {
        var (lines, height, isClear) = (0, 0, false)
        for (mark, count) in zip(marks, counts) where count >= leastWidth {
            let share = Double(mark) / Double(count)
            if share >= Self.share.line {
                height += 1
            } else if share < Self.share.between {
                if isClear, heights.contains(height) { lines += 1 }
                (height, isClear) = (0, true)
            }
        }
        return lines
    }
}
