/// A document as the catalogue knows it.
public struct Document: Hashable, Sendable, Codable, Identifiable {
    /// Given by whoever imports it.
    public let id: DocumentID
    /// Grows in the order of arrival and is never used twice; lists are paged by it. Given by the store.
    public let sequence: Int64
    /// Who may see it.
    public let owner: OwnerID
    /// Its content model, which decides its stages.
    public let kind: KindName
    /// The name that it was imported under. Never used as a path.
    public let fileName: String
    /// As sniffed from the bytes.
    public let mediaType: String
    /// Its original bytes.
    public let content: ContentID
    /// The number of its original bytes.
    public let byteCount: Int64
    /// Where it is in its life.
    public var state: DocumentState
    /// How many fills were begun; artefacts of the n-th carry n, those of the analysis carry 0.
    public var fill: Int
    /// Set if and only if the state is `failed`.
    public var failure: DocumentFailure?
    /// Urgent work first: greater numbers are claimed earlier.
    public var priority: Int
    /// Small facts that stages published, such as a page count. Never values that a person filled in.
    public var facts: [String: String]
    /// When it was imported.
    public let createdAt: Timestamp
    /// When the state or the facts changed last.
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
        createdAt = now
        updatedAt = now
    }

    package init(
        id: DocumentID, sequence: Int64, owner: OwnerID, kind: KindName, fileName: String, mediaType: String,
        content: ContentID, byteCount: Int64, state: DocumentState, fill: Int, failure: DocumentFailure?, priority: Int,
        facts: [String: String], createdAt: Timestamp, updatedAt: Timestamp
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
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// What is known of a document when it enters the catalogue.
public struct NewDocument: Hashable, Sendable {
    /// Given by whoever imports it.
    public let id: DocumentID
    /// See ``Document/owner``.
    public let owner: OwnerID
    /// See ``Document/kind``.
    public let kind: KindName
    /// See ``Document/fileName``.
    public let fileName: String
    /// See ``Document/mediaType``.
    public let mediaType: String
    /// See ``Document/content``.
    public let content: ContentID
    /// See ``Document/byteCount``.
    public let byteCount: Int64
    /// See ``Document/priority``.
    public let priority: Int
    /// What is known before any stage has run, such as the page count.
    public let facts: [String: String]

    public init(
        id: DocumentID, owner: OwnerID, kind: KindName, fileName: String, mediaType: String, content: ContentID,
        byteCount: Int64, priority: Int = 0, facts: [String: String] = [:]
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
    }
}

extension Document {
    /// What jobs and artefacts of the present state are numbered with: 0 in the analysis, n in the n-th fill.
    package var currentFill: Int { state == .filling ? fill : 0 }

    /// Whether stages of `state` may begin now: the move is in the table, and what failed goes back only to where it
    /// was.
    public func mayEnter(_ state: DocumentState) -> Bool {
        DocumentMove(from: self.state, to: state).isAllowed && (failure == nil || failure?.during == state)
    }
}
