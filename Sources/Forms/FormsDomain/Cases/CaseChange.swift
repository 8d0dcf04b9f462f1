import FailureModel
package import Pipeline

/// A change of a document's name and details; what is `nil` stays.
package struct CaseChange: Sendable, Hashable {
    /// The file name.
    package var fileName: String?
    /// The client or case.
    package var client: String?
    /// All tags.
    package var tags: [String]?
    /// The notes.
    package var notes: String?
    /// The owner: a group, or the user who takes the document out of one.
    package var owner: OwnerID?

    /// Creates a change.
    package init(
        fileName: String? = nil, client: String? = nil, tags: [String]? = nil, notes: String? = nil,
        owner: OwnerID? = nil
    ) {
        self.owner = owner
        self.fileName = fileName
        self.client = client
        self.tags = tags
        self.notes = notes
    }

    /// Returns the changed details.
    func applied(to details: CaseDetails) throws(Failure) -> CaseDetails {
        try CaseDetails(
            client: client ?? details.client, tags: tags ?? details.tags, notes: notes ?? details.notes)
    }
}
