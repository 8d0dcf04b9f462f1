import FormModel

/// Describes a candidate in numbers, for the scorer.
///
/// Lengths are in points; -1 or 99 means that there is none.
struct FeatureExtractor {
    private let marks: PageMarks
    private let around: Surroundings
    private let labeller: Labeller
    private let all: [Candidate]
    private let bodySize: Double
    private let ruleCount: Double
    private let boxCount: Double
    private let lineCount: Double
    private let words: Double

    static let names = [
        "kind", "width", "height", "cellWidth", "cellHeight", "widthShare", "heightShare", "edgeLeft", "edgeRight",
        "edgeTop", "textLeft", "textRight", "ticks", "extra", "floorThickness", "floorLength", "floorPageShare",
        "floorShare", "shade", "inkShare", "leftDistance", "leftLetters", "leftColon", "leftUnit", "leftDigits",
        "leftWalled", "rightDistance", "rightLetters", "rightWalled", "aboveDistance", "aboveSize", "aboveBold",
        "aboveShare", "aboveLetters", "belowDistance", "belowSize", "belowShare", "belowIndent", "belowLetters",
        "captionLines", "captionLetters", "captionGapTop", "captionBold", "captionWidthShare", "captionMarker",
        "captionColon", "labelPosition", "labelDistance", "labelLetters", "sameColumn", "sameSize", "sameRow",
        "sameWidth", "ruleCount", "boxCount", "lineCount", "words", "bodySize", "x", "y", "pageMarginX",
        "isolation", "sideLeft", "sideRight", "sideTop", "sideBottom", "fontOverHeight", "captionTextShare",
        "belowRuleDistance", "glyph", "free", "tint", "upperFree", "typed",
        "leader", "containing", "contained", "captionsUnder", "labelColon", "labelSigns", "labelDate",
    ]

    init(_ marks: PageMarks, around: Surroundings, candidates: [Candidate]) {
        self.marks = marks
        self.around = around
        all = candidates
        labeller = Labeller(around, fields: candidates.filter { $0.kind == .box }.map { PlacedField($0) })
        let sizes = marks.text.tokens.map(\.fontSize).sorted()
        bodySize = sizes.isEmpty ? 10 : sizes[sizes.count / 2]
        ruleCount = Double(marks.horizontals.count)
        boxCount = Double(candidates.filter { $0.kind == .box }.count)
        lineCount = Double(candidates.filter { $0.kind == .line }.count)
        words = Double(marks.text.tokens.count)
    }

    func features(of c: Candidate) -> [Double] {
        let r = c.region
        let phrases = around.phrases
        var f: [Double] = [
            Double(c.kind.rawValue), r.width, r.height, c.cell.width, c.cell.height, r.width / max(1, c.cell.width),
            r.height / max(1, c.cell.height), c.edges.left ? 1 : 0, c.edges.right ? 1 : 0, c.edges.top ? 1 : 0,
            c.edges.textLeft ? 1 : 0, c.edges.textRight ? 1 : 0, Double(c.ticks),
            c.kind == .box ? c.blankShare : Double(c.partCount), c.floorThickness,
            c.floorLength, c.floorLength / marks.size.width, r.width / max(1, c.floorLength),
            marks.shade(r.insetBy(dx: 1.5, dy: 1.5)), marks.inkShare(r.insetBy(dx: 1.5, dy: 1.5)),
        ]
        if let left = around.left(of: r, floor: c.floor) {
            let text = phrases[left.index].text
            let count = phrases[left.index].letters
            f += [
                min(99, left.distance), Double(count), text.hasSuffix(":") ? 1 : 0,
                text.hasSuffix("$") ? 1 : 0, count == 0 ? 1 : 0,
                around.isWalled(from: phrases[left.index].region.right, to: r.left - 1, y: c.floor - 4) ? 1 : 0,
            ]
        } else {
            f += [99, 0, 0, 0, 0, 0]
        }
        if let right = around.right(of: r, floor: c.floor) {
            f += [
                min(99, right.distance), Double(phrases[right.index].letters),
                around.isWalled(from: r.right + 1, to: phrases[right.index].region.left, y: c.floor - 4) ? 1 : 0,
            ]
        } else {
            f += [99, 0, 0]
        }
        if let above = around.above(r) {
            let p = phrases[above.index]
            f += [
                min(99, above.distance), p.fontSize, p.isBold ? 1 : 0,
                p.region.horizontalOverlap(r) / max(1, r.width), Double(p.letters),
            ]
        } else {
            f += [99, 0, 0, 0, 0]
        }
        if let below = around.below(r, floor: c.floor) {
            let p = phrases[below.index]
            f += [
                min(99, below.distance), p.fontSize, p.region.horizontalOverlap(r) / max(1, r.width),
                p.region.left - r.left, Double(p.letters),
            ]
        } else {
            f += [99, 0, 0, 0, 0]
        }
        let inside = phrases.filter { c.cell.contains(x: $0.region.midX, y: $0.region.midY) }
        if let first = inside.first, let last = inside.last {
            f += [
                Double(inside.count), Double(inside.reduce(0) { $0 + $1.letters }), first.region.top - c.cell.top,
                first.isBold ? 1 : 0,
                first.region.width / max(1, c.cell.width), first.startsWithMarker ? 1 : 0,
                last.text.hasSuffix(":") ? 1 : 0,
            ]
        } else {
            f += [0, 0, -1, 0, 0, 0, 0]
        }
        let label = labeller.label(of: c)
        f += [Double(label.position.rawValue), min(99, label.distance), letters(label.text)]
        var column = 0.0
        var size = 0.0
        var row = 0.0
        var width = 0.0
        for other in all where other.kind == c.kind {
            let o = other.region
            let sameWidth = abs(o.width - r.width) < 2
            if sameWidth { width += 1 }
            if sameWidth, abs(o.left - r.left) < 2 { column += 1 }
            if sameWidth, abs(o.height - r.height) < 1.5 { size += 1 }
            if abs(o.bottom - r.bottom) < 2 { row += 1 }
        }
        f += [column, size, row, width, ruleCount, boxCount, lineCount, words, bodySize]
        f += [
            r.midX / marks.size.width, r.midY / marks.size.height, min(r.left, marks.size.width - r.right),
        ]
        f.append(isolation(of: c))
        f += sides(of: r)
        let textArea = inside.reduce(0.0) { $0 + $1.region.area }
        f += [bodySize / max(1, r.height), textArea / max(1, c.cell.area)]
        f.append(ruleBelow(c))
        f.append(c.evidence == .glyph ? 1 : 0)
        f.append(c.free)
        // The background next to the candidate.
        f.append(marks.shade(Region(x: r.left - 6, y: r.top, width: 4, height: r.height)))
        f.append(r.top - c.cell.top)
        f += [share(of: marks.text.underscores, along: c), share(of: marks.text.leaders, along: c)]
        f += rivals(of: c)
        f.append(
            Double(
                phrases.count {
                    $0.region.top > c.floor - 1 && $0.region.top < c.floor + 6 && $0.region.midX > r.left
                        && $0.region.midX < r.right
                }))
        let lower = label.text.utf8.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
        f += [
            lower.last == UInt8(ascii: ":") ? 1 : 0,
            Self.holds(lower, "sign") || Self.holds(lower, "name") ? 1 : 0,
            Self.holds(lower, "date") || Self.holds(lower, "yyyy") ? 1 : 0,
        ]
        return f
    }

    /// Returns the share of the floor that consists of typed underscores or leader dots.
    private func share(of runs: [Region], along c: Candidate) -> Double {
        var covered = 0.0
        for run in runs where run.bottom > c.floor - 6 && run.top < c.floor + 4 {
            covered += max(0, run.horizontalOverlap(c.region))
        }
        return min(1, covered / max(1, c.region.width))
    }

    /// Returns the number of other candidates within this one, and the number that contain it.
    private func rivals(of c: Candidate) -> [Double] {
        var inner = 0.0
        var outer = 0.0
        for other in all where other.kind != c.kind || other.region != c.region {
            guard let shared = other.region.intersection(c.region)?.area else { continue }
            if shared > 0.7 * other.region.area, other.region.area < 0.8 * c.region.area { inner += 1 }
            if shared > 0.7 * c.region.area, c.region.area < 0.8 * other.region.area { outer += 1 }
        }
        return [inner, outer]
    }

    /// Returns whether lower-case text contains a word of four letters.
    private static func holds(_ text: [UInt8], _ word: StaticString) -> Bool {
        guard text.count >= 4 else { return false }
        return word.withUTF8Buffer { w in
            (0...text.count - 4).contains {
                text[$0] == w[0] && text[$0 + 1] == w[1] && text[$0 + 2] == w[2] && text[$0 + 3] == w[3]
            }
        }
    }

    private func letters(_ text: String) -> Double {
        Double(text.count { $0.isLetter })
    }

    /// Returns the distance to the nearest other rule of similar extent above or below; separators are isolated.
    private func isolation(of c: Candidate) -> Double {
        var best = 99.0
        for rule in marks.horizontals {
            let d = abs(rule.position - c.floor)
            if d > 2, d < best, rule.coverage(from: c.region.left, to: c.region.right) > 0.3 { best = d }
        }
        return best
    }

    private func ruleBelow(_ c: Candidate) -> Double {
        var best = 99.0
        for rule in marks.horizontals {
            let d = rule.position - c.floor
            if d > 1, d < best, rule.coverage(from: c.region.left, to: c.region.right) > 0.3 { best = d }
        }
        return best
    }

    /// Returns how far the printed lines at a box's sides extend beyond it; those of a cell belong to a grid.
    private func sides(of r: Region) -> [Double] {
        guard r.width < 40 else { return [0, 0, 0, 0] }
        var left = 0.0
        var right = 0.0
        var top = 0.0
        var bottom = 0.0
        for v in marks.verticals where v.start < r.midY && v.end > r.midY {
            if abs(v.position - r.left) < 2 { left = max(left, v.length / r.height) }
            if abs(v.position - r.right) < 2 { right = max(right, v.length / r.height) }
        }
        for h in marks.horizontals where h.start < r.midX && h.end > r.midX {
            if abs(h.position - r.top) < 2 { top = max(top, h.length / r.width) }
            if abs(h.position - r.bottom) < 2 { bottom = max(bottom, h.length / r.width) }
        }
        return [left, right, top, bottom]
    }
}
