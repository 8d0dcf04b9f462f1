import FormImport

import FormModel
import Foundation

/// Creates fields from the chosen candidates: order, types, labels, groups and IDs.
struct FieldBuilder {
    let around: TextNeighbourhood
    let read: ReadPage
    /// The scorer of the candidates; nil if they were not scored.
    let scorer: Scorer?
    let words: LabelWords
    let marks: PageMarks

    init(_ around: TextNeighbourhood, read: ReadPage, scorer: Scorer?, words: LabelWords, marks: PageMarks) {
        self.around = around
        self.read = read
        self.scorer = scorer
        self.words = words
        self.marks = marks
    }

    func build(_ chosen: [Candidate]) -> [Field] {
        let ordered = ReadingOrder.sorted(chosen, by: \.region)
        let placed = ordered.map { PlacedField($0) }
        let labeller = Labeller(around, allFields: placed)
        let captions = labeller.labels(of: ordered)
        let labels = captions.map(\.text)
        let groups = groups(of: ordered, placed: placed, captions: captions)
        let amounts = AmountFinder(around, fields: placed, words: words)
        let classifier = FieldTypeClassifier(words: words)
        let headings = HeadingFinder(
            around, fields: placed, captions: labels + groups.values.map(\.label), isFirstPage: read.page == 0
        ).headings()
        let sections = Sections.of(ordered.map(\.region), under: headings)
        let names = PrintedNameFinder(around, fields: placed)
        let repeated = names.repeatedCaptions(of: ordered, labels: labels)
        return ordered.indices.map { i in
            let c = ordered[i]
            let name = "p\(read.page + 1)f\(i + 1)"
            let region = read.displayed(c.region)
            let type = classifier.type(of: c, label: captions[i], amount: amounts.evidence(for: c, label: captions[i]))
            return Field(
                // Depends on the page alone; the document's digest is added when its pages are combined.
                id: FieldIdentity.id(document: "", name), name: name, page: read.page, region: region,
                type: type, label: labels[i],
                confidence: scorer?.confidence(c.score) ?? c.score, evidence: c.evidence, group: groups[i],
                section: sections[i], printedNames: names.names(of: c).beside(label: labels[i], repeated: repeated[i]),
                placeholder: captions[i].hint, maxLength: c.kind == .comb ? c.combEdges.count - 1 : nil,
                combEdges: c.kind == .comb && read.turns == 0 ? combEdges(of: c) : nil, baseline: baseline(of: c),
                lines: c.kind == .stack && read.turns == 0 ? c.lines.map(writingLine) : nil,
                printedWords: separators(of: c, type),
                alignment: type == .number && c.kind != .comb ? .right : nil)
        }
    }

    /// Returns the places of the signs printed between the parts of a value.
    private func separators(of c: Candidate, _ type: FieldType) -> [Region]? {
        guard read.turns == 0 else { return nil }
        var signs = c.separators
        if signs.isEmpty, type == .date, c.kind != .comb { signs = PrintedSign.ofDate(inkIn: c.region, on: marks) }
        return signs.isEmpty ? nil : signs.map(read.displayed)
    }

    /// Returns the groups of boxes by field index.
    private func groups(of ordered: [Candidate], placed: [PlacedField], captions: [Caption]) -> [Int: FieldGroup] {
        let boxes = ordered.indices.filter {
            ordered[$0].kind == .box && !FieldTypeClassifier.asksForInitial(captions[$0])
        }
        let finder = GroupFinder(around: around, fields: placed)
        let groups = finder.groups(of: boxes.map { ordered[$0].region }, options: boxes.map { captions[$0].text })
        var result: [Int: FieldGroup] = [:]
        for (number, group) in groups.enumerated() {
            for member in group.members {
                result[boxes[member]] = FieldGroup(
                    name: "p\(read.page + 1)g\(number + 1)", label: group.question, exclusive: group.isExclusive)
            }
        }
        return result
    }

    /// Returns the line for text that sits slightly above the rule at its bottom.
    private func writingLine(_ line: Region) -> Region {
        let rule = read.displayed(Region(x: line.left, y: line.bottom - Self.aboveRule, width: line.width, height: 0))
        return Region(
            left: rule.left, top: rule.midY - line.height + Self.aboveRule, right: rule.right, bottom: rule.midY)
    }

    /// The distance in points of a baseline from its rule.
    private static let aboveRule = 2.0

    /// Returns the baseline: text on a rule sits slightly above it.
    private func baseline(of c: Candidate) -> Double? {
        guard c.evidence == .rule || c.evidence == .underscores, read.turns == 0 else { return nil }
        switch c.kind {
        case .line, .series, .captioned: break
        // In a cell, a value stands in the middle.
        case .wholeCell where !(c.edges.left && c.edges.right): break
        default: return nil
        }
        return read.displayed(Region(x: c.region.left, y: c.floor - Self.aboveRule, width: c.region.width, height: 0))
            .midY
    }

    private func combEdges(of c: Candidate) -> [Double] {
        c.combEdges.map { read.displayed(Region(x: $0, y: c.region.midY, width: 0, height: 0)).left }
    }
}
