package import FormModel

extension PrintedNames {
    /// Returns these names without those that the label says already; nil if none is left.
    ///
    /// `repeated` is the caption that a field close by has as well: it stays as that of the row, though the label says the same.
    package func beside(label: String, repeated: String? = nil) -> PrintedNames? {
        let known = LabelText.normalised(label)
        func new(_ text: String?) -> String? { text.flatMap { known.contains(LabelText.normalised($0)) ? nil : $0 } }
        let rest = PrintedNames(
            caption: new(caption), question: question, row: repeated ?? new(row), column: new(column), number: number,
            nearby: new(nearby))
        return rest.isEmpty ? nil : rest
    }
}
