import FormImport
import FormModel

/// All printed marks that indicate fields, in points on the straightened page.
struct PageMarks {
    var size: PageSize
    /// Horizontal rules, from top to bottom.
    var horizontals: [Rule]
    /// Vertical rules, from left to right.
    var verticals: [Rule]
    /// Filled dark areas.
    var bars: [Region]
    /// Small blank areas enclosed by print: boxes, circles, comb cells, and the insides of letters.
    var holes: [EnclosedRegion]
    var text: PageText
    var phrases: [Phrase]
    var image: GrayImage
    var ink: BitMatrix
    /// Pixels per point.
    var scale: Double
    /// The gray level of blank paper.
    var paper: UInt8
    /// Whether the words come from OCR.
    var fromOCR: Bool
    /// Whether most of the words were recognised.
    let isTextRecognised: Bool

    init(image: GrayImage, scale: Double, size: PageSize, words: [Word], fromOCR: Bool) {
        self.image = image
        self.scale = scale
        self.size = size
        self.fromOCR = fromOCR
        paper = Self.paperLevel(of: image)
        let bits = PageBits(image, tintLevel: fromOCR ? min(paper &- 14, 236) : 250)
        ink = bits.ink
        let rules = RuleFinder.find(in: bits, scale: scale)
        let walls = rules.verticals.filter { $0.length >= 12 }
        isTextRecognised = 2 * words.count { $0.confidence < 1 } > words.count
        text = PageText(
            words.filter(Self.isSane).flatMap { Self.split($0, at: walls) }, isTight: isTextRecognised)
        bars = rules.bars
        holes = HoleFinder.find(in: bits, scale: scale, isScan: fromOCR)
        let tokens = TokenIndex(text.tokens, size: size)
        let across = rules.horizontals.filter { !Self.isLetterStroke($0, horizontal: true, tokens) }
        // Skips what was already found in the picture as a rule.
        let typed = TypedBlanks.rules(in: text).filter { rule in
            !across.contains {
                abs($0.position - rule.position) < 4 && $0.coverage(from: rule.start, to: rule.end) > 0.5
            }
        }
        horizontals = RuleFinder.merged(across + typed, gap: 2.4, drift: 1.2)
        let upright = RuleFinder.merged(
            rules.verticals.filter { !Self.isLetterStroke($0, horizontal: false, tokens) }, gap: 2.0, drift: 1.0)
        verticals = upright
        let separators = upright.filter { $0.length >= 7 }
        phrases = Phrase.build(from: text.tokens) { from, to, top, bottom in
            separators.contains { v in
                v.position > from - 1 && v.position < to + 1 && v.start < (top + bottom) / 2
                    && v.end > (top + bottom) / 2
            }
        }
    }

    /// Maximum coordinate and font size in points of words to use.
    ///
    /// Pages are at most 7,200 points wide.
    private static let farthest = 100_000.0

    /// Returns whether a word has plausible coordinates and font size, which can be arbitrary.
    private static func isSane(_ word: Word) -> Bool {
        let r = word.region
        return [r.left, r.top, r.right, r.bottom, word.fontSize].allSatisfy { abs($0) < farthest }
    }

    /// Splits a word that a text layer extends across a printed wall.
    private static func split(_ word: Word, at walls: [Rule]) -> [Word] {
        let r = word.region
        guard word.fontSize < 14, word.characters.count > 1,
            let wall = walls.first(where: {
                $0.position > r.left + 1 && $0.position < r.right - 1 && $0.start < r.midY && $0.end > r.midY
            }),
            let cut = word.characters.firstIndex(where: { $0.midX > wall.position }), cut > 0
        else { return [word] }
        return [0..<cut, cut..<word.characters.count].flatMap { range -> [Word] in
            var part = word
            part.text = String(Array(word.text)[range])
            part.characters = Array(word.characters[range])
            part.region = part.characters.dropFirst().reduce(part.characters[0]) { $0.union($1) }
            return range.lowerBound > 0 ? split(part, at: walls) : [part]
        }
    }

    /// Returns the most frequent light level.
    private static func paperLevel(of image: GrayImage) -> UInt8 {
        var histogram = [Int](repeating: 0, count: 256)
        for i in stride(from: 0, to: image.pixels.count, by: 97) { histogram[Int(image.pixels[i])] += 1 }
        return UInt8((128...255).max { histogram[$0] < histogram[$1] } ?? 255)
    }

    /// Returns whether a short line is part of a letter.
    ///
    /// It lies within a word, where an underline would not be.
    private static func isLetterStroke(_ rule: Rule, horizontal: Bool, _ tokens: TokenIndex) -> Bool {
        let middle = (rule.start + rule.end) / 2
        let x = horizontal ? middle : rule.position
        let y = horizontal ? rule.position : middle
        guard rule.length < 60 else { return false }
        for token in tokens.near(x: x, y: y) where token.hasLetterOrDigit {
            let r = token.region
            guard r.insetBy(dx: -1, dy: -0.5).contains(x: x, y: y) else { continue }
            if horizontal {
                if rule.length < 0.9 * r.width, y > r.top, y < r.bottom - 0.1 * r.height || rule.length < 9 {
                    return true
                }
                if rule.length < r.width * 1.05, y < r.bottom - 0.25 * r.height { return true }
            } else if rule.length <= 1.35 * r.height {
                return true
            }
        }
        return false
    }

    /// Returns the share of ink in a rectangle, from 0 to 1.
    func inkShare(_ r: Region) -> Double {
        let x0 = Int((r.left * scale).rounded())
        let x1 = Int((r.right * scale).rounded())
        let y0 = Int((r.top * scale).rounded())
        let y1 = Int((r.bottom * scale).rounded())
        guard x1 > x0, y1 > y0 else { return 0 }
        return Double(ink.count(x0: x0, y0: y0, x1: x1, y1: y1)) / Double((x1 - x0) * (y1 - y0))
    }

    /// Returns the darkness of a background, from 0 (paper) to 1 (black).
    ///
    /// It is the median of a grid of samples, relative to the paper.
    func shade(_ r: Region) -> Double {
        var samples: [UInt8] = []
        let columns = 9
        let rows = 5
        for j in 0..<rows {
            for i in 0..<columns {
                let x = Int((r.left + r.width * (Double(i) + 0.5) / Double(columns)) * scale)
                let y = Int((r.top + r.height * (Double(j) + 0.5) / Double(rows)) * scale)
                if x >= 0, y >= 0, x < image.width, y < image.height { samples.append(image[x, y]) }
            }
        }
        guard !samples.isEmpty else { return 0 }
        samples.sort()
        return max(0, Double(paper) - Double(samples[samples.count / 2])) / 255
    }
}
