import FailureModel
import FormImport
import FormModel

/// The rules for the characters of a value.
///
/// They are the mask of its field, or a format of digits.
/// value-rules.mjs has the same rules, for a page that checks what is being typed.
enum ValueRules {
    /// Refuses a text that breaks a rule; an empty one breaks none.
    static func check(_ text: String, _ field: Field, isVerbatim: Bool) throws(Failure) {
        guard !text.isEmpty else { return }
        if let mask = field.mask.flatMap(CharacterMask.init), !mask.accepts(text) {
            throw refusal(
                "\(field.title) takes a value like \(mask.text): A is a letter, 9 a digit, * any character.", field)
        }
        // A widget's format may be its form's own, which says how a value is displayed; others stay as they are.
        guard !isVerbatim, field.evidence != .widget, let kind = field.format?.kind, let rule = Rule(kind),
            !AmountText.isNothing(text),
            !rule.accepts(text)
        else { return }
        throw refusal("\(field.title) takes \(rule.wanted); mark other text as verbatim.", field)
    }

    private static func refusal(_ message: String, _ field: Field) -> Failure {
        Failure(.wrongType, message, at: .field(field.name))
    }

    /// A format of digits, between which separators are free.
    private struct Rule {
        let wanted: String
        let counts: ClosedRange<Int>
        let separators: Set<Unicode.Scalar>

        init?(_ kind: FieldFormat.Kind) {
            switch kind {
            case .zip: (wanted, counts, separators) = ("a ZIP code of 5 digits, such as 02139", 5...5, [])
            case .zipPlus4:
                (wanted, counts, separators) = ("a ZIP code of 9 digits, such as 02139-4307", 9...9, ["-", " "])
            case .phone:
                (wanted, counts) = ("a telephone number of 7 to 15 digits, such as (555) 555-0142", 7...15)
                separators = ["+", "-", "(", ")", ".", "/", " "]
            case .ssn:
                (wanted, counts) = ("a social security number of 9 digits, such as 123-45-6789", 9...9)
                separators = ["-", " "]
            case .date, .number, .percent: return nil
            }
        }

        func accepts(_ text: String) -> Bool {
            var digits = 0
            for scalar in text.unicodeScalars {
                if ("0"..."9").contains(scalar) {
                    digits += 1
                } else if !separators.contains(scalar) {
                    return false
                }
            }
            return counts.contains(digits)
        }
    }
}
