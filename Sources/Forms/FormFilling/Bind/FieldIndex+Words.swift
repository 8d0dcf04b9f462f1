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
                return (index.targets[target], begins(index.targets[target], alone: key.text) ? .beginning : .words)
            case .several(let found):
                let targets = found.map { index.targets[$0] }
                if let one = combined(targets, for: value) { return (one, .words) }
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
        if similar.count == 1, key.ordinal == nil { return (similar[0], .similar) }
        if similar.count > 1 { throw tie(key, similar, isExact: false) }
        guard proposes else { throw Failure(.unknownField, "No field is called \(whole.quoted).") }
        throw unknown(whole, wanted: wanted, nearest: nearest())
    }

    /// Returns whether a text begins the label of this target only, which is not doubtful.
    private func begins(_ target: Target, alone text: String) -> Bool {
        guard target.use == .each, !target.fields.contains(where: \.isDoubtful),
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
