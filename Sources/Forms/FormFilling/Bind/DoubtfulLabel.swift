import FormModel
import Foundation

extension Field {
    /// Minimum confidence at which a detected field's label is taken as its own.
    ///
    /// Of the keys in testdata/keys that are the label of a detected field, a tenth match one below this value; these
    /// account for four fifths of the keys that find the wrong field.
    private static let certainLabelConfidence = 0.85

    /// Whether the label may belong to another field than the one it was detected for.
    ///
    /// A label in brackets, or with a comma at its end, is part of a sentence or a hint about what to write, and may
    /// refer to the blank before or after it.
    var hasDoubtfulLabel: Bool {
        guard evidence != .widget, type != .checkbox else { return false }
        let label = label.trimmingCharacters(in: .whitespaces)
        return confidence < Self.certainLabelConfidence || label.hasSuffix(",")
            || label.hasPrefix("(") && label.hasSuffix(")")
    }
}
