import FailureModel
import FormModel
import Foundation

/// Finds the field that a key refers to.
struct FieldIndex {
    /// What a value can be assigned to: one field, the widgets that show one AcroForm field in several places, or the
    /// choices of one question.
    struct Target {
        var fields: [Field]
        /// Whether the value selects one of the fields instead of being written into each.
        var isChoice: Bool

        var first: Field { fields[0] }
    }

    /// The minimum similarity of a label to a key that matches nothing else.
    static let similarityThreshold = 0.86

    /// The maximum length of a key in bytes; longer keys are not compared.
    private static let keyLength = ValueLimits().keyLength

    private let fields: [Field]
    /// The label of each field in the form in which it is compared, prepared once, since normalising text costs more
    /// than comparing it.
    private let labels: [(whole: String, words: [String], unnumbered: [String]?, question: String?)]
    private let groups: [(name: String, label: String, target: Target)]
    private let byGroup: [String: Target]
    private let byName: [String: [Field]]
    private let byID: [UUID: Field]

    init(_ fields: [Field]) {
        self.fields = fields
        labels = fields.map { field in
            let words = LabelText.words(field.label)
            let unnumbered = LabelText.isNumbered(field.label) ? Array(words.dropFirst()) : nil
            return (words.joined(), words, unnumbered, field.group.map { LabelText.normalised($0.label) })
        }
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
            return (name, LabelText.normalised(group.label), Target(fields: all, isChoice: true))
        }
        byGroup = Dictionary(groups.map { ($0.name, $0.target) }) { first, _ in first }
    }

    /// Returns the choices of a question.
    func choices(of group: String) -> [Field] { byGroup[group]?.fields ?? [] }

    /// Returns the one target of a key, and how it was matched.
    ///
    /// - Throws: `unknown_field` with the nearest names, `ambiguous_field` with all matches.
    func target(of key: String) throws(Failure) -> (Target, BoundValue.Match) {
        guard key.utf8.count <= Self.keyLength else {
            throw Failure(
                .unknownField, "No field is called \(key.quoted); the key is longer than \(Self.keyLength) bytes.")
        }
        if let id = UUID(uuidString: key), let field = byID[id] {
            return (Target(fields: [field], isChoice: false), .id)
        }
        if let target = named(key) { return (target, .name) }
        // A label can itself contain a # or begin like a page.
        let literal = collapsed(fields.filter { $0.label.caseInsensitiveCompare(key) == .orderedSame })
        if literal.count == 1 { return (literal[0], .label) }
        let parsed = FieldKey(key)
        for (match, find) in searches {
            var found = find(parsed.text)
            if let page = parsed.page { found = found.filter { $0.first.page == page } }
            guard !found.isEmpty else { continue }
            if let ordinal = parsed.ordinal {
                guard ordinal <= found.count else {
                    throw Failure(
                        .unknownField,
                        "There are only \(found.count) fields labelled \(parsed.text.quoted), not \(ordinal).")
                }
                return (found[ordinal - 1], match)
            }
            guard found.count == 1 else { throw Self.tie(parsed, found) }
            return (found[0], match)
        }
        throw unknown(parsed, key: key)
    }

    private var searches: [(BoundValue.Match, (String) -> [Target])] {
        [
            (.label, { labelled($0) }),
            (
                .label,
                { text in
                    let wanted = LabelText.normalised(text)
                    return collapsed(zip(fields, labels).filter { $1.unnumbered?.joined() == wanted }.map(\.0))
                }
            ),
            (
                .label,
                { text in
                    let wanted = LabelText.normalised(text)
                    return collapsed(fields.filter { $0.option.map(LabelText.normalised) == wanted })
                }
            ),
            (
                .beginning,
                { text in
                    let start = LabelText.words(text)
                    return collapsed(
                        zip(fields, labels).filter { _, label in
                            LabelText.begins(label.words, with: start)
                                || label.unnumbered.map { LabelText.begins($0, with: start) } ?? false
                        }.map(\.0))
                }
            ),
            (
                .similar,
                { text in
                    let wanted = LabelText.normalised(text)
                    return collapsed(
                        zip(fields, labels)
                            .filter { LabelText.similarity($1.whole, wanted) >= Self.similarityThreshold }.map(\.0))
                }
            ),
        ]
    }

    private func named(_ name: String) -> Target? {
        if let target = byGroup[name] { return target }
        guard let same = byName[name] else { return nil }
        return Target(fields: same, isChoice: false)
    }

    /// Returns the fields and questions with exactly this label, in reading order.
    ///
    /// A choice also matches its question and its own label together.
    private func labelled(_ text: String) -> [Target] {
        let wanted = LabelText.normalised(text)
        guard !wanted.isEmpty else { return [] }
        let single = zip(fields, labels)
            .filter { _, label in label.whole == wanted || label.question.map { $0 + label.whole == wanted } ?? false }
            .map(\.0)
        // If a question and its only choice have the same label, that is one match, not two.
        let questions = groups.filter { group in
            group.label == wanted && !group.target.fields.contains { choice in single.contains { $0.id == choice.id } }
        }
        return collapsed(single) + questions.map(\.target)
    }

    /// Combines the widgets of an AcroForm field into one target, unless they are choices.
    private func collapsed(_ fields: [Field]) -> [Target] {
        var seen: Set<String> = []
        var targets: [Target] = []
        for field in fields {
            if field.group != nil {
                targets.append(Target(fields: [field], isChoice: false))
            } else if seen.insert(field.name).inserted {
                targets.append(Target(fields: byName[field.name] ?? [field], isChoice: false))
            }
        }
        return targets
    }

    private static func tie(_ key: FieldKey, _ targets: [Target]) -> Failure {
        let listed = targets.prefix(8).map { describe($0.first) }.joined(separator: ", ")
        let more = targets.count > 8 ? " and \(targets.count - 8) more" : ""
        let (page, text) = (key.page.map { "p\($0 + 1):" } ?? "", key.text.abridged(to: 60))
        var advice = "use a name, or \"\(page)\(text)#1\" for the first"
        if page.isEmpty, Set(targets.map(\.first.page)).count > 1 {
            advice += ", or \"p\(targets[0].first.page + 1):\(text)\" for the one on that page"
        }
        return Failure(
            .ambiguousField,
            "The key \((page + key.text).quoted) matches \(targets.count) fields: \(listed)\(more); \(advice).",
            at: .fields(targets.map(\.first.name)))
    }

    private func unknown(_ parsed: FieldKey, key: String) -> Failure {
        let wanted = LabelText.normalised(parsed.text)
        var seen: Set<String> = []
        let nearest =
            fields.map { field in
                let label = LabelText.similarity(LabelText.normalised(field.label), wanted)
                let name = LabelText.similarity(LabelText.normalised(field.name), wanted)
                return (field, max(label, name))
            }
            .sorted { $0.1 > $1.1 }.map(\.0).filter { seen.insert($0.label).inserted }.prefix(3)
        let hint =
            nearest.isEmpty
            ? "the form has no fields" : "the nearest are \(nearest.map(Self.describe).joined(separator: ", "))"
        return Failure(.unknownField, "No field is called \(key.quoted); \(hint).", at: .fields(nearest.map(\.name)))
    }

    private static func describe(_ field: Field) -> String {
        "\(field.label.quoted) (\(field.name.abridged(to: 200)), page \(field.page + 1))"
    }
}
