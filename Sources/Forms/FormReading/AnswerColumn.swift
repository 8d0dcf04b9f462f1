public import FormModel

/// A column of a table of answers: a field, or a question with several buttons.
public struct AnswerColumn: Sendable, Hashable {
    /// The name of the field, which heads the column unless its label does.
    public let name: String
    /// The places of the field on the form, in reading order.
    public let fields: [Field]

    /// Whether one of several buttons answers the question.
    var isQuestion: Bool { fields.count > 1 && isTicked }
    /// Whether the answer is a tick.
    var isTicked: Bool { fields.allSatisfy { $0.type == .checkbox } }

    /// Whether the field is for numbers.
    ///
    /// Digits that identify something, such as a ZIP code, are none.
    package var takesNumbers: Bool {
        fields.allSatisfy { field in
            field.combEdges == nil && (field.format.map { $0.kind == .number } ?? (field.type == .number))
        }
    }

    /// The words beside the field, or those of the question that several buttons answer.
    package var label: String {
        guard let first = fields.first else { return name }
        let label = isQuestion ? first.group?.label ?? first.label : first.label
        return label.isEmpty ? name : label
    }

    /// The texts that its cells may have; nil for any text.
    ///
    /// An empty one stands for no answer to a question.
    package var answers: [String]? {
        if isQuestion { return [""] + fields.map { $0.option ?? $0.label } }
        return isTicked ? ["yes", "no"] : nil
    }

    /// Returns the columns of a form's fields, in reading order.
    package static func all(of fields: [Field]) -> [AnswerColumn] {
        var order: [String] = []
        var named: [String: [Field]] = [:]
        for field in fields {
            if named[field.name] == nil { order.append(field.name) }
            named[field.name, default: []].append(field)
        }
        return order.map { AnswerColumn(name: $0, fields: named[$0] ?? []) }
    }
}
