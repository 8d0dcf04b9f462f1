import FormModel
import Foundation

extension Field {
    /// The confidence in a detected field below which its label may be that of another one.
    ///
    /// Of the keys of testdata/keys that are the label of a detected field, a tenth find one below it; these are four fifths of
    /// those that find the wrong field.
    private static let certainConfidence = 0.85

    /// Whether it is a guess that a label is that of the field with which detection joined it.
    ///
    /// A label in brackets, or with a comma at its end, is a part of a sentence or a hint at what to write: which blank it stands
    /// for, the one before it or behind it, is a guess.
    var isDoubtful: Bool {
        guard evidence != .widget, type != .checkbox else { return false }
        let label = label.trimmingCharacters(in: .whitespaces)
        return confidence < Self.certainConfidence || label.hasSuffix(",")
            || label.hasPrefix("(") && label.hasSuffix(")")
    }
}
