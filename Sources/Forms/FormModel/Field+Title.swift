import Values

extension Field {
    /// The field's label and name, for messages.
    ///
    /// The name is included because the user may have to type it as a key.
    package var title: String { Self.title(label: label, name: name) }

    /// Returns the text that refers to a field with this label and name in messages.
    package static func title(label: String, name: String) -> String { "\(label.quoted) (\(name.abridged(to: 200)))" }

    /// Returns a label behind its heading, such as `Sent to: file` or `Married? yes`.
    package static func label(_ label: String, under heading: String) -> String {
        guard let last = heading.last else { return label }
        return heading + (":?.…".contains(last) ? " " : ": ") + label
    }
}
