package import FormModel

/// The required fields of a form that have no value.
package struct RequiredValues {
    /// The fields, with the first choice for a question, in reading order.
    package let missing: [Field]

    /// Looks for required fields without a value.
    ///
    /// - Parameters:
    ///   - fields: the fields of the form.
    ///   - bound: the values of a fill; in other fields stands what the document holds.
    package init(_ fields: [Field], _ bound: [BoundValue]) {
        let bound = Dictionary(bound.map { ($0.field.id, $0.content) }) { first, _ in first }
        func hasValue(_ field: Field) -> Bool {
            switch bound[field.id] {
            case .text(let text): !text.isBlank
            case .formatted(let text): !text.text.isBlank
            case .choice(let shown, let export): !shown.isBlank || !export.isBlank
            case .checked(let isOn): isOn
            case .picture: true
            case nil: field.type == .checkbox ? field.isTicked : !(field.defaultValue ?? "").isBlank
            }
        }
        let questions = Dictionary(grouping: fields.filter { $0.group?.exclusive == true }) { $0.group?.name ?? "" }
        var seen: Set<String> = []
        missing = fields.filter { field in
            guard let group = field.group, group.exclusive else {
                return field.required && !field.readOnly && !hasValue(field)
            }
            // A question is asked once, whichever of its choices is required.
            guard seen.insert(group.name).inserted, let choices = questions[group.name] else { return false }
            return choices.contains { $0.required && !$0.readOnly } && !choices.contains(where: hasValue)
        }
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
