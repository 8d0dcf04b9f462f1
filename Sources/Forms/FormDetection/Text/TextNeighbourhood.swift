import FormImport

import FormModel

/// Finds what is printed around a place.
struct TextNeighbourhood {
    let marks: PageMarks
    let phrases: [Phrase]
    /// For each phrase, whether it begins a new item.
    ///
    /// Examples are "3a Wages", and "Wages" with its number in a separate column.
    private let startsItem: [Bool]
    /// The font size in points of most letters.
    let usualFontSize: Double

    init(_ marks: PageMarks) {
        self.init(marks, phrases: marks.phrases)
    }

    private init(_ marks: PageMarks, phrases: [Phrase]) {
        self.marks = marks
        self.phrases = phrases
        usualFontSize = Self.usualFontSize(of: phrases)
        startsItem = phrases.map { p in
            p.startsWithMarker
                || phrases.contains {
                    $0.length <= 4 && abs($0.region.midY - p.region.midY) < 3
                        && $0.region.right <= p.region.left && p.region.left - $0.region.right < 34
                        && $0.text.contains { $0.isNumber || $0.isLetter }
                }
        }
    }

    /// The same without text that names no field wherever it stands.
    ///
    /// This is text that is turned, as in a margin, and watermarks.
    var withoutMarginalia: TextNeighbourhood {
        let large = phrases.lazy.flatMap(\.tokens).filter { $0.fontSize > 2 * usualFontSize }
        let watermarks = Set(large.filter(isPrintedOver))
        guard !watermarks.isEmpty || phrases.contains(where: \.isTurned) else { return self }
        let rest = phrases.filter { !$0.isTurned }.compactMap { phrase in
            let tokens = phrase.tokens.filter { !watermarks.contains($0) }
            return tokens.isEmpty ? nil : tokens.count == phrase.tokens.count ? phrase : Phrase(tokens)
        }
        return TextNeighbourhood(marks, phrases: rest)
    }

    /// Returns whether much smaller words are printed over a word, as over a watermark.
    private func isPrintedOver(_ token: Token) -> Bool {
        phrases.contains { phrase in
            phrase.tokens.contains {
                $0.fontSize < 0.6 * token.fontSize && $0.text.count >= 3
                    && token.region.contains(x: $0.region.midX, y: $0.region.midY)
            }
        }
    }

    /// Returns the median font size of the letters.
    private static func usualFontSize(of phrases: [Phrase]) -> Double {
        let words = phrases.flatMap(\.tokens).sorted { $0.fontSize < $1.fontSize }
        var rest = words.reduce(0) { $0 + $1.text.count } / 2
        for word in words {
            rest -= word.text.count
            if rest < 0 { return word.fontSize }
        }
        return 0
    }

    /// Returns the phrases with their centre in a rectangle.
    func phrases(in r: Region) -> [Phrase] {
        phrases.filter { r.contains(x: $0.region.midX, y: $0.region.midY) }
    }

    /// A phrase and its distance in points.
    struct Neighbour {
        var index: Int
        var distance: Double
    }

    /// Returns the nearest phrase that ends to the left of `r` on its last line.
    func left(of r: Region, floor: Double) -> Neighbour? {
        nearest { p in
            guard p.region.midY > floor - 13, p.region.midY < floor + 2, p.region.midX < r.left + 1 else { return nil }
            return max(0, r.left - p.region.right)
        }
    }

    /// Returns the nearest phrase that begins to the right of `r` on its last line.
    func right(of r: Region, floor: Double) -> Neighbour? {
        nearest { p in
            guard p.region.midY > floor - 13, p.region.midY < floor + 2, p.region.midX > r.right - 1 else { return nil }
            return max(0, p.region.left - r.right)
        }
    }

    /// Returns the nearest phrase above `r`.
    func above(_ r: Region) -> Neighbour? {
        nearest { p in
            guard p.region.midY < r.top, p.region.horizontalOverlap(r) > min(4, 0.5 * p.region.width) else {
                return nil
            }
            return max(0, r.top - p.region.bottom)
        }
    }

    /// Returns the nearest phrase below `floor`.
    func below(_ r: Region, floor: Double) -> Neighbour? {
        nearest { p in
            guard p.region.midY > floor, p.region.horizontalOverlap(r) > min(4, 0.5 * p.region.width) else {
                return nil
            }
            return max(0, p.region.top - floor)
        }
    }

    private func nearest(_ distance: (Phrase) -> Double?) -> Neighbour? {
        var best: Neighbour?
        for (i, phrase) in phrases.enumerated() {
            if let d = distance(phrase), d < best?.distance ?? .infinity { best = Neighbour(index: i, distance: d) }
        }
        return best
    }

    /// Returns the captions in the first row below a rule, from left to right.
    ///
    /// Text on a bar is a title and is excluded.
    func captions(under c: Candidate) -> [Region] {
        let under = phrases.map(\.region).filter { phrase in
            phrase.top > c.floor - 1 && phrase.top < c.floor + 12
                && !marks.bars.contains { $0.contains(x: phrase.midX, y: phrase.midY) }
        }
        return row(of: under, over: c) { $0.min { $0.top < $1.top } }
    }

    /// Returns the captions in the last row above a blank in its cell.
    ///
    /// They are ordered from left to right.
    func captions(atTopOf c: Candidate) -> [Region] {
        row(of: phrases.map(\.region).filter { $0.bottom < c.region.top + 2 && $0.midY > c.cell.top }, over: c) {
            $0.max { $0.bottom < $1.bottom }
        }
    }

    private func row(of regions: [Region], over c: Candidate, nearest: ([Region]) -> Region?) -> [Region] {
        let here = regions.filter { $0.midX > c.region.left && $0.midX < c.region.right }
        guard let first = nearest(here) else { return [] }
        return here.filter { abs($0.midY - first.midY) < 3 }.sorted { $0.left < $1.left }
    }

    /// Returns whether a printed wall separates two x positions at a height.
    ///
    /// Only walls of at least a given length count.
    func isWalled(from: Double, to: Double, y: Double, atLeast length: Double = 0) -> Bool {
        marks.verticals.contains {
            $0.position > from && $0.position < to && $0.start < y && $0.end > y && $0.end - $0.start >= length
        }
    }

    /// Returns whether a printed rule lies between two heights within a range of x.
    func isRuled(from top: Double, to bottom: Double, left: Double, right: Double) -> Bool {
        marks.horizontals.contains {
            $0.position > top && $0.position < bottom && $0.coverage(from: left, to: right) > 0.4
        }
    }

    /// Returns the lines of a caption that ends in phrase `index`, from top to bottom.
    func paragraph(endingIn index: Int, maxLines: Int = 4) -> [Int] {
        var lines = [index]
        var current = phrases[index]
        // A line that begins a new item does not belong to the one above.
        while lines.count < maxLines, !startsItem[lines[0]] {
            var best: (Int, Double)?
            for (i, p) in phrases.enumerated() where p.region.bottom <= current.region.midY {
                let gap = current.region.top - p.region.bottom
                guard gap < 1.05 * current.region.height, gap > -0.5 * current.region.height,
                    abs(p.region.left - current.region.left) < 2.5 || Self.areCentred(p, current)
                        || p.region.left < current.region.left && p.region.left > current.region.left - 24
                            && p.region.right > current.region.left + 20
                            && p.startsWithMarker,
                    abs(p.fontSize - current.fontSize) < 1.2, p.isBold == current.isBold || lines.count == 1
                else { continue }
                if gap < best?.1 ?? .infinity { best = (i, gap) }
            }
            guard let (i, _) = best else { break }
            if isRuled(
                from: phrases[i].region.midY, to: current.region.midY, left: current.region.left,
                right: min(current.region.right, phrases[i].region.right))
            {
                break
            }
            lines.insert(i, at: 0)
            current = phrases[i]
        }
        return lines
    }

    /// Returns whether two lines are centred on one axis.
    private static func areCentred(_ a: Phrase, _ b: Phrase) -> Bool {
        abs(a.region.midX - b.region.midX) < 1.5 && a.letters > 2 && b.letters > 2
    }

    /// Returns all lines of the paragraph around phrase `index`, from top to bottom.
    func paragraph(around index: Int, maxLines: Int = 7) -> [Int] {
        var lines = paragraph(endingIn: index, maxLines: maxLines)
        while lines.count < maxLines, let last = lines.last {
            let r = phrases[last].region
            let edges = phrases[last].textEdges
            let next = phrases.indices.first {
                let p = phrases[$0].region
                let gap = p.top - r.bottom
                return gap > -0.5 * r.height && gap < 1.05 * r.height && p.midY > r.midY
                    && (edges.contains { abs(p.left - $0) < 2.5 } || Self.areCentred(phrases[$0], phrases[last]))
                    && abs(phrases[$0].fontSize - phrases[last].fontSize) < 1.2 && !startsItem[$0]
            }
            guard let next else { break }
            lines.append(next)
        }
        return lines
    }

    func text(_ indices: [Int]) -> String {
        indices.map { phrases[$0].text }.joined(separator: " ")
    }
}
