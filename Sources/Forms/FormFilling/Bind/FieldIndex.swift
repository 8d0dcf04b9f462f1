import FormImport

import FailureModel
import FormModel
import Foundation
import Synchronization

/// Finds the field that a key refers to.
struct FieldIndex {
    /// One field, several places for the same value, or the choices of one question.
    struct Target {
        var fields: [Field]
        var use: Use = .each

        enum Use {
            /// The value is written into each field.
            ///
            /// The fields are the widgets of an AcroForm field, or a name repeated on every page.
            case each
            /// The value selects one of the fields.
            case choice
            /// The value is split among the fields, which are parts of one blank.
            case parts
            /// The value flows through the fields, which are lines of one blank.
            case lines
        }

        var first: Field { fields[0] }
    }

    /// Minimum similarity of a label to a key that matches nothing else.
    static let similarityThreshold = 0.86
    /// Maximum length in bytes of a key to compare.
    private static let keyLength = ValueLimits().keyLength

    let fields: [Field]
    /// The labels of the fields, normalised for comparison.
    ///
    /// They are prepared once, since normalising a text costs more than comparing it.
    let labels: [(whole: String, bare: String, question: String?)]
    /// The indices of the fields for each text, in reading order.
    let texts: LabelPlaces
    let groups: [(name: String, label: String, bare: String, target: Target)]
    /// The indices of the groups for each normalised label.
    private let groupPlaces: [String: [Int]]
    private let byGroup: [String: Target]
    let byName: [String: [Field]]
    private let byID: [UUID: Field]
    let words = LazyWordIndex()
    /// The fields that must not be filled by a guess.
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

    /// Returns the one target of a key, and how it was matched.
    ///
    /// A signature is matched only by its ID, name, number or label. `value`, if known, decides between a box and a
    /// text field that the key names equally well.
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
        guard match != .id, match != .name else { return (target, match) }
        if let field = target.fields.first(where: signing.contains),
            match.isPartial
                ? !signing.isLabel(key, of: field)
                : signing.asksInBrackets(field) && !signing.isLabel(FieldKey(key).text, of: field)
        {
            throw refused(
                key, field,
                "and signatures, initials and their dates are filled only by id, name, number or whole label.")
        }
        if match.isPartial, target.fields.count == 1, target.first.type == .checkbox,
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
        // A label can itself contain a "#" or begin like a page reference.
        let literal = collapsed(texts.literal(key).map { fields[$0] })
        if literal.count == 1, isMeant(literal[0], key, value),
            literal[0].first.type != .checkbox
                || value.map({ $0.suits(literal[0]) && !$0.denies(literal[0]) }) ?? true, !isQuestion(key)
        {
            let (target, match) = certainty(literal[0], FieldKey(key), value)
            // Others may mean the same with fewer or more words in brackets.
            return (target, match == .label && !isOnlyBare(target, key) ? .shared : match)
        }
        let parsed = FieldKey(key)
        guard let (found, isShared) = try exact(parsed, value) else {
            return try byWords(parsed, value, key: key, proposes: proposes)
        }
        if let value, value.denies(found), found.first.label.last == "?" {
            // The box for "Yes" is labelled by the question; the value is meant for another box.
            return try byWords(parsed, value, key: key, proposes: proposes)
        }
        if let value, found.use == .each, !value.suits(found) {
            // The box cannot take the value; the amount beside a box with this label can.
            do throws(Failure) {
                let other = try byWords(parsed, value, key: key, proposes: false)
                if other.0.use == .each, Self.isBeginning(parsed.text, of: other.0.first.label), value.suits(other.0) {
                    return other
                }
            } catch {
                // The value is the mistake, not the key.
            }
        }
        let (target, match) = certainty(found, parsed, value)
        return (target, match == .label && isShared ? .shared : match)
    }

    /// Returns whether a key that equals the label of one field means it.
    ///
    /// A box may have the label of a text field with words in brackets, and the other way round.
    private func isMeant(_ target: Target, _ label: String, _ value: FieldValue?) -> Bool {
        if isOnlyBare(target, label) { return true }
        return target.first.type != .checkbox && value.map { $0.suits(target) } ?? true
    }

    /// Returns whether no other field has this label without number and brackets.
    ///
    /// Boxes may differ in signs.
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

    /// Returns the match of a key that equals the label of a field.
    ///
    /// If the label is doubtful, a certain field that matches exactly the words of the key takes precedence.
    private func certainty(_ target: Target, _ key: FieldKey, _ value: FieldValue?) -> (Target, BoundValue.Match) {
        guard target.hasDoubtfulLabel else { return (target, .label) }
        // Nobody types a label with its comma or brackets who means another field.
        let isCopied = target.first.label == key.text && target.first.label.last?.isLetter == false
        if key.ordinal == nil, key.page == nil, key.path == nil, !isCopied {
            let index = wordIndex
            if let rival = index.certainRival(of: index.matches(of: key, value: value)) {
                return (blank(of: rival, key), .words)
            }
        }
        return (target, target.naming.contains(where: \.isDoubtful) ? .doubtful : .uncertain)
    }

    /// Returns a field by its number: `#12` is the twelfth field in reading order.
    private func numbered(_ key: String) -> Field? {
        guard key.first == "#", let number = Int(key.dropFirst()), fields.indices.contains(number - 1) else {
            return nil
        }
        return fields[number - 1]
    }

    // MARK: Labels

    /// Returns the target with the key as its label, or nil.
    ///
    /// `isShared` tells whether others have the label that the value does not fit.
    private func exact(
        _ key: FieldKey, _ value: FieldValue?
    ) throws(Failure) -> (target: Target, isShared: Bool)? {
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
                    return (found[ordinal - 1], false)
                }
                var suitable = value.map { value in found.filter { value.suits($0) } } ?? found
                // "Yes" answers a question, even if there is also a text field with a label that begins with it.
                if let value, suitable.contains(where: value.answers) { suitable.removeAll { !value.answers($0) } }
                if let one = combined(suitable.isEmpty ? found : suitable, for: value) {
                    return (one, isShared: !suitable.isEmpty && suitable.count < found.count)
                }
                throw tie(key, found, isExact: true)
            }
        }
        return nil
    }

    /// Returns the fields and questions with a label, in reading order.
    ///
    /// Numbers and brackets of a label are optional. A choice also matches its question and its own label combined.
    private func labelled(_ text: String) -> [Target] {
        let wanted = LabelText.normalised(text)
        guard !wanted.isEmpty else { return [] }
        var single = texts.labelled(wanted).map { fields[$0] }
        if single.contains(where: { $0.type == .checkbox }) {
            // "A-" does not match "A+"; a text that matches both is resolved by its sign.
            let given = ChoiceText(text)
            single.removeAll { $0.type == .checkbox && !ChoiceText($0.label).agrees(withGiven: given) }
            let signed = single.filter { ChoiceText($0.label).signs == given.signs }
            if !signed.isEmpty, single.allSatisfy({ $0.type == .checkbox }) { single = signed }
        }
        // A question and its only choice with the same label are one match.
        let ids = Set(single.map(\.id))
        let questions = (groupPlaces[wanted] ?? []).map { groups[$0] }.filter { group in
            !group.target.fields.contains { ids.contains($0.id) }
        }
        return collapsed(single) + questions.map(\.target)
    }

    /// Returns the boxes with an export value.
    ///
    /// Numbers are excluded: `3` in a key means line 3, not the third of some boxes.
    private func optional(_ text: String) -> [Target] {
        let wanted = LabelText.normalised(text)
        guard wanted.contains(where: { !$0.isNumber }) else { return [] }
        return collapsed((texts.option[wanted] ?? []).map { fields[$0] })
    }

    /// Returns whether a key is the text of a question with choices.
    private func isQuestion(_ text: String) -> Bool {
        groupPlaces[LabelText.normalised(text)] != nil
    }

    func named(_ name: String) -> Target? {
        if let target = byGroup[name] { return target }
        return byName[name].map { Target(fields: $0) }
    }

    /// Returns whether a target belongs to the section, question, row or column in a key.
    private func isIn(_ section: [String], _ target: Target) -> Bool {
        let field = target.first
        let places = [
            field.section, field.group?.label, field.printedNames?.question, field.printedNames?.row,
            field.printedNames?.column,
        ].compactMap(\.self).map(LabelText.words)
        // Compared by whole words: "Part I" is not "Part II".
        return section.allSatisfy { part in
            let words = LabelText.words(part)
            return !words.isEmpty && places.contains { $0.contains(words) }
        }
    }

    /// Merges the widgets of each AcroForm field, and the buttons of each answer.
    func collapsed(_ fields: [Field]) -> [Target] {
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

    /// Returns the single target that several form together, or nil.
    ///
    /// They are the parts of one blank, or a name at the head of every page.
    func combined(_ targets: [Target], for value: FieldValue?) -> Target? {
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

    /// The bottom in points of the page head, where later pages repeat earlier questions.
    private static let pageHead = 110.0
    /// Maximum distance in points between two parts of one blank.
    private static let partGap = 30.0
}

extension FieldIndex.Target {
    /// Whether the label may belong to another field.
    var hasDoubtfulLabel: Bool { naming.contains(where: \.hasDoubtfulLabel) }

    /// The fields that name the target.
    var naming: ArraySlice<Field> { use == .lines ? fields.prefix(1) : fields[...] }
}
