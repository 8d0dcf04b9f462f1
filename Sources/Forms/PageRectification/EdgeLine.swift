import Foundation

/// A straight line along edges with one bright side.
struct EdgeLine {
    /// The unit vector towards the bright side.
    let normal: Point
    /// The distance of the line from the origin in the direction of the normal.
    let offset: Double
    /// Sums of the evidence from one end of the line to each place.
    private let sums: [Float]
    /// Sums of the number of places within the picture.
    private let counts: [Int32]
    /// The range's half length in pixels.
    private let reach: Int
    /// The most evidence of any stretch of the line.
    let longest: Float

    /// The distances in pixels at which both sides of the line are compared.
    private static let distances = [2.5, 4.5]
    /// The difference of logarithms that is full evidence: a fifth of the brightness.
    private static let fullContrast: Float = 0.22
    /// The difference that is no evidence.
    private static let leastContrast: Float = 0.05

    init(normal: Point, offset: Double, in picture: EdgePicture) {
        self.normal = normal
        self.offset = offset
        reach = Int(Point(x: Double(picture.width), y: Double(picture.height)).length) + 1
        var sums: [Float] = [0]
        var counts: [Int32] = [0]
        let along = Point(x: normal.y, y: -normal.x)
        for t in -reach..<reach {
            let place = normal * offset + along * (Double(t) + 0.5)
            var (difference, isInside): (Float, Bool) = (0, true)
            for distance in Self.distances {
                guard let bright = picture.light(at: place + normal * distance),
                    let dark = picture.light(at: place - normal * distance)
                else {
                    isInside = false
                    break
                }
                difference += (bright - dark) / Float(Self.distances.count)
            }
            var evidence: Float = 0
            if isInside, abs(difference) >= Self.leastContrast {
                evidence = min(1, max(-1, difference / Self.fullContrast))
            }
            sums.append((sums.last ?? 0) + evidence)
            counts.append((counts.last ?? 0) + (isInside ? 1 : 0))
        }
        var (least, longest): (Float, Float) = (0, 0)
        for sum in sums {
            least = min(least, sum)
            longest = max(longest, sum - least)
        }
        self.sums = sums
        self.longest = longest
        self.counts = counts
    }

    /// The unit vector along the line, with the bright side on its right as displayed.
    var direction: Point { Point(x: normal.y, y: -normal.x) }

    /// Returns the place of a point along the line.
    func place(of p: Point) -> Double { p.dot(direction) }

    /// Returns the mean evidence between two places, and the share of them within the picture.
    func evidence(from start: Double, to end: Double) -> (mean: Double, share: Double) {
        let first = min(2 * reach, max(0, Int(start.rounded()) + reach))
        let last = min(2 * reach, max(0, Int(end.rounded()) + reach))
        let count = Double(counts[max(first, last)] - counts[min(first, last)])
        let length = abs(end - start)
        guard count > 0, length > 0 else { return (0, 0) }
        return (Double(sums[max(first, last)] - sums[min(first, last)]) / count, min(1, count / length))
    }

    /// Returns the point that two lines share; `nil` if they are almost parallel.
    func intersection(_ other: EdgeLine) -> Point? {
        let determinant = normal.cross(other.normal)
        guard abs(determinant) > 0.2 else { return nil }
        return Point(
            x: (offset * other.normal.y - other.offset * normal.y) / determinant,
            y: (normal.x * other.offset - other.normal.x * offset) / determinant)
    }
}
