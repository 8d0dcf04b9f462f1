import FormModel

/// Finds boxes to tick: small squares and circles, and the characters that look like them.
struct BoxFinder {
    private let marks: PageMarks
    private let index: TokenIndex

    static let smallest = 4.4
    static let largest = 17.0

    init(_ marks: PageMarks) {
        self.marks = marks
        index = TokenIndex(marks.text.tokens, size: marks.size)
    }

    func find() -> [Candidate] {
        var result: [Candidate] = []
        for hole in marks.holes {
            let r = hole.region
            guard r.width >= Self.smallest, r.width <= Self.largest, r.height >= Self.smallest,
                r.height <= Self.largest, r.width / r.height > 0.66, r.width / r.height < 1.5, hole.fill > 0.7
            else { continue }
            if isInLetter(r, isSquare: hole.fill >= 0.93) { continue }
            let outer = outline(of: r)
            let isGlyph = marks.text.boxGlyphs.contains { $0.contains(x: r.midX, y: r.midY) }
            var c = Candidate(
                kind: .box, region: outer, cell: outer,
                evidence: isGlyph ? .glyph : hole.fill > 0.9 ? .square : .circle, edges: .init(),
                floor: r.bottom)
            c.blankShare = hole.fill
            result.append(c)
        }
        for glyph in marks.text.boxGlyphs
        where !result.contains(where: { $0.region.contains(x: glyph.midX, y: glyph.midY) }) {
            let side = min(glyph.width, glyph.height)
            let r = Region(x: glyph.midX - side / 2, y: glyph.midY - side / 2, width: side, height: side)
            guard side >= 3 else { continue }
            var c = Candidate(
                kind: .box, region: r, cell: r, evidence: .glyph, edges: .init(), floor: r.bottom)
            c.blankShare = 1
            result.append(c)
        }
        return result
    }

    /// Returns the printed box around a hole, including its lines (and a shadow) and a small margin: the area that
    /// people mark as the place to tick.
    private func outline(of hole: Region) -> Region {
        let margin = 1.0
        func thickness(_ ink: (_ step: Double, _ along: Double) -> (Double, Double)) -> Double {
            let found = [0.3, 0.5, 0.7].map { along -> Double in
                var depth = 0.0
                while depth < 3 {
                    let (x, y) = ink(depth + 0.5 / marks.scale, along)
                    let (px, py) = (Int(x * marks.scale), Int(y * marks.scale))
                    guard px >= 0, py >= 0, px < marks.ink.width, py < marks.ink.height, marks.ink[px, py] else {
                        break
                    }
                    depth += 1 / marks.scale
                }
                return depth
            }.sorted()
            return found[1] >= 2.9 ? 0.5 : found[1]
        }
        let left = thickness { (hole.left - $0, hole.top + $1 * hole.height) }
        let right = thickness { (hole.right + $0, hole.top + $1 * hole.height) }
        let top = thickness { (hole.left + $1 * hole.width, hole.top - $0) }
        let bottom = thickness { (hole.left + $1 * hole.width, hole.bottom + $0) }
        return Region(
            left: hole.left - left - margin, top: hole.top - top - margin, right: hole.right + right + margin,
            bottom: hole.bottom + bottom + margin)
    }

    /// Returns whether a hole is the inside of a letter.
    ///
    /// A square one can be a box that was read as a letter, by OCR or because its font has no better name for it, but
    /// not in the middle of a word in the text layer.
    private func isInLetter(_ hole: Region, isSquare: Bool) -> Bool {
        index.near(x: hole.midX, y: hole.midY).contains {
            guard $0.hasLetterOrDigit,
                $0.region.insetBy(dx: -0.5, dy: -1.5).contains(x: hole.midX, y: hole.midY)
            else { return false }
            return !isSquare || !marks.fromOCR && $0.text.count(where: \.isLetter) >= 2
        }
    }
}
