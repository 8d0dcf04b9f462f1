package import FormModel
import Foundation
package import Tesseract

/// A straightened page with all its words, the input of field detection.
package struct ReadPage: Sendable {
    package var page: Int
    /// The size of the straightened page.
    ///
    /// If `turns` is odd, it is the size of the displayed page with its sides swapped.
    package var size: PageSize
    package var image: GrayImage
    package var scale: Double
    package var words: [Word]
    /// The clockwise rotation of the displayed page's content, in quarter turns.
    package var turns: Int
    /// The clockwise skew of the displayed page relative to `image` in degrees.
    ///
    /// It is in addition to `turns`.
    package var skew: Double
    package var isScan: Bool

    package init(
        page: Int, size: PageSize, image: GrayImage, scale: Double, words: [Word], turns: Int = 0, skew: Double,
        isScan: Bool
    ) {
        self.page = page
        self.size = size
        self.image = image
        self.scale = scale
        self.words = words
        self.turns = turns
        self.skew = skew
        self.isScan = isScan
    }

    /// Returns the picture of the page with its content turned back, without words.
    ///
    /// - Parameter turns: the clockwise quarter turns of the content.
    /// - Returns: the page as it is read upright.
    /// - Throws: `BitmapError` if memory is short.
    package func turnedBack(by turns: Int) throws(BitmapError) -> ReadPage {
        guard turns != 0 else { return self }
        var result = self
        result.image = try Bitmap(image).turned(quarters: 4 - turns).gray()
        result.turns = (self.turns + turns) & 3
        if turns % 2 == 1 { result.size = PageSize(width: size.height, height: size.width) }
        result.words = []
        return result
    }

    /// The recognised words that are worth searching for, on the displayed page.
    var recognised: [RecognisedWord] {
        func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
        return words.filter { $0.confidence >= Self.leastConfidence }.map { word in
            let place = displayed(word.region)
            return RecognisedWord(
                text: word.text,
                region: Region(
                    x: rounded(place.x), y: rounded(place.y), width: rounded(place.width),
                    height: rounded(place.height)), turns: turns)
        }
    }

    /// Minimum confidence of a word that may be one.
    private static let leastConfidence = 0.3

    /// Returns the bounds on the displayed page of a rectangle on the straightened page.
    package func displayed(_ r: Region) -> Region {
        let upright = skew == 0 ? r : skewed(r)
        return switch turns {
        case 1:
            Region(
                x: size.height - upright.bottom, y: upright.left, width: upright.height, height: upright.width)
        case 2:
            Region(
                x: size.width - upright.right, y: size.height - upright.bottom, width: upright.width,
                height: upright.height)
        case 3:
            Region(x: upright.top, y: size.width - upright.right, width: upright.height, height: upright.width)
        default: upright
        }
    }

    /// Returns the bounds of a rectangle after the skew.
    ///
    /// They are on a page of the straightened page's size.
    private func skewed(_ r: Region) -> Region {
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
