package import FormModel

/// The print around a known field.
package struct PrintedCaption: Sendable, Hashable {
    /// The caption, or the text of a box's option; can be empty.
    package var label: String
    /// The question that a box answers together with others; can be empty.
    package var question: String
    /// The heading of the surrounding section; `nil` above the first heading.
    package var section: String?
    /// The row, column and line number.
    package var names: PrintedNames
    /// The regions of words in the field, if any.
    package var wordsInside: [Region]?

    package init(
        label: String, question: String = "", section: String? = nil, names: PrintedNames = PrintedNames(),
        wordsInside: [Region]? = nil
    ) {
        self.label = label
        self.question = question
        self.section = section
        self.names = names
        self.wordsInside = wordsInside
    }
}

extension PrintedCaption {
    /// Returns the printed names besides a label and question that are already known.
    ///
    /// - Returns: nil if there are no others.
    package func names(besides label: String, question known: String?) -> PrintedNames? {
        var names = names
        names.caption = self.label.isEmpty ? nil : self.label
        let isKnown = known.map { LabelText.normalised($0).contains(LabelText.normalised(question)) } ?? false
        names.question = question.isEmpty || isKnown ? nil : question
        return names.beside(label: label)
    }
}
