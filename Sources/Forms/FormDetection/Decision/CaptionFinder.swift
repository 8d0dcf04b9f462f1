import FormModel

/// Finds the printed caption of a writing field.
struct CaptionFinder {
    let around: TextNeighbourhood
    /// All fields of the page; a caption must not lie beyond a neighbouring field.
    let fields: [PlacedField]
    let roles: TextRoles
    let heads: TableHeads
    /// The side of the captions; nil before the lines are known.
    var side: CaptionSide?

    /// Returns the caption found by the first rule that applies.
    func caption(of c: Candidate) -> Caption {
        let place = Place(
            field: c, left: around.left(of: c.region, floor: c.floor).flatMap { reachable($0, from: c) ? $0 : nil },
            below: around.below(c.region, floor: c.floor))
        for rule in CaptionRule.allCases {
            guard let caption = caption(of: place, by: rule), !Labeller.tidy(caption.text).isEmpty else { continue }
            // Details asked for after a mere yes are printed in small letters at the bottom of the cell.
            if OptionNames.isMereYesOrNo(caption.text), let remark = remarkUnder(place) { return remark }
            return caption
        }
        return .none
    }

    /// A field and the nearest texts in front of it and below it.
    private struct Place {
        let field: Candidate
        let left: TextNeighbourhood.Neighbour?
        let below: TextNeighbourhood.Neighbour?
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
        case .textBeside: return captionBeside(place, upTo: 60).map(textUpTo)
        case .insideFrame: return c.edges.top ? captionInside(c) : nil
        case .tableHeads: return tableCaption(c)
        case .row: return rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 150)
        case .under: return under(place)
        case .above:
            return above(c, continuing: true).map {
                Caption(
                    text: around.text(around.paragraph(endingIn: $0.index, maxLines: 2)), position: .above,
                    distance: $0.distance)
            }
        case .farRow: return rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 400)
        case .behind: return behind(c)
        }
    }

    /// Returns the text in front of the field if it is a caption.
    ///
    /// It must adjoin the field, or end in a colon within `reach` points of it.
    private func captionBeside(_ place: Place, upTo reach: Double = 0) -> TextNeighbourhood.Neighbour? {
        guard let left = place.left else { return nil }
        let p = around.phrases[left.index]
        return p.isCaption && (left.distance < 14 || left.distance < reach && p.text.hasSuffix(":")) ? left : nil
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
        guard !isClosed, let below = place.below, below.distance < 6, isUnder(below, c), !isOfOther(below, c) else {
            return nil
        }
        var text = textUnder(below, c.region)
        if let left = place.left, left.distance < 90, around.phrases[left.index].isCaption {
            text = around.phrases[left.index].text + " " + text
        }
        return Caption(text: text, position: .below, distance: below.distance)
    }

    private func under(_ place: Place) -> Caption? {
        let c = place.field
        guard let below = place.below, below.distance < 15, isUnder(below, c),
            !roles.isBehindField(around.phrases[below.index].region, otherThan: c.region),
            below.distance < 11 || above(c) == nil, !isOfOther(below, c)
        else { return nil }
        return Caption(text: textUnder(below, c.region), position: .below, distance: below.distance)
    }

    /// Returns smaller text than in front of the field, below it in the same cell.
    private func remarkUnder(_ place: Place) -> Caption? {
        guard let left = place.left, let below = place.below, below.distance < 40, isUnder(below, place.field) else {
            return nil
        }
        let r = around.phrases[below.index].region
        guard around.phrases[below.index].fontSize < around.phrases[left.index].fontSize - 0.5,
            !around.isRuled(from: place.field.floor + 1, to: r.midY, left: r.left, right: r.right)
        else { return nil }
        return Caption(text: textUnder(below, place.field.region), position: .below, distance: below.distance)
    }

    /// Returns the text directly above the field unless it is another field's caption.
    ///
    /// `continuing` allows the caption in front of the field above, which this field then continues.
    private func above(_ c: Candidate, continuing: Bool = false) -> TextNeighbourhood.Neighbour? {
        guard let above = around.above(c.region), above.distance < 18, around.phrases[above.index].isCaption,
            side?.isUnder == false || !roles.isUnderField(around.phrases[above.index].region, otherThan: c.region)
        else { return nil }
        guard roles.isBeforeField(around.phrases[above.index].region, otherThan: c.region) else { return above }
        // Another caption can follow the captions and blanks of a line.
        let line = around.phrases[above.index].region
        let last = around.phrases.indices.last {
            let p = around.phrases[$0]
            return abs(p.region.midY - line.midY) < 3 && p.region.horizontalOverlap(c.region) > 4 && p.isCaption
        }
        if let last, last != above.index, !roles.isBeforeField(around.phrases[last].region, otherThan: c.region) {
            return .init(index: last, distance: above.distance)
        }
        return continuing ? above : nil
    }

    private func behind(_ c: Candidate) -> Caption? {
        guard let right = around.right(of: c.region, floor: c.floor), right.distance < 20,
            around.phrases[right.index].isCaption
        else { return nil }
        return Caption(text: around.phrases[right.index].text, position: .right, distance: right.distance)
    }

    /// Returns whether a closed box is not part of a table.
    ///
    /// No other field shares a column edge with it directly above or below.
    private func isAlone(_ c: Candidate) -> Bool {
        c.edges.left && c.edges.right && c.edges.top
            && !fields.contains {
                $0.region != c.region && $0.region.horizontalOverlap(c.cell) > 2
                    && (abs($0.region.top - c.cell.bottom) < 4 || abs($0.region.bottom - c.cell.top) < 4)
            }
    }

    /// Returns the text up to the field, starting after the last line with another blank.
    private func textUpTo(_ left: TextNeighbourhood.Neighbour) -> Caption {
        var lines = around.paragraph(endingIn: left.index)
        if let last = lines.dropLast().lastIndex(where: { roles.hasBlank(around.phrases[$0].region) }),
            !isBesideAll(lines)
        {
            lines.removeSubrange(...last)
        }
        return Caption(text: around.text(lines), position: .left, distance: left.distance)
    }

    /// Returns whether a multiline caption has its blanks beside it, not between its words.
    ///
    /// Its last line begins in lower case.
    private func isBesideAll(_ lines: [Int]) -> Bool {
        guard let last = lines.last, around.phrases[last].text.first?.isLowercase == true else { return false }
        let right = lines.map { around.phrases[$0].region.right }.max() ?? 0
        return !fields.contains { field in
            field.region.left < right - 2
                && lines.contains {
                    field.region.verticalOverlap(around.phrases[$0].region) > 3
                        && field.region.right > around.phrases[$0].region.left
                }
        }
    }

    /// Returns the text lines directly above the field in its cell.
    private func captionInside(_ c: Candidate) -> Caption? {
        let cell = c.cell.insetBy(dx: -1, dy: -1)
        var inside: [Int] = []
        for (i, p) in around.phrases.enumerated() where cell.contains(x: p.region.midX, y: p.region.midY) {
            if p.textEdges.allSatisfy({ $0 < cell.left - 2 }) || !p.isCaption { continue }
            let isNearer = c.region.top - p.region.bottom < 5
            if !c.edges.left, !c.edges.right, !isNearer, roles.isUnderField(p.region, otherThan: c.region) { continue }
            if c.kind == .aboveCaption {
                inside.append(i)
            } else if p.region.right < c.region.left + 2
                || p.region.midY < c.region.top + 4 && p.region.horizontalOverlap(c.region) > 0
            {
                inside.append(i)
            }
        }
        inside = ownLines(of: inside, in: c)
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

    /// Returns the lines in a cell that concern neither another field nor an option.
    ///
    /// If the line next to the field does, the field continues that other field or option.
    private func ownLines(of inside: [Int], in c: Candidate) -> [Int] {
        guard let last = inside.last else { return [] }
        if roles.isBeforeField(around.phrases[last].region, otherThan: c.region) { return [last] }
        var boxes: [Int: PlacedField] = [:]
        for (i, line) in inside.enumerated() {
            let r = around.phrases[line].region
            let before = inside[..<i].last {
                let above = around.phrases[$0].region
                return abs(above.left - r.left) < 3 && r.top - above.bottom < 1.1 * r.height && above.midY < r.midY
            }
            boxes[line] = roles.box(of: r) ?? before.flatMap { boxes[$0] }
        }
        // "Other (specify):" introduces the blank below it.
        if let box = boxes[last], around.phrases[last].text.hasSuffix(":") { return inside.filter { boxes[$0] == box } }
        let own = inside.filter {
            boxes[$0] == nil && !roles.isBeforeField(around.phrases[$0].region, otherThan: c.region)
        }
        return own.isEmpty ? inside.filter { boxes[$0] == boxes[last] } : own
    }

    /// Returns the row and column headings of an empty cell.
    private func tableCaption(_ c: Candidate) -> Caption? {
        guard c.edges.top, c.edges.left || c.edges.right else { return nil }
        let r = c.cell
        var parts: [String] = []
        let head = heads.overCell(r)
        if let row = rowText(leftOf: r, floor: c.floor, height: r.height, within: 600),
            // A remark in the row concerns the preceding field.
            head == nil || row.text.first != "("
        {
            parts.append(row.text)
        }
        if let head { parts.append(head) }
        guard !parts.isEmpty else { return nil }
        return Caption(text: parts.joined(separator: " "), position: .table, distance: 20)
    }

    /// Returns the description at the left end of the field's row.
    ///
    /// Line numbers, units and other fields are skipped.
    func rowText(leftOf r: Region, floor: Double, height: Double, within: Double) -> Caption? {
        let reach = max(13, min(height, 24))
        var best: (index: Int, distance: Double)?
        var least = Double.infinity
        for (i, p) in around.phrases.enumerated() {
            guard p.region.midY > floor - reach, p.region.midY < floor + 2, p.region.midX < r.left,
                p.letters >= 4, p.isCaption,
                !(p.region.right < r.left && roles.isUnderField(p.region, otherThan: r))
            else { continue }
            let distance = r.left - p.region.right
            // Of two lines in a row, the one at the height of the value is preferred.
            let effort = distance + 2 * max(0, floor - 6 - p.region.midY)
            if distance < within, effort < least { (best, least) = ((i, distance), effort) }
        }
        guard let best else { return nil }
        var upTo = around.paragraph(endingIn: best.index)
        var after = Array(around.paragraph(around: best.index).drop { $0 != best.index }.dropFirst())
        // Each option of a list is a separate item.
        let box = roles.box(of: around.phrases[best.index].region)
        let isOfOtherOption = { (line: Int) in
            let other = roles.box(of: around.phrases[line].region)
            return other != nil && other != box
        }
        if box != nil, let last = upTo.dropLast().lastIndex(where: isOfOtherOption) { upTo.removeSubrange(...last) }
        if let next = after.firstIndex(where: isOfOtherOption) { after.removeSubrange(next...) }
        // Unrelated prose beside the field.
        if upTo.count + after.count > 4, !after.isEmpty { return nil }
        // Lines in the rows above and below do not belong to this row.
        let isOfOtherRow = { roles.isInRow(around.phrases[$0].region, ofFieldOverOrUnder: r) }
        if let last = upTo.dropLast().lastIndex(where: isOfOtherRow) { upTo.removeSubrange(...last) }
        if let next = after.firstIndex(where: isOfOtherRow) { after.removeSubrange(next...) }
        return Caption(text: around.text(upTo + after), position: .left, distance: max(0, best.distance))
    }

    private func reachable(_ n: TextNeighbourhood.Neighbour, from c: Candidate) -> Bool {
        let p = around.phrases[n.index].region
        let gap = Region(left: p.right, top: c.floor - 5, right: c.region.left, bottom: c.floor - 1)
        guard gap.width > 1 else { return true }
        return !fields.contains {
            $0.region.horizontalOverlap(gap) > 3 && $0.region.verticalOverlap(gap) > 1 && $0.region != c.region
        }
            && !around.isWalled(from: p.right, to: c.region.left - 1, y: c.floor - 3)
    }

    /// Returns whether a phrase below a rule belongs to that rule.
    ///
    /// It starts within the rule's extent and is not larger than usual.
    private func isUnder(_ n: TextNeighbourhood.Neighbour, _ c: Candidate) -> Bool {
        let p = around.phrases[n.index]
        guard p.isCaption, p.region.left > c.region.left - 6, p.region.left < c.region.right, !isOfNextItem(n, c) else {
            return false
        }
        if p.fontSize <= Self.smallPrint { return true }
        return p.fontSize <= around.usualFontSize + 0.6 && p.region.right < c.region.right + 6 && !p.startsWithMarker
            && !p.text.hasSuffix(":") && !roles.isBeforeField(p.region, otherThan: c.region)
    }

    /// Returns whether a numbered text below a field is the caption of the next field.
    ///
    /// It adjoins that field or stands above it in the same cell.
    private func isOfNextItem(_ n: TextNeighbourhood.Neighbour, _ c: Candidate) -> Bool {
        let p = around.phrases[n.index]
        return p.startsWithMarker
            && (roles.isBeforeField(p.region, otherThan: c.region) || roles.isOverField(p.region, otherThan: c.region))
    }

    /// Returns whether a text below a field belongs to another line, or to none.
    private func isOfOther(_ n: TextNeighbourhood.Neighbour, _ c: Candidate) -> Bool {
        side?.isOfOther(around.phrases[n.index], under: c.region) ?? false
    }

    /// Maximum font size in points of small print, as common in captions below rules.
    private static let smallPrint = 10.6

    /// Returns the line of text below a rule, with all captions in it.
    func textUnder(_ n: TextNeighbourhood.Neighbour, _ r: Region) -> String {
        let line = around.phrases[n.index].region
        return around.phrases.filter {
            abs($0.region.midY - line.midY) < 3 && $0.region.midX > r.left && $0.region.midX < r.right
        }.sorted { $0.region.left < $1.region.left }.map(\.text).joined(separator: " ")
    }
}
