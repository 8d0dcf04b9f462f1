import FormModel

/// Determines the kind of value that a field takes, by its shape and its label.
enum Typing {
    /// Returns the type of a field; `isAmount` says whether a currency sign precedes it.
    static func type(of c: Candidate, label: Caption, isAmount: Bool) -> FieldType {
        switch c.kind {
        case .box: return .checkbox
        case .stack: return .multiline
        case .comb, .line, .aboveCaption, .series, .part, .captioned, .inline, .wholeCell: break
        }
        let words = label.text.lowercased().split { !$0.isLetter }.map(String.init)
        // The last word is nearest to the field: "Signature of applicant ... Date" is a date.
        let sign = words.lastIndex { signatureWords.contains($0) }
        let date = words.lastIndex { dateWords.contains($0) }
        // "17A. SIGNATURE OF ..." is followed by text about who signs and how.
        let begins = words.prefix(3).contains { signatureWords.contains($0) }
        if let sign, begins || words.count <= 14, date ?? -1 < sign, !asksForPrint(words) { return .signature }
        if date != nil, c.region.height < 30, words.count <= 14 { return .date }
        if label.hint != nil, c.region.height < 30 { return .date }
        if c.kind == .wholeCell { return .multiline }
        if isAmount { return .number }
        return .text
    }

    /// Returns whether the name must be printed rather than signed: "(Print name)", but not "(Do Not Print)".
    private static func asksForPrint(_ words: [String]) -> Bool {
        words.indices.contains { i in
            (words[i] == "print" || words[i] == "printed") && (i == 0 || words[i - 1] != "not")
        }
    }

    private static let signatureWords: Set<String> = ["signature", "sign", "firma"]
    private static let dateWords: Set<String> = ["date", "dates", "dated", "dob", "yyyy", "mmddyyyy", "birthdate"]
}
