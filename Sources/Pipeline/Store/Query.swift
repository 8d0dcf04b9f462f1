/// Which documents to list, newest first.
public struct DocumentQuery: Sendable, Hashable {
    /// Whose.
    public let scope: OwnerScope
    /// `nil`: all states.
    public var state: DocumentState?
    /// `nil`: all kinds.
    public var kind: KindName?
    /// How the id begins, in upper-case hexadecimal digits and dashes; `nil`: however.
    public var idPrefix: String?
    /// The most to answer.
    public var limit: Int
    /// How many to leave out first.
    public var offset: Int

    public init(
        in scope: OwnerScope, state: DocumentState? = nil, kind: KindName? = nil, idPrefix: String? = nil,
        limit: Int = 100, offset: Int = 0
    ) {
        self.scope = scope
        self.state = state
        self.kind = kind
        self.idPrefix = idPrefix
        self.limit = limit
        self.offset = offset
    }
}

/// Which jobs to list, newest first.
public struct JobQuery: Sendable, Hashable {
    /// Whose documents' jobs.
    public let scope: OwnerScope
    /// `nil`: all jobs.
    public var id: JobID?
    /// `nil`: all documents.
    public var document: DocumentID?
    /// `nil`: all states.
    public var state: JobState?
    /// `nil`: all stages.
    public var stage: StageName?
    /// The most to answer.
    public var limit: Int
    /// How many to leave out first.
    public var offset: Int

    public init(
        in scope: OwnerScope, id: JobID? = nil, document: DocumentID? = nil, state: JobState? = nil,
        stage: StageName? = nil, limit: Int = 100, offset: Int = 0
    ) {
        self.scope = scope
        self.id = id
        self.document = document
        self.state = state
        self.stage = stage
        self.limit = limit
        self.offset = offset
    }
}
