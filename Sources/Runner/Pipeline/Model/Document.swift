/// A document in the catalogue.
public struct Document: Hashable, Sendable, Codable, Identifiable {
    /// The document's id, chosen by the importer.
    public let id: DocumentID
    /// The number by which lists are paged; it increases in the order of arrival and is never reused.
    ///
    /// Assigned by the store.
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
    /// The number of fills that have begun; artefacts of the n-th fill carry n, those of the analysis carry 0.
    public var fill: Int
    /// Why the document failed; set if and only if the state is `failed`.
    public var failure: DocumentFailure?
    /// The priority; jobs with greater numbers are claimed first.
    public var priority: Int
    /// Small facts published by stages, such as a page count; never values that a person filled in.
    public var facts: [String: String]
    /// The number of its parts; see ``Part``.
    public let partCount: Int
    /// When it was imported.
    public let createdAt: Timestamp
    /// When the state or the facts last changed.
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

/// The data with which a document enters the catalogue.
public struct NewDocument: Hashable, Sendable {
    /// The document's id, chosen by the importer.
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
    /// The facts that are known before any stage has run, such as the page count.
    public let facts: [String: String]
    /// The documents that it is made of, in their order; see ``Part``.
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
    /// The fill number for jobs and artefacts of the current state: 0 in the analysis, n in the n-th fill.
    package var currentFill: Int { state == .filling ? fill : 0 }

    /// Returns all bytes of the document, with the last time at which each is known to have been needed.
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
