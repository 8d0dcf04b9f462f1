public import Foundation

/// The name, client, tags and notes of a document.
public struct DocumentCase: Sendable, Hashable, Codable {
    /// The document's ID.
    public var documentId: UUID
    /// The file name.
    public var fileName: String
    /// The client or case; empty if none is given.
    public var client: String
    /// The tags.
    public var tags: [String]
    /// The notes, which may have several lines.
    public var notes: String
    /// The group that the document belongs to; nil for the user's own.
    public var group: String?
    /// The version of the name and details, for `If-Match` in a change.
    public var version: Int

    /// Creates a name with details.
    public init(
        documentId: UUID, fileName: String, client: String, tags: [String], notes: String, group: String? = nil,
        version: Int
    ) {
        self.group = group
        self.documentId = documentId
        self.fileName = fileName
        self.client = client
        self.tags = tags
        self.notes = notes
        self.version = version
    }
}

/// Changes to the name and details of a document; what is nil stays.
public struct DocumentCaseChange: Sendable, Hashable, Codable {
    /// The new file name, which keeps the extension of the old one.
    public var fileName: String?
    /// The new client or case.
    public var client: String?
    /// The new tags, which replace all earlier ones.
    public var tags: [String]?
    /// The new notes.
    public var notes: String?
    /// The group to give the document to.
    ///
    /// It is one of the user's; empty makes the document the user's own.
    public var group: String?

    /// Creates a change.
    public init(
        fileName: String? = nil, client: String? = nil, tags: [String]? = nil, notes: String? = nil,
        group: String? = nil
    ) {
        self.group = group
        self.fileName = fileName
        self.client = client
        self.tags = tags
        self.notes = notes
    }
}
