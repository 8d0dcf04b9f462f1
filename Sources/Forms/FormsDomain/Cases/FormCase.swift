package import Pipeline

/// A document with its details.
package struct FormCase: Sendable, Hashable {
    /// The document.
    package let document: Document
    /// The details.
    package let details: CaseDetails
    /// The version of the name and details: 0 before the first change.
    package let version: Int

    /// Creates a case.
    init(_ document: Document, _ details: CaseDetails = .none, version: Int = 0) {
        self.document = document
        self.details = details
        self.version = version
    }
}
