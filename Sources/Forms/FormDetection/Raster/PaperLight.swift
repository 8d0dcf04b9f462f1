import FormModel

/// The illumination of a scan or photo, measured as the level of blank paper.
///
/// It varies slowly across the picture. A polynomial in x and y is fitted to the bright level of small blocks; blocks
/// darker than the fit have a low weight, and finally none. It models a lamp beside the page or a lens that darkens the
/// corners, but not a printed background, which is information.
struct PaperLight {
    /// The side of a block in points.
    private static let block = 18.0
    /// The distance in pixels between the samples of a block.
    private static let step = 4
    /// The share of a block's samples darker than its level.
    ///
    /// Most of a block with text is paper.
    private static let rank = 0.8
    /// Maximum total degree of the polynomial's terms.
    private static let degree = 4
    /// The number of fits through all blocks, each weighted according to the previous one.
    private static let rounds = 8
    /// The weight of a block darker than the fit, so that bright blocks dominate.
    private static let weightOfDarker = 0.03
    /// Maximum relative darkness of a block of blank paper.
    private static let tolerance = 0.05
    /// Minimum share of blocks that are blank paper at the end.
    private static let leastPaper = 0.35
    /// The level of paper in an evened picture.
    private static let level = 250.0
    /// Minimum level of paper in a picture that needs no correction.
    private static let sufficient = 225.0

    /// The polynomial's coefficients, grouped by the power of y.
    ///
    /// Those of x^i y^j have i + j up to the degree.
    ///
    /// x and y are from -1 to 1.
    private let coefficients: [Double]
    /// The darkest and brightest level on blocks of paper, to avoid extrapolation.
    private let range: ClosedRange<Double>

    /// Estimates the light; `nil` if the picture shows too little paper.
    init?(of image: GrayImage, scale: Double) {
        let blocks = Self.blocks(of: image, side: max(4 * Self.step, Int(Self.block * scale)))
        guard blocks.count >= 50 else { return nil }
        var weights = [Double](repeating: 1, count: blocks.count)
        var fit: [Double] = []
        for round in 0...Self.rounds {
            guard let next = Self.fit(blocks, weights) else { return nil }
            fit = next
            weights = blocks.map {
                let light = Self.value(fit, x: $0.x, y: $0.y)
                // The last fit is through the paper alone.
                if round == Self.rounds - 1 { return $0.level >= (1 - Self.tolerance) * light ? 1 : 0 }
                return $0.level >= light ? 1 : Self.weightOfDarker
            }
        }
        let paper = blocks.filter { $0.level >= (1 - Self.tolerance) * Self.value(fit, x: $0.x, y: $0.y) }
        guard Double(paper.count) >= Self.leastPaper * Double(blocks.count) else { return nil }
        let levels = paper.map { Self.value(fit, x: $0.x, y: $0.y) }
        guard let darkest = levels.min(), let brightest = levels.max(), darkest > 0 else { return nil }
        coefficients = fit
        range = darkest...brightest
    }

    /// Whether the light is even and bright enough to keep the picture unchanged.
    var isSufficient: Bool { range.lowerBound >= Self.sufficient }

    /// Returns the picture as it would look under even lighting.
    func evened(_ image: GrayImage) -> GrayImage {
        var result = image
        let (width, height) = (image.width, image.height)
        let (darkest, brightest) = (Float(range.lowerBound), Float(range.upperBound))
        let places = (0..<width).map { Float(Self.place($0, in: width)) }
        result.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<height {
                let terms = Self.terms(coefficients, y: Self.place(y, in: height)).map(Float.init)
                let row = y * width
                for x in 0..<width {
                    let light = min(brightest, max(darkest, terms.reversed().reduce(0) { $0 * places[x] + $1 }))
                    pixels[row + x] = UInt8(min(255, Float(pixels[row + x]) * Float(Self.level) / light + 0.5))
                }
            }
        }
        return result
    }

    private struct Block {
        var x: Double
        var y: Double
        var level: Double
    }

    /// Returns the position of a pixel, scaled to the range from -1 to 1.
    private static func place(_ pixel: Int, in length: Int) -> Double { (2 * Double(pixel) + 1) / Double(length) - 1 }

    private static func blocks(of image: GrayImage, side: Int) -> [Block] {
        var result: [Block] = []
        var histogram = [Int](repeating: 0, count: 256)
        for top in stride(from: 0, through: image.height - side, by: side) {
            for left in stride(from: 0, through: image.width - side, by: side) {
                for i in histogram.indices { histogram[i] = 0 }
                var samples = 0
                for y in stride(from: top, to: top + side, by: step) {
                    for x in stride(from: left, to: left + side, by: step) {
                        histogram[Int(image[x, y])] += 1
                        samples += 1
                    }
                }
                var darker = 0
                let level = histogram.firstIndex {
                    darker += $0
                    return Double(darker) >= rank * Double(samples)
                }
                result.append(
                    Block(
                        x: place(left + side / 2, in: image.width), y: place(top + side / 2, in: image.height),
                        level: Double(level ?? 255)))
            }
        }
        return result
    }

    /// Returns the polynomial in x for one y, constant term first.
    private static func terms(_ coefficients: [Double], y: Double) -> [Double] {
        var result = [Double](repeating: 0, count: degree + 1)
        var next = 0
        var power = 1.0
        for j in 0...degree {
            for i in 0...degree - j {
                result[i] += coefficients[next] * power
                next += 1
            }
            power *= y
        }
        return result
    }

    private static func value(_ coefficients: [Double], x: Double, y: Double) -> Double {
        terms(coefficients, y: y).reversed().reduce(0) { $0 * x + $1 }
    }

    /// Returns the weighted least-squares fit through the blocks, or nil if underdetermined.
    private static func fit(_ blocks: [Block], _ weights: [Double]) -> [Double]? {
        let count = (degree + 1) * (degree + 2) / 2
        // The normal equations, with the right-hand side as the last column.
        var rows = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
        var basis = [Double](repeating: 0, count: count)
        for (block, weight) in zip(blocks, weights) where weight > 0 {
            var next = 0
            var yPower = 1.0
            for j in 0...degree {
                var power = yPower
                for _ in 0...degree - j {
                    basis[next] = power
                    next += 1
                    power *= block.x
                }
                yPower *= block.y
            }
            for i in 0..<count {
                for k in i..<count { rows[i][k] += weight * basis[i] * basis[k] }
                rows[i][count] += weight * basis[i] * block.level
            }
        }
        for i in 0..<count {
            for k in 0..<i { rows[i][k] = rows[k][i] }
        }
        return LinearEquations.solved(rows, leastPivot: 1e-9)
    }
}
