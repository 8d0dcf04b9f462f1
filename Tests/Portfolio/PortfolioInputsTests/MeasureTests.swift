import Foundation
import Portfolio
import TestSupport
import Testing
import Vips

import PortfolioInputs

@Suite("What is measured on pictures") struct MeasureTests {
    /// What NumPy and the BlurHash of PyPI say about `tiny.png`.
    private struct Expected: Decodable {
        var blurHash: String
        var sharpness, mean, deviation, clipped, colorfulness, flatness: Double
        var differenceHash: String
    }

    @Test("features, hash and BlurHash are those that NumPy and PyPI's blurhash find")
    func independent() throws {
        let expected = try JSONDecoder().decode(Expected.self, from: try Fixture.data("tiny.json"))
        let grid = PixelGrid(try SourcePicture(try Fixture.data("tiny.png")).raster(longerSide: 512))
        let measures = PixelMeasures(grid)
        let features = measures.features
        for (found, wanted) in [
            (features.sharpness, expected.sharpness), (features.mean, expected.mean),
            (features.deviation, expected.deviation), (features.clipped, expected.clipped),
            (features.colorfulness, expected.colorfulness), (features.flatness, expected.flatness),
        ] { #expect(abs(found - wanted) < 0.0001) }
        #expect(measures.differenceHash == expected.differenceHash)
        #expect(BlurHash.text(of: grid, across: 4, down: 3) == expected.blurHash)
    }

    private func grid(_ width: Int, _ height: Int, _ colour: (Int, Int) -> [UInt8]) -> PixelGrid {
        PixelGrid(
            width: width, height: height, samples: (0..<width * height).flatMap { colour($0 % width, $0 / width) })
    }

    @Test("figures worked out by hand")
    func byHand() {
        let half = PixelMeasures(grid(20, 10) { x, _ in x < 10 ? [0, 0, 0] : [255, 255, 255] }).features
        #expect(half.mean == 127.5 && half.deviation == 127.5 && half.clipped == 1 && half.colorfulness == 0)
        // Of 19 neighbours in each row, one pair differs.
        #expect(abs(half.flatness - 0.9474) < 0.0001)
        let gray = PixelMeasures(grid(16, 16) { _, _ in [128, 128, 128] })
        #expect(
            gray.features.sharpness == 0 && gray.features.flatness == 1
                && gray.differenceHash == String(repeating: "0", count: 16))
        // Pure red: highest channel 255, but a luma of 54 is no loss of light.
        #expect(PixelMeasures(grid(4, 4) { _, _ in [255, 0, 0] }).features.clipped == 0)
        #expect(
            PixelMeasures(grid(9, 8) { x, _ in [UInt8(x * 20), UInt8(x * 20), UInt8(x * 20)] }).differenceHash
                == String(repeating: "f", count: 16))
        #expect(PixelMeasures.percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9) == 10)
        #expect(PixelMeasures(grid(1, 1) { _, _ in [9, 9, 9] }).features.sharpness == 0)
    }

    @Test("noise raises the variance of every tile, detail only that of some")
    func noise() {
        var state: UInt64 = 1
        func level(_ x: Int, _ spread: Int) -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(
                clamping: (x < 64 ? 90 : 160) + (spread == 0 ? 0 : Int(state >> 33) % (2 * spread + 1) - spread))
        }
        func features(_ spread: Int) -> PictureFeatures {
            PixelMeasures(
                grid(128, 128) { x, _ in
                    let level = level(x, spread)
                    return [level, level, level]
                }
            ).features
        }
        #expect(features(0).noise == 0 && features(0).sharpness > 0)
        // The variance of an even spread of 20 either way is 140, and the Laplacian has 20 times as much.
        let noisy = features(20).noise ?? 0
        #expect(noisy > 1_700 && noisy < 2_800, "\(noisy)")
    }

    /// A picture of a slope with the given noise, and as a JPEG of a quality if one is given.
    private func slope(noise: Int = 0, quality: Int? = nil, side: Int = 320) throws -> PixelGrid {
        var generator = SeededGenerator(seed: 5)
        let plain = grid(side, side) { x, y in
            let level = 60 + 120 * (x + y) / (2 * side) + Int(12 * sin(Double(x * y) / 900))
            return [UInt8](
                repeating: UInt8(clamping: level + (noise == 0 ? 0 : .random(in: -noise...noise, using: &generator))),
                count: 3)
        }
        guard let quality else { return plain }
        let bytes = try RasterPicture(
            width: side, height: side,
            samples: plain.samples.enumerated().flatMap { $0.offset % 3 == 2 ? [$0.element, 255] : [$0.element] })
        return PixelGrid(
            try SourcePicture(try bytes.flattened().jpeg(quality: quality, isSubsampled: false)).raster(
                longerSide: side))
    }

    @Test("grain is the standard deviation of noise, and blocks are those of a strong JPEG")
    func details() throws {
        func details(_ grid: PixelGrid, isShrunk: Bool = false) -> PictureDetails {
            DetailMeasures.details(small: grid, large: grid, isShrunk: isShrunk)
        }
        let clean = details(try slope())
        // An even spread of 20 either way deviates by √140 = 11.8; the smoothest tenth by a little less.
        let noisy = details(try slope(noise: 20))
        #expect(clean.grain < 1 && (10...12.5).contains(noisy.grain), "\(clean.grain), \(noisy.grain)")
        let (fine, coarse) = (try slope(noise: 2, quality: 95), try slope(noise: 2, quality: 8))
        #expect(details(fine).blocks < 0.3 && details(coarse).blocks > 1, "\(details(coarse).blocks)")
        #expect(details(coarse, isShrunk: true).blocks == 0)
    }

    @Test("lights are the highest percentile, and burnt pixels have one channel at its end")
    func lights() {
        let picture = grid(100, 10) { x, _ in
            x < 90 ? [100, 100, 100] : x < 95 ? [255, 0, 0] : [250, 252, 251]
        }
        let details = DetailMeasures.details(small: picture, large: picture, isShrunk: false)
        #expect(details.burnt == 0.05 && details.white == 0.05 && details.highlights > 250)
        #expect(details.grain == 0 && details.blocks == 0)
        let tiny = grid(1, 1) { _, _ in [9, 9, 9] }
        #expect(DetailMeasures.details(small: tiny, large: tiny, isShrunk: false).highlights == 9)
    }

    @Test("a smaller or recompressed copy has nearly the same hash, another picture has not")
    func hashes() throws {
        func hash(_ data: Data, _ side: Int, quality: Int? = nil) throws -> UInt64 {
            var picture = try SourcePicture(data).raster(longerSide: side)
            if let quality {
                picture = try SourcePicture(try picture.jpeg(quality: quality, isSubsampled: true)).raster(
                    longerSide: side)
            }
            return try #require(UInt64(PixelMeasures(PixelGrid(picture)).differenceHash, radix: 16))
        }
        let dune = try Fixture.data("dune.jpg")
        let original = try hash(dune, 512)
        #expect((original ^ (try hash(dune, 200))).nonzeroBitCount <= 6)
        #expect((original ^ (try hash(dune, 512, quality: 30))).nonzeroBitCount <= 6)
        #expect((original ^ (try hash(try Fixture.data("srgb.jpg"), 512))).nonzeroBitCount > 12)
    }

    @Test("colours are found by share, the same each time")
    func colours() throws {
        let found = ColorClusters.of(grid(10, 10) { x, _ in x < 7 ? [255, 0, 0] : [0, 0, 255] })
        #expect(found.map(\.share) == [0.7, 0.3])
        // Ottosson's figures for pure red and blue.
        #expect(
            abs(found[0].lightness - 0.628) < 0.001 && abs(found[0].a - 0.2249) < 0.001
                && abs(found[0].b - 0.1258) < 0.001)
        #expect(abs(found[1].lightness - 0.452) < 0.001 && abs(found[1].b + 0.3115) < 0.001)
        let dune = PixelGrid(try SourcePicture(try Fixture.data("dune.jpg")).raster(longerSide: 64))
        let clusters = ColorClusters.of(dune)
        #expect(clusters.count == 5 && clusters == ColorClusters.of(dune))
        #expect(abs(clusters.map(\.share).reduce(0, +) - 1) < 0.001)
        #expect(ColorClusters.of(grid(3, 3) { _, _ in [0, 0, 0] }).count == 1)
    }

    @Test("edges are the outermost pixels, each once")
    func edges() {
        // Numbered from 1, row by row: 1 2 3 4, 5 6 7 8, 9 10 11 12.
        let edges = grid(4, 3) { x, y in [UInt8(y * 4 + x + 1), 0, 0] }.edges
        #expect(edges.width == 10 && edges.height == 1)
        let numbers = stride(from: 0, to: edges.samples.count, by: 3).map { edges.samples[$0] }
        #expect(numbers == [1, 2, 3, 4, 5, 8, 9, 10, 11, 12])
        #expect(grid(1, 3) { _, y in [UInt8(y), 0, 0] }.edges.samples == [0, 0, 0, 1, 0, 0, 2, 0, 0])
        #expect(grid(2, 1) { x, _ in [UInt8(x), 0, 0] }.edges.samples == [0, 0, 0, 1, 0, 0])
        let framed = grid(10, 10) { x, y in x == 0 || y == 0 || x == 9 || y == 9 ? [255, 255, 255] : [9, 9, 9] }
        #expect(ColorClusters.of(framed.edges).map(\.share) == [1])
    }
}
