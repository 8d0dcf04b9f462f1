/// What a page prints about a place that is known to be a field.
package struct PrintedCaption: Sendable, Hashable {
    /// The caption, or the text of the option of a box; empty if there is none.
    package var label: String
    /// The question that a box answers together with the others of its group; empty if there is none.
    package var question: String

    package init(label: String, question: String = "") {
        self.label = label
        self.question = question
    }
}
