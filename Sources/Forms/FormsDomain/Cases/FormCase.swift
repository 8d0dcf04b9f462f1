package import Pipeline

/// A document with its details.
package struct FormCase: Sendable, Hashable {
    /// The document.
    package let document: Document
    /// The details.
    package let details: CaseDetails
    /// The version of the name and details: 0 before the first change.
    package let version: Int
    /// The owner who gave the document to its group.
    ///
    /// It is `nil` for a document without a group, and for one from a watched folder.
    package let addedBy: OwnerID?

    /// Creates a case.
    init(_ document: Document, _ details: CaseDetails = .none, version: Int = 0, addedBy: OwnerID? = nil) {
        self.document = document
        self.details = details
        self.version = version
        self.addedBy = addedBy
    }

    /// Returns whether a user may delete the document or take it out of its group.
    package func mayBeTaken(by user: OwnerID) -> Bool { document.owner == user || addedBy == user }
}
