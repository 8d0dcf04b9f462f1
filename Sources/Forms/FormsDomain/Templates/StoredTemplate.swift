package import FormModel
package import Foundation
package import Pipeline

/// A template in the store.
package struct StoredTemplate: Sendable, Hashable {
    /// The newest version of the fields.
    package let template: FormTemplate
    /// The owner; templates of ``Pipeline/OwnerID/office`` are available to all.
    package let owner: OwnerID
    /// When the fields last changed.
    package let updatedAt: Timestamp
    /// The version that an undo restores; `nil` if there is nothing to undo.
    package let undo: Int?
    /// The version that a redo restores; `nil` if there is nothing to redo.
    package let redo: Int?

    /// A template without its fields, for lists.
    package struct Summary: Sendable, Hashable, Encodable {
        /// Identifies the template.
        package let id: UUID
        /// The owner; empty for the office.
        package let owner: String
        /// The display name.
        package let name: String
        /// The digest of what the form's pages draw.
        package let digest: String
        /// The newest version.
        package let version: Int
        /// The number of fields.
        package let fieldCount: Int
        /// When the fields last changed.
        package let updatedAt: Date

        init(
            id: UUID, owner: OwnerID, name: String, digest: String, version: Int, fieldCount: Int, updatedAt: Date
        ) {
            self.id = id
            self.owner = owner == .office ? "" : owner.text
            self.name = name
            self.digest = digest
            self.version = version
            self.fieldCount = fieldCount
            self.updatedAt = updatedAt
        }
    }

    /// The template without its fields.
    package var summary: Summary {
        Summary(
            id: template.id, owner: owner, name: template.name, digest: template.digest,
            version: template.version, fieldCount: template.fields.count, updatedAt: updatedAt.date)
    }
}
