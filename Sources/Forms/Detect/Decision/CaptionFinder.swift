import FormModel

/// Finds the printed text that is the caption of a field to write in.
struct CaptionFinder {
    let around: Surroundings
    /// All fields of the page: a caption is not searched for beyond a neighbour.
    let fields: [PlacedField]
    let roles: TextRoles
    let heads: TableHeads

    /// Returns the caption that the first rule finds.
    func caption(of c: Candidate) -> Caption {
        let place = Place(
            field: c, left: around.left(of: c.region, floor: c.floor).flatMap { reachable($0, from: c) ? $0 : nil },
            below: around.below(c.region, floor: c.floor))
        for rule in CaptionRule.allCases {
            if let caption = caption(of: place, by: rule) { return caption }
        }
        return .none
    }

    /// A field and the nearest texts in front of it and below it.
    private struct Place {
        let field: Candidate
        let left: Surroundings.Neighbour?
        let below: Surroundings.Neighbour?
    }

    private func caption(of place: Place, by rule: CaptionRule) -> Caption? {
        let c = place.field
        switch rule {
        case .sentence: return sentence(place)
        case .textBeforeSpace: return c.kind == .inline ? place.left.map(textUpTo) : nil
        case .insideCell:
            guard c.edges.top, c.edges.left || c.edges.right || c.kind == .aboveCaption else { return nil }
            return captionInside(c)
        case .besideBox:
            return isAlone(c) ? rowText(leftOf: c.region, floor: c.floor, height: c.cell.height, within: 110) : nil
        case .closeUnder: return closeUnder(place)
        case .textBeside: return captionBeside(place).map(textUpTo)
        case .insideFrame: return c.edges.top ? captionInside(c) : nil
        case .tableHeads: return tableCaption(c)
        case .row: return rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 150)
        case .under: return under(place)
        case .above:
            return above(c).map {
                Caption(
                    text: around.text(around.paragraph(endingIn: $0.index, maxLines: 2)), position: .above,
                    distance: $0.distance)
            }
        case .farRow: return rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 400)
        case .behind: return behind(c)
        }
    }

    /// Returns the text in front of the field if it is a caption and runs up to the field.
    private func captionBeside(_ place: Place) -> Surroundings.Neighbour? {
        place.left.flatMap { $0.distance < 14 && around.phrases[$0.index].isCaption ? $0 : nil }
    }

    private func sentence(_ place: Place) -> Caption? {
        let edges = place.field.edges
        guard let left = captionBeside(place), edges.textLeft || !edges.left,
            edges.textLeft || !edges.top || left.distance < 6
        else { return nil }
        return textUpTo(left)
    }

    private func closeUnder(_ place: Place) -> Caption? {
        let c = place.field
        let isClosed = c.edges.left && c.edges.right && c.edges.top
        guard !isClosed, let below = place.below, below.distance < 6, isUnder(below, c) else { return nil }
        var text = textUnder(below, c.region)
        if let left = place.left, left.distance < 90, around.phrases[left.index].isCaption {
            text = around.phrases[left.index].text + " " + text
        }
        return Caption(text: text, position: .below, distance: below.distance)
    }

    private func under(_ place: Place) -> Caption? {
        let c = place.field
        guard let below = place.below, below.distance < 15, isUnder(below, c),
            below.distance < 11 || above(c) == nil
        else { return nil }
        return Caption(text: textUnder(below, c.region), position: .below, distance: below.distance)
    }

    /// Returns the text close above the field that is not the caption of the field above.
    private func above(_ c: Candidate) -> Surroundings.Neighbour? {
        guard let above = around.above(c.region), above.distance < 18,
            !roles.isUnderField(around.phrases[above.index].region, otherThan: c.region)
        else { return nil }
        return above
    }

    private func behind(_ c: Candidate) -> Caption? {
        guard let right = around.right(of: c.region, floor: c.floor), right.distance < 20,
            around.phrases[right.index].isCaption
        else { return nil }
        return Caption(text: around.phrases[right.index].text, position: .right, distance: right.distance)
    }

    /// Returns whether a closed box is not part of a table: no other field shares a column edge with it directly above
    /// or below.
    private func isAlone(_ c: Candidate) -> Bool {
        c.edges.left && c.edges.right && c.edges.top
            && !fields.contains {
                $0.region != c.region && $0.region.horizontalOverlap(c.cell) > 2
                    && (abs($0.region.top - c.cell.bottom) < 4 || abs($0.region.bottom - c.cell.top) < 4)
            }
    }

    /// Returns the text that runs up to the field, starting after the last line that has another blank.
    private func textUpTo(_ left: Surroundings.Neighbour) -> Caption {
        var lines = around.paragraph(endingIn: left.index)
        if let last = lines.dropLast().lastIndex(where: { roles.hasBlank(around.phrases[$0].region) }) {
            lines.removeSubrange(...last)
        }
        return Caption(text: around.text(lines), position: .left, distance: left.distance)
    }

    /// Returns the lines of the field's cell directly above it.
    private func captionInside(_ c: Candidate) -> Caption? {
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
        return Caption(
            text: around.text(lines), position: .inside,
            distance: max(0, c.region.top - around.phrases[last].region.bottom))
    }

    /// Returns the row and column headers of an empty cell.
    private func tableCaption(_ c: Candidate) -> Caption? {
        guard c.edges.top, c.edges.left || c.edges.right else { return nil }
        let r = c.cell
        var parts: [String] = []
        if let row = rowText(leftOf: r, floor: c.floor, height: r.height, within: 600) { parts.append(row.text) }
        if let head = heads.overCell(r) { parts.append(head) }
        guard !parts.isEmpty else { return nil }
        return Caption(text: parts.joined(separator: " "), position: .table, distance: 20)
    }

    /// Returns the description at the left end of the field's row, past line numbers, units and other fields.
    func rowText(leftOf r: Region, floor: Double, height: Double, within: Double) -> Caption? {
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
        return Caption(text: around.text(upTo + after), position: .left, distance: max(0, best.distance))
    }

    private func reachable(_ n: Surroundings.Neighbour, from c: Candidate) -> Bool {
        let p = around.phrases[n.index].region
        let gap = Region(left: p.right, top: c.floor - 5, right: c.region.left, bottom: c.floor - 1)
        guard gap.width > 1 else { return true }
        return !fields.contains {
            $0.region.horizontalOverlap(gap) > 3 && $0.region.verticalOverlap(gap) > 1 && $0.region != c.region
        }
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
    func textUnder(_ n: Surroundings.Neighbour, _ r: Region) -> String {
        let line = around.phrases[n.index].region
        return around.phrases.filter {
            abs($0.region.midY - line.midY) < 3 && $0.region.midX > r.left && $0.region.midX < r.right
        }.sorted { $0.region.left < $1.region.left }.map(\.text).joined(separator: " ")
    }
}
