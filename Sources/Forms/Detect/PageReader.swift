package import FormModel
import Foundation
package import Tesseract

/// A straightened page with all its words: the input of field detection.
package struct ReadPage: Sendable {
    package var page: Int
    package var size: PageSize
    package var image: GrayImage
    package var scale: Double
    package var words: [Word]
    /// The angle in degrees by which the displayed page is turned clockwise relative to `image`.
    package var skew: Double
    package var isScan: Bool

    package init(
        page: Int, size: PageSize, image: GrayImage, scale: Double, words: [Word], skew: Double, isScan: Bool
    ) {
        self.page = page
        self.size = size
        self.image = image
        self.scale = scale
        self.words = words
        self.skew = skew
        self.isScan = isScan
    }

    /// Returns the bounds, on the displayed page, of a rectangle on the straightened page.
    package func displayed(_ r: Region) -> Region {
        guard skew != 0 else { return r }
        let angle = skew * .pi / 180
        let cx = Double(image.width) / scale / 2
        let cy = Double(image.height) / scale / 2
        func turned(_ x: Double, _ y: Double) -> (Double, Double) {
            (cx + (x - cx) * cos(angle) - (y - cy) * sin(angle), cy + (x - cx) * sin(angle) + (y - cy) * cos(angle))
        }
        let corners = [
            turned(r.left, r.top), turned(r.right, r.top), turned(r.left, r.bottom), turned(r.right, r.bottom),
        ]
        let xs = corners.map(\.0)
        let ys = corners.map(\.1)
        return Region(
            left: max(0, xs.min() ?? 0), top: max(0, ys.min() ?? 0),
            right: min(size.width, xs.max() ?? 0), bottom: min(size.height, ys.max() ?? 0))
    }
}

/// Recognises text that is missing from the text layer, and straightens scans.
package struct PageReader {
    private let recognisers: RecogniserPool

    /// The smallest angle in degrees for which the picture is rotated.
    private static let leastSkew = 0.04
    /// The largest angle in degrees that is taken for skew.
    private static let mostSkew = 5.0
    /// The minimum of Leptonica's confidence value at which an angle is reliable.
    private static let skewConfidence = 3.0

    package init(recognisers: RecogniserPool) {
        self.recognisers = recognisers
    }

    package func read(_ page: PageContent) throws -> ReadPage {
        var result = ReadPage(
            page: page.page, size: page.size, image: page.image, scale: page.scale, words: page.words, skew: 0,
            isScan: false)
        guard !page.unread.isEmpty else { return result }
        let covered = page.unread.reduce(0) { $0 + $1.area }
        result.isScan = page.words.isEmpty && covered > 0.5 * page.size.width * page.size.height
        var areas: [Region?] = page.unread
        if result.isScan {
            areas = [nil]
            let bitmap = try Bitmap(page.image, resolution: Int(72 * page.scale))
            if let skew = bitmap.skew(), skew.confidence >= Self.skewConfidence,
                abs(skew.degrees) >= Self.leastSkew, abs(skew.degrees) <= Self.mostSkew
            {
                result.image = try bitmap.rotated(degrees: -skew.degrees).gray()
                result.skew = skew.degrees
            }
        }
        let image = result.image
        let scale = page.scale
        for area in areas {
            let pixels = area.map {
                Region(x: $0.x * scale, y: $0.y * scale, width: $0.width * scale, height: $0.height * scale)
            }
            let words = try recognisers.withRecogniser {
                try $0.words(in: image, resolution: Int((72 * scale).rounded()), area: pixels)
            }
            result.words += words.map { Self.inPoints($0, scale) }
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
        // Only a text layer's words have a confidence of 1.
        w.confidence = min(0.999, word.confidence)
        return w
    }
}
