import Foundation

/// The light on a page: the colour of blank paper at each place.
///
/// Dividing by it makes paper white under any light, and keeps the colours of ink, stamps and tints.
struct PageLight {
    private var grid: LightGrid

    /// Maximum relative brightness that becomes black.
    private static let mostBlack: Float = 0.4
    /// The share of pixels that are darker than print.
    private static let blackShare = 0.004
    /// Minimum relative brightness of paper and of what becomes white.
    private static let leastWhite: Float = 0.85
    /// The number of standard deviations below the paper's brightness that become white.
    ///
    /// They are its grain and the camera's noise.
    private static let grain: Float = 2
    /// Minimum number of pixels of the paper's brightness, over those of the most frequent one.
    private static let paperPeak = 0.15
    /// The half width of letters and bars in points.
    private static let marks = 36.0
    /// The half width of a tint in points.
    private static let tints = 150.0
    /// Minimum brightness of paper in a picture that stays as it is.
    private static let sufficient: Float = 225
    /// Minimum share of such paper; the rest can be printed areas.
    private static let brightShare = 0.75
    /// Minimum brightness of paper, over that of the page's bright parts.
    ///
    /// What is darker is print, not shadow.
    private static let leastLight: Float = 0.22

    /// Measures the light; `resolution` is in pixels per inch.
    init(on page: ColorPicture, resolution: Double) {
        grid = LightGrid(of: page, resolution: resolution)
        grid.close(radius: grid.blocks(Self.marks, resolution: resolution))
        let gradual = GradualLight.logarithms(of: grid).map { SIMD4(exp($0.x), exp($0.y), exp($0.z), 1) }
        // The paper under the gradual light, also where tints cover it.
        for i in gradual.indices { grid.colors[i] /= gradual[i] }
        grid.close(radius: grid.blocks(Self.tints, resolution: resolution))
        for i in gradual.indices { grid.colors[i] *= gradual[i] }
        let bright = grid.colors.map(\.brightness).sorted()
        let least = max(8, Self.leastLight * bright[bright.count * 9 / 10])
        for i in grid.colors.indices {
            let own = max(1, grid.colors[i].brightness)
            if own < least { grid.colors[i] *= least / own }
            grid.colors[i].clamp(lowerBound: SIMD4(repeating: 4), upperBound: SIMD4(repeating: 255))
        }
        grid.smooth()
    }

    /// Whether the paper is bright enough to keep the picture.
    var isBright: Bool {
        Double(grid.colors.count { $0.brightness >= Self.sufficient }) >= Self.brightShare * Double(grid.colors.count)
    }

    /// Returns the page under even light: paper white, print dark.
    func evened(_ page: ColorPicture) -> ColorPicture {
        let (black, paper, deviation) = range(of: page)
        let scale = 255 / (paper - black)
        // Tints keep their contrast with paper, of which a part is darker than its mean.
        let white = 255 - Self.grain * deviation * scale
        let knee = white - Self.grain * deviation * scale
        let lift = (255 - white) / (white - knee)
        let (columns, block) = (grid.columns, grid.block)
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
                            let plain = (color * factor - black) * scale
                            let even = (plain + pointwiseMax(plain - knee, SIMD4()) * lift + 0.5)
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
        let (rows, columns, block, colors) = (grid.rows, grid.columns, grid.block, grid.colors)
        let place = (Float(y) + 0.5) / Float(block) - 0.5
        let upper = min(rows - 1, max(0, Int(place.rounded(.down))))
        let lower = min(rows - 1, upper + 1)
        let t = min(1, max(0, place - Float(upper)))
        for column in 0..<columns {
            let (above, below) = (colors[upper * columns + column], colors[lower * columns + column])
            factors[column] = 1 / (above + (below - above) * t).replacing(with: 1, where: [false, false, false, true])
        }
    }

    /// Returns the relative brightness that becomes black, and that of paper with its standard deviation.
    private func range(of page: ColorPicture) -> (black: Float, paper: Float, deviation: Float) {
        let levels = 200
        var histogram = [Int](repeating: 0, count: levels + levels / 5)
        var count = 0
        for y in stride(from: 0, to: page.height, by: 5) {
            for x in stride(from: 0, to: page.width, by: 5) {
                let i = (y * page.width + x) * 3
                let light = grid.colors[y / grid.block * grid.columns + x / grid.block]
                let brightness =
                    (Float(page.pixels[i]) / light.x + Float(page.pixels[i + 1]) / light.y
                        + Float(page.pixels[i + 2]) / light.z) / 3
                histogram[min(histogram.count - 1, max(0, Int(Float(levels) * brightness)))] += 1
                count += 1
            }
        }
        var passed = 0
        let darkest = histogram.firstIndex {
            passed += $0
            return Double(passed) > Self.blackShare * Double(count)
        }
        let black = min(Self.mostBlack, Float(darkest ?? 0) / Float(levels))
        // The paper is the brightest of the frequent levels, and half as frequent at 1.18 standard deviations from it.
        let frequent = Self.paperPeak * Double(histogram.max() ?? 0)
        let paper = histogram.indices.last { i in
            Double(histogram[i]) >= frequent
                && (max(0, i - 3)...min(histogram.count - 1, i + 3)).allSatisfy { histogram[$0] <= histogram[i] }
        }
        guard let paper else { return (black, 1, 0.02) }
        let half = histogram[...paper].lastIndex { 2 * $0 < histogram[paper] } ?? 0
        // Even without noise, the encoder changes pixels near print.
        let deviation = min(0.04, max(0.01, Float(paper - half) / 1.18 / Float(levels)))
        return (black, min(1, max(Self.leastWhite, (Float(paper) + 0.5) / Float(levels))), deviation)
    }
}

extension SIMD4<Float> {
    /// The brightness of a colour: its darkest channel.
    fileprivate var brightness: Float { Swift.min(x, y, z) }
}
