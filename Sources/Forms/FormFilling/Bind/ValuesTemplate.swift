package import FormModel
import Foundation

/// A values file to fill in.
///
/// It lists every field of a form in reading order, with a valid key and the values it takes. The file is YAML. Keys
/// without a value leave their fields unchanged, so that the template itself is a valid values file.
package struct ValuesTemplate {
    /// Maximum number of options to list.
    private static let optionLimit = 30

    private let description: FormDescription
    private let index: FieldIndex

    /// Creates a template for a form.
    package init(_ description: FormDescription) {
        self.description = description
        index = FieldIndex(description.fields)
    }

    /// The file's text.
    package var text: String {
        let file = YAMLText.comment(description.document.fileName)
        var lines = [
            "# Values for \(file). Write each value behind its key, then run",
            "#   formwright fill FORM --values THIS-FILE -o filled.pdf",
            "# What is left empty leaves its field as it is.",
        ]
        var (page, section) = (-1, String?.none)
        for question in questions {
            let field = question.fields[0]
            if field.page != page {
                lines += ["", "# ---- Page \(field.page + 1) ----"]
                (page, section) = (field.page, nil)
            }
            if let heading = field.section, heading != section { lines += ["", "# \(YAMLText.comment(heading))"] }
            section = field.section
            lines += ["", "# \(question.hint)", "\(YAMLText.quoted(question.key)):"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The questions of the form, in reading order.
    ///
    /// Fields that form one blank or one question appear once.
    package var questions: [FormQuestion] {
        var seen: Set<Field.ID> = []
        var questions: [FormQuestion] = []
        for field in description.fields where !field.readOnly && !seen.contains(field.id) {
            let (key, fields) = target(of: field, besides: seen)
            seen.formUnion(fields.map(\.id))
            if fields.contains(where: { $0.buttonState != nil }) {
                // Buttons that turn on together with these are covered too.
                let others = description.fields.filter { other in fields.contains { $0.isSameAnswer(as: other) } }
                seen.formUnion(others.map(\.id))
            }
            // The first field of a blank determines its place.
            let inOrder = [field] + fields.filter { $0.id != field.id }
            questions.append(FormQuestion(key: key, fields: inOrder, hint: hint(for: fields, key: key)))
        }
        return questions
    }

    /// Returns the most readable key of a field, and all fields that the key identifies.
    private func target(of field: Field, besides seen: Set<Field.ID>) -> (key: String, fields: [Field]) {
        let label = field.group?.label ?? field.label
        let section = field.section.map { "\($0) / " } ?? ""
        let keys = [label, section + label, field.label, section + field.label]
        for key in keys where !key.isEmpty && YAMLText.comment(key) == key {
            guard let (target, match) = try? index.target(of: key), match == .label,
                target.fields.contains(where: { $0.id == field.id }),
                !target.fields.contains(where: { seen.contains($0.id) || $0.readOnly }),
                // Adjacent fields are parts of one blank only if it is clear what each takes.
                target.use != .parts || target.fields.allSatisfy({ $0.characterLimit != nil })
            else { continue }
            return (key, target.fields)
        }
        return (field.name, (try? index.target(of: field.name).0.fields) ?? [field])
    }

    /// Describes the values that the fields of a key take.
    private func hint(for fields: [Field], key: String) -> String {
        let field = fields[0]
        var parts: [String] = []
        if key == field.name, !field.label.isEmpty, field.label != key { parts.append(YAMLText.comment(field.label)) }
        let isQuestion = fields.count > 1 && fields.allSatisfy { $0.type == .checkbox }
        switch field.type {
        case _ where isQuestion && field.group?.exclusive == false:
            parts.append("any of, separated by semicolons: \(Self.list(Answers(fields).labels))")
        case _ where isQuestion: parts.append("one of: \(Self.list(Answers(fields).labels))")
        case .checkbox: parts.append("yes or no")
        case .signature: parts.append("signature: a name, or {image: FILE.png}")
        case .date: parts.append("date: 2026-01-31")
        case .number: parts.append("amount: 1234.50")
        case .multiline: parts.append("text, several lines")
        default: parts.append(Self.text(of: field))
        }
        if !isQuestion {
            if let placeholder = field.placeholder { parts.append("written as \(YAMLText.comment(placeholder))") }
            let limits = fields.compactMap(\.characterLimit)
            if limits.count > 1, Set(fields.map(\.name)).count == limits.count {
                parts.append("divided among boxes of \(limits.map(String.init).joined(separator: ", ")) characters")
            } else if let limit = field.maxLength {
                parts.append("\(limit) characters at most")
            }
        }
        if !isQuestion, let mask = field.mask { parts.append("like \(YAMLText.comment(mask))") }
        if field.required { parts.append("required") }
        return parts.joined(separator: "; ")
    }

    private static func text(of field: Field) -> String {
        if field.flags.contains(.password) { return "password, shown as bullets" }
        if field.flags.contains(.fileSelect) { return "the path of a file, as text" }
        guard let options = ListOptions(of: field) else { return "text" }
        return "one of: \(list(options.names))" + (options.isEditable ? ", or other text" : "")
    }

    private static func list(_ options: [String]) -> String {
        options.prefix(optionLimit).map(YAMLText.comment).joined(separator: " | ")
            + (options.count > optionLimit ? " | \(options.count - optionLimit) more" : "")
    }
}

/// One question of a form: a valid key, its fields, and the values they take.
package struct FormQuestion: Sendable, Hashable {
    /// The key.
    package var key: String
    /// The fields, starting with the first in reading order.
    package var fields: [Field]
    /// The values that the fields take, in words: "date: 2026-01-31".
    package var hint: String
}
