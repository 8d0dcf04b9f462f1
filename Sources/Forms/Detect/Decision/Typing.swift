import FormModel

/// Determines the kind of value that a field takes, by its shape and its label.
struct Typing {
    let words: LabelWords

    /// Returns the type of a field; `amount` says whether it takes an amount of money, and how that is known.
    func type(of c: Candidate, label: Caption, amount: AmountFinder.Evidence?) -> FieldType {
        if c.kind == .box { return .checkbox }
        if c.kind == .stack { return .multiline }
        if amount == .print { return .number }
        let caption = LabelWords.words(of: label.text)
        // The last word is nearest to the field: "Signature of applicant ... Date" is a date.
        let sign = words.lastSignature(in: caption)
        let date = words.lastDate(in: caption)
        // "17A. SIGNATURE OF ..." is followed by text about who signs and how.
        let begins = words.beginsWithSignature(caption)
        if let sign, begins || caption.count <= 14, date ?? -1 < sign, !words.asksForPrint(caption) {
            return .signature
        }
        if amount != nil { return .number }
        if date != nil, c.region.height < 30, caption.count <= 14 { return .date }
        if label.hint != nil, c.region.height < 30 { return .date }
        if PlacedField(c).kind == .block { return .multiline }
        return .text
    }
}
