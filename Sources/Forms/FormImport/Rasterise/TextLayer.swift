import FormModel
import Poppler

/// The readable part of a page's text layer.
struct TextLayer {
    /// The words that can be read, without characters that have no Unicode meaning.
    private(set) var words: [Word] = []
    /// The areas of text in fonts that lack a mapping to Unicode.
    private(set) var illegible: [Region] = []
    /// Whether nearly nothing of the layer can be read.
    private(set) var isUseless = false

    /// Minimum share of characters without a Unicode meaning in a useless layer.
    private static let garbageShare = 0.3
    /// Minimum share of characters without a Unicode meaning in a broken font.
    ///
    /// In a font whose characters are all shifted, these are its spaces.
    private static let brokenShare = 0.04
    /// Minimum number of such characters in a broken font.
    ///
    /// A font may also draw a bullet or box with one.
    private static let brokenCount = 3
    /// Minimum number of characters in an area for OCR.
    ///
    /// Signs such as ticks and boxes have fewer.
    private static let areaLength = 3
    /// Minimum side in points of a picture that may contain text.
    ///
    /// A smaller one is a logo or rule rather than a scan.
    private static let smallestPicture = 72.0

    /// Reads the words of a layer.
    init(_ drawn: [PopplerPage.DrawnWord], on size: PageSize) {
        var counts: [String: (all: Int, unmapped: Int)] = [:]
        for word in drawn {
            let scalars = word.word.text.unicodeScalars
            let known = counts[word.font] ?? (0, 0)
            counts[word.font] = (known.all + scalars.count, known.unmapped + scalars.count(where: Self.isUnmapped))
        }
        let total = counts.values.reduce((all: 0, unmapped: 0)) { ($0.all + $1.all, $0.unmapped + $1.unmapped) }
        guard total.unmapped > 0 else {
            words = drawn.map(\.word).filter { Self.isVisible($0, on: size) }
            return
        }
        guard Double(total.unmapped) < Self.garbageShare * Double(total.all) else {
            isUseless = true
            illegible = [Region(x: 0, y: 0, width: size.width, height: size.height)]
            return
        }
        let broken = Set(
            counts.filter {
                $1.unmapped >= Self.brokenCount && Double($1.unmapped) >= Self.brokenShare * Double($1.all)
            }.keys)
        var hidden: [Word] = []
        for word in drawn where Self.isVisible(word.word, on: size) {
            if broken.contains(word.font) { hidden.append(word.word) } else { words.append(Self.readable(word.word)) }
        }
        words.removeAll(where: \.text.isEmpty)
        for area in Self.areas(of: hidden) {
            if area.length >= Self.areaLength {
                illegible.append(area.region.insetBy(dx: -2, dy: -2))
            } else {
                words += area.words.map(Self.readable).filter { !$0.text.isEmpty }
            }
        }
    }

    /// Words close to each other, which OCR reads at once.
    private struct Area {
        var region: Region
        var words: [Word]
        var length: Int { words.reduce(0) { $0 + $1.text.count } }
    }

    private static func areas(of words: [Word]) -> [Area] {
        var areas: [Area] = []
        for word in words.sorted(by: { ($0.region.top, $0.region.left) < ($1.region.top, $1.region.left) }) {
            var grown = Area(region: word.region, words: [word])
            let gap = word.region.height
            while let index = areas.firstIndex(where: {
                $0.region.horizontalOverlap(grown.region) > -2 * gap && $0.region.verticalOverlap(grown.region) > -gap
            }) {
                let other = areas.remove(at: index)
                grown = Area(region: grown.region.union(other.region), words: other.words + grown.words)
            }
            areas.append(grown)
        }
        return areas
    }

    private static func isVisible(_ word: Word, on size: PageSize) -> Bool {
        let region = word.region
        return region.right > 0 && region.bottom > 0 && region.left < size.width && region.top < size.height
            && region.height > 0
    }

    /// Returns a word without the characters that have no Unicode meaning.
    private static func readable(_ word: Word) -> Word {
        guard word.text.unicodeScalars.contains(where: isUnmapped) else { return word }
        var readable = word
        let kept = zip(word.text, word.characters).filter { !$0.0.unicodeScalars.contains(where: isUnmapped) }
        readable.text = String(kept.map(\.0))
        readable.characters = kept.map(\.1)
        return readable
    }

    /// Returns the large pictures that contain none of the layer's words.
    static func unread(pictures: [Region], words: [Word], on size: PageSize) -> [Region] {
        let page = Region(x: 0, y: 0, width: size.width, height: size.height)
        let large = pictures.compactMap { $0.intersection(page) }
            .filter { $0.width >= smallestPicture && $0.height >= smallestPicture }
        return merged(large).filter { area in
            !words.contains { area.contains(x: $0.region.midX, y: $0.region.midY) }
        }
    }

    /// Joins pictures that touch, since scanners cut pages into strips.
    private static func merged(_ regions: [Region]) -> [Region] {
        var result: [Region] = []
        for region in regions {
            var grown = region
            while let i = result.firstIndex(where: {
                $0.horizontalOverlap(grown) >= -1 && $0.verticalOverlap(grown) >= -1
            }) {
                grown = grown.union(result.remove(at: i))
            }
            result.append(grown)
        }
        return result
    }

    /// Returns whether a character has no meaning in Unicode, as fonts without a mapping have.
    static func isUnmapped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .unassigned, .surrogate: true
        // Symbol fonts use this block of the private use area for ticks and boxes, which have a known appearance.
        case .privateUse: !(0xF000...0xF0FF).contains(scalar.value)
        default: scalar.value == 0xFFFD
        }
    }
}
