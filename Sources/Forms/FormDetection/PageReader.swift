package import FormModel
package import Tesseract

/// Straightens scans and recognises text that is missing from the text layer.
package struct PageReader {
    private let recognisers: RecogniserPool

    /// Minimum angle in degrees for rotating the picture.
    private static let leastSkew = 0.04
    /// Maximum angle in degrees that counts as skew.
    static let mostSkew = 5.0
    /// Minimum of Leptonica's confidence value at which an angle is reliable.
    static let skewConfidence = 3.0

    package init(recognisers: RecogniserPool) {
        self.recognisers = recognisers
    }

    package func read(_ page: PageContent) throws -> ReadPage {
        var result = try Self.straightened(page)
        for area in result.isScan ? [nil] : (page.unread + page.illegible).map(Optional.some) {
            result.words += try words(in: area, of: result.image, page.scale, besides: page.words)
        }
        return result
    }

    /// Returns a page with the words that its fonts hide.
    package func readingIllegible(_ page: PageContent) throws -> PageContent {
        var result = page
        for area in page.illegible {
            result.words += try words(in: area, of: page.image, page.scale, besides: page.words)
        }
        return result
    }

    /// Recognises the words of an area, or of the whole picture.
    ///
    /// Words of the text layer are not repeated.
    private func words(
        in area: Region?, of image: GrayImage, _ scale: Double, besides known: [Word]
    ) throws -> [Word] {
        let pixels = area.map {
            Region(x: $0.x * scale, y: $0.y * scale, width: $0.width * scale, height: $0.height * scale)
        }
        let words = try recognisers.withRecogniser {
            try $0.words(in: image, resolution: Int((72 * scale).rounded()), area: pixels)
        }
        return words.map { Self.inPoints($0, scale) }.filter { word in
            !known.contains { $0.region.contains(x: word.region.midX, y: word.region.midY) }
        }
    }

    /// Returns a page like ``read(_:)``, but with the words of its text layer only.
    ///
    /// The lighting of a scan is evened and the scan rotated upright first.
    package static func straightened(_ page: PageContent) throws -> ReadPage {
        var result = ReadPage(
            page: page.page, size: page.size, image: page.image, scale: page.scale, words: page.words, skew: 0,
            isScan: false)
        let covered = page.unread.reduce(0) { $0 + $1.area }
        guard page.words.isEmpty, covered > 0.5 * page.size.width * page.size.height else { return result }
        result.isScan = true
        if let light = PaperLight(of: page.image, scale: page.scale), !light.isSufficient {
            result.image = light.evened(page.image)
        }
        var bitmap = try Bitmap(result.image, resolution: Int(72 * page.scale))
        if !page.isUpright, let turns = bitmap.turnsToUpright(), turns > 0 {
            bitmap = try bitmap.turned(quarters: turns)
            result.image = try bitmap.gray()
            result.turns = 4 - turns
            if turns % 2 == 1 { result.size = PageSize(width: page.size.height, height: page.size.width) }
        }
        if let skew = bitmap.skew(), skew.confidence >= skewConfidence, abs(skew.degrees) >= leastSkew,
            abs(skew.degrees) <= mostSkew
        {
            result.image = try bitmap.rotated(degrees: -skew.degrees).gray()
            result.skew = skew.degrees
        }
        return result
    }

    private static func inPoints(_ word: Word, _ scale: Double) -> Word {
        func points(_ r: Region) -> Region {
            Region(x: r.x / scale, y: r.y / scale, width: r.width / scale, height: r.height / scale)
        }
        var w = word
        w.region = points(word.region)
        w.characters = word.characters.map(points)
        // Only words of a text layer have a confidence of 1.
        w.confidence = min(0.999, word.confidence)
        return w
    }
}
