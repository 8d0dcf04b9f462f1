import FormImport

import FormModel

/// Finds the headings of a page's groups of fields.
struct HeadingFinder {
    private let around: TextNeighbourhood
    /// All fields of the page.
    private let fields: [PlacedField]
    private let roles: TextRoles
    /// The captions of fields and questions of groups, which are not headings of sections.
    private let captions: Set<String>
    private let body: BodyText
    private let isFirstPage: Bool

    /// Maximum number of words of a heading without a number.
    private static let mostWords = 12

    init(_ around: TextNeighbourhood, fields: [PlacedField], captions: [String], isFirstPage: Bool) {
        self.around = around
        self.fields = fields
        self.isFirstPage = isFirstPage
        roles = TextRoles(around: around, fields: fields)
        self.captions = Set(captions.map(Self.normalised))
        body = BodyText(around.phrases)
    }

    /// Returns the headings above fields, from top to bottom and from left to right.
    func headings() -> [Heading] {
        var found: [Heading] = []
        var used: Set<Int> = []
        for i in around.phrases.indices where !used.contains(i) {
            guard let look = look(of: i) else { continue }
            let lines = lines(from: i, look: look)
            used.formUnion(lines)
            let region = lines.map { around.phrases[$0].region }.reduce(around.phrases[i].region) { $0.union($1) }
            let text = Self.title(lines.map { Self.text(of: around.phrases[$0]) }.joined(separator: " "))
            guard text.count(where: \.isLetter) >= 3, look == .numbered || !isSentence(text) else { continue }
            found.append(
                Heading(text: text, region: region, look: look, style: style(of: i), scope: 0...around.marks.size.width)
            )
        }
        found = withScopes(recurring(found.filter { $0.look == .numbered || isAbove($0) }))
        return found.filter { heading in fields.contains { heading.covers($0.region) } }
    }

    // MARK: Looks

    /// Returns the look of a phrase, or nil if it is no heading by itself.
    private func look(of index: Int) -> Heading.Look? {
        let p = around.phrases[index]
        guard p.letters >= 3, !p.isDateHint, !p.text.contains("www."), !isInRowOfField(p.region, within: 200) else {
            return nil
        }
        let words = p.text.split(separator: " ").map(String.init)
        let isOnBar = isOnBar(p.region)
        if HeadingMarker.length(in: words) > 0, words.count <= 2 * Self.mostWords,
            isOnBar || isStyled(p)
                || beginsLine(index) && words.count <= Self.mostWords && p.text.last != "." && !isContinuation(index)
        {
            return .numbered
        }
        guard words.count <= Self.mostWords, Self.beginsAsTitle(words), let last = p.text.last, !".?,;".contains(last),
            !roles.isOption(p.region), !isInNarrowCell(p.region),
            !isContinuation(index), isAloneOnLine(index)
        else { return nil }
        if isOnBar { return captions.contains(Self.normalised(p.text)) ? nil : .bar }
        guard isStyled(p), !isCaption(p, inPair: isInPair(index)), !roles.isUnderField(p.region),
            !isInRowOfField(p.region, within: .infinity)
        else { return nil }
        return isLarge(p) ? .large : .bold
    }

    private func isStyled(_ p: Phrase) -> Bool { isLarge(p) || isBold(p) }

    /// Returns whether a phrase begins in bold type and most of the page does not.
    private func isBold(_ p: Phrase) -> Bool { !body.isBold && p.tokens.first { $0.hasLetterOrDigit }?.isBold == true }

    /// Returns whether a whole phrase is large.
    ///
    /// A letter of a watermark in it is not enough.
    private func isLarge(_ p: Phrase) -> Bool {
        let size = p.tokens.map(\.fontSize).min() ?? 0
        return size >= 1.2 * body.size && size >= body.size + 1.5
    }

    /// Returns whether a text begins with a capital letter or item number.
    private static func beginsAsTitle(_ words: [String]) -> Bool {
        guard let word = words.first, let first = word.first else { return false }
        return first.isUppercase || first.isNumber && word.last.map { ".):".contains($0) } ?? false
    }

    private func isOnBar(_ r: Region) -> Bool {
        around.marks.shade(Region(left: r.left - 1, top: r.top, right: r.right + 1, bottom: r.bottom)) > 0.45
    }

    private func style(of index: Int) -> Heading.Style {
        let p = around.phrases[index]
        return Heading.Style(
            size: Int((p.fontSize * 2).rounded()), isBold: isBold(p), isOnBar: isOnBar(p.region),
            isCapitals: !p.text.contains(where: \.isLowercase))
    }

    /// Returns whether no other text precedes a phrase on its line.
    private func beginsLine(_ index: Int) -> Bool {
        let r = around.phrases[index].region
        return !around.phrases.contains {
            $0.region.right <= r.left && abs($0.region.midY - r.midY) < 4 && r.left - $0.region.right < 40
        }
    }

    /// Returns whether a phrase continues the line above, or begins a paragraph of prose.
    private func isContinuation(_ index: Int) -> Bool {
        let p = around.phrases[index]
        let isUnderText = around.phrases.contains {
            let gap = p.region.top - $0.region.bottom
            return gap > -2 && gap < 0.7 * p.region.height && $0.letters >= 3
                && abs($0.region.left - p.region.left) < 3 && abs($0.fontSize - p.fontSize) < 1
                && $0.isBold == p.isBold
        }
        return isUnderText || around.paragraph(around: index, maxLines: 4).count > 2
    }

    /// Returns whether a phrase is alone on its line.
    ///
    /// The heading of another column may share the line.
    private func isAloneOnLine(_ index: Int) -> Bool {
        let p = around.phrases[index]
        let others = around.phrases.indices.filter { i in
            let o = around.phrases[i]
            return i != index && abs(o.region.midY - p.region.midY) < 5 && o.length > 3
                && (o.region.left - p.region.right > 36 || p.region.left - o.region.right > 0)
                && HeadingMarker.length(in: o.text.split(separator: " ").map(String.init)) == 0
        }
        return others.isEmpty || others.count == 1 && isInPair(index)
    }

    /// Returns whether a phrase is one of a pair of column headings.
    ///
    /// Exactly one other phrase on the line must look the same, at least a quarter of the page's width away.
    private func isInPair(_ index: Int) -> Bool {
        let r = around.phrases[index].region
        let style = style(of: index)
        let alike = around.phrases.indices.filter { i in
            i != index && abs(around.phrases[i].region.midY - r.midY) < 5 && around.phrases[i].letters >= 3
                && self.style(of: i) == style
        }
        guard alike.count == 1, let other = alike.first.map({ around.phrases[$0].region }) else { return false }
        return abs(other.left - r.left) > 0.25 * around.marks.size.width
    }

    /// Returns whether a phrase is a caption or part of one.
    ///
    /// The headings of two columns can contain parts of captions by coincidence.
    private func isCaption(_ p: Phrase, inPair: Bool) -> Bool {
        let text = Self.normalised(p.text)
        return captions.contains {
            $0 == text || !inPair && ($0.hasPrefix(text + " ") || $0.hasSuffix(" " + text))
        }
    }

    /// Returns whether a writing field is on a phrase's line.
    ///
    /// The field is after the phrase or closely in front of it.
    private func isInRowOfField(_ r: Region, within reach: Double) -> Bool {
        fields.contains {
            $0.region.bottom > r.midY && $0.region.top < r.midY && $0.region.midX > r.left - 30
                && $0.region.left < r.right + reach
        }
    }

    /// Returns whether a phrase is in a table cell between walls.
    ///
    /// The walls must leave room for other columns.
    private func isInNarrowCell(_ r: Region) -> Bool {
        let walls = around.marks.verticals.filter { $0.start < r.midY - 2 && $0.end > r.midY + 2 }
        let left = walls.filter { $0.position < r.left }.map(\.position).max()
        let right = walls.filter { $0.position > r.right }.map(\.position).min()
        guard left != nil || right != nil else { return false }
        let width = around.marks.size.width
        return (right ?? width) - (left ?? 0) < 0.4 * width
    }

    /// Removes titles, and other texts that stand out without heading a section.
    ///
    /// A heading without a number or bar is kept if another one on the page looks like it. Above the first field, that
    /// other one must be below the first field or beside the heading. On the first page, this also applies to bars
    /// above the first field.
    private func recurring(_ headings: [Heading]) -> [Heading] {
        let top = fields.map(\.region.top).min() ?? 0
        return headings.filter { heading in
            let isInFront = heading.region.bottom <= top
            guard heading.look > .numbered || heading.look == .bar && isFirstPage && isInFront else { return true }
            return headings.contains {
                $0.style == heading.style && $0.region != heading.region
                    && (!isInFront || $0.region.bottom > top || abs($0.region.midY - heading.region.midY) < 6)
            }
        }
    }

    /// Returns whether a text is an instruction or question rather than a title.
    private func isSentence(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        let long = words.filter { $0.count > 3 }
        return words.count > Self.mostWords + 4 || text.hasSuffix("?")
            || long.count > 3 && 3 * long.count(where: { $0.first?.isLowercase ?? false }) > 2 * long.count
    }

    // MARK: Extent

    /// Returns the phrases of a heading: the rest of its line and continuation lines.
    private func lines(from index: Int, look: Heading.Look) -> [Int] {
        var lines = [index]
        var last = around.phrases[index]
        // "Part 1:" on a bar, with its title beside it.
        let isBare = look == .numbered && last.tokens.count <= 4
        for (i, p) in around.phrases.enumerated()
        where i != index && abs(p.region.midY - last.region.midY) < 5 && p.region.left >= last.region.right - 1
            && p.region.left - last.region.right < (isBare ? 72 : 36)
            && (isStyled(p) || isOnBar(p.region) || isBare && p.tokens.count <= 2 * Self.mostWords && lines.count == 1)
            && !isInRowOfField(p.region, within: 200)
        {
            lines.append(i)
            last = p
        }
        let first = around.phrases[index]
        for i in around.paragraph(around: index, maxLines: 3)
        where !lines.contains(i) && around.phrases[i].region.midY > first.region.midY
            && around.phrases[i].isBold && first.isBold && abs(around.phrases[i].fontSize - first.fontSize) < 0.6
            && isOnBar(around.phrases[i].region) == isOnBar(first.region) && !isOnBar(first.region)
        {
            lines.append(i)
        }
        return lines
    }

    /// Limits each heading to its column, up to the next heading on its line.
    private func withScopes(_ headings: [Heading]) -> [Heading] {
        headings.map { heading in
            var heading = heading
            let beside = headings.filter {
                abs($0.region.midY - heading.region.midY) < 6 && $0.region != heading.region
            }
            if let next = beside.filter({ $0.region.left > heading.region.right }).map(\.region.left).min() {
                heading.scope = heading.scope.lowerBound...(next - 4)
            }
            if beside.contains(where: { $0.region.right < heading.region.left }) {
                heading.scope = (heading.region.left - 12)...heading.scope.upperBound
            }
            return heading
        }
    }

    /// Returns whether a heading that stands out only by style is above fields.
    ///
    /// Otherwise it is beside them.
    private func isAbove(_ heading: Heading) -> Bool {
        let r = heading.region
        let below = fields.map(\.region).filter { $0.midY > r.bottom && $0.top < r.bottom + 160 }
        guard !below.isEmpty else { return true }
        // A heading beside fields to its right, with none below it, is a question at the side.
        if below.contains(where: { $0.left < r.right && $0.right > r.left - 12 }) { return true }
        return around.phrases.contains {
            $0.region.midY > r.bottom && $0.region.top < r.bottom + 40 && abs($0.region.left - r.left) < 24
                && captions.contains(Self.normalised($0.text))
        }
    }

    /// Returns the text of a phrase without the letters of an overlapping watermark.
    private static func text(of p: Phrase) -> String {
        let sizes = p.tokens.map(\.fontSize).sorted()
        let usual = sizes[sizes.count / 2]
        return p.tokens.filter { $0.fontSize < 1.6 * usual }.map(\.text).joined(separator: " ")
    }

    private static func title(_ text: String) -> String {
        let tidy = HeadingMarker.joined(Labeller.tidy(text))
        return String(tidy.reversed().drop { ":-–—. ".contains($0) }.reversed())
    }

    private static func normalised(_ text: String) -> String {
        Labeller.tidy(text).lowercased().filter { !":.".contains($0) }
    }
}

/// The predominant size and weight of text on a page.
private struct BodyText {
    let size: Double
    let isBold: Bool

    init(_ phrases: [Phrase]) {
        let letters = phrases.map(\.letters).reduce(0, +)
        var seen = 0
        var size = 9.0
        for p in phrases.sorted(by: { $0.fontSize < $1.fontSize }) {
            seen += p.letters
            size = p.fontSize
            if 2 * seen >= letters { break }
        }
        self.size = size
        isBold = 2 * phrases.filter(\.isBold).map(\.letters).reduce(0, +) > letters
    }
}
