import FormReading
import Geometry
import Testing

@Suite("Strokes that touch print") struct TouchingStrokesTests {
    private static let (width, height) = (60, 40)
    /// The rows of a rule across the image, and those taken out with it on each side.
    private static let (rule, margin) = (24..<27, 3)

    /// Returns an image with the rule and strokes, and what is left of it without print.
    private func image(_ strokes: [(columns: Range<Int>, rows: Range<Int>)]) -> (
        all: GrayImage, written: GrayImage, margin: [Bool]
    ) {
        let (width, height) = (Self.width, Self.height)
        var all = GrayImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: width * height))
        for row in Self.rule { for column in 0..<width { all[column, row] = 40 } }
        for stroke in strokes {
            for row in stroke.rows { for column in stroke.columns { all[column, row] = 30 } }
        }
        let near = Self.rule.lowerBound - Self.margin..<Self.rule.upperBound + Self.margin
        var written = all
        for row in near { for column in 0..<width { written[column, row] = 255 } }
        let margin = (0..<width * height).map { near.contains($0 / width) && !Self.rule.contains($0 / width) }
        return (all, written, margin)
    }

    private func restored(_ strokes: [(columns: Range<Int>, rows: Range<Int>)]) -> GrayImage {
        var (all, written, margin) = image(strokes)
        TouchingStrokes(image: all, margin: margin, level: 150, longest: 16).restore(into: &written)
        return written
    }

    @Test("the loop of a letter that ends in the margin of a rule is put back, and the rule is not")
    func loop() {
        // A stem from above, and the loop that it ends in.
        let found = restored([(18..<20, 10..<23), (12..<20, 21..<23)])
        #expect(found[13, 22] < 150 && found[19, 22] < 150)
        for row in Self.rule { for column in 0..<Self.width { #expect(found[column, row] == 255) } }
    }

    @Test("what is dark in the margin without written ink stays out, and so does a wide rule")
    func print() {
        let found = restored([(12..<20, 21..<23), (30..<32, 10..<22), (28..<58, 22..<24)])
        #expect(found[13, 22] == 255)
        #expect(found[45, 23] == 255)
    }
}
