import Foundation
import Geometry
import Tesseract

/// The direction of the text on a page made from a picture.
enum TextOrientation {
    /// The evidence of ascenders in standard deviations that no table has.
    private static let certain: Float = 20
    /// The language that parts of the page are read in.
    private static let language = "eng"
    /// The numbers of parts of the page.
    ///
    /// Those with the most print are read.
    private static let parts = (across: 3, down: 4)
    /// Maximum number of parts that are read.
    private static let mostRead = 2
    /// Minimum confidence and number of letters of a word that counts.
    private static let leastConfidence = 0.6
    private static let leastLetters = 3
    /// Minimum number of letters that tell the direction, also over those of any other direction.
    private static let leastRead = 15.0
    private static let leastRatio = 1.5
    /// The number of letters that is never read in a wrong direction.
    private static let sufficient = 60.0
    /// Difference of neighbouring pixels at the edge of a stroke.
    private static let edge = 60

    /// Returns the number of clockwise quarter turns that make the text of a page upright.
    ///
    /// Ascenders tell it at once. A page with few lower-case letters, or whose lines could be some, is read in all directions.
    /// It stays as it is if that does not tell it either.
    static func turns(of page: GrayImage, resolution: Int) throws(BitmapError) -> Int {
        if let turns = try Bitmap(page).turnsToUpright(evidence: certain) { return turns }
        guard let recogniser = try? Recogniser(language: language) else { return 0 }
        var letters = [0.0, 0, 0, 0]
        for part in printed(on: page).prefix(mostRead) {
            let bitmap = try Bitmap(part, resolution: resolution)
            for turns in 0..<4 {
                let image = try bitmap.turned(quarters: turns).gray()
                let words = (try? recogniser.words(in: image, resolution: resolution)) ?? []
                letters[turns] += words.filter(isUpright).reduce(0) { $0 + $1.confidence * Double($1.text.count) }
                if letters[turns] >= sufficient { return turns }
            }
            let order = letters.indices.sorted { letters[$0] > letters[$1] }
            if letters[order[0]] >= max(leastRead, leastRatio * letters[order[1]]) { return order[0] }
        }
        return 0
    }

    /// Whether a word was read from left to right.
    ///
    /// Lines from top to bottom are read, too.
    private static func isUpright(_ word: Word) -> Bool {
        word.region.width > word.region.height && word.confidence >= leastConfidence
            && word.text.count(where: \.isLetter) >= leastLetters
    }

    /// Returns the parts of a page, those with the most strokes first.
    private static func printed(on page: GrayImage) -> [GrayImage] {
        let (width, height) = (page.width / parts.across, page.height / parts.down)
        guard width > 1, height > 1 else { return [] }
        var found: [(strokes: Int, x: Int, y: Int)] = []
        for row in 0..<parts.down {
            for column in 0..<parts.across {
                let (left, top) = (column * width, row * height)
                var strokes = 0
                for y in stride(from: top + 1, to: top + height, by: 3) {
                    for x in left + 1..<left + width {
                        let own = Int(page[x, y])
                        // Lines of a table have edges in one direction only.
                        if abs(own - Int(page[x - 1, y])) >= edge, abs(own - Int(page[x, y - 1])) >= edge {
                            strokes += 1
                        }
                    }
                }
                found.append((strokes, left, top))
            }
        }
        return found.sorted { ($0.strokes, $1.y, $1.x) > ($1.strokes, $0.y, $0.x) }.map { part in
            let pixels = (part.y..<part.y + height).flatMap { y in
                page.pixels[y * page.width + part.x..<y * page.width + part.x + width]
            }
            return GrayImage(width: width, height: height, pixels: pixels)
        }
    }
}
