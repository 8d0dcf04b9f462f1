/// An even bright area of a picture, such as a sheet on a chequered table.
///
/// Pieces of a pattern that are as bright as the sheet are narrower than it, and an opening removes them.
struct EvenArea {
    /// The number of its pixels.
    let size: Int
    private let width: Int
    private let height: Int
    /// The distance of each pixel from the middle of the area, in pixels.
    private let distances: [Float]
    private let radius: Float

    /// The radii in pixels of the openings.
    private static let radii: [Float] = [16, 24, 34]
    /// The differences of logarithms within which brightness is even.
    private static let falls: [Float] = [0.25, 0.5]
    /// The half width in pixels of a pixel's surroundings.
    private static let surroundings = 30
    /// The distances in pixels of edges from the outline: within the area, and beyond it.
    private static let band: (inside: Float, outside: Float) = (12, 6)

    /// Returns the largest even area for each way to look for it.
    static func all(in picture: EdgePicture) -> [EvenArea] {
        let brightest = brightest(around: picture)
        return falls.flatMap { fall in
            let isEven = zip(picture.light, brightest).map { $0 >= $1 - fall }
            let depth = distances(
                from: isEven.map { !$0 }, width: picture.width, height: picture.height, isBorderFar: false)
            return radii.compactMap { EvenArea(depth: depth, radius: $0, in: picture) }
        }
    }

    private init?(depth: [Float], radius: Float, in picture: EdgePicture) {
        let (width, height) = (picture.width, picture.height)
        guard let core = Self.largestPart(of: depth.map { $0 > radius }, width: width, height: height) else {
            return nil
        }
        let distances = Self.distances(from: core, width: width, height: height, isBorderFar: true)
        (self.width, self.height, self.distances, self.radius) = (width, height, distances, radius)
        size = distances.count { $0 <= radius }
    }

    /// Returns whether a pixel belongs to the area.
    func contains(x: Int, y: Int) -> Bool { distances[y * width + x] <= radius }

    /// Returns whether an edge may be one of the area's.
    func isNear(_ edge: EdgePicture.Edge) -> Bool {
        let distance = distances[Int(edge.place.y) * width + Int(edge.place.x)] - radius
        return distance >= -Self.band.inside && distance <= Self.band.outside
    }

    /// Returns the intersection over union with a quadrilateral.
    func overlap(with corners: Quadrilateral) -> Double {
        var (both, own) = (0, 0)
        for y in 0..<height {
            for x in 0..<width where corners.contains(Point(x: Double(x), y: Double(y))) {
                own += 1
                if contains(x: x, y: y) { both += 1 }
            }
        }
        return Double(both) / Double(max(1, own + size - both))
    }

    /// Returns the brightest light around each pixel.
    private static func brightest(around picture: EdgePicture) -> [Float] {
        func pass(_ source: [Float], _ count: Int, _ step: Int, _ lines: Int, _ lineStep: Int) -> [Float] {
            var target = source
            for line in 0..<lines {
                for i in 0..<count {
                    var most = source[line * lineStep + i * step]
                    for k in max(0, i - surroundings)...min(count - 1, i + surroundings) {
                        most = max(most, source[line * lineStep + k * step])
                    }
                    target[line * lineStep + i * step] = most
                }
            }
            return target
        }
        let (width, height) = (picture.width, picture.height)
        return pass(pass(picture.light, width, 1, height, width), height, width, width, 1)
    }

    /// Returns the distance of each pixel from the nearest marked one.
    ///
    /// It is the chamfer distance with steps of 1 and √2. Beyond the border everything is marked unless it is far.
    private static func distances(from marks: [Bool], width: Int, height: Int, isBorderFar: Bool) -> [Float] {
        let (far, diagonal) = (Float(width + height), Float(2).squareRoot())
        var result = marks.map { $0 ? 0 : far }
        let border: Float = isBorderFar ? far : 0
        func at(_ x: Int, _ y: Int) -> Float {
            x >= 0 && y >= 0 && x < width && y < height ? result[y * width + x] : border
        }
        for y in 0..<height {
            for x in 0..<width where result[y * width + x] > 0 {
                result[y * width + x] = min(
                    result[y * width + x], at(x - 1, y) + 1, at(x, y - 1) + 1, at(x - 1, y - 1) + diagonal,
                    at(x + 1, y - 1) + diagonal)
            }
        }
        for y in (0..<height).reversed() {
            for x in (0..<width).reversed() where result[y * width + x] > 0 {
                result[y * width + x] = min(
                    result[y * width + x], at(x + 1, y) + 1, at(x, y + 1) + 1, at(x + 1, y + 1) + diagonal,
                    at(x - 1, y + 1) + diagonal)
            }
        }
        return result
    }

    /// Returns the largest connected part; nil if nothing is marked.
    private static func largestPart(of marks: [Bool], width: Int, height: Int) -> [Bool]? {
        var seen = marks.map { !$0 }
        var largest: [Int] = []
        for start in seen.indices where !seen[start] {
            var part = [start]
            seen[start] = true
            var next = 0
            while next < part.count {
                let i = part[next]
                next += 1
                let x = i % width
                for (j, isInside) in [
                    (i - 1, x > 0), (i + 1, x < width - 1), (i - width, i >= width),
                    (i + width, i + width < seen.count),
                ] where isInside && !seen[j] {
                    seen[j] = true
                    part.append(j)
                }
            }
            if part.count > largest.count { largest = part }
        }
        guard !largest.isEmpty else { return nil }
        var result = [Bool](repeating: false, count: marks.count)
        for i in largest { result[i] = true }
        return result
    }
}
