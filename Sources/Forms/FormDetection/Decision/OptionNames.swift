import FormImport

package import FormModel

/// Names the options of questions so that each is unique in the document.
package enum OptionNames {
    /// Returns the fields with questions prepended to ambiguous options.
    ///
    /// An option is ambiguous if its text occurs elsewhere as well or is a mere yes or no. The original text is kept in
    /// `option`.
    package static func qualified(_ fields: [Field]) -> [Field] {
        let boxes = fields.filter { $0.type == .checkbox && $0.evidence != .widget }
        let count = Dictionary(boxes.map { (LabelText.normalised($0.label), 1) }, uniquingKeysWith: +)
        return fields.map { field in
            guard field.type == .checkbox, field.evidence != .widget, let question = field.group?.label,
                !question.isEmpty
            else { return field }
            let text = LabelText.normalised(field.label)
            guard !text.isEmpty, count[text, default: 0] > 1 || isYesOrNo(field.label) else { return field }
            var field = field
            field.option = field.label
            field.label = Field.label(field.label, under: question)
            return field
        }
    }

    private static func isYesOrNo(_ text: String) -> Bool {
        let first = LabelText.words(text).first
        return first == "yes" || first == "no"
    }

    /// Returns whether a text is only a yes or no in a language of ``PageLanguage``.
    static func isMereYesOrNo(_ text: String) -> Bool {
        let words = LabelText.words(text)
        return words.count == 1 && words.allSatisfy(["yes", "no", "ja", "nein", "oui", "non", "sí", "si"].contains)
    }
}
