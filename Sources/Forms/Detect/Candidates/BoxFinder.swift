import FormModel

/// Finds what may be ticked: small squares and circles, and the characters that look like them.
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
            if hole.fill < 0.93, isInLetter(r) { continue }
            let outer = r.insetBy(dx: -1.1, dy: -1.1)
            let isGlyph = marks.text.boxGlyphs.contains { $0.contains(x: r.midX, y: r.midY) }
            var c = Candidate(
                kind: .box, region: outer, cell: outer,
                evidence: isGlyph ? .glyph : hole.fill > 0.9 ? .square : .circle, edges: .init(),
                floor: r.bottom)
            c.extra = hole.fill
            result.append(c)
        }
        for glyph in marks.text.boxGlyphs
        where !result.contains(where: { $0.region.contains(x: glyph.midX, y: glyph.midY) }) {
            let side = min(glyph.width, glyph.height)
            let r = Region(x: glyph.midX - side / 2, y: glyph.midY - side / 2, width: side, height: side)
            guard side >= 3 else { continue }
            var c = Candidate(
                kind: .box, region: r, cell: r, evidence: .glyph, edges: .init(), floor: r.bottom)
            c.extra = 1
            result.append(c)
        }
        return result
    }

    private func isInLetter(_ hole: Region) -> Bool {
        index.near(x: hole.midX, y: hole.midY).contains {
            $0.hasLetterOrDigit && $0.region.insetBy(dx: -0.5, dy: -1.5).contains(x: hole.midX, y: hole.midY)
        }
    }
}
