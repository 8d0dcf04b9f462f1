import FormModel

/// Finds the label of a field: its caption, or the option text of a box.
struct Labeller {
    private let around: TextNeighbourhood
    private let roles: TextRoles
    private let heads: TableHeads
    private let options: OptionLabels
    private var captions: CaptionFinder
    /// The names of boxes in tables; nil while the boxes are candidates.
    private var cells: BoxCells?

    /// Creates a labeller for a page with these fields.
    init(_ around: TextNeighbourhood, fields: [PlacedField]) {
        let around = around.withoutMarginalia
        self.around = around
        roles = TextRoles(around: around, fields: fields)
        heads = TableHeads(around: around, fields: fields, roles: roles)
        options = OptionLabels(around: around, fields: fields, heads: heads)
        captions = CaptionFinder(around: around, fields: fields, roles: roles, heads: heads)
    }

    /// Creates a labeller for a page with exactly these fields.
    init(_ around: TextNeighbourhood, allFields: [PlacedField]) {
        self.init(around, fields: allFields)
        captions.side = CaptionSide(self.around, fields: allFields, roles: roles)
        cells = BoxCells(around: self.around, fields: allFields)
    }

    /// Returns the labels of all fields of a page, in order.
    ///
    /// A line without a caption continues the field directly above it.
    func labels(of candidates: [Candidate]) -> [Caption] {
        var labels = candidates.map(labelWithHead)
        for (i, c) in candidates.enumerated() where labels[i].text.isEmpty && c.kind != .box {
            let upper = candidates.firstIndex {
                c.region.left < $0.region.left + 8 && abs($0.region.right - c.region.right) < 8
                    && $0.region.top < c.region.top && c.region.top - $0.region.bottom < 24
            }
            if let upper { labels[i].text = labels[upper].text }
        }
        SharedCaptions(candidates: candidates).divide(&labels)
        return labels
    }

    /// Returns the caption of a field, or the option text of a box.
    func label(of c: Candidate) -> Caption {
        if c.kind == .box {
            var option = options.option(of: c.region)
            option.text = Self.tidyOption(option.text)
            return optionInTable(c.region, option.text) ?? cells?.optionBehindWall(of: c.region, besides: option)
                ?? option
        }
        var found = captions.caption(of: c)
        if found.position == .none || found.position == .right, let header = heads.overColumn(of: c.region) {
            found = Caption(text: header, position: .table, distance: 20)
        }
        let (text, hint) = DateHint.split(found.text)
        found.text = Self.tidy(text)
        found.hint = hint ?? hintUnder(c)
        if found.text.isEmpty { found.text = found.hint ?? "" }
        return found
    }

    /// Maximum distance in points of a box from the text of its row.
    private static let rowReach = 700.0

    /// Returns the row and heading of a box alone in its cell of a table.
    ///
    /// - Parameters:
    ///   - box: the box.
    ///   - option: the text next to it, which may be that of its row.
    /// - Returns: nil if that text names the box.
    private func optionInTable(_ box: Region, _ option: String) -> Caption? {
        guard let cells, let heading = cells.heading(over: box), !OptionNames.isMereYesOrNo(heading) else {
            return nil
        }
        let isOnlyInRow = !cells.fields.contains {
            $0.isBox && $0.region != box && abs($0.region.midY - box.midY) < 5
        }
        if isOnlyInRow, option.count(where: \.isLetter) > 1 { return nil }
        let row = captions.rowText(leftOf: box, floor: box.bottom, height: box.height, within: Self.rowReach)
            .map { Self.tidy($0.text) }
        let parts = [row, Self.tidy(heading)].compactMap { $0 }.filter { !$0.isEmpty }
        return Caption(text: parts.joined(separator: ", "), position: .table, distance: 20)
    }

    /// Returns the caption, with the column heading in a table without walls.
    ///
    /// There the row alone does not identify a blank.
    private func labelWithHead(of c: Candidate) -> Caption {
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
            // The first row is directly below the heading.
            guard let head, found.text == head,
                let row = captions.rowText(leftOf: c.region, floor: c.floor, height: c.region.height, within: 400)
            else { break }
            found.text = Self.tidy(row.text) + ", " + head
            found.position = .table
        case .inside:
            // A heading wider than its column.
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

    /// Returns the format hint printed below a field.
    private func hintUnder(_ c: Candidate) -> String? {
        guard let below = around.below(c.region, floor: c.floor), below.distance < 11 else { return nil }
        let text = captions.textUnder(below, c.region)
        return DateHint.isHint(text) ? DateHint.written(text.split(separator: " ").map(String.init)) : nil
    }

    /// Removes leader dots, box glyphs and repeated spaces.
    ///
    /// The text is limited to 240 characters; an ellipsis follows if words were cut.
    static func tidy(_ text: String) -> String {
        limited(words(text).filter(isWord))
    }

    /// Tidies an option text, keeping signs that may distinguish it: "< 18", "Rh -".
    static func tidyOption(_ text: String) -> String {
        let words = words(text)
        return limited(
            words.indices.filter { place in
                let word = words[place]
                let isDash = place > 0 && place == words.count - 1 && isWord(words[place - 1])
                return isWord(word) || word.count <= 2 && word.allSatisfy { "+<>=≤≥≠±".contains($0) }
                    || isDash && ["-", "–", "−"].contains(word)
            }.map { words[$0] })
    }

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static func isWord(_ word: String) -> Bool {
        word.contains { $0.isLetter || $0.isNumber || "%#&".contains($0) }
    }

    private static func limited(_ words: [String]) -> String {
        var length = 0
        let kept = words.prefix {
            length += $0.count + 1
            return length <= 240
        }
        let isCut = !kept.isEmpty && kept.count < words.count
        return kept.joined(separator: " ") + (isCut ? " …" : "")
    }
}
