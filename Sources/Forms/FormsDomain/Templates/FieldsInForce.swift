package import FormModel
package import FormFilling
package import Foundation
import Pipeline
import Threads

/// The fields in force for an analysed document.
///
/// These are the fields of its form's template, or else the detected ones.
package struct FieldsInForce: Sendable {
    /// The document with the fields in force, including its own values.
    package let description: FormDescription
    /// The template with the fields; `nil` if they are the detected ones.
    package let template: StoredTemplate?
    /// The digest of what the document's pages draw.
    package let digest: String
    private let title: String
    private let found: FormDescription
    /// The IDs of template fields, keyed by those of the detected fields they replaced.
    private let successors: [UUID: UUID]

    /// Applies a template.
    ///
    /// - Parameters:
    ///   - template: the template; `nil` for the detected fields.
    ///   - found: the document with its detected fields.
    ///   - digest: the digest of what its pages draw.
    ///   - title: the printed title of the form; empty if it is not known.
    package init(_ template: StoredTemplate?, on found: FormDescription, digest: String, title: String = "") {
        self.template = template
        self.digest = digest
        self.title = title
        self.found = found
        let applied = template.map { AppliedTemplate($0.template, on: found) }
        description = applied?.description ?? found
        successors = applied?.successors ?? [:]
    }

    /// Returns the fields of the same document with another template in force.
    package func replacing(_ template: StoredTemplate?) -> FieldsInForce {
        FieldsInForce(template, on: found, digest: digest, title: title)
    }

    /// The version of the fields in force; 0 for detected fields.
    package var version: Int { template?.template.version ?? 0 }

    /// The form to edit.
    package var form: EditedForm {
        EditedForm(
            digest: digest, name: title.isEmpty ? Self.name(description.document.fileName) : title,
            pages: description.pages.map { PageSize(width: $0.width, height: $0.height) },
            detected: found.fields.map(\.withoutValue))
    }

    /// Returns the current ID of a field.
    ///
    /// If a template replaced a detected field by one at the same place, it is that one's ID.
    package func current(_ id: UUID) -> UUID { successors[id] ?? id }

    /// Returns values keyed by the fields in force, and those of removed fields.
    ///
    /// A value for a field in force takes precedence over one for the detected field that it replaced.
    ///
    /// - Parameter drafts: values for the fields in force, for the detected ones, or for both.
    /// - Returns: the values to fill in, and the others as given.
    package func entries(of drafts: [ValueEntry]) -> (used: [ValueEntry], unused: [ValueEntry]) {
        let ids = Set(description.fields.map(\.id))
        let groups = Set(description.fields.compactMap(\.group?.name))
        let formerGroups = Set(found.fields.compactMap(\.group?.name)).subtracting(groups)
        var (own, carried, unused): ([ValueEntry], [ValueEntry], [ValueEntry]) = ([], [], [])
        for draft in drafts {
            if let id = UUID(uuidString: draft.key) {
                var entry = draft
                entry.key = current(id).uuidString
                if !ids.contains(current(id)) {
                    unused.append(draft)
                } else if current(id) == id {
                    own.append(entry)
                } else {
                    carried.append(entry)
                }
            } else if formerGroups.contains(draft.key) {
                unused.append(draft)
            } else {
                // A key that was never valid is an error, which the bind stage reports.
                own.append(draft)
            }
        }
        return (carried.merging(own), unused)
    }

    private static func name(_ fileName: String) -> String {
        let stem = URL(fileURLWithPath: fileName).deletingPathExtension().lastPathComponent
        return stem.isEmpty ? "form" : String(stem.prefix(200))
    }
}

/// A template's fields, applied to a document.
struct AppliedTemplate {
    let description: FormDescription
    /// The IDs of template fields, keyed by those of the detected fields they replaced.
    let successors: [UUID: UUID]

    init(_ template: FormTemplate, on detected: FormDescription) {
        let places = FieldPlaces(detected.fields)
        let ids = Set(template.fields.map(\.id))
        var successors: [UUID: UUID] = [:]
        var description = detected
        description.fields = template.fields.map { field in
            var field = field
            let predecessor = places.field(at: field)
            field.defaultValue = predecessor?.defaultValue
            if let old = predecessor?.id, !ids.contains(old), successors[old] == nil { successors[old] = field.id }
            return field
        }
        // Clients show it as what the document holds.
        let initial = Set(description.fields.startingWithInitialValue.map(\.id))
        for place in description.fields.indices where initial.contains(description.fields[place].id) {
            description.fields[place].defaultValue = description.fields[place].initialValue
        }
        self.description = description
        self.successors = successors
    }
}

/// Finds fields by position, since their IDs differ between documents of one form.
struct FieldPlaces {
    private let byID: [UUID: Field]
    private let byPage: [Int: [Field]]

    init(_ fields: [Field]) {
        byID = Dictionary(fields.map { ($0.id, $0) }) { first, _ in first }
        byPage = Dictionary(grouping: fields, by: \.page)
    }

    /// Returns the field with the same ID, or else the one at the same place.
    func field(at other: Field) -> Field? {
        if let same = byID[other.id] { return same }
        let candidates = (byPage[other.page] ?? []).map { ($0, $0.region.intersectionOverUnion(other.region)) }
        guard let best = candidates.max(by: { $0.1 < $1.1 }), best.1 > 0.5 else { return nil }
        return best.0
    }
}
