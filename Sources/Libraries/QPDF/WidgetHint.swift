/// The details of a field that Formwright records in a widget it creates.
///
/// They are the private entry `/Formwright` of the widget, in addition to the entries of an AcroForm. The fields of a
/// flat form can be read back as they were found.
package struct WidgetHint: Sendable, Hashable {
    package var label: String
    package var section: String?
    /// The question of a group.
    package var question: String?
    /// The name of a single check box's group.
    package var group: String?
    /// The type of the field, named as in `FieldType`.
    package var type: String
    /// The format printed beside the caption.
    package var placeholder: String?

    static let key = "/Formwright"

    package init(
        label: String, section: String?, question: String?, group: String?, type: String, placeholder: String?
    ) {
        self.label = label
        self.section = section
        self.question = question
        self.group = group
        self.type = type
        self.placeholder = placeholder
    }

    /// Reads the hint of a widget, if any.
    init?(of widget: PDFObject) {
        let entries = widget[Self.key]
        guard entries.isDictionary, let label = entries["/Label"].text, let type = entries["/Type"].name else {
            return nil
        }
        self.init(
            label: label, section: entries["/Section"].text, question: entries["/Question"].text,
            group: entries["/Group"].text, type: type, placeholder: entries["/Format"].text)
    }

    func dictionary(in file: PDFFile) -> PDFObject {
        let entries = file.newDictionary()
        entries.set("/Label", file.newText(label))
        if let section { entries.set("/Section", file.newText(section)) }
        if let question { entries.set("/Question", file.newText(question)) }
        if let group { entries.set("/Group", file.newText(group)) }
        if let placeholder { entries.set("/Format", file.newText(placeholder)) }
        entries.set("/Type", file.newName(type))
        return entries
    }
}
