/// A document in the catalogue.
public struct Document: Hashable, Sendable, Codable, Identifiable {
    /// The document's ID, chosen by the importer.
    public let id: DocumentID
    /// The increasing number for paging, assigned by the store in order of arrival.
    ///
    /// It is never reused.
    public let sequence: Int64
    /// The owner, who may see the document.
    public let owner: OwnerID
    /// The kind of content, which determines the stages.
    public let kind: KindName
    /// The file name at import; never used as a path.
    public let fileName: String
    /// The media type, detected from the bytes.
    public let mediaType: String
    /// The original bytes.
    public let content: ContentID
    /// The size of the original in bytes.
    public let byteCount: Int64
    /// The current state.
    public var state: DocumentState
    /// The number of started fills.
    ///
    /// Artefacts of the n-th fill carry n, those of the analysis 0.
    public var fill: Int
    /// The reason why the document failed; set only in the state `failed`.
    public var failure: DocumentFailure?
    /// The priority; jobs with greater numbers are claimed first.
    public var priority: Int
    /// Small facts published by stages, such as a page count; never a person's data.
    public var facts: [String: String]
    /// The number of parts; see ``Part``.
    public let partCount: Int
    /// The time of the import.
    public let createdAt: Timestamp
    /// The time of the last change of the state or the facts.
    public var updatedAt: Timestamp

    package init(new: NewDocument, sequence: Int64, at now: Timestamp) {
        id = new.id
        self.sequence = sequence
        owner = new.owner
        kind = new.kind
        fileName = new.fileName
        mediaType = new.mediaType
        content = new.content
        byteCount = new.byteCount
        state = .imported
        fill = 0
        failure = nil
        priority = new.priority
        facts = new.facts
        partCount = new.parts.count
        createdAt = now
        updatedAt = now
    }

    package init(
        id: DocumentID, sequence: Int64, owner: OwnerID, kind: KindName, fileName: String, mediaType: String,
        content: ContentID, byteCount: Int64, state: DocumentState, fill: Int, failure: DocumentFailure?, priority: Int,
        facts: [String: String], partCount: Int, createdAt: Timestamp, updatedAt: Timestamp
    ) {
        self.id = id
        self.sequence = sequence
        self.owner = owner
        self.kind = kind
        self.fileName = fileName
        self.mediaType = mediaType
        self.content = content
        self.byteCount = byteCount
        self.state = state
        self.fill = fill
        self.failure = failure
        self.priority = priority
        self.facts = facts
        self.partCount = partCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// The data of a document to add to the catalogue.
public struct NewDocument: Hashable, Sendable {
    /// The document's ID, chosen by the importer.
    public let id: DocumentID
    /// The owner; see ``Document/owner``.
    public let owner: OwnerID
    /// The kind of content; see ``Document/kind``.
    public let kind: KindName
    /// The file name; see ``Document/fileName``.
    public let fileName: String
    /// The media type; see ``Document/mediaType``.
    public let mediaType: String
    /// The original bytes; see ``Document/content``.
    public let content: ContentID
    /// The size in bytes; see ``Document/byteCount``.
    public let byteCount: Int64
    /// The priority; see ``Document/priority``.
    public let priority: Int
    /// The facts known before any stage has run, such as the page count.
    public let facts: [String: String]
    /// The documents that it consists of, in order; see ``Part``.
    public let parts: [DocumentID]

    /// Creates the data of a new document.
    public init(
        id: DocumentID, owner: OwnerID, kind: KindName, fileName: String, mediaType: String, content: ContentID,
        byteCount: Int64, priority: Int = 0, facts: [String: String] = [:], parts: [DocumentID] = []
    ) {
        self.id = id
        self.owner = owner
        self.kind = kind
        self.fileName = fileName
        self.mediaType = mediaType
        self.content = content
        self.byteCount = byteCount
        self.priority = priority
        self.facts = facts
        self.parts = parts
    }
}

extension Document {
    /// The fill number of the current state.
    ///
    /// It is 0 in the analysis, and n in the n-th fill.
    package var currentFill: Int { state == .filling ? fill : 0 }

    /// Returns all bytes of the document, each with the last time of known need.
    package func bytes(with published: [PublishedArtefact]) -> [ContentID: Timestamp] {
        var all = [content: createdAt]
        for artefact in published {
            all.merge([artefact.artefact.content: artefact.publishedAt], uniquingKeysWith: max)
        }
        return all
    }

    /// Returns whether the stages of `state` may begin now.
    ///
    /// The move must be in ``DocumentMove/allowed``, and a failed document only returns to the state in which it
    /// failed.
    public func mayEnter(_ state: DocumentState) -> Bool {
        DocumentMove(from: self.state, to: state).isAllowed && (failure == nil || failure?.during == state)
    }
}
