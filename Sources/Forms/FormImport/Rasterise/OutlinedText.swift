import FormModel

/// Text that is drawn as outlines.
///
/// Some programs export it so; the text layer lacks it.
enum OutlinedText {
    /// Maximum number of words in the text layer of such a page.
    private static let mostWords = 40
    /// Maximum share of such a page that pictures without words cover.
    private static let mostCovered = 0.5
    /// The brightness below which a pixel is ink.
    private static let inkLevel: UInt8 = 128
    /// Maximum length in points of a stroke of a letter.
    private static let longestStroke = 14.0
    /// Minimum ink of text in square points: some thirty letters.
    private static let leastInk = 250.0
    /// Maximum number of pieces of ink on such a page.
    ///
    /// A page of small print has half as many; a pattern of dots has more.
    private static let mostPieces = 20_000

    /// Returns whether a page's text is outlined.
    ///
    /// The text layer has few words, and the page is no picture, but has more ink of letters outside them.
    static func isOn(_ page: PageContent) -> Bool {
        let covered = page.unread.reduce(0) { $0 + $1.area }
        guard page.words.count <= mostWords, page.illegible.isEmpty,
            covered <= mostCovered * page.size.width * page.size.height, let ink = inkOfLetters(on: page)
        else { return false }
        return ink.outside > max(leastInk, ink.within)
    }

    /// Returns the ink in short strokes outside and within words, in square points.
    ///
    /// It is nil for a pattern of more pieces than a page has letters.
    private static func inkOfLetters(on page: PageContent) -> (outside: Double, within: Double)? {
        let (image, longest) = (page.image, Int(longestStroke * page.scale))
        var (outside, within, pieces) = (0, 0, 0)
        for index in image.pixels.indices where image.pixels[index] < inkLevel {
            guard image.isInShortStroke(index, below: inkLevel, longest: longest) else { continue }
            let (x, y) = (Double(index % image.width) / page.scale, Double(index / image.width) / page.scale)
            guard !page.words.contains(where: { $0.region.contains(x: x, y: y) }) else { within += 1; continue }
            outside += 1
            if isFirst(index, in: image) { pieces += 1 }
            if pieces > mostPieces { return nil }
        }
        let pixel = 1 / (page.scale * page.scale)
        return (Double(outside) * pixel, Double(within) * pixel)
    }

    /// Returns whether a pixel has no ink above or in front of it.
    private static func isFirst(_ index: Int, in image: GrayImage) -> Bool {
        let above = index - image.width
        return (above < 1 || image.pixels[above - 1...above + 1].allSatisfy { $0 >= inkLevel })
            && (index == 0 || image.pixels[index - 1] >= inkLevel)
    }
}
