/// The light on a page: the colour of blank paper at each place.
///
/// Dividing by it makes paper white under any light, and keeps the colours of ink and stamps.
struct PageLight {
    private let columns: Int
    private let rows: Int
    private let block: Int
    /// The colour of paper in each block.
    private var colors: [SIMD4<Float>]
    /// The relative brightness that becomes white.
    ///
    /// The paper's grain and the camera's noise are above it.
    private static let white: Float = 0.92
    /// Maximum relative brightness that becomes black.
    private static let mostBlack: Float = 0.4
    /// The share of pixels that are darker than print.
    private static let blackShare = 0.004
    /// The side of a block in points.
    private static let blockSide = 3.0
    /// The half width of print in a photo, in points.
    ///
    /// Shadows can be narrow there.
    static let photoMarks = 36.0
    /// The half width of print in a scan, such as a tint, in points.
    static let scanMarks = 150.0
    /// The share of a block's samples that its paper is taken from, the brightest.
    private static let paperShare = 0.25
    /// Minimum brightness of paper in a picture that stays as it is.
    private static let sufficient: Float = 225
    /// Minimum share of such paper; the rest can be printed areas.
    private static let brightShare = 0.75
    /// Minimum brightness of paper, over that of the page's bright parts.
    ///
    /// What is darker is print, not shadow.
    private static let leastLight: Float = 0.22

    /// Measures the light.
    ///
    /// `resolution` is in pixels per inch, and `marks` the half width in points of what is print rather than shadow.
    init(on page: ColorPicture, resolution: Double, marks: Double) {
        let block = max(4, Int((Self.blockSide * resolution / 72).rounded()))
        let columns = (page.width + block - 1) / block
        let rows = (page.height + block - 1) / block
        self.block = block
        self.columns = columns
        self.rows = rows
        colors = Self.measured(page, block: block, columns: columns, rows: rows)
        let radius = Int((marks * resolution / 72 / Double(block)).rounded())
        close(radius: radius)
        let bright = colors.map(\.brightness).sorted()
        let least = max(8, Self.leastLight * bright[bright.count * 9 / 10])
        for i in colors.indices {
            let own = max(1, colors[i].brightness)
            if own < least { colors[i] *= least / own }
            colors[i].clamp(lowerBound: SIMD4(repeating: 4), upperBound: SIMD4(repeating: 255))
        }
        smooth()
    }

    /// Whether the paper is bright enough to keep the picture.
    var isBright: Bool {
        Double(colors.count { $0.brightness >= Self.sufficient }) >= Self.brightShare * Double(colors.count)
    }

    /// Returns the mean colour of the brightest samples of each block.
    private static func measured(_ page: ColorPicture, block: Int, columns: Int, rows: Int) -> [SIMD4<Float>] {
        var result = [SIMD4<Float>](repeating: SIMD4(repeating: 255), count: columns * rows)
        var histogram = [Int](repeating: 0, count: 256)
        page.pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<rows {
                let lines = stride(from: row * block, to: min(page.height, (row + 1) * block), by: 2)
                for column in 0..<columns {
                    let places = stride(from: column * block, to: min(page.width, (column + 1) * block), by: 2)
                    func eachSample(_ body: (_ level: UInt8, _ place: Int) -> Void) {
                        for y in lines {
                            for x in places {
                                let i = (y * page.width + x) * 3
                                body(min(pixels[i], pixels[i + 1], pixels[i + 2]), i)
                            }
                        }
                    }
                    for i in 0..<256 { histogram[i] = 0 }
                    var samples = 0
                    eachSample { level, _ in
                        histogram[Int(level)] += 1
                        samples += 1
                    }
                    let wanted = max(1, Int(paperShare * Double(samples)))
                    var (least, passed) = (256, 0)
                    while least > 0, passed < wanted {
                        least -= 1
                        passed += histogram[least]
                    }
                    var sum = SIMD4<Float>()
                    eachSample { level, i in
                        guard Int(level) >= least else { return }
                        sum += SIMD4(Float(pixels[i]), Float(pixels[i + 1]), Float(pixels[i + 2]), 0)
                    }
                    result[row * columns + column] = sum / Float(max(1, passed))
                }
            }
        }
        return result
    }

    /// Gives narrow marks the colour of the paper around them (a closing).
    ///
    /// The border is continued outside, so that a shadow that falls on it stays one.
    private mutating func close(radius: Int) {
        let (width, height) = (columns + 2 * radius, rows + 2 * radius)
        var padded: [SIMD4<Float>] = []
        padded.reserveCapacity(width * height)
        for y in 0..<height {
            let row = min(rows - 1, max(0, y - radius)) * columns
            for x in 0..<width { padded.append(colors[row + min(columns - 1, max(0, x - radius))]) }
        }
        padded = Self.passed(padded, width, height, radius) { pointwiseMax($0, $1) }
        padded = Self.passed(padded, width, height, radius) { pointwiseMin($0, $1) }
        for y in 0..<rows {
            for x in 0..<columns { colors[y * columns + x] = padded[(y + radius) * width + x + radius] }
        }
    }

    private mutating func smooth() {
        // The mean of a place and its neighbours, as sums whose fourth number counts them.
        let ones = colors.map { SIMD4($0.x, $0.y, $0.z, 1) }
        colors = Self.passed(ones, columns, rows, 1) { $0 + $1 }.map { $0 / $0.w }
    }

    /// Combines the values of each square of blocks.
    private static func passed(
        _ values: [SIMD4<Float>], _ width: Int, _ height: Int, _ radius: Int,
        _ combined: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) -> [SIMD4<Float>] {
        var current = values
        for (lines, count, lineStep, step) in [(height, width, width, 1), (width, height, 1, width)] {
            let source = current
            for line in 0..<lines {
                for i in 0..<count {
                    let first = max(0, i - radius)
                    var value = source[line * lineStep + first * step]
                    for k in first + 1..<min(count, i + radius + 1) {
                        value = combined(value, source[line * lineStep + k * step])
                    }
                    current[line * lineStep + i * step] = value
                }
            }
        }
        return current
    }

    /// Returns the page under even light: paper white, print dark.
    func evened(_ page: ColorPicture) -> ColorPicture {
        let black = black(of: page)
        let scale = 255 / (Self.white - black)
        var result = page
        let width = page.width
        result.pixels.withUnsafeMutableBufferPointer { pixels in
            var factors = [SIMD4<Float>](repeating: SIMD4(), count: columns)
            for y in 0..<page.height {
                rowFactors(y, into: &factors)
                factors.withUnsafeBufferPointer { factors in
                    var place = y * width * 3
                    for column in 0..<columns {
                        // Between the centres of blocks, in two halves.
                        let own = factors[column]
                        let (first, end) = (column * block, min(width, (column + 1) * block))
                        let before = factors[max(0, column - 1)]
                        let after = factors[min(columns - 1, column + 1)]
                        let half = Float(block) / 2
                        for x in first..<end {
                            let t = (Float(x - first) + 0.5 - half) / Float(block)
                            let factor = t < 0 ? own + (own - before) * t : own + (after - own) * t
                            let color = SIMD4(
                                Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 0)
                            let even = ((color * factor - black) * scale + 0.5)
                                .clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 255))
                            pixels[place] = UInt8(even.x)
                            pixels[place + 1] = UInt8(even.y)
                            pixels[place + 2] = UInt8(even.z)
                            place += 3
                        }
                    }
                }
            }
        }
        return result
    }

    /// Computes one over the light along a row of pixels.
    private func rowFactors(_ y: Int, into factors: inout [SIMD4<Float>]) {
        let place = (Float(y) + 0.5) / Float(block) - 0.5
        let upper = min(rows - 1, max(0, Int(place.rounded(.down))))
        let lower = min(rows - 1, upper + 1)
        let t = min(1, max(0, place - Float(upper)))
        for column in 0..<columns {
            let (above, below) = (colors[upper * columns + column], colors[lower * columns + column])
            factors[column] = 1 / (above + (below - above) * t).replacing(with: 1, where: [false, false, false, true])
        }
    }

    /// Returns the relative brightness of the darkest print.
    private func black(of page: ColorPicture) -> Float {
        var histogram = [Int](repeating: 0, count: 101)
        var count = 0
        for y in stride(from: 0, to: page.height, by: 5) {
            for x in stride(from: 0, to: page.width, by: 5) {
                let i = (y * page.width + x) * 3
                let light = colors[y / block * columns + x / block]
                let brightness =
                    (Float(page.pixels[i]) / light.x + Float(page.pixels[i + 1]) / light.y
                        + Float(page.pixels[i + 2]) / light.z) / 3
                histogram[min(100, max(0, Int(100 * brightness)))] += 1
                count += 1
            }
        }
        var passed = 0
        let level = histogram.firstIndex {
            passed += $0
            return Double(passed) > Self.blackShare * Double(count)
        }
        return min(Self.mostBlack, Float(level ?? 0) / 100)
    }
}

extension SIMD4<Float> {
    /// The brightness of a colour: its darkest channel.
    fileprivate var brightness: Float { Swift.min(x, y, z) }
}
