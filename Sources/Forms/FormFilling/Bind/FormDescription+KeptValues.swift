package import FormImport
package import FormModel

extension FormDescription {
    /// Returns the fields with the values that an earlier fill left in their document.
    ///
    /// Clients show them as they show those of an AcroForm. Pictures are left out.
    package func holdingValues(of document: ImportedDocument) -> FormDescription {
        let values = KeptValues(of: document).bound(in: fields).values
        guard !values.isEmpty else { return self }
        let held = Dictionary(values.map { ($0.field.id, $0.content) }) { first, _ in first }
        var copy = self
        for place in copy.fields.indices {
            // A password is kept as bullets.
            guard let content = held[copy.fields[place].id], !copy.fields[place].flags.contains(.password) else {
                continue
            }
            copy.fields[place].defaultValue = content.heldValue
        }
        return copy
    }
}

extension BoundValue.Content {
    /// The content as the value that a field holds; nil for an empty one.
    fileprivate var heldValue: String? {
        switch self {
        case .text(let text): text.isEmpty ? nil : text
        case .formatted(let text): text.text.isEmpty ? nil : text.text
        case .choice(_, let export): export.isEmpty ? nil : export
        case .checked(let isOn): isOn ? "true" : nil
        case .picture: nil
        }
    }
}
