import FormModel

/// Finds the caption that a person would read for a text field.
struct Labeller {
    let around: Surroundings
    /// The regions of all fields of the page: a caption is not searched for beyond a neighbour.
    let fields: [Region]

    private let roles: TextRoles
    private let heads: TableHeads

    /// A caption and its position relative to the field.
    struct Label {
        var text: String
        var position: Position
        var distance: Double
        /// Whether the caption runs right up to the field, as in a sentence with blanks.
        var isAdjacent: Bool { distance < 14 }
        /// The format of the value, if the page specifies it: `MM/DD/YYYY`.
        var hint: String?
        enum Position: Int { case none, inside, left, below, above, right, table }

        static let none = Label(text: "", position: .none, distance: 99)
    }

    init(_ around: Surroundings, fields: [Region]) {
        self.around = around
        self.fields = fields
        roles = TextRoles(around: around, fields: fields)
        heads = TableHeads(around: around, fields: fields, roles: roles)
    }

    /// Returns the labels of all fields of a page, in order.
    ///
    /// A line without a caption continues the field directly above it.
    func labels(of candidates: [Candidate]) -> [Label] {
        var labels = candidates.map(labelWithHead)
        for (i, c) in candidates.enumerated() where labels[i].text.isEmpty && c.kind != .box {
            let upper = candidates.firstIndex {
                abs($0.region.left - c.region.left) < 8 && abs($0.region.right - c.region.right) < 8
                    && $0.region.top < c.region.top && c.region.top - $0.region.bottom < 24
            }
            if let upper { labels[i].text = labels[upper].text }
        }
        return labels
    }

    /// Returns the caption, or the text of the option for a box.
    func label(of c: Candidate) -> Label {
        if c.kind == .box {
            var option = OptionLabels(around, fields: fields).option(of: c.region)
            option.text = Self.tidy(option.text)
            return option
        }
        var found = caption(of: c)
        if found.position == .none || found.position == .right, let header = heads.overColumn(of: c.region) {
            found = Label(text: header, position: .table, distance: 20)
        }
        let (text, hint) = DateHint.split(found.text)
        found.text = Self.tidy(text)
        found.hint = hint ?? hintUnder(c)
        if found.text.isEmpty { found.text = found.hint ?? "" }
        return found
    }

    /// Returns the caption with the head of the field's column if the field is in a table without walls, since the row
    /// alone does not identify one of its blanks.
    private func labelWithHead(of c: Candidate) -> Label {
        var found = label(of: c)
        guard c.kind != .box else { return found }
        let head = heads.overColumn(of: c.region, margin: 40).flatMap { text in
            let head = Self.tidy(DateHint.split(text).caption)
            return head.count(where: \.isLetter) >= 3 && head.first != "(" ? head : nil
        }
        switch found.position {
        case .left where !found.isAdjacent:
            guard let head, !found.text.contains(head) else { break }
            found.text += ", " + head
            found.position = .table
        case .above:
            // The first row is directly below the head.
            guard let head, found.text == head,
                let row = rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 400)
            else { break }
            found.text = Self.tidy(row.text) + ", " + head
            found.position = .table
        case .inside:
            // A head that is wider than its column.
            if let head, head.hasPrefix(found.text) { found.text = head }
        case .none, .below:
            guard found.text.isEmpty || found.text == found.hint else { break }
            if let question = roles.question(leftOf: c.region) {
                found.text = Self.tidy(around.text(around.paragraph(around: question)))
            }
        default: break
        }
        return found
    }

    /// Returns the format hint that the page prints under a field.
    private func hintUnder(_ c: Candidate) -> String? {
        guard let below = around.below(c.region, floor: c.floor), below.distance < 11 else { return nil }
        let text = textUnder(below, c.region)
        return DateHint.isHint(text) ? DateHint.written(text.split(separator: " ").map(String.init)) : nil
    }

    private func caption(of c: Candidate) -> Label {
        let isWalled = c.edges.left || c.edges.right
        let left = around.left(of: c.region, floor: c.floor).flatMap { reachable($0, from: c) ? $0 : nil }
        let speaks = left.map { around.phrases[$0.index].isCaption } ?? false
        if let left, speaks, left.distance < 14, c.edges.textLeft || !c.edges.left {
            if c.edges.textLeft || !c.edges.top || left.distance < 6 { return sentence(left) }
        }
        if c.kind == .inline, let left { return sentence(left) }
        if c.edges.top, isWalled || c.kind == .aboveCaption, let inside = captionInside(c) { return inside }
        // A separate box with its caption to the left, at some distance.
        let row = rowText(leftOf: c.region, floor: c.floor, height: c.cell.height, within: 110)
        if isAlone(c), let row { return row }
        let below = around.below(c.region, floor: c.floor)
        if !(c.edges.left && c.edges.right && c.edges.top), let below, below.distance < 6, isUnder(below, c) {
            var text = textUnder(below, c.region)
            if let left, speaks, left.distance < 90 { text = around.phrases[left.index].text + " " + text }
            return Label(text: text, position: .below, distance: below.distance)
        }
        if let left, speaks, left.distance < 14 { return sentence(left) }
        if c.edges.top, let inside = captionInside(c) { return inside }
        if let table = tableLabel(c) { return table }
        if let row = rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 150) { return row }
        let above = around.above(c.region).flatMap { above in
            above.distance < 18 && !roles.isUnderField(around.phrases[above.index].region, otherThan: c.region)
                ? above : nil
        }
        if let below, below.distance < (above == nil ? 15 : 11), isUnder(below, c) {
            return Label(text: textUnder(below, c.region), position: .below, distance: below.distance)
        }
        if let above {
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

    /// Returns whether a closed box is not part of a table: no other field shares a column edge with it directly above
    /// or below.
    private func isAlone(_ c: Candidate) -> Bool {
        c.edges.left && c.edges.right && c.edges.top
            && !fields.contains {
                $0 != c.region && $0.horizontalOverlap(c.cell) > 2
                    && (abs($0.top - c.cell.bottom) < 4 || abs($0.bottom - c.cell.top) < 4)
            }
    }

    /// Returns the text that runs up to the field, starting after the last line that has another blank.
    private func sentence(_ left: Surroundings.Neighbour) -> Label {
        var lines = around.paragraph(endingIn: left.index)
        if let last = lines.dropLast().lastIndex(where: { roles.hasBlank(around.phrases[$0].region) }) {
            lines.removeSubrange(...last)
        }
        return Label(text: around.text(lines), position: .left, distance: left.distance)
    }

    /// Returns the lines of the field's cell directly above it.
    private func captionInside(_ c: Candidate) -> Label? {
        let cell = c.cell.insetBy(dx: -1, dy: -1)
        var inside: [Int] = []
        for (i, p) in around.phrases.enumerated() where cell.contains(x: p.region.midX, y: p.region.midY) {
            if p.region.left < cell.left - 2 || !p.isCaption { continue }
            let isNearer = c.region.top - p.region.bottom < 5
            if !c.edges.left, !c.edges.right, !isNearer, roles.isUnderField(p.region, otherThan: c.region) { continue }
            if c.kind == .aboveCaption {
                inside.append(i)
            } else if p.region.midY < c.region.top + 2,
                p.region.horizontalOverlap(c.region) > 0 || p.region.right < c.region.left + 2
            {
                inside.append(i)
            }
        }
        guard let last = inside.last else { return nil }
        if c.kind != .aboveCaption {
            // A frame around many lines is not a caption; only the lines next to the field count.
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

    /// Returns the row and column headers of an empty cell.
    private func tableLabel(_ c: Candidate) -> Label? {
        guard c.edges.top, c.edges.left || c.edges.right else { return nil }
        let r = c.cell
        var parts: [String] = []
        if let row = rowText(leftOf: r, floor: c.floor, height: r.height, within: 600) { parts.append(row.text) }
        if let head = heads.overCell(r) { parts.append(head) }
        guard !parts.isEmpty else { return nil }
        return Label(text: parts.joined(separator: " "), position: .table, distance: 20)
    }

    /// Returns the description at the left end of the field's row, past line numbers, units and other fields.
    private func rowText(leftOf r: Region, floor: Double, height: Double, within: Double) -> Label? {
        let reach = max(13, min(height, 24))
        var best: (index: Int, distance: Double)?
        for (i, p) in around.phrases.enumerated() {
            guard p.region.midY > floor - reach, p.region.midY < floor + 2, p.region.midX < r.left,
                p.letters >= 4, p.isCaption, !(p.region.right < r.left && roles.isUnderField(p.region, otherThan: r))
            else { continue }
            let distance = r.left - p.region.right
            if distance < within, distance < best?.distance ?? .infinity { best = (i, distance) }
        }
        guard let best else { return nil }
        var upTo = around.paragraph(endingIn: best.index)
        var after = Array(around.paragraph(around: best.index).drop { $0 != best.index }.dropFirst())
        // Unrelated prose beside the field.
        if upTo.count + after.count > 4, !after.isEmpty { return nil }
        // Lines in the rows above and below do not belong to this row.
        let isOfOtherRow = { roles.isInRow(around.phrases[$0].region, ofFieldOverOrUnder: r) }
        if let last = upTo.dropLast().lastIndex(where: isOfOtherRow) { upTo.removeSubrange(...last) }
        if let next = after.firstIndex(where: isOfOtherRow) { after.removeSubrange(next...) }
        return Label(text: around.text(upTo + after), position: .left, distance: max(0, best.distance))
    }

    private func reachable(_ n: Surroundings.Neighbour, from c: Candidate) -> Bool {
        let p = around.phrases[n.index].region
        let gap = Region(left: p.right, top: c.floor - 5, right: c.region.left, bottom: c.floor - 1)
        guard gap.width > 1 else { return true }
        return !fields.contains { $0.horizontalOverlap(gap) > 3 && $0.verticalOverlap(gap) > 1 && $0 != c.region }
            && !around.isWalled(from: p.right, to: c.region.left - 1, y: c.floor - 3)
    }

    /// Returns whether a phrase below a rule belongs to that rule: it starts within the rule's extent and is not
    /// printed larger than usual.
    private func isUnder(_ n: Surroundings.Neighbour, _ c: Candidate) -> Bool {
        let p = around.phrases[n.index]
        return p.region.left > c.region.left - 6 && p.fontSize <= 10.6 && p.isCaption
            && p.region.left < c.region.right
    }

    /// Returns the line of text under a rule; if it has several captions far apart, all of them belong to the field.
    private func textUnder(_ n: Surroundings.Neighbour, _ r: Region) -> String {
        let line = around.phrases[n.index].region
        return around.phrases.filter {
            abs($0.region.midY - line.midY) < 3 && $0.region.midX > r.left && $0.region.midX < r.right
        }.sorted { $0.region.left < $1.region.left }.map(\.text).joined(separator: " ")
    }

    /// Removes leader dots, box glyphs and repeated spaces, and limits the text to 240 characters.
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
