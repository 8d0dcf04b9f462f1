import Foundation

/// The edges of large areas in a picture, without print.
package struct EdgePicture {
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The logarithms of the levels without print, smoothed.
    ///
    /// A shadow changes all of them by one amount, so an edge is as strong within it as outside.
    let light: [Float]
    /// The pixels on edges.
    private(set) var edges: [Edge]
    /// The strength of the edge at each pixel; most are no maximum of their surroundings.
    let strength: [Float]

    /// A pixel on an edge.
    struct Edge {
        var place: Point
        /// The direction towards the brighter side, as a unit vector.
        var direction: Point
        var strength: Double
    }

    /// Added to levels, so that noise in the dark is no edge.
    private static let floor: Float = 12
    /// Minimum strength of an edge: the difference of logarithms from one pixel to the next.
    static let leastStrength: Float = 0.02

    /// Finds the edges of a plane.
    package init(_ plane: Plane) {
        let (width, height) = (plane.width, plane.height)
        let table = (0...255).map { log(Float($0) + Self.floor) }
        let smooth = Self.smoothed(plane.levels.map { table[Int($0)] }, width: width, height: height)
        var strength = [Float](repeating: 0, count: width * height)
        var slopes = [(x: Float, y: Float)](repeating: (0, 0), count: width * height)
        for y in 1..<max(1, height - 1) {
            for x in 1..<max(1, width - 1) {
                let i = y * width + x
                let right = 10 * smooth[i + 1] + 3 * (smooth[i + 1 - width] + smooth[i + 1 + width])
                let left = 10 * smooth[i - 1] + 3 * (smooth[i - 1 - width] + smooth[i - 1 + width])
                let below = 10 * smooth[i + width] + 3 * (smooth[i + width - 1] + smooth[i + width + 1])
                let above = 10 * smooth[i - width] + 3 * (smooth[i - width - 1] + smooth[i - width + 1])
                let slope = (x: (right - left) / 32, y: (below - above) / 32)
                slopes[i] = slope
                strength[i] = (slope.x * slope.x + slope.y * slope.y).squareRoot()
            }
        }
        var edges: [Edge] = []
        for y in 2..<max(2, height - 2) {
            for x in 2..<max(2, width - 2) {
                let i = y * width + x
                let own = strength[i]
                guard own >= Self.leastStrength else { continue }
                let (dx, dy) = (slopes[i].x / own, slopes[i].y / own)
                let step = Int(dy.rounded()) * width + Int(dx.rounded())
                guard own >= strength[i + step], own > strength[i - step] else { continue }
                edges.append(
                    Edge(
                        place: Point(x: Double(x), y: Double(y)),
                        direction: Point(x: Double(dx), y: Double(dy)), strength: Double(own)))
            }
        }
        self.width = width
        self.height = height
        light = smooth
        self.strength = strength
        self.edges = edges
    }

    /// Returns the picture with some of its edges.
    func keeping(_ isKept: (Edge) -> Bool) -> EdgePicture {
        var copy = self
        copy.edges = edges.filter(isKept)
        return copy
    }

    /// The share of pixels on edges.
    var roughness: Double {
        Double(strength.count { $0 >= 2 * Self.leastStrength }) / Double(max(1, strength.count))
    }

    /// Whether nearly all of the picture is about as bright as its brightest parts.
    var isBright: Bool {
        let sorted = light.sorted()
        guard let brightest = sorted.dropLast(sorted.count / 20).last, brightest >= log(Self.leastPaper + Self.floor)
        else { return false }
        let least = brightest - Self.mostFall
        return Double(light.count { $0 >= least }) >= 0.9 * Double(light.count)
    }

    /// Minimum level of the brightest paper in a picture.
    private static let leastPaper: Float = 60
    /// Maximum logarithm of a page's brightest light over its darkest.
    private static let mostFall: Float = 0.7

    /// Returns the value at the pixel nearest to a point.
    ///
    /// The border is continued by a few pixels; farther outside there is no value.
    func light(at p: Point) -> Float? {
        let (x, y) = (Int(p.x.rounded()), Int(p.y.rounded()))
        let margin = 3
        guard x >= -margin, y >= -margin, x < width + margin, y < height + margin else { return nil }
        return light[min(height - 1, max(0, y)) * width + min(width - 1, max(0, x))]
    }

    /// Smooths by the binomial weights 1, 4, 6, 4, 1 in both directions.
    private static func smoothed(_ values: [Float], width: Int, height: Int) -> [Float] {
        func pass(_ source: [Float], _ count: Int, _ step: Int, _ lines: Int, _ lineStep: Int) -> [Float] {
            var target = source
            for line in 0..<lines {
                let start = line * lineStep
                for i in 0..<count {
                    func at(_ k: Int) -> Float { source[start + min(count - 1, max(0, k)) * step] }
                    target[start + i * step] = (at(i - 2) + at(i + 2) + 4 * (at(i - 1) + at(i + 1)) + 6 * at(i)) / 16
                }
            }
            return target
        }
        return pass(pass(values, width, 1, height, width), height, width, width, 1)
    }
}
