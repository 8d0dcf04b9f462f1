package import FormModel

extension PrintedNames {
    /// Returns the names without those already in the label, or nil.
    ///
    /// `repeated` is the caption shared with a nearby field. It is kept as that of the row, although the label repeats
    /// it.
    package func beside(label: String, repeated: String? = nil) -> PrintedNames? {
        let known = LabelText.normalised(label)
        func new(_ text: String?) -> String? { text.flatMap { known.contains(LabelText.normalised($0)) ? nil : $0 } }
        let rest = PrintedNames(
            caption: new(caption), question: question, row: repeated ?? new(row), column: new(column), number: number,
            nearby: new(nearby), currency: currency)
        return rest.isEmpty ? nil : rest
    }
}
