import FormModel

/// What kind of value a field takes, by its shape and its label.
enum Typing {
    /// - Parameter isAmount: whether a currency sign stands before the field.
    static func type(of c: Candidate, label: String, isAmount: Bool) -> FieldType {
        switch c.kind {
        case .box: return .checkbox
        case .stack: return .multiline
        case .comb, .line, .upper, .series, .part, .captioned, .inline, .tall: break
        }
        let words = label.lowercased().split { !$0.isLetter }.map(String.init)
        // What comes last is nearest to the field: "Signature of applicant ... Date" is a date.
        let sign = words.lastIndex { signatureWords.contains($0) }
        let date = words.lastIndex { dateWords.contains($0) }
        if let sign, date ?? -1 < sign, !words.contains("print"), !words.contains("printed"), words.count <= 14 {
            return .signature
        }
        if date != nil, c.region.height < 30, words.count <= 14 { return .date }
        if c.kind == .tall { return .multiline }
        if isAmount { return .number }
        return .text
    }

    private static let signatureWords: Set<String> = ["signature", "sign", "firma"]
    private static let dateWords: Set<String> = ["date", "dates", "dated", "dob", "yyyy", "mmddyyyy", "birthdate"]
}
