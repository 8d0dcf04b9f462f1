import Portfolio
import Testing

@Suite struct PictureQualityTests {
    @Test("a photo is judged by sharpness, size, light, contrast and colour")
    func photo() {
        let quality = PictureQuality(Sample.picture(1920, 1280))
        // s = (log10(1 + 999) − 1.5) / 2 = (3 − 1.5) / 2 = 0.75
        #expect(quality.sharpness == 0.75)
        // r = log2(1920 / 640) / log2(6) = 1.584963 / 2.584963 = 0.613147
        #expect(quality.resolution == 0.6131)
        // e: 109.65 / 255 = 0.43 and nothing is clipped
        #expect(quality.exposure == 1)
        // k = 56.1 / 255 / 0.22 = 0.22 / 0.22
        #expect(quality.contrast == 1)
        // m = 41 / 82
        #expect(quality.colorfulness == 0.5)
        #expect(quality.pictureClass == .photo)
        // 0.30 · 0.75 + 0.20 · 0.613147 + 0.25 · 1 + 0.15 · 1 + 0.10 · 0.5
        // = 0.225 + 0.122629 + 0.25 + 0.15 + 0.05 = 0.797629
        #expect(quality.score == 0.7976)
    }

    @Test("a photo without colours is judged by the rest")
    func blackAndWhite() {
        var features = Sample.features
        features.colorfulness = 4.9
        let quality = PictureQuality(Sample.picture(1920, 1280, features: features))
        #expect(quality.pictureClass == .blackAndWhite)
        // (0.225 + 0.122629 + 0.25 + 0.15) / 0.9 = 0.747629 / 0.9 = 0.830699
        #expect(quality.score == 0.8307)
        features.colorfulness = 5
        #expect(PictureQuality(Sample.picture(features: features)).pictureClass == .photo)
    }

    @Test("a graphic is judged without light and colour")
    func graphic() {
        var features = Sample.features
        features.flatness = 0.82
        features.mean = 250
        let quality = PictureQuality(Sample.picture(1920, 1280, features: features))
        #expect(quality.pictureClass == .graphic)
        // 0.45 · 0.75 + 0.25 · 0.613147 + 0.30 · 1 = 0.3375 + 0.153287 + 0.3 = 0.790787
        #expect(quality.score == 0.7908)
        features.flatness = 0.8199
        #expect(PictureQuality(Sample.picture(features: features)).pictureClass == .photo)
    }

    @Test("a drawing is as sharp as it is printed")
    func drawing() {
        #expect(PictureQuality(Sample.picture(24, 24, isDrawing: true)).resolution == 1)
        #expect(PictureQuality(Sample.picture(24, 24)).resolution == 0)
    }

    @Test("dark, bright and clipped pictures lose")
    func exposure() {
        func exposure(mean: Double, clipped: Double) -> Double {
            var features = Sample.features
            (features.mean, features.clipped) = (mean, clipped)
            return PictureQuality(Sample.picture(features: features)).exposure
        }
        // |mean/255 − 0.43| up to 0.12 costs nothing: 0.55 · 255 = 140.25
        #expect(exposure(mean: 140.25, clipped: 0.02) == 1)
        // 38.25 / 255 = 0.15; 0.28 − 0.12 = 0.16; 1 − 0.16 / 0.35 = 0.542857
        #expect(exposure(mean: 38.25, clipped: 0) == 0.5429)
        // 1 − (0.09 − 0.02) / 0.35 = 0.8
        #expect(exposure(mean: 109.65, clipped: 0.09) == 0.8)
        // 0.542857 · 0.8 = 0.434286
        #expect(exposure(mean: 38.25, clipped: 0.09) == 0.4343)
        // 1 − 0.38 / 0.35 < 0
        #expect(exposure(mean: 109.65, clipped: 0.4) == 0)
    }

    private static let details = PictureDetails(highlights: 175, burnt: 0, white: 0, grain: 1.5, blocks: 0.3)

    /// The quality of a picture by the second version of the scorer.
    private func second(_ change: (inout PictureFeatures, inout PictureDetails) -> Void = { _, _ in }) -> PictureQuality
    {
        var features = Sample.features
        var details = Self.details
        (features.noise, features.deviation) = (0, 50)
        change(&features, &details)
        features.details = details
        return PictureQuality(Sample.picture(1920, 1280, features: features))
    }

    @Test("the second version judges a photo by sharpness, size, light, contrast and colour too")
    func secondVersion() {
        let quality = second()
        // Relative to a deviation of 50, the sharpness is itself: 0.75. r = log2(1920 / 240) / 4 = 3 / 4
        #expect(quality.sharpness == 0.75 && quality.resolution == 0.75 && quality.exposure == 1)
        // k = 50 / 56.1 = 0.891266; m = 0.5 · √(110 / 129.65) = 0.5 · 0.921114
        #expect(quality.contrast == 0.8913 && quality.colorfulness == 0.4606)
        #expect(quality.noise == 0 && quality.blocks == 0 && quality.pictureClass == .photo)
        // 0.27 · 0.75 + 0.25 · 0.75 + 0.26 + 0.14 · 0.891266 + 0.08 · 0.460557 = 0.811622
        #expect(quality.score == 0.8116)
        // Without the new measurements, and where it is asked for, the first version remains.
        #expect(PictureQuality(Sample.picture()).noise == nil)
        var features = Sample.features
        features.details = Self.details
        let picture = Sample.picture(1920, 1280, features: features)
        #expect(PictureQuality(picture, version: .first) == PictureQuality(Sample.picture(1920, 1280)))
    }

    @Test("noise and blocks of JPEG lower the score, and noise is not sharpness")
    func noiseAndBlocks() {
        let clean = second()
        let noisy = second { features, details in
            (features.sharpness, features.noise, details.grain) = (1_399, 200, 7.5)
        }
        #expect(noisy.sharpness == clean.sharpness && noisy.noise == 0.35)
        #expect(abs(noisy.score - 0.65 * clean.score) < 0.0001)
        let blocky = second { $1.blocks = 1.3 }
        #expect(blocky.blocks == 0.15 && abs(blocky.score - 0.85 * clean.score) < 0.0001)
    }

    @Test("sharpness counts relative to contrast, and darkness less if there are lights")
    func relative() {
        #expect(second { features, _ in features.deviation = 12.5 }.sharpness > second().sharpness)
        func exposure(mean: Double, _ highlights: Double, burnt: Double = 0) -> Double {
            second { features, details in
                (features.mean, details.highlights, details.burnt) = (mean, highlights, burnt)
            }.exposure
        }
        #expect(exposure(mean: 25.5, 175) == 1 && exposure(mean: 102, 145) == 0.5)
        // 0.5 · (1 − 0.3 / 0.35 · 0.5)
        #expect(exposure(mean: 25.5, 145) == 0.2857)
        #expect(exposure(mean: 102, 175, burnt: 0.1) == 0.75 && exposure(mean: 102, 175, burnt: 0.5) == 0)
        // 1 − (0.9 − 0.72) / 0.35
        #expect(exposure(mean: 229.5, 175) == 0.4857)
    }

    @Test("between photos and graphics the score changes steadily")
    func steady() {
        func quality(_ flatness: Double, _ change: (inout PictureDetails) -> Void = { _ in }) -> PictureQuality {
            second { features, details in
                features.flatness = flatness
                change(&details)
            }
        }
        let (photo, graphic) = (quality(0.77).score, quality(0.87).score)
        #expect(abs(quality(0.82).score - (photo + graphic) / 2) <= 0.0001 && photo != graphic)
        #expect(quality(0.8199).pictureClass == .photo && quality(0.8201).pictureClass == .graphic)
        // White paper is no loss, a clipped colour is: 0.40 · 0.75 + 0.35 · 0.75 + 0.25 · 0.891266 = 0.785317
        #expect(quality(0.9) { ($0.burnt, $0.white) = (0.8, 0.8) }.score == 0.7853)
        #expect(quality(0.9) { ($0.burnt, $0.white) = (0.8, 0.4) }.score == 0.3141)
    }

    @Test("each term ends at 0 and 1")
    func ends() {
        var features = Sample.features
        features.sharpness = 1e9
        #expect(PictureQuality(Sample.picture(64_000, 10, features: features)).sharpness == 1)
        // 640 · 6 = 3840
        #expect(PictureQuality(Sample.picture(3840, 10)).resolution == 1)
        #expect(PictureQuality(Sample.picture(10, 3840)).resolution == 1)
        #expect(PictureQuality(Sample.picture(640, 480)).resolution == 0)
        features.sharpness = .nan
        features.deviation = 0
        let quality = PictureQuality(Sample.picture(features: features))
        #expect(quality.sharpness == 0)
        #expect(quality.contrast == 0)
    }
}
