import FormImport

import FormModel

/// Finds the boxes that answer one question together, and the question.
struct GroupFinder {
    let around: TextNeighbourhood
    /// All fields of the page.
    let fields: [PlacedField]
    private let roles: TextRoles

    struct Group {
        /// The indices of the boxes, in order.
        var members: [Int]
        var question: String
        /// Whether the wording allows only one box to be ticked.
        var isExclusive: Bool
    }

    init(around: TextNeighbourhood, fields: [PlacedField]) {
        let around = around.withoutMarginalia
        self.around = around
        self.fields = fields
        roles = TextRoles(around: around, fields: fields)
    }

    /// Groups boxes, given in reading order with the texts of their options.
    func groups(of boxes: [Region], options: [String]) -> [Group] {
        var sets = DisjointSets(count: boxes.count)
        for i in boxes.indices {
            for j in boxes.indices
            where j > i && (isOneRow(boxes[i], boxes[j], of: boxes) || isYesBesideNo(i, j, boxes, options)) {
                sets.join(i, j)
            }
        }
        // The question of each row of boxes.
        let rows = sets.sets
        var heads: [Int: Int] = [:]
        for row in rows {
            let first = row.min { boxes[$0].left < boxes[$1].left } ?? row[0]
            if let head = rowHead(of: boxes[first]) ?? headInTable(of: row, boxes, options) {
                row.forEach { heads[$0] = head }
            }
        }
        for i in boxes.indices {
            for j in boxes.indices where j > i {
                let lower = boxes[i].top < boxes[j].top ? j : i
                if heads[lower] == nil, isOneColumn(boxes[i], boxes[j]) { sets.join(i, j) }
            }
        }
        return sets.sets.filter { $0.count > 1 }.map { members in
            let question = question(of: members.map { boxes[$0] }, head: members.lazy.compactMap { heads[$0] }.first)
            return Group(
                members: members, question: question,
                isExclusive: Self.isExclusive(question: question, options: members.map { options[$0] }))
        }
    }

    /// Returns the question of a known group of boxes.
    func question(of boxes: [Region]) -> String {
        guard let first = boxes.min(by: { ($0.top, $0.left) < ($1.top, $1.left) }) else { return "" }
        return question(of: boxes, head: rowHead(of: first))
    }

    /// Returns the question of a group of boxes.
    ///
    /// It is the text in front of their row, above them, to the left of them, or at the top of the column of such
    /// groups.
    private func question(of boxes: [Region], head: Int?) -> String {
        guard let first = boxes.first else { return "" }
        if let head { return Labeller.tidy(around.text(around.paragraph(around: head))) }
        let block = boxes.reduce(first) { $0.union($1) }
        let above = questionAbove(first, within: 24)
        let lines = above.map { around.paragraph(endingIn: $0, maxLines: 8) } ?? []
        let isProse = lines.count > 4
        if let above, !isInstruction(around.phrases[above]), !isProse { return Labeller.tidy(around.text(lines)) }
        if let parent = optionOver(first) { return Labeller.tidy(around.phrases[parent].text) }
        if let left = roles.question(leftOf: block) {
            return Labeller.tidy(around.text(around.paragraph(around: left)))
        }
        guard let over = above ?? questionAbove(first, within: 400, isHead: true) else { return "" }
        return Labeller.tidy(around.text(around.paragraph(endingIn: over)))
    }

    /// Returns the text in front of a row of boxes, if any.
    ///
    /// It is in the same cell or the previous one.
    ///
    /// There is none if the option texts are to the left of their boxes. `box` is the first of the row.
    private func rowHead(of box: Region) -> Int? {
        guard let left = around.left(of: box, floor: box.bottom), left.distance < 120,
            let right = around.right(of: box, floor: box.bottom), right.distance < 26
        else { return nil }
        let p = around.phrases[left.index]
        guard p.letters >= 4, !roles.isOption(p.region) else { return nil }
        // A multiline question beside several rows of boxes applies to all of them.
        let otherLines = around.paragraph(around: left.index).filter { $0 != left.index }
        let isBesideOthers = fields.contains { field in
            field.isBox && field.region != box && abs(field.region.left - box.left) < 4
                && otherLines.contains { abs(around.phrases[$0].region.midY - field.region.midY) < 9 }
        }
        if isBesideOthers { return nil }
        return left.distance < 40 || isClear(from: p.region.right, to: box.left, y: box.midY) ? left.index : nil
    }

    /// Returns whether two boxes are an adjacent yes and no, possibly in table cells.
    private func isYesBesideNo(_ i: Int, _ j: Int, _ boxes: [Region], _ options: [String]) -> Bool {
        abs(boxes[i].midY - boxes[j].midY) < 5 && abs(boxes[i].midX - boxes[j].midX) < 80
            && OptionNames.isMereYesOrNo(options[i]) && OptionNames.isMereYesOrNo(options[j])
            && LabelText.normalised(options[i]) != LabelText.normalised(options[j])
    }

    /// Returns the first cell's text in a table row with yes and no columns.
    private func headInTable(of row: [Int], _ boxes: [Region], _ options: [String]) -> Int? {
        guard row.count == 2, row.allSatisfy({ OptionNames.isMereYesOrNo(options[$0]) }),
            let box = row.map({ boxes[$0] }).min(by: { $0.left < $1.left }),
            around.right(of: box, floor: box.bottom).map({
                $0.distance > 26 || !OptionNames.isMereYesOrNo(around.phrases[$0.index].tokens[0].text)
            }) ?? true,
            let left = around.phrases.indices.filter({ i in
                let p = around.phrases[i]
                return p.letters >= 4 && p.region.midY > box.top - 8 && p.region.midY < box.bottom + 8
                    && p.region.right < box.left + 2 && box.left - p.region.right < 200
            }).max(by: { around.phrases[$0].region.right < around.phrases[$1].region.right })
        else { return nil }
        let text = around.phrases[left].region
        let gap = Region(left: text.right, top: box.top, right: box.left - 1, bottom: box.bottom)
        let isFree = !fields.contains { $0.region.intersection(gap) != nil }
        return isFree && !roles.isOption(text) ? left : nil
    }

    /// Returns whether a phrase says how to answer, such as "Check one:".
    private func isInstruction(_ phrase: Phrase) -> Bool {
        let words = phrase.text.lowercased().split { !$0.isLetter }.prefix(4)
        guard let first = words.first else { return false }
        return ["check", "select", "choose", "mark"].contains(first)
            && words.dropFirst().contains { ["one", "all", "only", "box", "any"].contains($0) }
    }

    /// Returns the nearest line above a box that may be its question.
    ///
    /// It begins near the left edge of the box or to the left of it, and is not an option itself. `isHead` allows a
    /// line at the top of a table, beyond its rules.
    private func questionAbove(_ box: Region, within reach: Double, isHead: Bool = false) -> Int? {
        let nearest = around.phrases.indices.filter { i in
            let p = around.phrases[i]
            let distance = box.top - p.region.bottom
            return p.letters >= 4 && distance > -2 && distance < reach && p.region.left < box.right + 2
                && p.region.right > box.left - 10 && !roles.isOption(p.region) && (isHead || !isOfField(p.region))
                && (isHead ? !isInstruction(p) : !isRuledOff(p.region, from: box))
        }.max { around.phrases[$0].region.bottom < around.phrases[$1].region.bottom }
        // Text beyond another field's caption is not the heading of these boxes.
        return nearest.flatMap { isOfField(around.phrases[$0].region) ? nil : $0 }
    }

    /// Returns whether a text is the caption of a writing field.
    private func isOfField(_ text: Region) -> Bool { roles.isUnderField(text) || roles.isOverField(text) }

    /// Returns the option directly above a box that introduces it as a suboption.
    private func optionOver(_ box: Region) -> Int? {
        around.phrases.indices.filter { i in
            let p = around.phrases[i]
            return p.text.hasSuffix(":") && box.top > p.region.midY && box.top - p.region.bottom < 24
                && abs(p.region.left - box.left) < 8 && roles.isOption(p.region)
        }.max { around.phrases[$0].region.bottom < around.phrases[$1].region.bottom }
    }

    private func isRuledOff(_ text: Region, from box: Region) -> Bool {
        around.isRuled(from: text.midY, to: box.top + 2, left: box.left, right: box.right + 20)
    }

    /// Returns whether two boxes are in one row of options.
    ///
    /// They follow each other's text closely, or are in a grid.
    private func isOneRow(_ a: Region, _ b: Region, of boxes: [Region]) -> Bool {
        guard abs(a.midY - b.midY) < 5 else { return false }
        let (left, right) = a.left < b.left ? (a, b) : (b, a)
        guard right.left - left.right < 190, isClear(from: left.right, to: right.left, y: a.midY) else { return false }
        let textEnd =
            around.phrases.filter { abs($0.region.midY - left.midY) < 6 && $0.region.midX < right.left }
            .map(\.region.right).max() ?? left.right
        return right.left - max(textEnd, left.right) < 50 || isGrid(left, right, of: boxes)
    }

    /// Returns whether the columns of two boxes are adjacent for at least three rows.
    private func isGrid(_ left: Region, _ right: Region, of boxes: [Region]) -> Bool {
        let rights = boxes.filter { abs($0.left - right.left) < 4 && abs($0.midY - right.midY) < 60 }
        let rows = boxes.filter { box in
            abs(box.left - left.left) < 4 && abs(box.midY - left.midY) < 60
                && rights.contains { abs($0.midY - box.midY) < 4 }
                && !around.isRuled(
                    from: min(box.midY, left.midY), to: max(box.midY, left.midY), left: left.left,
                    right: left.right + 20)
        }
        return rows.count >= 3
    }

    private func isOneColumn(_ a: Region, _ b: Region) -> Bool {
        guard abs(a.left - b.left) < 4 else { return false }
        let (upper, lower) = a.top < b.top ? (a, b) : (b, a)
        guard lower.top > upper.bottom - 2, lower.top - textEnd(below: upper, until: lower.top) < 24 else {
            return false
        }
        // A line that begins at the left edge of the boxes is the next question.
        let asks = around.phrases.contains {
            $0.region.left < upper.right && $0.region.right > upper.left && $0.region.midY > upper.bottom
                && $0.region.midY < lower.top && $0.letters >= 4
        }
        return !asks
            && !around.isRuled(from: upper.bottom, to: lower.top, left: upper.left, right: upper.right + 20)
    }

    /// Returns the bottom of the option text that continues below a box without a gap.
    private func textEnd(below box: Region, until bottom: Double) -> Double {
        var end = box.bottom
        for p in around.phrases
        where p.region.left > box.right && p.region.left < box.right + 30 && p.region.midY < bottom {
            if p.region.bottom > end, p.region.top - end < 8 { end = p.region.bottom }
        }
        return end
    }

    /// Returns whether no wall or writing field separates two x positions.
    private func isClear(from: Double, to: Double, y: Double) -> Bool {
        let gap = Region(left: from + 1, top: y - 2, right: to - 1, bottom: y + 2)
        return !around.isWalled(from: from + 1.5, to: to - 1.5, y: y, atLeast: 12)
            && !fields.contains { !$0.isBox && $0.region.intersection(gap) != nil }
    }

    private static func isExclusive(question: String, options: [String]) -> Bool {
        let first = Set(options.compactMap { $0.lowercased().split { !$0.isLetter }.first.map(String.init) })
        if first.contains("yes"), first.contains("no") { return true }
        let words = question.lowercased().split { !$0.isLetter }.map(String.init)
        guard let one = words.lastIndex(of: "one") else { return false }
        return words[..<one].suffix(3).contains { ["check", "only", "choose", "select", "mark"].contains($0) }
    }
}
