import FormModel
import KnownForms
import Testing

/// Pictures of single words for text recognition.
struct FramedWordTests {
    /// A word of two strokes on gray paper, with a rule at each edge.
    private func word(rules: Bool) -> GrayImage {
        var image = GrayImage(width: 40, height: 30, pixels: [UInt8](repeating: 230, count: 40 * 30))
        // Strokes reach from the cap line to the baseline, and a bar joins them.
        for row in 8..<24 { for column in [14, 15, 24, 25] { image[column, row] = 60 } }
        for column in 14..<26 { image[column, 12] = 60 }
        guard rules else { return image }
        for column in 0..<40 { for row in [2, 3, 27] { image[column, row] = 30 } }
        for row in 0..<30 { for column in [1, 37] { image[column, row] = 30 } }
        return image
    }

    private func inkCount(_ image: GrayImage) -> Int { image.pixels.count { $0 < 150 } }

    @Test("rules at the edges of a word are cut off, and its strokes are kept")
    func rules() {
        let framed = word(rules: true).framed(by: 7)
        #expect(inkCount(framed) == inkCount(word(rules: false)))
        #expect(framed.width == 35 + 14 && framed.height == 23 + 14)
    }

    @Test("the frame has the brightness of the word's paper")
    func paper() {
        let framed = word(rules: false).framed(by: 7)
        #expect(framed.width == 54 && framed.height == 44)
        #expect(framed[0, 0] == 230 && framed[53, 43] == 230 && framed[7 + 14, 7 + 8] == 60)
    }

    @Test("rules farther inside are left, since they may be strokes")
    func inside() {
        var image = word(rules: false)
        for column in 0..<40 { image[column, 15] = 30 }
        #expect(inkCount(image.framed(by: 3)) == inkCount(image))
    }
}
