import FormModel

/// Finds the caption that a person would read for a text field.
struct Labeller {
    let around: Surroundings
    /// Regions of all fields of the page: a caption is not looked for beyond a neighbour.
    let fields: [Region]

    /// The caption, and how it stands to the field.
    struct Label {
        var text: String
        var position: Position
        var distance: Double
        enum Position: Int { case none, inside, left, below, above, right, table }

        static let none = Label(text: "", position: .none, distance: 99)
    }

    init(_ around: Surroundings, fields: [Region]) {
        self.around = around
        self.fields = fields
    }

    func label(of c: Candidate) -> Label {
        if c.kind == .box {
            var option = OptionLabels(around, fields: fields).option(of: c.region)
            option.text = Self.tidy(option.text)
            return option
        }
        var found = caption(of: c)
        if found.position == .none || found.position == .right, let header = columnHeader(of: c.region) {
            found = Label(text: header, position: .table, distance: 20)
        }
        found.text = Self.tidy(found.text)
        return found
    }

    private func caption(of c: Candidate) -> Label {
        let isWalled = c.edges.left || c.edges.right
        let left = around.left(of: c.region, floor: c.floor).flatMap { reachable($0, from: c) ? $0 : nil }
        let speaks = left.map { around.phrases[$0.index].isCaption } ?? false
        if let left, speaks, left.distance < 14, c.edges.textLeft || !c.edges.left {
            if c.edges.textLeft || !c.edges.top || left.distance < 6 { return sentence(left) }
        }
        if c.kind == .inline, let left { return sentence(left) }
        if c.edges.top, isWalled || c.kind == .upper, let inside = captionInside(c) { return inside }
        // A box of its own with its caption to the left, at some distance.
        let row = rowText(leftOf: c.region, floor: c.floor, height: c.cell.height, within: 110)
        if isAlone(c), let row { return row }
        let below = around.below(c.region, floor: c.floor)
        if !(c.edges.left && c.edges.right && c.edges.top), let below, below.distance < 6, isUnder(below, c) {
            var text = textUnder(below, c.region)
            if let left, speaks, left.distance < 90 {
                text = around.phrases[left.index].text + " " + text
            } else if Self.isDateHint(text), let above = around.above(c.region), above.distance < 18 {
                text = around.phrases[above.index].text + " " + text
            }
            return Label(text: text, position: .below, distance: below.distance)
        }
        if let left, speaks, left.distance < 14 { return sentence(left) }
        if c.edges.top, let inside = captionInside(c) { return inside }
        if let table = tableLabel(c) { return table }
        if let row = rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 150) { return row }
        if let below, below.distance < 11, isUnder(below, c) {
            return Label(text: textUnder(below, c.region), position: .below, distance: below.distance)
        }
        if let above = around.above(c.region), above.distance < 18 {
            return Label(
                text: around.text(around.paragraph(endingIn: above.index, maxLines: 2)), position: .above,
                distance: above.distance)
        }
        if let row = rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 400) { return row }
        if let right = around.right(of: c.region, floor: c.floor), right.distance < 20,
            around.phrases[right.index].isCaption
        {
            return Label(
                text: around.phrases[right.index].text, position: .right, distance: right.distance)
        }
        return .none
    }

    /// A closed box that no other field shares a column edge with right above or below: not part of a table.
    private func isAlone(_ c: Candidate) -> Bool {
        c.edges.left && c.edges.right && c.edges.top
            && !fields.contains {
                $0 != c.region && $0.horizontalOverlap(c.cell) > 2
                    && (abs($0.top - c.cell.bottom) < 4 || abs($0.bottom - c.cell.top) < 4)
            }
    }

    private func sentence(_ left: Surroundings.Neighbour) -> Label {
        Label(
            text: around.text(around.paragraph(endingIn: left.index)), position: .left, distance: left.distance)
    }

    /// The lines of the field's own cell right above it.
    private func captionInside(_ c: Candidate) -> Label? {
        let cell = c.cell.insetBy(dx: -1, dy: -1)
        var inside: [Int] = []
        for (i, p) in around.phrases.enumerated() where cell.contains(x: p.region.midX, y: p.region.midY) {
            if p.region.left < cell.left - 2 || !p.isCaption { continue }
            if c.kind == .upper {
                inside.append(i)
            } else if p.region.midY < c.region.top + 2,
                p.region.horizontalOverlap(c.region) > 0 || p.region.right < c.region.left + 2
            {
                inside.append(i)
            }
        }
        guard let last = inside.last else { return nil }
        if c.kind != .upper {
            // A frame around many lines is no caption: only the lines next to the field speak for it.
            var top = around.phrases[last].region.top
            let height = around.phrases[last].region.height
            var kept: [Int] = []
            for i in inside.reversed() {
                let r = around.phrases[i].region
                if r.bottom < top - 1.1 * height || kept.count >= 8 { break }
                top = min(top, r.top)
                kept.append(i)
            }
            inside = kept.reversed()
        }
        let lines = inside.sorted {
            let (a, b) = (around.phrases[$0].region, around.phrases[$1].region)
            return abs(a.midY - b.midY) > 3 ? a.midY < b.midY : a.left < b.left
        }
        return Label(
            text: around.text(lines), position: .inside,
            distance: max(0, c.region.top - around.phrases[last].region.bottom))
    }

    /// Row and column headers of an empty cell.
    private func tableLabel(_ c: Candidate) -> Label? {
        guard c.edges.top, c.edges.left || c.edges.right else { return nil }
        let r = c.cell
        var parts: [String] = []
        if let row = rowText(leftOf: r, floor: c.floor, height: r.height, within: 600) { parts.append(row.text) }
        if let head = tableHead(over: r) { parts.append(head) }
        guard !parts.isEmpty else { return nil }
        return Label(text: parts.joined(separator: " "), position: .table, distance: 20)
    }

    /// The text of the cell at the head of a column of cells that touch each other.
    private func tableHead(over cell: Region) -> String? {
        var top = cell.top
        while let next = fields.first(where: {
            abs($0.bottom - top) < 4 && $0.horizontalOverlap(cell) > 0.6 * min($0.width, cell.width) && $0.top < top - 4
        }) {
            // Up to the line that the next cell hangs from.
            top =
                around.marks.horizontals.last {
                    $0.position < next.top + 3 && $0.position > next.top - 30
                        && $0.coverage(from: cell.left + 2, to: cell.right - 2) > 0.6
                }?.position ?? next.top
        }
        let column = around.phrases.enumerated().filter { _, p in
            p.region.midY < top + 1 && p.region.midX > cell.left - 2 && p.region.midX < cell.right + 2
                && p.region.width < cell.width + 8 && p.isCaption
        }
        guard let nearest = column.max(by: { $0.element.region.midY < $1.element.region.midY }),
            top - nearest.element.region.bottom < 14
        else { return nil }
        // The lines of a head are centred as often as not.
        var edge = nearest.element.region.top
        var lines: [Int] = []
        for (i, p) in column.reversed() where p.region.bottom > edge - 0.9 * p.region.height {
            if around.isRuled(
                from: p.region.midY, to: nearest.element.region.midY, left: cell.left + 2, right: cell.right - 2)
            {
                break
            }
            edge = min(edge, p.region.top)
            lines.append(i)
        }
        return around.text(lines.sorted())
    }

    /// The description at the left end of the field's row, past line numbers, units and other fields.
    private func rowText(leftOf r: Region, floor: Double, height: Double, within: Double) -> Label? {
        let reach = max(13, min(height, 24))
        var best: (index: Int, distance: Double)?
        for (i, p) in around.phrases.enumerated() {
            guard p.region.midY > floor - reach, p.region.midY < floor + 2, p.region.midX < r.left,
                p.letters >= 4
            else { continue }
            let distance = r.left - p.region.right
            if distance < within, distance < best?.distance ?? .infinity { best = (i, distance) }
        }
        return best.map {
            Label(
                text: around.text(around.paragraph(endingIn: $0.index)), position: .left, distance: max(0, $0.distance))
        }
    }

    /// What stands at the head of a column of blanks of one width.
    private func columnHeader(of r: Region) -> String? {
        let column = fields.filter { abs($0.left - r.left) < 5 && abs($0.right - r.right) < 5 }
            .sorted { $0.top > $1.top }
        guard column.count >= 2 else { return nil }
        var top = r.top
        for field in column where field.top < top && top - field.bottom < 90 { top = field.top }
        // Words, not phrases: the heads of neighbouring columns stand close together.
        let above = around.phrases.filter {
            $0.region.midY < top && $0.region.bottom > top - 75 && $0.region.width < max(3.2 * r.width, r.width + 60)
                && $0.region.horizontalOverlap(r) > 0
        }.flatMap(\.tokens).filter {
            $0.region.midX > r.left - 10 && $0.region.midX < r.right + 10 && $0.hasLetterOrDigit
        }.sorted { $0.region.midY > $1.region.midY }
        guard let nearest = above.first, top - nearest.region.bottom < 30 else { return nil }
        var lines: [[Token]] = []
        var edge = top
        for token in above {
            if let last = lines.last?.first, abs(last.region.midY - token.region.midY) < 3 {
                lines[lines.count - 1].append(token)
            } else {
                let isFar = !lines.isEmpty && edge - token.region.bottom > 0.9 * token.region.height
                if isFar || lines.count == 5 { break }
                lines.append([token])
            }
            edge = min(edge, token.region.top)
        }
        let words = lines.reversed().flatMap { $0.sorted { $0.region.left < $1.region.left }.map(\.text) }
        let text = words.joined(separator: " ")
        return text.contains(where: \.isLetter) ? text : nil
    }

    private func reachable(_ n: Surroundings.Neighbour, from c: Candidate) -> Bool {
        let p = around.phrases[n.index].region
        let gap = Region(left: p.right, top: c.floor - 5, right: c.region.left, bottom: c.floor - 1)
        guard gap.width > 1 else { return true }
        return !fields.contains { $0.horizontalOverlap(gap) > 3 && $0.verticalOverlap(gap) > 1 && $0 != c.region }
            && !around.isWalled(from: p.right, to: c.region.left - 1, y: c.floor - 3)
    }

    /// Whether a phrase below a rule belongs to that rule: it starts within its extent, in no larger print than usual.
    private func isUnder(_ n: Surroundings.Neighbour, _ c: Candidate) -> Bool {
        let p = around.phrases[n.index]
        return p.region.left > c.region.left - 6 && p.fontSize <= 10.6 && p.isCaption
            && p.region.left < c.region.right
    }

    /// The line of text under a rule; where it spells several captions far apart, they are all of the field's.
    private func textUnder(_ n: Surroundings.Neighbour, _ r: Region) -> String {
        let line = around.phrases[n.index].region
        return around.phrases.filter {
            abs($0.region.midY - line.midY) < 3 && $0.region.midX > r.left && $0.region.midX < r.right
        }.sorted { $0.region.left < $1.region.left }.map(\.text).joined(separator: " ")
    }

    /// "MM / DD / YYYY" and the like say how to write, not what.
    private static func isDateHint(_ text: String) -> Bool {
        let words = text.lowercased().split { !$0.isLetter }
        return !words.isEmpty && words.allSatisfy { ["mm", "dd", "yyyy", "yy", "month", "day", "year"].contains($0) }
    }

    /// Leader dots, box signs and repeated spaces out; at most 240 characters.
    static func tidy(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
            .filter { w in w.contains { $0.isLetter || $0.isNumber || "%#&".contains($0) } }
        var length = 0
        return words.prefix {
            length += $0.count + 1
            return length <= 240
        }.joined(separator: " ")
    }
}
