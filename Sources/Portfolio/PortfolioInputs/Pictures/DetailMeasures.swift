import Foundation
package import Portfolio

/// Measures the light, grain and JPEG blocks of a picture.
package enum DetailMeasures {
    /// Measures a picture.
    ///
    /// - Parameters:
    ///   - small: The picture as scored, at most ``PixelMeasures/side`` pixels long.
    ///   - large: The picture at up to 2,048 pixels.
    ///   - isShrunk: Whether the original is larger, so that its blocks are gone.
    /// - Returns: The measurements with four decimal places.
    package static func details(small: PixelGrid, large: PixelGrid, isShrunk: Bool) -> PictureDetails {
        let luma = small.luma
        var (burnt, white) = (0, 0)
        for i in luma.indices {
            let (red, green, blue) = (small.samples[3 * i], small.samples[3 * i + 1], small.samples[3 * i + 2])
            if max(red, green, blue) >= 253 { burnt += 1 }
            if min(red, green, blue) >= 250 { white += 1 }
        }
        let count = Double(max(1, luma.count))
        let full = large.luma
        return PictureDetails(
            highlights: PixelMeasures.rounded(PixelMeasures.percentile(luma, 0.99)),
            burnt: PixelMeasures.rounded(Double(burnt) / count), white: PixelMeasures.rounded(Double(white) / count),
            grain: PixelMeasures.rounded(grain(full, large.width, large.height)),
            blocks: isShrunk ? 0 : PixelMeasures.rounded(blocks(full, large.width, large.height)))
    }

    // MARK: Grain

    /// The side of a measured square in pixels.
    private static let square = 16
    /// The share of squares that are at least as smooth as the measured one.
    private static let smoothest = 0.1
    /// The mean lumas of squares without noise cut off by black or white.
    private static let unclipped = 16.0..<239.0
    /// The number of unclipped squares from which on only these count.
    private static let fewestUnclipped = 20

    /// Returns the standard deviation of the noise.
    ///
    /// The operator of Immerkær (1996) suppresses edges; its squares sum up to 36 times the variance of white noise.
    private static func grain(_ luma: [Double], _ width: Int, _ height: Int) -> Double {
        var all: [Double] = []
        var open: [Double] = []
        luma.withUnsafeBufferPointer { luma in
            for top in stride(from: 1, through: height - 1 - square, by: square) {
                for left in stride(from: 1, through: width - 1 - square, by: square) {
                    var (sum, squares) = (0.0, 0.0)
                    for y in top..<top + square {
                        for x in left..<left + square {
                            let i = y * width + x
                            let (above, below) = (i - width, i + width)
                            let corners = luma[above - 1] + luma[above + 1] + luma[below - 1] + luma[below + 1]
                            let sides = luma[above] + luma[below] + luma[i - 1] + luma[i + 1]
                            let value = corners - 2 * sides + 4 * luma[i]
                            squares += value * value
                            sum += luma[i]
                        }
                    }
                    let count = Double(square * square)
                    all.append(squares / count / 36)
                    if unclipped.contains(sum / count) { open.append(squares / count / 36) }
                }
            }
        }
        return PixelMeasures.percentile(open.count >= fewestUnclipped ? open : all, smoothest).squareRoot()
    }

    // MARK: Blocks

    /// The side of a JPEG's blocks in pixels.
    private static let block = 8
    /// The maximum difference of neighbours that counts.
    ///
    /// Larger ones are edges of what the picture shows.
    private static let largestStep = 16.0
    /// The step added to both sides of the ratio.
    ///
    /// Without it, smooth pictures would look blocky.
    private static let leastStep = 0.05

    /// Returns the mean strength of block borders in both directions.
    private static func blocks(_ luma: [Double], _ width: Int, _ height: Int) -> Double {
        guard width > 2 * block, height > 2 * block else { return 0 }
        var across = [Double](repeating: 0, count: block)
        var down = across
        luma.withUnsafeBufferPointer { luma in
            for y in 0..<height {
                for x in 0..<width {
                    let i = y * width + x
                    if x + 1 < width { across[x % block] += min(largestStep, abs(luma[i + 1] - luma[i])) }
                    if y + 1 < height { down[y % block] += min(largestStep, abs(luma[i + width] - luma[i])) }
                }
            }
        }
        func excess(_ sums: [Double], _ length: Int, _ lines: Int) -> Double {
            // The first columns occur once more if the length is no multiple of eight.
            let means = sums.enumerated().map { phase, sum in
                sum / Double(max(1, (length - 1 - phase + block - 1) / block * lines))
            }.sorted()
            guard let most = means.last else { return 0 }
            // Wherever the grid begins, one of eight columns is a border.
            let usual = means[(block - 2) / 2]
            return log2((most + leastStep) / (usual + leastStep))
        }
        return max(0, (excess(across, width, height) + excess(down, height, width)) / 2)
    }
}
