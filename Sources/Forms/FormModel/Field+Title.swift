import Values

extension Field {
    /// The field's label and name, as messages show them; the name is included because the user may have to type it as
    /// a key.
    package var title: String { Self.title(label: label, name: name) }

    /// Returns the text by which messages refer to a field with this label and name.
    package static func title(label: String, name: String) -> String { "\(label.quoted) (\(name.abridged(to: 200)))" }
}
