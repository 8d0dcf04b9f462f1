package import Geometry

/// The strokes of letters that touch print, such as of a *g* on a rule.
///
/// Print is taken out with a margin, since that of a scan is wider than the blank's. What is dark in the margin is a
/// stroke if it is short in both directions, which a rule is not, and goes on in written ink.
package struct TouchingStrokes {
    /// The image with the print.
    let image: GrayImage
    /// The pixels that were taken out with the print, but are beside it.
    let margin: [Bool]
    /// The brightness below which a pixel is ink.
    let level: UInt8
    /// Maximum length of a stroke in pixels.
    let longest: Int

    /// Creates the strokes of an image.
    ///
    /// - Parameters:
    ///   - image: the image with the print.
    ///   - margin: whether each pixel was taken out with the print, but is beside it; row by row.
    ///   - level: the brightness below which a pixel is ink.
    ///   - longest: maximum length of a stroke in pixels.
    package init(image: GrayImage, margin: [Bool], level: UInt8, longest: Int) {
        self.image = image
        self.margin = margin
        self.level = level
        self.longest = longest
    }

    /// Puts the strokes into an image of the written ink, of the same size.
    package func restore(into written: inout GrayImage) {
        guard margin.contains(true) else { return }
        let isStroke = margin.indices.map {
            margin[$0] && image.pixels[$0] < level && image.isInShortStroke($0, below: level, longest: longest)
        }
        var open = written.pixels.indices.filter { written.pixels[$0] < level }
        while let index = open.popLast() {
            let (row, column) = index.quotientAndRemainder(dividingBy: image.width)
            for y in max(0, row - 1)...min(image.height - 1, row + 1) {
                for x in max(0, column - 1)...min(image.width - 1, column + 1) {
                    let next = y * image.width + x
                    guard isStroke[next], written.pixels[next] >= level else { continue }
                    written[x, y] = image.pixels[next]
                    open.append(next)
                }
            }
        }
    }
}
