package import FormModel

/// What a page prints about a place that is known to be a field.
package struct PrintedCaption: Sendable, Hashable {
    /// The caption, or the text of the option of a box; empty if there is none.
    package var label: String
    /// The question that a box answers together with others; empty if there is none.
    package var question: String
    /// The heading of the part of the page in which the place is; `nil` above the first.
    package var section: String?
    /// The row, the column and the line number.
    package var names: PrintedNames
    /// The places of words in the place itself; `nil` if there are none.
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
    /// Returns what the page prints besides the label and the question that a field has already; nil if nothing.
    package func names(besides label: String, question known: String?) -> PrintedNames? {
        var names = names
        names.caption = self.label.isEmpty ? nil : self.label
        let isKnown = known.map { LabelText.normalised($0).contains(LabelText.normalised(question)) } ?? false
        names.question = question.isEmpty || isKnown ? nil : question
        return names.beside(label: label)
    }
}
