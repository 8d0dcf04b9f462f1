import FailureModel
import FormImport
import FormModel
import Foundation
import Synchronization

/// The lookup of fields by words that a person would use.
extension FieldIndex {
    var wordIndex: WordIndex {
        words.value { WordIndex(fields, groups: groups.map { ($0.target.fields, $0.label) }, byName: byName) }
    }

    /// Returns the target named by the words of a key.
    func byWords(
        _ key: FieldKey, _ value: FieldValue?, key whole: String, proposes: Bool
    ) throws(Failure) -> (Target, BoundValue.Match) {
        let index = wordIndex
        let ranked = index.matches(of: key, value: value)
        let nearest = { index.proposals(from: ranked, value: value).map { index.targets[$0] } }
        if key.ordinal == nil {
            switch index.decision(on: ranked, value: value) {
            case .one(let target):
                return blankNamed(index.targets[target], key)
            case .several(let found):
                let targets = found.map { index.targets[$0] }
                if let one = combined(targets, for: value) { return blankNamed(one, key) }
                throw tie(key, targets, isExact: false, nearest: nearest())
            case .none:
                // If the key names a field and only the value does not fit, the error should be about the value.
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
        if let one = combined(similar, for: value), key.ordinal == nil { return (one, .similar) }
        if similar.count > 1 { throw tie(key, similar, isExact: false) }
        guard proposes else { throw Failure(.unknownField, "No field is called \(whole.quoted).") }
        throw unknown(whole, wanted: wanted, nearest: nearest())
    }

    /// Returns the blank that words name, and whether they begin its label.
    private func blankNamed(_ target: Target, _ key: FieldKey) -> (Target, BoundValue.Match) {
        let blank = blank(of: target, key)
        return (blank, begins(blank, alone: key.text) ? .beginning : .words)
    }

    /// Returns all lines of the blank that a target is one or more lines of.
    ///
    /// A number in the key counts single lines.
    func blank(of target: Target, _ key: FieldKey) -> Target {
        let field = target.first
        guard target.use == .lines || target.use == .each && target.fields.count == 1,
            field.type != .checkbox, field.type != .signature, !key.text.contains(where: \.isNumber)
        else { return target }
        var lines = target.fields
        let ids = Set(lines.map(\.id))
        let others = texts.labelled(LabelText.normalised(field.label)).map { fields[$0] }
            .filter { $0.page == field.page && $0.type != .checkbox && $0.type != .signature && !ids.contains($0.id) }
            .sorted { $0.region.top < $1.region.top }
        for next in others.prefix(Self.mostLines) where next.region.top > field.region.top {
            guard let longer = ValueLines.lines(lines + [next], of: fields) else { break }
            lines = longer
        }
        for last in others.suffix(Self.mostLines).reversed() where last.region.top < field.region.top {
            guard let longer = ValueLines.lines([last] + lines, of: fields) else { break }
            lines = longer
        }
        return lines.count > target.fields.count ? Target(fields: lines, use: .lines) : target
    }

    /// Maximum number of lines to look for above and below a field.
    private static let mostLines = 100

    /// Returns whether a text begins the label of this target only, which is not doubtful.
    private func begins(_ target: Target, alone text: String) -> Bool {
        guard target.use == .each || target.use == .lines, !target.naming.contains(where: \.isDoubtful),
            Self.isBeginning(text, of: target.first.label)
        else {
            return false
        }
        let ids = Set(target.fields.map(\.id))
        let start = LabelText.normalised(text)
        return !fields.indices.contains { place in
            let field = fields[place]
            // Dividing a label into words takes longer than everything else.
            guard
                labels[place].whole.hasPrefix(start) || labels[place].bare.hasPrefix(start)
                    || LabelText.isNumbered(field.label)
            else { return false }
            return !ids.contains(field.id) && Self.isBeginning(text, of: field.label)
        }
    }

    /// Returns whether a label begins with the words of a text; its number is optional.
    static func isBeginning(_ text: String, of label: String) -> Bool {
        let start = LabelText.words(text)
        return LabelText.words(label).starts(with: start)
            || LabelText.words(String(LabelText.unnumbered(label))).starts(with: start)
    }
}

/// The words of all fields, indexed on first use.
///
/// Most keys are labels or names and need no index.
final class LazyWordIndex: Sendable {
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
