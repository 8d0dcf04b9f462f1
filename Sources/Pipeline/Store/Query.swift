/// Which documents to list, newest first.
public struct DocumentQuery: Sendable, Hashable {
    /// `nil`: all states.
    public var state: DocumentState?
    /// `nil`: all kinds.
    public var kind: KindName?
    /// The most to answer.
    public var limit: Int
    /// How many to leave out first.
    public var offset: Int

    public init(state: DocumentState? = nil, kind: KindName? = nil, limit: Int = 100, offset: Int = 0) {
        self.state = state
        self.kind = kind
        self.limit = limit
        self.offset = offset
    }
}

/// Which jobs to list, newest first.
public struct JobQuery: Sendable, Hashable {
    /// `nil`: all documents.
    public var document: DocumentID?
    /// `nil`: all states.
    public var state: JobState?
    /// The most to answer.
    public var limit: Int
    /// How many to leave out first.
    public var offset: Int

    public init(document: DocumentID? = nil, state: JobState? = nil, limit: Int = 100, offset: Int = 0) {
        self.document = document
        self.state = state
        self.limit = limit
        self.offset = offset
    }
}
