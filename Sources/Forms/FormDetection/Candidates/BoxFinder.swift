import FormImport
import FormModel

/// Finds boxes to tick.
///
/// These are squares, circles, ovals and flat rectangles, and the characters that look like them.
struct BoxFinder: CandidateFinder {
    /// Minimum side in points; smaller holes are the insides of letters.
    static let smallest = 4.1
    /// Minimum side in points of a rectangle outside all words, as in small print.
    static let smallestSquare = 3.2
    /// Maximum height in points.
    static let highest = 18.5
    /// Maximum width in points.
    static let widest = 31.0
    /// Maximum ratio of width to height.
    static let flattest = 2.7
    /// Minimum ratio of width to height.
    static let narrowest = 0.66
    /// Minimum blank share of its bounding box for a hole to be a rectangle.
    static let leastFillOfSquare = 0.9
    /// Minimum blank share of the bounding box of a circle or rounded box.
    static let leastFill = 0.7

    func find(on page: MarkedPage, among found: [Candidate]) -> [Candidate] {
        let marks = page.marks
        let index = TokenIndex(marks.text.tokens, size: marks.size)
        let holes = marks.holes.filter {
            Self.hasShape($0) && !Self.isInLetter($0, index, fromOCR: marks.isTextRecognised)
                || Self.isBubble($0, index)
        }
        var result = holes.map { hole in
            let isGlyph = marks.text.boxGlyphs.contains { $0.contains(x: hole.region.midX, y: hole.region.midY) }
            return Self.box(
                BoxOutline.around(hole.region, on: marks), blankShare: hole.fill,
                evidence: isGlyph ? .glyph : hole.fill >= Self.leastFillOfSquare ? .square : .circle)
        }
        for glyph in marks.text.boxGlyphs
        where !result.contains(where: { $0.region.contains(x: glyph.midX, y: glyph.midY) }) {
            let side = min(glyph.width, glyph.height)
            guard side >= 3 else { continue }
            let r = Region(x: glyph.midX - side / 2, y: glyph.midY - side / 2, width: side, height: side)
            result.append(Self.box(r, blankShare: 1, evidence: .glyph))
        }
        return result
    }

    static func box(_ region: Region, blankShare: Double, evidence: Field.Evidence) -> Candidate {
        var c = Candidate(
            kind: .box, region: region, cell: region, evidence: evidence, edges: .init(), floor: region.bottom)
        c.blankShare = blankShare
        return c
    }

    private static func hasShape(_ hole: EnclosedRegion) -> Bool {
        let r = hole.region
        let side = min(r.width, r.height)
        return side >= (hole.fill >= leastFillOfSquare ? smallestSquare : smallest) && r.height <= highest
            && r.width <= widest && r.width <= flattest * r.height && r.width > narrowest * r.height
            && hole.fill > leastFill
    }

    /// Returns whether a hole is a bubble with a printed number or letter.
    private static func isBubble(_ hole: EnclosedRegion, _ index: TokenIndex) -> Bool {
        let r = hole.region
        guard hole.fill > leastFillOfBubble, min(r.width, r.height) >= smallestBubble,
            r.height <= highest, r.width <= widest, r.width <= flattest * r.height, r.width > 0.8 * r.height
        else { return false }
        return index.near(x: r.midX, y: r.midY).contains {
            $0.hasLetterOrDigit && $0.text.count <= 2 && r.contains(x: $0.region.left, y: $0.region.midY)
                && r.contains(x: $0.region.right, y: $0.region.midY)
        }
    }

    /// Minimum side in points of a bubble.
    private static let smallestBubble = 6.5
    /// Minimum blank share of a bubble's bounding box.
    private static let leastFillOfBubble = 0.4

    /// Returns whether a hole is the inside of a letter.
    ///
    /// A square one can be a box that was read as a letter, by OCR or because its font has no better name for it, but
    /// not in the middle of a word in the text layer. OCR reads a circle as a letter of its own.
    private static func isInLetter(_ hole: EnclosedRegion, _ index: TokenIndex, fromOCR: Bool) -> Bool {
        let r = hole.region
        let isSquare = hole.fill >= (fromOCR ? leastFillOfScannedSquare : 0.93) && min(r.width, r.height) >= 3.6
        return index.near(x: r.midX, y: r.midY).contains {
            guard $0.hasLetterOrDigit, $0.region.insetBy(dx: -0.5, dy: -1.5).contains(x: r.midX, y: r.midY) else {
                return false
            }
            let letters = $0.text.count(where: \.isLetter)
            if isSquare { return !fromOCR && letters >= 2 }
            return !(fromOCR && $0.text.count == 1 && min(r.width, r.height) >= smallestOfLetter)
        }
    }

    /// Minimum blank share of a square on a scan, with corners rounded by the scanner.
    private static let leastFillOfScannedSquare = 0.86
    /// Minimum side in points of a circle that OCR reads as a letter.
    ///
    /// It exceeds the inside of an O in body text.
    private static let smallestOfLetter = 6.5
}
