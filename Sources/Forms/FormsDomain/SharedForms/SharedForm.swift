package import Pipeline

/// A form that the office has prepared for everybody: its file, fields and mapping.
///
/// The file is a document of ``Pipeline/OwnerID/office``; the corrected fields and the mapping belong to the same owner.
package struct SharedForm: Sendable, Hashable {
    /// The state of a form of the office.
    package enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// Its fields are still being checked.
        case draft
        /// It is ready for use.
        case current
        /// It is no longer in use, such as an earlier edition.
        case retired
    }

    /// The office's document with the blank form, which identifies the form.
    package let id: DocumentID
    /// The digest of what the form's pages draw.
    package let digest: String
    /// The name and edition.
    package let title: SharedFormTitle
    /// The state.
    package let state: State
    /// The form of an earlier edition that this one replaces.
    package let replaces: DocumentID?
    /// The groups of users who see it, sorted; empty for everybody.
    package let groups: [OwnerID]
    /// The version of the title, state and groups, from 1; the fields have their own.
    package let version: Int
    /// The owner who shared it.
    package let sharedBy: OwnerID
    /// When it was shared.
    package let sharedAt: Timestamp
    /// When the title, state or groups last changed.
    package let updatedAt: Timestamp

    /// Maximum number of groups.
    package static let groupLimit = 50
}
