import FormModel

/// Finds the caption that a person would read for a field.
struct Labeller {
    let around: Surroundings
    /// Regions of all fields of the page: a caption is not looked for beyond a neighbour.
    var fields: [Region] = []

    /// The caption, and how it stands to the field.
    struct Label {
        var text: String
        var position: Position
        var distance: Double
        enum Position: Int { case none, inside, left, below, above, right, table }
    }

    init(_ around: Surroundings, fields: [Region]) {
        self.around = around
        self.fields = fields
    }

    func label(of c: Candidate) -> Label {
        let found = c.kind == .box ? optionText(of: c.region) : caption(of: c)
        return Label(
            text: Self.tidy(found.text), position: found.position, distance: found.distance)
    }

    // MARK: text fields

    private func caption(of c: Candidate) -> Label {
        let r = c.region
        let left = around.left(of: r, floor: c.floor).flatMap { reachable($0, from: r, c.floor) ? $0 : nil }
        // Text on the same line right before the gap speaks for it.
        if let left, left.distance < 12, c.edges.textLeft || !c.edges.left {
            let p = around.phrases[left.index]
            if !isUnit(p.text) {
                return Label(
                    text: around.text(around.paragraph(endingIn: left.index)), position: .left,
                    distance: left.distance)
            }
        }
        let inside = captionInside(c)
        if let inside { return inside }
        let below = around.below(r, floor: c.floor)
        if !(c.edges.left && c.edges.right && c.edges.top), let below, below.distance < 7,
            around.phrases[below.index].fontSize <= 9.5
        {
            return Label(
                text: below.isUnder(r, around.phrases), position: .below, distance: below.distance)
        }
        if let table = tableLabel(c) { return table }
        if let left, left.distance < 60, let row = rowText(from: left, r, c.floor) {
            return Label(text: row, position: .left, distance: left.distance)
        }
        if let below, below.distance < 10, !(c.edges.left && c.edges.right && c.edges.top) {
            return Label(
                text: below.isUnder(r, around.phrases), position: .below, distance: below.distance)
        }
        let above = around.above(r)
        if let above, above.distance < 16 {
            return Label(
                text: around.text(around.paragraph(endingIn: above.index, maxLines: 2)), position: .above,
                distance: above.distance)
        }
        if let left, let row = rowText(from: left, r, c.floor) {
            return Label(text: row, position: .left, distance: left.distance)
        }
        if let right = around.right(of: r, floor: c.floor), right.distance < 20 {
            return Label(
                text: around.phrases[right.index].text, position: .right, distance: right.distance)
        }
        return Label(text: "", position: .none, distance: 99)
    }

    /// The phrases of the field's own cell above it.
    private func captionInside(_ c: Candidate) -> Label? {
        guard c.edges.top || c.kind == .upper else { return nil }
        let cell = c.cell.insetBy(dx: -1, dy: -1)
        var inside: [Int] = []
        for (i, p) in around.phrases.enumerated() {
            guard cell.contains(x: p.region.midX, y: p.region.midY), p.region.left > cell.left - 2 else { continue }
            if c.kind == .upper {
                inside.append(i)
            } else if p.region.midY < c.region.top + 2,
                p.region.horizontalOverlap(c.region) > 0 || p.region.right < c.region.left + 2
            {
                inside.append(i)
            }
        }
        guard !inside.isEmpty, let last = inside.last else { return nil }
        return Label(
            text: around.text(inside), position: .inside,
            distance: max(0, c.region.top - around.phrases[last].region.bottom))
    }

    /// Row and column headers of an empty cell.
    private func tableLabel(_ c: Candidate) -> Label? {
        guard c.edges.top, c.edges.left || c.edges.right else { return nil }
        let r = c.cell
        var parts: [String] = []
        if let left = around.left(of: r, floor: c.floor), let row = rowText(from: left, r, c.floor) {
            parts.append(row)
        }
        // Upwards through the column to the first text that is about as wide as the cell.
        let column = around.phrases.enumerated().filter { _, p in
            p.region.midY < r.top + 1 && p.region.midX > r.left - 2 && p.region.midX < r.right + 2
                && p.region.width < r.width + 8
        }
        if let nearest = column.max(by: { $0.element.region.midY < $1.element.region.midY }),
            r.top - nearest.element.region.bottom < 260
        {
            let lines = around.paragraph(endingIn: nearest.offset, maxLines: 5)
            let centred = column.filter { i, p in
                !lines.contains(i)
                    && p.region.bottom > nearest.element.region.top - 40
                    && p.region.bottom < nearest.element.region.top + 2
                    && !around.isRuled(
                        from: p.region.midY, to: nearest.element.region.midY, left: r.left + 2, right: r.right - 2)
            }.map(\.offset)
            let header = around.text(Array(Set(lines + centred)).sorted())
            parts.append(header)
        }
        guard !parts.isEmpty else { return nil }
        return Label(text: parts.joined(separator: " "), position: .table, distance: 20)
    }

    /// The description at the left end of the field's row, past line numbers and other fields.
    private func rowText(from left: Surroundings.Neighbour, _ r: Region, _ floor: Double) -> String? {
        var best: Int?
        let candidates = around.phrases.enumerated().filter { _, p in
            p.region.midY > floor - max(13, min(r.height, 24)) && p.region.midY < floor + 2 && p.region.midX < r.left
        }.sorted { $0.element.region.right > $1.element.region.right }
        for (i, p) in candidates {
            let letters = p.text.filter(\.isLetter).count
            if letters >= 4 {
                best = i
                break
            }
        }
        guard let best else {
            return around.phrases[left.index].text
        }
        return around.text(around.paragraph(endingIn: best))
    }

    private func reachable(_ n: Surroundings.Neighbour, from r: Region, _ floor: Double) -> Bool {
        let p = around.phrases[n.index].region
        let gap = Region(left: p.right, top: floor - 5, right: r.left, bottom: floor - 1)
        guard gap.width > 1 else { return true }
        return !fields.contains { $0.horizontalOverlap(gap) > 3 && $0.verticalOverlap(gap) > 1 && $0 != r }
    }

    /// A currency sign or the like, which names nothing.
    private func isUnit(_ text: String) -> Bool {
        !text.contains { $0.isLetter || $0.isNumber }
    }

    // MARK: boxes

    /// The text right of a box up to the next box, with the lines it runs on to.
    private func optionText(of box: Region) -> Label {
        if let (text, distance) = textRight(of: box) {
            return Label(text: text, position: .right, distance: distance)
        }
        if let left = around.left(of: box, floor: box.bottom), left.distance < 30 {
            return Label(
                text: around.text(around.paragraph(endingIn: left.index)), position: .left,
                distance: left.distance)
        }
        if let above = around.above(box), above.distance < 14 {
            return Label(
                text: around.text(around.paragraph(endingIn: above.index)), position: .above,
                distance: above.distance)
        }
        return Label(text: "", position: .none, distance: 99)
    }

    private func textRight(of box: Region) -> (String, Double)? {
        let boxes = fields.filter { abs($0.midY - box.midY) < 6 && $0.left > box.right && $0.width < 18 }
        let limit = boxes.map(\.left).min() ?? .infinity
        var line: (index: Int, tokens: [Token])?
        for (i, p) in around.phrases.enumerated()
        where abs(p.region.midY - box.midY) < max(4.5, 0.5 * box.height) && p.region.right > box.right {
            let tokens = p.tokens.filter { $0.region.left > box.right - 2 && $0.region.left < limit }
            guard let first = tokens.first, first.region.left - box.right < 26,
                !around.isWalled(from: box.right + 1.5, to: first.region.left - 0.5, y: box.midY)
            else { continue }
            if first.region.left < line?.tokens.first?.region.left ?? .infinity { line = (i, tokens) }
        }
        guard let line, let first = line.tokens.first else { return nil }
        var text = line.tokens.map(\.text).joined(separator: " ")
        var bottom = around.phrases[line.index].region
        bottom.x = first.region.left
        // Further lines hang at the same left edge, without a box of their own.
        for _ in 0..<3 {
            guard
                let next = around.phrases.enumerated().first(where: { _, p in
                    let gap = p.region.top - bottom.bottom
                    return gap > -2 && gap < 0.7 * bottom.height && abs(p.region.left - bottom.left) < 3
                        && !fields.contains {
                            $0.width < 18 && abs($0.midY - p.region.midY) < 5 && $0.right < p.region.left
                                && p.region.left - $0.right < 14
                        }
                })
            else { break }
            text += " " + next.element.text
            bottom = next.element.region
        }
        return (text, first.region.left - box.right)
    }

    /// Leader dots, box signs and repeated spaces out; at most 200 characters.
    static func tidy(_ text: String) -> String {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
            .filter { w in w.contains { $0.isLetter || $0.isNumber || "$%#&".contains($0) } }
        var length = 0
        words = words.filter {
            length += $0.count + 1
            return length <= 240
        }
        return words.joined(separator: " ")
    }
}

extension Surroundings.Neighbour {
    /// The line of text under a rule; where it spells several captions far apart, they are all of the field's.
    fileprivate func isUnder(_ r: Region, _ phrases: [Phrase]) -> String {
        let line = phrases[index].region
        return phrases.filter {
            abs($0.region.midY - line.midY) < 3 && $0.region.midX > r.left && $0.region.midX < r.right
        }.sorted { $0.region.left < $1.region.left }.map(\.text).joined(separator: " ")
    }
}
