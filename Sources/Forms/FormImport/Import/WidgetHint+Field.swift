import FormModel
import QPDF

extension WidgetHint {
    /// The field of a widget that Formwright made, as it was found on the page.
    func applied(to field: Field) -> Field {
        var field = field
        field.label = label
        field.section = section
        if let type = FieldType(rawValue: type), Self.isText(type), Self.isText(field.type) { field.type = type }
        field.placeholder = placeholder
        if let question {
            if field.group != nil {
                field.group?.label = question
            } else if let group, field.type == .checkbox {
                field.group = FieldGroup(name: group, label: question, exclusive: false)
            }
        }
        return field
    }

    /// Whether a text field can stand for this type.
    private static func isText(_ type: FieldType) -> Bool { type != .checkbox }
}
