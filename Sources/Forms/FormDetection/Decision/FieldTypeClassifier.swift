import FormImport

import FormModel

/// Determines the kind of value that a field takes, by its shape and its label.
struct FieldTypeClassifier {
    let words: LabelWords

    /// Returns the type of a field.
    ///
    /// `amount` is the evidence that it takes an amount of money, if any.
    func type(of c: Candidate, label: Caption, amount: AmountFinder.Evidence?) -> FieldType {
        if c.kind == .box { return Self.asksForInitial(label) ? .text : .checkbox }
        if c.kind == .stack { return .multiline }
        if amount == .print { return .number }
        let caption = LabelWords.words(of: label.text)
        if words.asksForSignature(caption) { return .signature }
        let date = words.lastDate(in: caption)
        if amount != nil { return .number }
        if date != nil, c.region.height < 30, caption.count <= 14 { return .date }
        if label.hint != nil, c.region.height < 30 { return .date }
        if PlacedField(c).kind == .block { return .multiline }
        return .text
    }

    /// Returns whether the caption above or in front of a square asks for an initial.
    static func asksForInitial(_ label: Caption) -> Bool {
        guard label.position != .right else { return false }
        let words = LabelWords.words(of: label.text)
        return [["initial"], ["middle", "initial"], ["mi"], ["m", "i"]].contains(words)
    }
}
