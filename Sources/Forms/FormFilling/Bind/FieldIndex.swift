import FormImport

import FailureModel
import FormModel
import Foundation
import Synchronization

/// Finds the field that a key refers to.
struct FieldIndex {
    /// What a value can be assigned to: one field, several places for the same value, or the choices of one question.
    struct Target {
        var fields: [Field]
        var use: Use = .each

        enum Use {
            /// The value is written into each field: the widgets of an AcroForm field, or a name that every page repeats.
            case each
            /// The value selects one of the fields.
            case choice
            /// The value is divided among the fields, which are parts of one blank.
            case parts
            /// The value runs over the fields, which are lines of one blank.
            case lines
        }

        var first: Field { fields[0] }
    }

    /// The minimum similarity of a label to a key that matches nothing else.
    static let similarityThreshold = 0.86
    /// The maximum length of a key in bytes; longer keys are not compared.
    private static let keyLength = ValueLimits().keyLength

    let fields: [Field]
    /// The label of each field in the form in which it is compared, prepared once, since normalising text costs more
    /// than comparing it.
    private let labels: [(whole: String, bare: String, question: String?)]
    /// The places of the fields that go by each text, in reading order.
    let texts: LabelPlaces
    private let groups: [(name: String, label: String, bare: String, target: Target)]
    /// The places of the groups that go by each normalised label.
    private let groupPlaces: [String: [Int]]
    private let byGroup: [String: Target]
    private let byName: [String: [Field]]
    private let byID: [UUID: Field]
    private let words = LazyWordIndex()
    /// The fields that a guess must not fill.
    let signing: SigningFields

    init(_ fields: [Field]) {
        self.fields = fields
        signing = SigningFields(fields)
        labels = fields.map { field in
            (
                LabelText.normalised(field.label), LabelText.bare(field.label),
                field.group.map { LabelText.normalised($0.label) }
            )
        }
        texts = LabelPlaces(fields, labels)
        byName = Dictionary(grouping: fields, by: \.name)
        byID = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
        var order: [String] = []
        var members: [String: [Field]] = [:]
        for field in fields {
            guard let group = field.group else { continue }
            if members[group.name] == nil { order.append(group.name) }
            members[group.name, default: []].append(field)
        }
        groups = order.compactMap { name in
            guard let all = members[name], let group = all[0].group else { return nil }
            return (
                name, LabelText.normalised(group.label), LabelText.bare(group.label), Target(fields: all, use: .choice)
            )
        }
        var places: [String: [Int]] = [:]
        for (place, group) in groups.enumerated() {
            for label in Set([group.label, group.bare]) { places[label, default: []].append(place) }
        }
        groupPlaces = places
        byGroup = Dictionary(groups.map { ($0.name, $0.target) }) { first, _ in first }
    }

    /// Returns the choices of a question.
    func choices(of group: String) -> [Field] { byGroup[group]?.fields ?? [] }

    /// Returns the one target of a key, and how it was matched; a signature is matched only by its id, name, number or label.
    ///
    /// `value`, if it is known, decides between a box to tick and a field to write in that the key names equally well.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - value: its value.
    ///   - proposes: whether an error names the nearest fields, which takes longer than everything else.
    /// - Returns: the target and the step that found it.
    /// - Throws: `unknown_field` with the nearest names, `ambiguous_field` with all matches.
    func target(
        of key: String, for value: FieldValue? = nil, proposes: Bool = true
    ) throws(Failure) -> (Target, BoundValue.Match) {
        let (target, match) = try nearestTarget(of: key, for: value, proposes: proposes)
        guard match.isGuess || match == .label else { return (target, match) }
        if let field = target.fields.first(where: signing.contains),
            match.isGuess
                ? !signing.isLabel(key, of: field)
                : signing.asksInBrackets(field) && !signing.isLabel(FieldKey(key).text, of: field)
        {
            throw refused(
                key, field,
                "and signatures, initials and their dates are filled only by id, name, number or whole label.")
        }
        if match.isGuess, target.fields.count == 1, target.first.type == .checkbox,
            !Negation.agrees(key, target.first.label)
        {
            throw refused(key, target.first, "which says the contrary; give its id, name, number or whole label.")
        }
        return (target, match)
    }

    private func nearestTarget(
        of key: String, for value: FieldValue?, proposes: Bool
    ) throws(Failure) -> (Target, BoundValue.Match) {
        guard key.utf8.count <= Self.keyLength else {
            throw Failure(
                .unknownField, "No field is called \(key.quoted); the key is longer than \(Self.keyLength) bytes.")
        }
        if let id = UUID(uuidString: key), let field = byID[id] { return (Target(fields: [field]), .id) }
        if let target = named(key) { return (target, .name) }
        if let field = numbered(key) { return (Target(fields: [field]), .name) }
        // A label can itself contain a # or begin like a page.
        let literal = collapsed(texts.literal(key).map { fields[$0] })
        if literal.count == 1, isOnlyBare(literal[0], key),
            literal[0].first.type != .checkbox
                || value.map({ $0.suits(literal[0]) && !$0.denies(literal[0]) }) ?? true, !isQuestion(key)
        {
            return certainty(literal[0], FieldKey(key), value)
        }
        let parsed = FieldKey(key)
        guard let found = try exact(parsed, value) else {
            return try byWords(parsed, value, key: key, proposes: proposes)
        }
        if let value, value.denies(found), found.first.label.last == "?" {
            // The box for "Yes" goes by the question; the value is meant for another one.
            return try byWords(parsed, value, key: key, proposes: proposes)
        }
        if let value, found.use == .each, !value.suits(found) {
            // The amount beside a box with this label: the box cannot take it.
            do throws(Failure) {
                let other = try byWords(parsed, value, key: key, proposes: false)
                if other.1 == .beginning, value.suits(other.0) { return other }
            } catch {
                // Its value is the mistake, not its key.
            }
        }
        return certainty(found, parsed, value)
    }

    /// Returns whether no other field goes by a label when its number and brackets are left out; boxes may differ in signs.
    private func isOnlyBare(_ target: Target, _ label: String) -> Bool {
        let places = texts.bare[LabelText.normalised(label)] ?? []
        guard places.count > 1 else { return true }
        let signs = ChoiceText(label).signs
        return places.allSatisfy { place in
            let field = fields[place]
            return field.isSameAnswer(as: target.first)
                || field.type == .checkbox && target.first.type == .checkbox && ChoiceText(field.label).signs != signs
        }
    }

    /// Returns what is found for a key that is the label of a doubtful field: a certain one that has the words alone, if
    /// there is one.
    private func certainty(_ target: Target, _ key: FieldKey, _ value: FieldValue?) -> (Target, BoundValue.Match) {
        guard target.isDoubtful else { return (target, .label) }
        if key.ordinal == nil, key.page == nil, key.path == nil {
            let index = wordIndex
            if let rival = index.certainRival(of: index.matches(of: key, value: value)) { return (rival, .words) }
        }
        return (target, .uncertain)
    }

    /// Returns the field with a number: `#12` is the twelfth field of the form in reading order.
    private func numbered(_ key: String) -> Field? {
        guard key.first == "#", let number = Int(key.dropFirst()), fields.indices.contains(number - 1) else {
            return nil
        }
        return fields[number - 1]
    }

    // MARK: Labels

    /// Returns the target whose label is the key; nil if there is none.
    private func exact(_ key: FieldKey, _ value: FieldValue?) throws(Failure) -> Target? {
        var paths: [(section: [String], text: String)] = [([], key.text)]
        if let path = key.path { paths.append(path) }
        for (section, text) in paths {
            for find in [labelled, optional] {
                let found = find(text).filter { target in
                    (key.page.map { $0 == target.first.page } ?? true) && isIn(section, target)
                }
                guard !found.isEmpty else { continue }
                if let ordinal = key.ordinal {
                    guard ordinal <= found.count else {
                        throw Failure(
                            .unknownField,
                            "\(found.count == 1 ? "There is only 1 field" : "There are only \(found.count) fields") labelled "
                                + "\(text.quoted), not \(ordinal).")
                    }
                    return found[ordinal - 1]
                }
                var suitable = value.map { value in found.filter { value.suits($0) } } ?? found
                // "Yes" answers a question, even if there is also a line to write on that begins with it.
                if let value, suitable.contains(where: value.answers) { suitable.removeAll { !value.answers($0) } }
                if let one = combined(suitable.isEmpty ? found : suitable, for: value) { return one }
                throw tie(key, found, isExact: true)
            }
        }
        return nil
    }

    /// Returns the fields and questions with this label, in reading order; numbers and brackets of a label can be left
    /// out.
    ///
    /// A choice also matches its question and its own label together.
    private func labelled(_ text: String) -> [Target] {
        let wanted = LabelText.normalised(text)
        guard !wanted.isEmpty else { return [] }
        var single = texts.labelled(wanted).map { fields[$0] }
        if single.contains(where: { $0.type == .checkbox }) {
            // "A-" is not "A+", and of both it is the one with its sign.
            let given = ChoiceText(text)
            single.removeAll { $0.type == .checkbox && !ChoiceText($0.label).agrees(withGiven: given) }
            let signed = single.filter { ChoiceText($0.label).signs == given.signs }
            if !signed.isEmpty, single.allSatisfy({ $0.type == .checkbox }) { single = signed }
        }
        // If a question and its only choice have the same label, that is one match, not two.
        let ids = Set(single.map(\.id))
        let questions = (groupPlaces[wanted] ?? []).map { groups[$0] }.filter { group in
            !group.target.fields.contains { ids.contains($0.id) }
        }
        return collapsed(single) + questions.map(\.target)
    }

    /// Returns the boxes with this export value.
    ///
    /// Numbers are for software: a person who writes `3` means line 3, not the third of some boxes.
    private func optional(_ text: String) -> [Target] {
        let wanted = LabelText.normalised(text)
        guard wanted.contains(where: { !$0.isNumber }) else { return [] }
        return collapsed((texts.option[wanted] ?? []).map { fields[$0] })
    }

    /// Returns whether a key is the text of a question with choices.
    private func isQuestion(_ text: String) -> Bool {
        groupPlaces[LabelText.normalised(text)] != nil
    }

    private func named(_ name: String) -> Target? {
        if let target = byGroup[name] { return target }
        return byName[name].map { Target(fields: $0) }
    }

    /// Returns whether a target is in the section that a key names, or belongs to the question, row or column.
    private func isIn(_ section: [String], _ target: Target) -> Bool {
        let field = target.first
        let places = [
            field.section, field.group?.label, field.printedNames?.question, field.printedNames?.row,
            field.printedNames?.column,
        ].compactMap(\.self).map(LabelText.words)
        // By whole words: "Part I" is not "Part II".
        return section.allSatisfy { part in
            let words = LabelText.words(part)
            return !words.isEmpty && places.contains { $0.contains(words) }
        }
    }

    /// Combines the widgets of an AcroForm field into one target, unless they are choices, of which each answer is one.
    private func collapsed(_ fields: [Field]) -> [Target] {
        var seen: Set<String> = []
        var seenAnswers: Set<[String]> = []
        var targets: [Target] = []
        for field in fields {
            if field.group != nil {
                if let answer = field.buttonAnswer, !seenAnswers.insert(answer).inserted { continue }
                targets.append(Target(fields: [field]))
            } else if seen.insert(field.name).inserted {
                targets.append(Target(fields: byName[field.name] ?? [field]))
            }
        }
        return targets
    }

    /// Returns the one target that several are in truth: the parts of one blank, or a name at the head of every page.
    private func combined(_ targets: [Target], for value: FieldValue?) -> Target? {
        if targets.count <= 1 { return targets.first }
        let all = targets.flatMap(\.fields)
        guard targets.allSatisfy({ $0.use == .each && $0.fields.count == 1 }),
            all.allSatisfy({ $0.type != .checkbox && $0.type != .signature })
        else { return nil }
        if let lines = ValueLines.lines(all, of: fields) { return Target(fields: lines, use: .lines) }
        guard Set(all.map { LabelText.normalised($0.label) }).count == 1 else { return nil }
        let inOrder = all.sorted { ($0.page, $0.region.left) < ($1.page, $1.region.left) }
        if Set(all.map(\.page)).count == all.count {
            return inOrder.dropFirst().allSatisfy { $0.region.bottom < Self.pageHead }
                ? Target(fields: inOrder) : nil
        }
        let isRow = zip(inOrder, inOrder.dropFirst()).allSatisfy {
            $0.page == $1.page && abs($0.region.bottom - $1.region.bottom) < 4
                && $1.region.left - $0.region.right < Self.partGap
        }
        guard isRow, value.map({ ValueParts.canDivide($0, among: inOrder) }) ?? true else { return nil }
        return Target(fields: inOrder, use: .parts)
    }

    /// How far from its top, in points, the head of a page ends, which repeats what the first page asks.
    private static let pageHead = 110.0
    /// The largest distance in points between two parts of one blank.
    private static let partGap = 30.0

    // MARK: Words

    private var wordIndex: WordIndex {
        words.value { WordIndex(fields, groups: groups.map { ($0.target.fields, $0.label) }, byName: byName) }
    }

    /// Returns the target that the words of a key name.
    private func byWords(
        _ key: FieldKey, _ value: FieldValue?, key whole: String, proposes: Bool
    ) throws(Failure) -> (Target, BoundValue.Match) {
        let index = wordIndex
        let ranked = index.matches(of: key, value: value)
        let nearest = { index.proposals(from: ranked, value: value).map { index.targets[$0] } }
        if key.ordinal == nil {
            switch index.decision(on: ranked, value: value) {
            case .one(let target):
                return (index.targets[target], isBeginning(key.text, of: index.targets[target]) ? .beginning : .words)
            case .several(let found):
                let targets = found.map { index.targets[$0] }
                if let one = combined(targets, for: value) { return (one, .words) }
                throw tie(key, targets, isExact: false, nearest: nearest())
            case .none:
                // If the key names a field and only the value is wrong, the error is about the value.
                if let value,
                    case .one(let target) = index.decision(on: index.matches(of: key, value: nil), value: nil),
                    !value.denies(index.targets[target])
                {
                    return (index.targets[target], .words)
                }
            }
        }
        let wanted = LabelText.normalised(key.text)
        let similar = collapsed(
            texts.similar(to: wanted, atLeast: Self.similarityThreshold).map { fields[$0] }.filter { field in
                (key.page.map { $0 == field.page } ?? true)
                    && (field.type != .checkbox || ChoiceText(field.label).agrees(withGiven: ChoiceText(key.text)))
            }
        ).filter { target in value.map { !$0.denies(target) } ?? true }
        if similar.count == 1, key.ordinal == nil { return (similar[0], .similar) }
        if similar.count > 1 { throw tie(key, similar, isExact: false) }
        guard proposes else { throw Failure(.unknownField, "No field is called \(whole.quoted).") }
        throw unknown(whole, wanted: wanted, nearest: nearest())
    }

    private func isBeginning(_ text: String, of target: Target) -> Bool {
        let start = LabelText.words(text)
        let label = target.first.label
        return target.use == .each
            && (LabelText.words(label).starts(with: start)
                || LabelText.words(String(LabelText.unnumbered(label))).starts(with: start))
    }
}

extension FieldIndex.Target {
    /// Whether it is a guess that the label is that of one of the fields.
    var isDoubtful: Bool { fields.contains(where: \.isDoubtful) }
}

/// The words of all fields, prepared when the first key needs them: most keys are labels or names.
private final class LazyWordIndex: Sendable {
    private let prepared = Mutex<WordIndex?>(nil)

    func value(_ make: () -> WordIndex) -> WordIndex {
        prepared.withLock { index in
            if let index { return index }
            let made = make()
            index = made
            return made
        }
    }
}
