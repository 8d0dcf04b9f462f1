import FormModel
import QPDF

extension WidgetHint {
    /// Restores the detected properties in the field of a widget created by Formwright.
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

    /// Returns whether a text field can represent this type.
    private static func isText(_ type: FieldType) -> Bool { type != .checkbox }
}
