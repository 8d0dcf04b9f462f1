/// The colours of the brightest parts of a page, block by block.
///
/// They are the paper's, except where print covers it.
struct LightGrid {
    let columns: Int
    let rows: Int
    /// The side of a block in pixels.
    let block: Int
    var colors: [SIMD4<Float>]

    /// The side of a block in points.
    static let blockSide = 3.0
    /// The share of a block's samples that its paper is taken from, the brightest.
    private static let paperShare = 0.25

    /// Measures the colours; `resolution` is in pixels per inch.
    init(of page: ColorPicture, resolution: Double) {
        block = max(4, Int((Self.blockSide * resolution / 72).rounded()))
        columns = (page.width + block - 1) / block
        rows = (page.height + block - 1) / block
        colors = Self.measured(page, block: block, columns: columns, rows: rows)
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

    /// The number of blocks in a length in points.
    func blocks(_ points: Double, resolution: Double) -> Int {
        Int((points * resolution / 72 / Double(block)).rounded())
    }

    /// Gives marks narrower than twice the radius the colour around them (a closing).
    ///
    /// The border is continued outside, so that a shadow that falls on it stays one.
    mutating func close(radius: Int) {
        // Within a radius of their border, stretches are longer than they should be.
        let margin = 2 * radius
        let (width, height) = (columns + 2 * margin, rows + 2 * margin)
        var padded: [SIMD4<Float>] = []
        padded.reserveCapacity(width * height)
        for y in 0..<height {
            let row = min(rows - 1, max(0, y - margin)) * columns
            for x in 0..<width { padded.append(colors[row + min(columns - 1, max(0, x - margin))]) }
        }
        for step in [(count: width, lines: height, step: 1), (height, width, width)] {
            Self.spread(&padded, step, radius) { pointwiseMax($0, $1) }
        }
        for step in [(count: width, lines: height, step: 1), (height, width, width)] {
            Self.spread(&padded, step, radius) { pointwiseMin($0, $1) }
        }
        for y in 0..<rows {
            for x in 0..<columns { colors[y * columns + x] = padded[(y + margin) * width + x + margin] }
        }
    }

    /// Replaces each colour by the mean of its surroundings.
    mutating func smooth() {
        let source = colors
        for y in 0..<rows {
            for x in 0..<columns {
                var (sum, count) = (SIMD4<Float>(), Float(0))
                for row in max(0, y - 1)...min(rows - 1, y + 1) {
                    for column in max(0, x - 1)...min(columns - 1, x + 1) {
                        (sum, count) = (sum + source[row * columns + column], count + 1)
                    }
                }
                colors[y * columns + x] = sum / count
            }
        }
    }

    /// Combines the values of each stretch along rows or columns, such as to their maximum.
    ///
    /// A stretch has `2 * radius + 1` values.
    ///
    /// Stretches of twice the length are combined from two, so the time hardly depends on the radius.
    private static func spread(
        _ values: inout [SIMD4<Float>], _ lines: (count: Int, lines: Int, step: Int), _ radius: Int,
        _ combined: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
    ) {
        let (count, step) = (lines.count, lines.step)
        let lineStep = step == 1 ? count : 1
        var line = [SIMD4<Float>](repeating: SIMD4(), count: count)
        for number in 0..<lines.lines {
            let start = number * lineStep
            for i in 0..<count { line[i] = values[start + i * step] }
            var length = 1
            while 2 * length <= 2 * radius + 1, 2 * length <= count {
                // The stretch that begins at each place.
                for i in 0..<count - length { line[i] = combined(line[i], line[i + length]) }
                length *= 2
            }
            for i in 0..<count {
                let (first, last) = (max(0, i - radius), min(count - 1, i + radius))
                values[start + i * step] = combined(line[min(first, count - length)], line[max(0, last - length + 1)])
            }
        }
    }
}
