import Foundation
package import Portfolio

/// Finds the main colours of a picture by deterministic k-means in OKLab.
package enum ColorClusters {
    private static let count = 5
    private static let rounds = 24

    /// Returns at most five clusters, largest first.
    package static func of(_ grid: PixelGrid) -> [ColorCluster] {
        let linear = (0...255).map { SRGB.linear(UInt8($0)) }
        let colours = stride(from: 0, to: grid.samples.count, by: 3).map { i in
            lab(
                linear[Int(grid.samples[i])], linear[Int(grid.samples[i + 1])], linear[Int(grid.samples[i + 2])])
        }
        var centres = starts(colours)
        var (sums, sizes) = assigned(colours, to: centres)
        for _ in 1..<rounds {
            let next = zip(sums, zip(sizes, centres)).map { sum, old in
                old.0 == 0 ? old.1 : sum / Double(old.0)
            }
            if next == centres { break }
            centres = next
            (sums, sizes) = assigned(colours, to: centres)
        }
        return zip(sums, sizes).filter { $0.1 > 0 }
            .map { sum, size in
                let centre = sum / Double(size)
                return ColorCluster(
                    lightness: PixelMeasures.rounded(centre.x), a: PixelMeasures.rounded(centre.y),
                    b: PixelMeasures.rounded(centre.z),
                    share: PixelMeasures.rounded(Double(size) / Double(colours.count)))
            }
            .sorted { ($0.share, $0.lightness, $0.a, $0.b) > ($1.share, $1.lightness, $1.a, $1.b) }
    }

    /// Returns the mean colour, then the colours farthest from those already chosen.
    private static func starts(_ colours: [SIMD3<Double>]) -> [SIMD3<Double>] {
        guard !colours.isEmpty else { return [] }
        var centres = [colours.reduce(SIMD3(repeating: 0), +) / Double(colours.count)]
        var distances = colours.map { distance($0, centres[0]) }
        while centres.count < count {
            var farthest = 0
            for i in distances.indices where distances[i] > distances[farthest] { farthest = i }
            guard distances[farthest] > 0 else { break }
            centres.append(colours[farthest])
            for i in distances.indices { distances[i] = min(distances[i], distance(colours[i], colours[farthest])) }
        }
        return centres
    }

    private static func assigned(
        _ colours: [SIMD3<Double>], to centres: [SIMD3<Double>]
    ) -> (sums: [SIMD3<Double>], sizes: [Int]) {
        var sums = [SIMD3<Double>](repeating: SIMD3(repeating: 0), count: centres.count)
        var sizes = [Int](repeating: 0, count: centres.count)
        for colour in colours {
            var nearest = 0
            var least = Double.infinity
            for (i, centre) in centres.enumerated() {
                let distance = distance(colour, centre)
                if distance < least { (nearest, least) = (i, distance) }
            }
            sums[nearest] += colour
            sizes[nearest] += 1
        }
        return (sums, sizes)
    }

    private static func distance(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
        let difference = one - other
        return (difference * difference).sum()
    }

    /// Converts linear sRGB to OKLab (Ottosson 2020).
    package static func lab(_ red: Double, _ green: Double, _ blue: Double) -> SIMD3<Double> {
        let l = cbrt(0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
        let m = cbrt(0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
        let s = cbrt(0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
        return SIMD3(
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s)
    }
}
