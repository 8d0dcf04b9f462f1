import Portfolio
import Testing

@Suite("Near duplicates and their colours") struct NearDuplicateColorTests {
    private func picture(_ colors: [ColorCluster], deviation: Double = 50, hasAlpha: Bool = false) -> PictureFacts {
        PictureFacts(
            width: 1_000, height: 800,
            features: PictureFeatures(
                sharpness: 300, mean: 110, deviation: deviation, clipped: 0, colorfulness: 40, flatness: 0.3),
            differenceHash: "0f0f0f0f33335555", blurHash: "", colors: colors, hasAlpha: hasAlpha)
    }

    private let blue = ColorCluster(lightness: 0.5, a: 0, b: -0.1, share: 1)

    @Test("a picture in another colour is another picture")
    func otherColor() {
        let orange = ColorCluster(lightness: 0.5, a: 0.05, b: 0.1, share: 1)
        #expect(!NearDuplicates.areAlike(picture([blue]), picture([orange])))
    }

    @Test("a copy whose colours are divided among other clusters is a duplicate")
    func sameColor() {
        // 0.55 × 0.5 + 0.45 × 0.5 = 0.5; −0.1 on average.
        let divided = [
            ColorCluster(lightness: 0.55, a: 0, b: -0.05, share: 0.5),
            ColorCluster(lightness: 0.45, a: 0, b: -0.15, share: 0.5),
        ]
        #expect(NearDuplicates.areAlike(picture([blue]), picture(divided)))
        #expect(NearDuplicates.areAlike(picture([]), picture([blue])))
    }

    @Test("pictures of which white shows nothing, or another part, are different pictures")
    func transparent() {
        #expect(!NearDuplicates.areAlike(picture([], deviation: 0), picture([], deviation: 0)))
        #expect(!NearDuplicates.areAlike(picture([blue], hasAlpha: true), picture([blue], deviation: 60)))
        #expect(
            NearDuplicates.areAlike(picture([blue], hasAlpha: true), picture([blue], deviation: 52, hasAlpha: true)))
    }
}
