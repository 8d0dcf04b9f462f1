import FormImport

import FormModel
import Foundation

/// Finds the fields and questions named by the words of a key.
struct WordIndex {
    /// The ranked targets: each field once, and each question.
    let targets: [FieldIndex.Target]
    private let ranking: KeyRanking

    /// The targets identified by the words of a key, as indices.
    enum Decision {
        case one(Int)
        case several([Int])
        case none
    }

    /// Indexes fields, and the questions of groups under their labels.
    init(_ fields: [Field], groups: [(choices: [Field], label: String)], byName: [String: [Field]]) {
        var targets: [FieldIndex.Target] = []
        var names: [FieldNames] = []
        let fieldNames = FieldNames.all(of: fields)
        let places = Dictionary(zip(fields.map(\.id), fields.indices)) { first, _ in first }
        var seen: Set<String> = []
        var seenAnswers: Set<[String]> = []
        for (field, own) in zip(fields, fieldNames) {
            if field.group != nil {
                if let answer = field.buttonAnswer, !seenAnswers.insert(answer + [field.label]).inserted {
                    continue
                }
                targets.append(.init(fields: [field]))
            } else if seen.insert(field.name).inserted {
                targets.append(.init(fields: byName[field.name] ?? [field]))
            } else {
                continue
            }
            names.append(own)
        }
        for (choices, label) in groups.map({ ($0.choices, $0.choices[0].group?.label ?? $0.label) })
            + Self.printedQuestions(fields)
        where choices.count > 1 {
            targets.append(.init(fields: choices, use: .choice))
            names.append(
                .question(label, choices: choices, names: choices.compactMap { places[$0.id] }.map { fieldNames[$0] }))
        }
        self.targets = targets
        ranking = KeyRanking(
            names,
            places: targets.map { target in (target.first.page, places[target.first.id] ?? 0) })
    }

    /// Returns the boxes printed under one question, though the AcroForm has separate fields.
    private static func printedQuestions(_ fields: [Field]) -> [(choices: [Field], label: String)] {
        struct Question: Hashable {
            var page: Int
            var text: String
        }
        var order: [Question] = []
        var choices: [Question: [Field]] = [:]
        for field in fields where field.group == nil && field.type == .checkbox {
            guard let text = field.printedNames?.question else { continue }
            let question = Question(page: field.page, text: text)
            if choices[question] == nil { order.append(question) }
            choices[question, default: []].append(field)
        }
        return order.map { (choices[$0] ?? [], $0.text) }
    }

    /// Returns the possible targets of a key, best first.
    func matches(of key: FieldKey, value: FieldValue?) -> [KeyRanking.Match] {
        let isOnPage = { (target: Int) in key.page.map { $0 == targets[target].first.page } ?? true }
        let suitable = value.map { value in
            KnownAnswers { value.suits(targets[$0]) && !value.denies(targets[$0]) }
        }
        // "A-" does not match the box for "A+".
        let signs = ChoiceText(key.text)
        let agrees = { (target: Int) in
            signs.signs.isEmpty || targets[target].use == .choice || targets[target].first.type != .checkbox
                || ChoiceText(targets[target].first.label).agrees(withGiven: signs)
        }
        let isMeant = { (target: Int) in isOnPage(target) && agrees(target) && suitable?[target] ?? true }
        let words = KeyRanking.words(of: key.text)
        let matches = ranking.matches(of: words, where: isMeant)
        if let best = matches.first, best.coverage >= KeyRanking.leastCoverage, best.missingNumbers.isEmpty {
            return matches
        }
        if let counted = counted(words, where: isMeant) { return [counted] }
        if let best = matches.first, best.coverage >= KeyRanking.leastCoverage { return matches }
        // "X" may also be text to write, but only if there is no box for it.
        if let value, value.isLetterX {
            let written = ranking.matches(of: words) { isOnPage($0) && targets[$0].first.type != .checkbox }
            if let best = written.first, best.coverage >= KeyRanking.leastCoverage { return written }
        }
        // Proposed, but not chosen.
        return (matches + ranking.matches(of: words) { isOnPage($0) && !isMeant($0) }).map { match in
            var match = match
            match.coverage = min(match.coverage, KeyRanking.leastCoverage - 0.01)
            return match
        }.sorted { $0.score > $1.score }
    }

    /// Returns the targets to propose, most likely first.
    ///
    /// Each appears once, as a question or as one of its boxes.
    func proposals(from matches: [KeyRanking.Match], value: FieldValue?) -> [Int] {
        var seen: Set<Field.ID> = []
        return matches.map { match in
            (match.target, match.proposal + (value.map { Self.proposalWeight * $0.fit(targets[match.target]) } ?? 0))
        }
        .sorted { ($0.1, $1.0) > ($1.1, $0.0) }.map(\.0).filter { target in
            let ids = targets[target].fields.map(\.id)
            defer { seen.formUnion(ids) }
            return !ids.allSatisfy(seen.contains)
        }
    }

    /// The weight of a value that fits the type of a proposed field.
    private static let proposalWeight = 0.15

    /// Returns the target that a key identifies, given the ranked ones.
    func decision(on matches: [KeyRanking.Match], value: FieldValue?) -> Decision {
        if let decision = alone(matches) { return decision }
        guard let best = certain(matches).first, best.coverage >= KeyRanking.leastCoverage else { return .none }
        let matches = certain(matches)
        var close = matches.prefix {
            best.score - $0.score < KeyRanking.margin && $0.coverage >= KeyRanking.leastCoverage
        }.map(\.target)
        let answered = close.filter { value?.answers(targets[$0]) ?? false }
        if !answered.isEmpty { close = answered }
        if !best.missingNumbers.isEmpty { return .none }
        if let box = box(best, of: matches, value) { return box }
        if close.count == 1 { return .one(close[0]) }
        if let one = inNamedSection(close, of: matches) { return .one(one) }
        // Every choice has the words of its question.
        if let question = close.first(where: { targets[$0].use == .choice }),
            close.allSatisfy({ other in
                other == question || targets[question].fields.contains { $0.id == targets[other].first.id }
            })
        {
            return .one(question)
        }
        return .several(close)
    }

    /// Returns the one field with a text that has exactly the words of a key.
    ///
    /// The text is a label, caption, row or column. It matters where the best match has these words within a longer
    /// text, such as the captions of two boxes that were read as one.
    ///
    /// - Returns: nil if there is no such field, or several. If that field is doubtful and the best match is not, both
    ///   are returned as several.
    private func alone(_ matches: [KeyRanking.Match]) -> Decision? {
        guard let best = matches.first(where: isNamed), !best.isAlone else { return nil }
        let alone = matches.filter { isNamed($0) && $0.isAlone }.map(\.target)
        guard alone.count == 1, targets[alone[0]].use == targets[best.target].use,
            targets[alone[0]].fields.allSatisfy({ $0.type != .checkbox && $0.type != .signature })
        else { return nil }
        let isBeaten = targets[alone[0]].hasDoubtfulLabel && !targets[best.target].hasDoubtfulLabel
        return isBeaten ? .several([best.target, alone[0]]) : .one(alone[0])
    }

    /// Returns matches without the doubtful fields that rival a certain one of similar rank.
    private func certain(_ matches: [KeyRanking.Match]) -> [KeyRanking.Match] {
        guard let best = matches.first, isNamed(best),
            let rival = matches.first(where: { isNamed($0) && !targets[$0.target].hasDoubtfulLabel }),
            best.score - rival.score < Self.sectionMargin
        else { return matches }
        return matches.filter { !targets[$0.target].hasDoubtfulLabel || $0.score < rival.score - KeyRanking.margin }
    }

    /// Returns the one certain field that has exactly the words of a key, or nil.
    ///
    /// It rivals a doubtful field with the key as its label.
    func certainRival(of matches: [KeyRanking.Match]) -> FieldIndex.Target? {
        let alone = matches.filter { isNamed($0) && $0.isAlone && !targets[$0.target].hasDoubtfulLabel }
        guard alone.count == 1, targets[alone[0].target].use == .each,
            targets[alone[0].target].first.type != .signature
        else { return nil }
        return targets[alone[0].target]
    }

    private func isNamed(_ match: KeyRanking.Match) -> Bool {
        match.coverage >= KeyRanking.leastCoverage && match.missingNumbers.isEmpty
    }

    /// Returns the one field of several with equal labels in the section of the key.
    ///
    /// Words of a heading identify a field better than words printed nearby. Headings of continued sections are ignored
    /// if the first one matches.
    ///
    /// - Returns: nil if the key names no section, or several.
    private func inNamedSection(_ close: [Int], of matches: [KeyRanking.Match]) -> Int? {
        guard let best = matches.first else { return nil }
        let (label, use) = (LabelText.bare(targets[best.target].first.label), targets[best.target].use)
        let isAlike = { (target: Int) in
            targets[target].use == use && LabelText.bare(targets[target].first.label) == label
        }
        guard close.allSatisfy(isAlike) else { return nil }
        let alike = matches.prefix { best.score - $0.score < Self.sectionMargin }.filter {
            $0.coverage >= KeyRanking.leastCoverage && $0.missingNumbers.isEmpty && isAlike($0.target)
        }
        guard let most = alike.map(\.sectionShare).max(), most > 0 else { return nil }
        let named = alike.filter { $0.sectionShare > most - 0.001 }.map(\.target)
        let begun = named.filter { !isContinuation(targets[$0].first.section) }
        let meant = begun.isEmpty ? named : begun
        return meant.count == 1 ? meant[0] : nil
    }

    /// Maximum difference in rank of fields with one label that the section decides among.
    private static let sectionMargin = 0.1

    /// Returns whether a heading marks its section as continued from an earlier page.
    private func isContinuation(_ heading: String?) -> Bool {
        heading.map { !Self.continuations.isDisjoint(with: LabelText.words($0)) } ?? false
    }

    private static let continuations: Set = ["continued", "cont", "contd", "fortsetzung", "suite", "continuacion"]

    /// Returns the n-th of several similar fields, if the key counts.
    ///
    /// "Child 2 name", "second child's name" and "name, row 2" are the second field for a name, whether or not the form
    /// calls the person a child.
    private func counted(_ words: [KeyRanking.Word], where isMeant: (Int) -> Bool) -> KeyRanking.Match? {
        for place in words.indices.reversed() {
            guard let (number, isDigits) = KeyWords.ordinal(words[place].text) else { continue }
            let noun = isDigits ? place - 1 : place + 1
            for left in words.indices.contains(noun) ? [[place], [place, noun]] : [[place]] {
                let rest = words.indices.filter { !left.contains($0) }.map { words[$0] }
                if let match = alike(rest.filter { !KeyWords.announcesRow($0.text) }, number: number, where: isMeant) {
                    return match
                }
            }
        }
        return nil
    }

    /// Returns the n-th field (1-based, in reading order) with the label that words name.
    private func alike(
        _ words: [KeyRanking.Word], number: Int, where isMeant: (Int) -> Bool
    ) -> KeyRanking.Match? {
        let matches = ranking.matches(of: words, where: isMeant)
        guard let best = matches.first, best.coverage >= Self.countedCoverage, best.missingNumbers.isEmpty else {
            return nil
        }
        let (label, use) = (LabelText.bare(targets[best.target].first.label), targets[best.target].use)
        let alike = matches.filter {
            $0.coverage >= Self.countedCoverage && best.score - $0.score < Self.countedMargin
                && targets[$0.target].use == use && LabelText.bare(targets[$0.target].first.label) == label
        }.sorted {
            let (a, b) = (targets[$0.target].first, targets[$1.target].first)
            return (a.page, a.region.top, a.region.left) < (b.page, b.region.top, b.region.left)
        }
        return alike.count > 1 && alike.indices.contains(number - 1) ? alike[number - 1] : nil
    }

    /// Minimum coverage of fields that are counted.
    private static let countedCoverage = 0.8
    /// Maximum difference in rank of fields with one label that are counted.
    private static let countedMargin = 0.15

    /// Returns the box that a value names among separate boxes of one question.
    private func box(_ best: KeyRanking.Match, of matches: [KeyRanking.Match], _ value: FieldValue?) -> Decision? {
        guard let answer = value?.wording, isBox(best.target), value?.isMark == false else { return nil }
        let boxes = matches.prefix { best.score - $0.score < Self.boxMargin }.map(\.target).filter(isBox)
        guard let chosen = boxes.map({ targets[$0].first }).choice(answering: answer) else { return nil }
        return boxes.first { targets[$0].first.id == chosen[0].id }.map { .one($0) }
    }

    /// Maximum difference in rank of the boxes that a value decides among.
    private static let boxMargin = 0.1

    private func isBox(_ target: Int) -> Bool {
        targets[target].use == .each && targets[target].first.type == .checkbox
    }
}

/// Cached answers about targets.
private final class KnownAnswers {
    private var known: [Int: Bool] = [:]
    private let answer: (Int) -> Bool

    init(_ answer: @escaping (Int) -> Bool) { self.answer = answer }

    subscript(target: Int) -> Bool {
        if let known = known[target] { return known }
        let answer = answer(target)
        known[target] = answer
        return answer
    }
}

extension FieldValue {
    /// Words for a mark that do not name an option.
    static let marks: Set = ["x", "true", "false", "on", "off", "checked", "unchecked", "1", "0", "✓", "✗"]
    private static let answers: Set = ["yes", "no", "ja", "nein", "oui", "non", "si", "sí"]
    private static let denials: Set = ["no", "nein", "non"]

    /// The value as the text of an option; nil if it is not text.
    var wording: String? {
        switch self {
        case .text(let text), .number(let text), .shown(let text, _): text
        case .flag(let flag): flag ? "true" : "false"
        case .picture, .formatted, .several, .structure, .none: nil
        }
    }

    /// The text in lower case, for comparison with words for yes and no.
    var answer: String? { wording?.trimmingCharacters(in: .whitespaces).lowercased() }

    /// Whether the value is a mark, which does not name an option.
    var isMark: Bool { answer.map(Self.marks.contains) ?? false }

    /// Returns whether the value is "no", but the target is another answer's printed box.
    ///
    /// An empty box does not say "no" if another box stands for it, so that the answer would be lost. The fields of a
    /// PDF, by contrast, are known to cover all possible answers.
    func denies(_ target: FieldIndex.Target) -> Bool {
        guard let answer, Self.denials.contains(answer), target.use == .each else { return false }
        let field = target.first
        return field.type == .checkbox && field.evidence != .widget && !field.answers(answer)
    }

    /// Whether the value is the letter X: a mark or an initial.
    var isLetterX: Bool {
        if case .text(let text) = self { return text.lowercased() == "x" }
        return false
    }

    /// Returns whether the value names a choice of a question, or a box's option.
    func answers(_ target: FieldIndex.Target) -> Bool {
        guard let wording, answer?.isEmpty == false, !isMark else { return false }
        switch target.use {
        case .choice: return target.fields.choice(answering: wording) != nil
        case .each: return target.first.type == .checkbox && target.first.answers(wording)
        case .parts, .lines: return false
        }
    }

    /// Returns how well the value fits the type of a target, from -1 to 1.
    func fit(_ target: FieldIndex.Target) -> Double {
        guard let answer, !answer.isEmpty else { return 0 }
        let isMark = isMark || Self.answers.contains(answer)
        if target.use == .choice || target.first.type == .checkbox {
            if answers(target) { return 1 }
            return isMark ? 0.7 : -1
        }
        let hasDigits = answer.contains(where: \.isNumber)
        switch target.first.type {
        case .number, .date: return hasDigits ? 0.5 : -1
        case .signature: return isMark || hasDigits ? -1 : 0
        default: return isMark && !hasDigits ? -0.7 : 0
        }
    }

    /// Returns whether a candidate target can take the value.
    func suits(_ target: FieldIndex.Target) -> Bool {
        guard let answer, let wording else { return true }
        switch target.use {
        case .choice:
            return answer.isEmpty || target.fields.choice(answering: wording) != nil
                || isMark && target.fields.choice(answering: "yes") != nil
        case .each where target.first.type == .checkbox:
            return isMark || Self.answers.contains(answer) || answer.isEmpty || target.first.answers(wording)
        case .each, .parts, .lines:
            if case .flag = self { return false }
            return answer != "x" && answer != "true" && answer != "false"
        }
    }
}
