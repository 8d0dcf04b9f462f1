import Foundation
package import Portfolio

/// The measurements of pixels for the scores of a picture.
package struct PixelMeasures {
    /// The maximum longer side of measured pictures in pixels; smaller ones keep their size.
    package static let side = 512
    /// The number of tiles in each direction.
    private static let tiles = 8

    /// The features.
    package let features: PictureFeatures
    /// The 64 bits of the difference hash as 16 hexadecimal digits.
    package let differenceHash: String

    /// Measures a picture.
    package init(_ grid: PixelGrid) {
        let luma = grid.luma
        let (mean, deviation) = Self.meanAndDeviation(luma)
        let variances = Self.variances(luma, grid.width, grid.height)
        features = PictureFeatures(
            sharpness: Self.rounded(Self.percentile(variances, 0.9)),
            noise: Self.rounded(Self.percentile(variances, 0.05)), mean: Self.rounded(mean),
            deviation: Self.rounded(deviation), clipped: Self.rounded(Self.clipped(grid, luma)),
            colorfulness: Self.rounded(Self.colorfulness(grid)),
            flatness: Self.rounded(Self.flatness(luma, grid.width)))
        differenceHash = Self.differenceHash(luma, grid.width, grid.height)
    }

    /// Rounds a number to four places, precise enough for scores and short in JSON.
    package static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

    private static func meanAndDeviation(_ values: [Double]) -> (mean: Double, deviation: Double) {
        guard !values.isEmpty else { return (0, 0) }
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(values.count)).squareRoot())
    }

    /// Returns the variances of the 4-neighbour Laplacian in 8 by 8 tiles.
    ///
    /// The outermost pixels have no Laplacian.
    private static func variances(_ luma: [Double], _ width: Int, _ height: Int) -> [Double] {
        guard width >= 3, height >= 3 else { return [] }
        var variances: [Double] = []
        luma.withUnsafeBufferPointer { luma in
            for row in 0..<tiles {
                for column in 0..<tiles {
                    var (sum, squares, count) = (0.0, 0.0, 0.0)
                    let across = (column * (width - 2) / tiles)..<((column + 1) * (width - 2) / tiles)
                    for y in (row * (height - 2) / tiles)..<((row + 1) * (height - 2) / tiles) {
                        for x in across {
                            let i = (y + 1) * width + x + 1
                            let value = luma[i - 1] + luma[i + 1] + luma[i - width] + luma[i + width] - 4 * luma[i]
                            sum += value
                            squares += value * value
                            count += 1
                        }
                    }
                    if count > 0 { variances.append(max(0, squares / count - sum / count * (sum / count))) }
                }
            }
        }
        return variances
    }

    /// Returns a percentile of the values with linear interpolation.
    package static func percentile(_ values: [Double], _ share: Double) -> Double {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let place = share * Double(sorted.count - 1)
        let low = Int(place)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
    }

    private static func clipped(_ grid: PixelGrid, _ luma: [Double]) -> Double {
        var count = 0
        for i in luma.indices {
            let highest = max(grid.samples[3 * i], grid.samples[3 * i + 1], grid.samples[3 * i + 2])
            if highest <= 4 || highest >= 253 && luma[i] >= 180 { count += 1 }
        }
        return luma.isEmpty ? 0 : Double(count) / Double(luma.count)
    }

    /// Returns the colourfulness by Hasler and Süsstrunk (2003).
    private static func colorfulness(_ grid: PixelGrid) -> Double {
        let pixels = 0..<grid.width * grid.height
        func samples(_ i: Int) -> (red: Double, green: Double, blue: Double) {
            (Double(grid.samples[3 * i]), Double(grid.samples[3 * i + 1]), Double(grid.samples[3 * i + 2]))
        }
        let (redGreen, yellowBlue) = (
            meanAndDeviation(pixels.map { samples($0).red - samples($0).green }),
            meanAndDeviation(pixels.map { (samples($0).red + samples($0).green) / 2 - samples($0).blue })
        )
        func length(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }
        return length(redGreen.deviation, yellowBlue.deviation) + 0.3 * length(redGreen.mean, yellowBlue.mean)
    }

    private static func flatness(_ luma: [Double], _ width: Int) -> Double {
        guard width > 1 else { return 1 }
        var (flat, count) = (0, 0)
        for i in luma.indices where i % width != 0 {
            count += 1
            // The sums of three products may differ in the last bits for equal levels.
            if abs(luma[i] - luma[i - 1]) <= 2 + 1e-9 { flat += 1 }
        }
        return count == 0 ? 1 : Double(flat) / Double(count)
    }

    /// Returns a hash with one bit for each horizontal pair of 9 by 8 areas.
    ///
    /// The bit is set if the right area is lighter. Bits are in row order, the first one highest.
    private static func differenceHash(_ luma: [Double], _ width: Int, _ height: Int) -> String {
        func area(_ column: Int, _ row: Int) -> Double {
            // In a picture with fewer pixels, areas share them.
            let left = column * width / 9
            let top = row * height / 8
            let across = left..<max(left + 1, (column + 1) * width / 9)
            let down = top..<max(top + 1, (row + 1) * height / 8)
            var sum = 0.0
            for y in down { for x in across { sum += luma[y * width + x] } }
            return sum / Double(across.count * down.count)
        }
        var bits: UInt64 = 0
        for row in 0..<8 {
            var last = area(0, row)
            for column in 1...8 {
                let next = area(column, row)
                bits = bits << 1 | (next > last + 1e-9 ? 1 : 0)
                last = next
            }
        }
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
